import { type PackedRow, unpackRow } from '../../columns/page-rows.js';
import type { FileNote } from '../../output/html/report-data.js';
import type { Crosstable } from '../../output/html/crosstable.js';
import { ComparedGames, fileFindingsOf } from '../report/store.js';
import type { FileFinding } from '../parts/findings.js';
import type { GameRow } from '../parts/games.js';
import type { Dropped } from './dropped.js';

/** What the user chose before the files were dropped. */
export interface RunOptions {
  /** A ruleset's name, or auto: as RU says. */
  readonly rules: string;
  /** Ruleset for games without a usable RU; '' for none. */
  readonly defaultRules: string;
  readonly score: boolean;
}

export const RUN_STATES = ['uploading', 'waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** What is known about a run at one moment. */
export interface RunStatus {
  readonly state: RunState;
  readonly games: number;
  /** 0 to 1. */
  readonly done: number;
  /** Why it failed; ''. */
  readonly problem: string;
}

/** One game's bytes, or those of its whole file; `charset` is the one that the file is in, '' to find out. */
export interface GameBytes {
  readonly holds: 'game' | 'file';
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly charset: string;
}

export type Download = 'games.csv' | 'pairings.csv' | 'findings.csv' | 'report.html';

/** Files that are being refereed, or were. Rows only ever grow. */
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
  /** Calls back after every change; returns how to stop that. */
  readonly subscribe: (onChange: () => void) => () => void;
  readonly cancel: () => void;
  readonly gameBytes: (row: GameRow) => Promise<GameBytes>;
  readonly download: (what: Download) => Promise<Blob>;
}

/** The address of a run in the page, or of one of its games. */
export function addressOf(run: string, row?: number): string {
  const query = new URLSearchParams({ run });
  if (row !== undefined) query.set('row', String(row));
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

/** Who referees: a server, or this page itself. */
export interface Backend {
  readonly kind: 'server' | 'local';
  readonly start: (dropped: Dropped, options: RunOptions) => Promise<Run>;
  readonly past: () => Promise<readonly PastRun[]>;
  readonly open: (id: string) => Promise<Run>;
  readonly forget: (id: string) => Promise<void>;
  /** A server that wants a token gets it here. */
  readonly setToken: (token: string) => void;
}

/** The server wants an API token. */
export class TokenNeeded extends Error {}

/** What all runs have: rows that grow, and listeners. */
export class RunBase {
  status: RunStatus = { state: 'waiting', games: 0, done: 0, problem: '' };
  readonly rows: GameRow[] = [];
  readonly fileFindings: FileFinding[] = [];
  readonly crosstables: Crosstable[] = [];
  compared = new ComparedGames([]);
  private readonly listeners = new Set<() => void>();
  private isTelling = false;

  subscribe(onChange: () => void): () => void {
    this.listeners.add(onChange);
    return () => this.listeners.delete(onChange);
  }

  protected set(change: Partial<RunStatus>): void {
    this.status = { ...this.status, ...change };
    this.tell();
  }

  protected addLine(line: string): void {
    if (line === '') return;
    const row = JSON.parse(line) as PackedRow | FileNote | { readonly crosstable: Crosstable };
    if ('crosstable' in row) {
      // All games come before the tables.
      if (this.crosstables.length === 0) this.compared = new ComparedGames(this.rows);
      this.crosstables.push(row.crosstable);
    } else if ('found' in row) {
      if (row.game === undefined) this.fileFindings.push(...fileFindingsOf(row));
      else this.compared.add(row);
    } else this.rows.push(unpackRow(row, this.rows.length + 1));
  }

  /** Listeners hear of many changes at once. */
  protected tell(): void {
    if (this.isTelling) return;
    this.isTelling = true;
    setTimeout(() => {
      this.isTelling = false;
      for (const listener of this.listeners) listener();
    }, 100);
  }
}

export function titleOf(names: readonly string[]): string {
  const [first = 'nothing', ...others] = names;
  return others.length === 0 ? first : `${first} and ${String(others.length)} more`;
}
