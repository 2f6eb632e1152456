import { parseConditions } from '../../toolkit/event/conditions.js';
import { TABLE_LIMITS } from '../../core/limits.js';
import { isPlainTable } from '../../toolkit/event/plain-tables.js';
import { TABLE_ENDINGS } from '../../toolkit/event/table.js';
import { isWanted } from '../../run/input/file-names.js';
import { unpackRow, type PackedRow, type FileNote } from '../../report/output/html/report-data.js';
import type { rulingParts } from '../../report/output/outcomes.js';
import type { Crosstable } from '../../report/output/html/report.js';
import { ComparedGames, fileFindingsOf } from '../report/store.js';
import type { FileFinding } from '../parts/findings.js';
import { translated, translatedCount } from '../parts/common.js';
import { naturally } from '../../core/text.js';
import type { Label } from '../../core/words/words.js';
import { commonFolder, type GameRow } from '../parts/games.js';
import type { MetGames } from '../../toolkit/duplicates/seen-games.js';
import type { GameFacts } from '../../toolkit/event/game-facts.js';
import type { Counts } from '../../report/output/summary.js';
import type { DeadPoints, Group } from '../../referee/judge/group-outcomes.js';
import type { GameReport } from '../../referee/judge/report.js';
import type { Decision } from '../../referee/judge/decisions.js';
import type { ViewedTree } from '../../sgf/viewed-tree.js';
import { decisionsText, type DecisionChange } from './decisions.js';

/** Paths of files in dropped folders, which their File objects lack. */
const PATHS = new WeakMap<File, string>();

/** The path inside a dropped or chosen folder, else the name. */
export function pathOf(file: File): string {
  return PATHS.get(file) ?? (file.webkitRelativePath === '' ? file.name : file.webkitRelativePath);
}

/** What was dropped: games, and what they are compared with. */
export interface Dropped {
  readonly games: readonly File[];
  /** Results tables of an event. */
  readonly tables: readonly File[];
  /** Names that players go by elsewhere, as CSV; '' for none. */
  readonly aliases: string;
  /** The text of decisions.json; '' for none. */
  readonly decisions: string;
  /** Conditions of the event, as JSON; '' for none. */
  readonly event: string;
}

/** Endings of results tables. */
const MAYBE_TABLE = Object.values(TABLE_ENDINGS);
/** Those taken from folders: reports for the AGA are plain text, as notes are. */
const TABLE = MAYBE_TABLE.filter((ending) => ending !== TABLE_ENDINGS.aga);
/** The start of SGF. */
const SGF = /\(\s*;/;
/** Decisions, or the conditions of an event. */
const JSON_FILE = /\.json$/i;
const ALIASES = /^\ufeff?"?nick"?[,;\t]/i;

/** Sorts files into games, tables, aliases, decisions and conditions, by names and bytes. Notes, and without games all files, count as games. */
export async function sorted(files: readonly File[]): Promise<Dropped> {
  const [games, tables]: [File[], File[]] = [[], []];
  let aliases = '';
  let decisions = '';
  let event = '';
  for (const file of files.toSorted((a, b) => naturally(pathOf(a), pathOf(b)))) {
    const name = pathOf(file);
    if (JSON_FILE.test(name)) {
      const text = await file.text();
      if (parseConditions(text).ok) event = text;
      else decisions = text;
      continue;
    }
    const start = endsWith(name, MAYBE_TABLE) ? await file.slice(0, 4096).text() : '(;';
    if (SGF.test(start)) games.push(file);
    else if (ALIASES.test(start)) aliases = await file.text();
    else ((await isTableFile(file)) ? tables : games).push(file);
  }
  return games.length === 0
    ? { games: files, tables: [], aliases: '', decisions: '', event: '' }
    : { games, tables, aliases, decisions, event };
}

/** Whether a file that has no game is meant as a results table: of plain text, which may be notes, if it is one. */
async function isTableFile(file: File): Promise<boolean> {
  if (!endsWith(pathOf(file), [TABLE_ENDINGS.aga]) || file.size > TABLE_LIMITS.tableBytes) return true;
  return isPlainTable(await file.text());
}

/** Whether a name has one of these endings, in letters of any case. */
function endsWith(name: string, endings: readonly string[]): boolean {
  return endings.some((ending) => name.toLowerCase().endsWith(ending));
}

function isWantedPath(path: string): boolean {
  return isWanted(path) || endsWith(path, TABLE) || path.endsWith('decisions.json');
}

/** Files of a chosen folder that may hold games or results tables. */
export function wanted(files: readonly File[]): readonly File[] {
  return files.filter((file) => isWantedPath(pathOf(file)));
}

/** The dropped files, whatever their names; from folders, only files that may hold games or results tables. */
export async function filesOf(transfer: DataTransfer): Promise<readonly File[]> {
  // All entries are read at once: the list is empty after the event.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.every((entry) => entry.isFile)) return [...transfer.files];
  const files: File[] = [];
  for (const entry of entries) await collect(entry, files);
  return files;
}

/** Collects files in the order of their names, without unreadable ones. */
async function collect(entry: FileSystemEntry, files: File[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '');
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject)).catch(
      () => undefined,
    );
    if (!file || (path.includes('/') && !isWantedPath(path))) return;
    PATHS.set(file, path);
    files.push(file);
    return;
  }
  const inner = await entriesIn((entry as FileSystemDirectoryEntry).createReader());
  for (const one of inner.sort((a, b) => (a.name < b.name ? -1 : 1))) await collect(one, files);
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** A reader returns entries in portions, the last one empty. */
async function entriesIn(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

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

export type RunState = 'uploading' | 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** The state of a run. */
interface RunStatus {
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

export type Table = 'games.csv' | 'pairings.csv' | 'findings.csv' | 'report.html';
export type Download = Table | 'games.xlsx' | 'decisions.json';

/** Rulesets under which results are shown side by side, if the reader chooses no others. */
export const USUAL_RULESETS = ['japanese', 'aga', 'chinese'];

/** Most games that a workbook has under other rules: each is read and judged again for it. */
export const MAX_CONVERTED = 200;

/**
 * The address in the page: of a run, of one of its games, of a ruling sheet for that (`sheet`: the move in question, or '' for the
 * most severe finding), or of a move (`move`, and `line` for the path of its variation).
 */
export function addressOf(run: string, row?: number, more: Readonly<Record<string, string>> = {}): string {
  return `#${new URLSearchParams({ run, ...(row === undefined ? {} : { row: String(row) }), ...more }).toString()}`;
}

/** A run of an earlier visit. */
export interface PastRun {
  readonly id: string;
  /** As of a `Run`. */
  readonly names: readonly string[];
  readonly fileCount: number;
  readonly state: RunState;
  readonly games: number;
  readonly created: string;
  /** Whether a referee has decided games of it. */
  readonly isDecided: boolean;
}

/** Where games are refereed: on a server, or in this page. */
export interface Backend {
  readonly kind: 'server' | 'local';
  /** Rejects with a sentence where what was dropped is wrong. */
  readonly start: (dropped: Dropped, options: RunOptions) => Promise<Run>;
  readonly past: () => Promise<readonly PastRun[]>;
  readonly open: (id: string) => Promise<Run>;
  readonly forget: (id: string) => Promise<void>;
  /** Sets the API token of the server. */
  readonly setToken: (token: string) => void;
}

/** Why a run that a link names cannot be opened. */
export const NOT_KEPT = 'This link names a run that is not kept here';

/** The server needs an API token. */
export class TokenNeeded extends Error {}

/** A run over files. */
export abstract class Run {
  abstract readonly id: string;
  /** Distinct names of the files; of many, of the first. */
  abstract readonly names: readonly string[];
  abstract readonly fileCount: number;
  abstract readonly options: RunOptions;
  /** Who keeps the decisions. */
  abstract readonly keeper: 'browser' | 'server';
  protected abstract readonly tables: readonly Table[];
  abstract cancel(): void;
  abstract gameBytes(row: GameRow): Promise<GameBytes>;
  /** Changes the decisions: their games are judged again. */
  abstract decide(change: DecisionChange): void;
  protected abstract table(what: Table): Promise<Blob>;

  /** Decisions about games of this run, in the order in which they were made. */
  decisions: readonly Decision[] = [];
  /** Whether decisions are kept nowhere yet. */
  isUnsaved = false;
  /** Why decisions cannot be kept, else ''. */
  problem = '';
  status: RunStatus = { state: 'waiting', games: 0, done: 0, problem: '' };
  /** Whether the rows of a run that has ended are all here. */
  isRead = true;
  /** Rows are only ever added, until all are replaced by another list. */
  rows: GameRow[] = [];
  /** Findings about files that belong to no game. */
  readonly fileFindings: FileFinding[] = [];
  /** Results tables that the games are compared with, once all of them have arrived. */
  readonly crosstables: Crosstable[] = [];
  compared = new ComparedGames([]);
  private readonly listeners = new Set<() => void>();
  private isNotifying = false;

  /** Calls `onChange` after changes; returns a function that unsubscribes. */
  subscribe(onChange: () => void): () => void {
    this.listeners.add(onChange);
    return () => this.listeners.delete(onChange);
  }

  get downloads(): readonly Download[] {
    const decided = this.decisions.length === 0 ? [] : (['decisions.json'] as const);
    return [...this.tables, 'games.xlsx', ...decided];
  }

  /** A table of all games, or of some. */
  private async csv(what: Table, only?: readonly GameRow[]): Promise<string> {
    const text = await (await this.table(what)).text();
    return only ? (await csvTools()).rowsOfGames(text, only) : text;
  }

  private async workbook(only?: readonly GameRow[]): Promise<Blob> {
    const names = this.tables.filter((name) => name !== 'report.html');
    const texts = names.map(async (name) => [name, await this.csv(name, only)] as const);
    const rows = await this.conversions(only ?? this.rows);
    const { workbookOfRun } = await csvTools();
    return new Blob([await workbookOfRun(await Promise.all(texts), { rulesets: USUAL_RULESETS, rows })]);
  }

  /** Rows of CSV: the results of games under the usual rulesets; none where the games are too many. */
  private async conversions(games: readonly GameRow[]): Promise<readonly string[]> {
    if (games.length > MAX_CONVERTED) return [];
    const options = { ...this.options, decisions: decisionsText(this.decisions) };
    const referees = createReferees(WORKERS);
    const rows = games.map(() => '');
    const left = games.entries();
    const convertNext = async (): Promise<void> => {
      for (const [i, row] of left) {
        const { file, game } = row;
        const bytes = await this.gameBytes(row);
        rows[i] = await referees.convert({ file, game, bytes, options, rulesets: USUAL_RULESETS });
      }
    };
    try {
      await Promise.all(Array.from({ length: WORKERS }, convertNext));
    } finally {
      referees.stop();
    }
    return rows;
  }

  /** `only`: the games that tables shall have; all others have all of them. */
  async download(what: Download, only?: readonly GameRow[]): Promise<Blob> {
    if (what === 'games.xlsx') return this.workbook(only);
    if (only) return new Blob([await this.csv(what as Table, only)], { type: 'text/csv' });
    if (what !== 'decisions.json') return this.table(what);
    if (this.status.state === 'done') this.isUnsaved = false;
    this.notify();
    return new Blob([decisionsText(this.decisions)], { type: 'application/json' });
  }

  /** Replaces all that is known of the games. */
  protected replaceLines(lines: Iterable<string>): void {
    this.rows = [];
    this.fileFindings.length = 0;
    this.crosstables.length = 0;
    for (const line of lines) this.addLine(line);
    this.notify();
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

const STATES: Readonly<Record<RunState, Label>> = {
  uploading: 'waiting',
  waiting: 'waiting',
  running: 'running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

export function stateText(state: RunState): string {
  return translated(STATES[state]);
}

/** Loaded when it is needed: it packs workbooks. */
const csvTools = () => import('../../report/output/csv-workbook.js');

/** Most folders that a title names. */
const MAX_FOLDERS = 3;

/** The title of a run in the language of the page: `event, 38 files`; of several folders, `round-1, round-2, 38 files`. */
export function titleOf({ names, fileCount: count }: Pick<Run, 'names' | 'fileCount'>): string {
  const [first = 'nothing'] = names;
  if (count <= 1) return first;
  // A server names only the first of many: the others may be in further folders.
  const common = names.length < count ? '' : commonFolder(names);
  const tops = names.flatMap((name) => (name.includes('/') ? [name.slice(0, name.indexOf('/'))] : []));
  const folders = common === '' ? [...new Set(tops)].filter((top) => top !== '') : [common];
  if (folders.length > MAX_FOLDERS) folders.splice(MAX_FOLDERS, Infinity, '…');
  if (folders.length > 0) return [...folders, translatedCount('{n} file|{n} files', count)].join(', ');
  return translatedCount('{name} and {n} more', count - 1).replace('{name}', first);
}

/** Makes the browser save a file. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Forms of output that the page makes of games and files. */
const SINKS = ['page', 'csv', 'findings', 'html'] as const;
export type Sink = (typeof SINKS)[number];
export type Texts = Readonly<Record<Sink, string>>;

export function textsOf(textOf: (sink: Sink) => string): Texts {
  return Object.fromEntries(SINKS.map((sink) => [sink, textOf(sink)])) as Texts;
}

/** A file to referee, in a worker. */
export interface FileTask {
  readonly kind: 'file';
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly options: RunOptions;
}

/** A game in every form of output. */
export interface GameParts {
  readonly game: number;
  readonly texts: Texts;
  readonly facts: GameFacts;
  /** Digest of the moves, by which decisions name the game. */
  readonly digest: string;
}

export interface FileDone {
  readonly games: readonly GameParts[];
  /** What the search for duplicates compares. */
  readonly met: MetGames;
  /** Findings that belong to no game. */
  readonly file: Texts | undefined;
  readonly counts: Counts;
}

/** A game to judge again, for its page. */
export interface GameTask {
  readonly kind: 'game';
  readonly file: string;
  readonly game: number;
  readonly bytes: GameBytes;
  readonly options: RunOptions;
  /** Rulesets to compare side by side. */
  readonly rulesets: readonly string[];
  /** The reader's dead stones. */
  readonly decided: DeadPoints | undefined;
  /** Groups whose life is in question. */
  readonly asked: readonly Group[];
}

/** A game to convert into other rulesets, of which it names those that are known. */
export interface ConvertTask extends Pick<GameTask, 'file' | 'game' | 'bytes' | 'options' | 'rulesets'> {
  readonly kind: 'convert';
}

/** A game to write with what was decided about it. */
export interface WriteTask extends Pick<GameTask, 'game' | 'bytes'> {
  readonly kind: 'write';
  /** The text of decisions.json. */
  readonly decisions: string;
}

/** A game as SGF; empty where something in it cannot be kept. */
export type WrittenGame = Uint8Array<ArrayBuffer>;

/** A game that was judged again. */
export interface RefereedGame {
  readonly report: GameReport;
  /** Digest of the moves, by which decisions name the game. */
  readonly digest: string;
  readonly ruling: ReturnType<typeof rulingParts>;
  readonly tree: ViewedTree | undefined;
}

export type Task = FileTask | GameTask | ConvertTask | WriteTask;
/** The answer to a task; `undefined`: there is no game in its bytes. */
export type Done = FileDone | RefereedGame | WrittenGame | string | undefined;
export type Answer = { readonly done: Done } | { readonly failed: string };

/** Web workers that referee, started on demand. */
export interface Referees {
  readonly file: (task: Omit<FileTask, 'kind'>) => Promise<FileDone>;
  readonly game: (task: Omit<GameTask, 'kind'>) => Promise<RefereedGame>;
  /** The row of a game in the table of `convert --table`, as CSV. */
  readonly convert: (task: Omit<ConvertTask, 'kind'>) => Promise<string>;
  readonly write: (task: Omit<WriteTask, 'kind'>) => Promise<WrittenGame>;
  /** Ends all workers; their tasks never resolve. */
  readonly stop: () => void;
}

/** A worker, and who waits for its answers, which come in the order of the tasks. */
interface Slot {
  readonly worker: Worker;
  readonly waiting: { readonly resolve: (done: Done) => void; readonly reject: (error: Error) => void }[];
}

export function createReferees(most: number): Referees {
  let slots: Slot[] = [];

  function start(): Slot {
    const worker = new Worker(new URL('./referee.worker.ts', import.meta.url), { type: 'module' });
    const slot: Slot = { worker, waiting: [] };
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const waiter = slot.waiting.shift();
      if ('failed' in data) waiter?.reject(new Error(data.failed));
      else waiter?.resolve(data.done);
    };
    worker.onerror = () => {
      slots = slots.filter((one) => one !== slot);
      for (const { reject } of slot.waiting) reject(new Error('the worker stopped'));
    };
    slots.push(slot);
    return slot;
  }

  function send(task: Task): Promise<Done> {
    return new Promise((resolve, reject) => {
      const [free] = slots.toSorted((a, b) => a.waiting.length - b.waiting.length);
      const slot = free && (free.waiting.length === 0 || slots.length >= most) ? free : start();
      slot.waiting.push({ resolve, reject });
      slot.worker.postMessage(task);
    });
  }

  return {
    file: async (task) => (await send({ ...task, kind: 'file' })) as FileDone,
    async game(task) {
      const judged = await send({ ...task, kind: 'game' });
      if (!judged) throw new Error('there is no game in this file');
      return judged as RefereedGame;
    },
    convert: async (task) => (await send({ ...task, kind: 'convert' })) as string,
    write: async (task) => (await send({ ...task, kind: 'write' })) as WrittenGame,
    stop() {
      for (const { worker } of slots) worker.terminate();
      slots = [];
    },
  };
}

/** Workers of this page; one core is left for the page itself. */
export const WORKERS = Math.max(1, Math.min(8, navigator.hardwareConcurrency - 1));
