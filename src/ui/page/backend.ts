import { type PackedRow, unpackRow } from '../../columns/page-rows.js';
import type { FileNote } from '../../output/html/report-data.js';
import type { Crosstable } from '../../output/html/report.js';
import { ComparedGames, fileFindingsOf } from '../report/store.js';
import type { FileFinding } from '../parts/findings.js';
import type { GameRow } from '../parts/games.js';
import type { Dropped } from './dropped.js';

/** The user's choices before files are dropped. */
export interface RunOptions {
  /** A ruleset's name, or auto: as RU says. */
  readonly rules: string;
  /** Ruleset for games without a usable RU; '' for none. */
  readonly defaultRules: string;
  readonly score: boolean;
  /** The text of decisions.json; '' for none. */
  readonly decisions: string;
  /** Conditions of the event as JSON; '' for none. */
  readonly event: string;
}

export const RUN_STATES = ['uploading', 'waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** The state of a run. */
export interface RunStatus {
  readonly state: RunState;
  readonly games: number;
  /** 0 to 1. */
  readonly done: number;
  /** Why it failed, else ''. */
  readonly problem: string;
}

/** The bytes of a game, or of its whole file; `charset` '' is unknown. */
export interface GameBytes {
  readonly holds: 'game' | 'file';
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly charset: string;
}

export type Download = 'games.csv' | 'pairings.csv' | 'findings.csv' | 'report.html';

/** A run over files. Rows are only ever added. */
export interface Run {
  readonly id: string;
  readonly title: string;
  readonly options: RunOptions;
  readonly status: RunStatus;
  readonly rows: readonly GameRow[];
  /** Findings about files that belong to no game. */
  readonly fileFindings: readonly FileFinding[];
  /** Results tables that the games are compared with, once all of them are there. */
  readonly crosstables: readonly Crosstable[];
  readonly compared: ComparedGames;
  readonly downloads: readonly Download[];
  /** Calls back after changes; returns a function that ends this. */
  readonly subscribe: (onChange: () => void) => () => void;
  readonly cancel: () => void;
  readonly gameBytes: (row: GameRow) => Promise<GameBytes>;
  readonly download: (what: Download) => Promise<Blob>;
}

/** The address of a run in the page, of one of its games, or of its ruling sheet: the move in question, or '' for the gravest finding. */
export function addressOf(run: string, row?: number, sheet?: string): string {
  const query = new URLSearchParams({ run });
  if (row !== undefined) query.set('row', String(row));
  if (sheet !== undefined) query.set('sheet', sheet);
  return `#${query.toString()}`;
}

/** A run of an earlier visit. */
export interface PastRun {
  readonly id: string;
  readonly title: string;
  readonly state: RunState;
  readonly games: number;
  readonly created: string;
}

/** What referees: a server, or this page itself. */
export interface Backend {
  readonly kind: 'server' | 'local';
  readonly start: (dropped: Dropped, options: RunOptions) => Promise<Run>;
  readonly past: () => Promise<readonly PastRun[]>;
  readonly open: (id: string) => Promise<Run>;
  readonly forget: (id: string) => Promise<void>;
  /** Sets the API token of the server. */
  readonly setToken: (token: string) => void;
}

/** The server needs an API token. */
export class TokenNeeded extends Error {}

/** The rows, findings and listeners of a run. */
export class RunBase {
  status: RunStatus = { state: 'waiting', games: 0, done: 0, problem: '' };
  readonly rows: GameRow[] = [];
  readonly fileFindings: FileFinding[] = [];
  readonly crosstables: Crosstable[] = [];
  compared = new ComparedGames([]);
  private readonly listeners = new Set<() => void>();
  private isNotifying = false;

  subscribe(onChange: () => void): () => void {
    this.listeners.add(onChange);
    return () => this.listeners.delete(onChange);
  }

  protected set(change: Partial<RunStatus>): void {
    this.status = { ...this.status, ...change };
    this.notify();
  }

  protected addLine(line: string): void {
    if (line === '') return;
    const row = JSON.parse(line) as PackedRow | FileNote | { readonly crosstable: Crosstable };
    if ('crosstable' in row) {
      // All games come before the tables.
      if (this.crosstables.length === 0) this.compared = new ComparedGames(this.rows);
      this.crosstables.push(row.crosstable);
      this.compared.addTable(row.crosstable);
    } else if ('found' in row) {
      if (row.game === undefined) this.fileFindings.push(...fileFindingsOf(row));
      else this.compared.add(row);
    } else this.rows.push(unpackRow(row, this.rows.length + 1));
  }

  /** Notifies listeners, at most every 100 ms. */
  protected notify(): void {
    if (this.isNotifying) return;
    this.isNotifying = true;
    setTimeout(() => {
      this.isNotifying = false;
      for (const listener of this.listeners) listener();
    }, 100);
  }
}

export function titleOf(names: readonly string[]): string {
  const [first = 'nothing', ...others] = names;
  return others.length === 0 ? first : `${first} and ${String(others.length)} more`;
}

/** Has the browser save a file. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
