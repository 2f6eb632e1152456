/**
 * What passes between a run and its workers: settings once, then tasks, and a result for each. All of it is plain data, JSON
 * with `Uint8Array` and `Uint32Array` (little-endian where they become bytes): no functions, maps or shared memory. So it can
 * be sent to a thread, a process or another machine, and be stored.
 */
import type { CheckProfile, SharedHeader } from '../../toolkit/check/check-file.js';
import type { EngineSettings } from '../engine/engine-pool.js';
import type { RepairedGame } from '../../toolkit/duplicates/seen-games.js';
import type { Crosschecking } from '../../toolkit/event/crosscheck.js';
import type { GameFacts } from '../../toolkit/event/game-facts.js';
import type { EventConditions } from '../../toolkit/event/conditions.js';
import type { FindingCode } from '../../core/findings/finding.js';
import type { DeadRow } from '../input/dead-rows.js';
import type { Item } from '../input/item.js';
import type { ListQuery } from '../../report/list/list-games.js';
import { needsScore } from '../../report/columns/games.js';
import type { SinkName } from '../../report/output/formats.js';
import type { Terminal } from '../../report/output/text.js';
import type { DataFormat } from '../../report/output/rows.js';
import type { Counts } from '../../report/output/summary.js';
import type { SheetOptions } from '../../report/output/ruling-sheet.js';
import type { Decisions } from '../../referee/judge/decisions.js';
import type { JudgingOptions } from '../../referee/judge/options.js';
import type { PlacedFinding } from '../../referee/judge/report.js';
import type { CharsetEvidence } from '../../sgf/raw.js';

/** The settings shared by all tasks of a run. */
export interface WorkSettings {
  readonly options: JudgingOptions;
  readonly ignore: readonly FindingCode[];
  /** Conditions of the event that games must meet. */
  readonly event?: EventConditions | undefined;
  /** Dead stones given by the user; each game at most once. */
  readonly dead: readonly DeadRow[] | undefined;
  /** What a referee decided. */
  readonly decisions?: Decisions | undefined;
  /** The engine that judges stones neither given, marked nor proved; `options.estimator` is `none` then. */
  readonly engine?: EngineSettings | undefined;
  /** The terminal that the sink `table` is for. */
  readonly terminal?: Terminal | undefined;
  /** The game that the sink `sheet` is for, and how its sheet is written. */
  readonly sheet?: SheetSettings | undefined;
  /** Games are listed: rows for the first sink. */
  readonly list?: ListSettings;
  /** Games are compared: records for the first sink. */
  readonly duplicates?: DuplicatesSettings;
  /** Every node is checked and nothing scored. */
  readonly check?: CheckProfile | undefined;
  /** UTF-8 text of a baseline, as from `Baseline.text`: its findings are counted but not listed; with the sink `baseline`, all. */
  readonly baseline?: Uint8Array | undefined;
  /** Where results are that need not be computed again. */
  readonly cache?: CacheSettings | undefined;
  /** Formats to write. */
  readonly sinks: readonly SinkName[];
}

/** One game, and its ruling sheet. */
export interface SheetSettings extends SheetOptions {
  readonly game: number;
  /** The results tables that the game is compared with, and the other games of the event. */
  readonly compared?: (Crosschecking & { readonly others?: readonly GameFacts[] }) | undefined;
}

/** How games are listed. */
export interface ListSettings {
  readonly query: ListQuery;
  /** `names`: each row is the file name of a game. */
  readonly format: DataFormat | 'names';
  /** `keyed`: each row is a line of JSON with the row and the cells to sort by; `compared`: with the facts of the game and its cells. */
  readonly rows: 'plain' | 'keyed' | 'compared';
}

/**
 * How games are compared. First all keys; then, for prefixes and near copies, which games begin with the lines that are `sought`, and the plays of those asked for.
 */
export interface DuplicatesSettings {
  readonly fewest: number;
  readonly sought?: Uint32Array | undefined;
}

/** Items that one worker reads together. Only items hold paths: whoever gets a task can open them. */
export interface Task {
  readonly items: readonly Item[];
  /** For a later part of a large file: what the first part found. */
  readonly start?: FileStart | undefined;
  /** 1 for kinds of lines that no longer fit into the report's page, by `CLOSED`. */
  readonly closed?: readonly number[] | undefined;
}

/** What the first part of a large file determined, for its later parts. */
export interface FileStart {
  readonly charset: CharsetEvidence;
  /** Header values that all games should share with the first; absent where that is not checked. */
  readonly shared?: SharedHeader | undefined;
}

/**
 * The result of a task: for each sink the bytes of all units in order. A unit is a game, or the
 * findings of a file that belong to no game. Arrays hold one entry per unit unless stated otherwise.
 */
export interface TaskResult {
  readonly sinks: readonly Uint8Array<ArrayBuffer>[];
  /** End of each unit in each sink: unit 0 in all sinks, then unit 1, ... */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** Four words per unit: exact low, exact high, symmetric low, symmetric high. */
  readonly keys: Uint32Array<ArrayBuffer>;
  /** Game number of units that can be duplicates; 0 for the others. */
  readonly games: Uint32Array<ArrayBuffer>;
  /** Index into `names`. */
  readonly files: Uint32Array<ArrayBuffer>;
  readonly names: readonly string[];
  /** Lines that broken records would be with the repairs that are proposed, in the order of the units. */
  readonly repaired: readonly RepairedGame[];
  readonly counts: Counts;
  /** Only with a baseline. */
  readonly known?: KnownInTask | undefined;
  /** Set when the last item is the first part of a file. */
  readonly start: FileStart | undefined;
  /** Findings of a part of a large file that belong to no game: reported at the end of the file, and counted then. */
  readonly outside: readonly PlacedFinding[];
  /** Its key, where the cache lacks it. */
  readonly cacheKey?: string | undefined;
  /** Files in which the program itself failed. */
  readonly faults: number;
}

/** Which findings of a baseline a task met. */
export interface KnownInTask {
  /** Two words each: index of a pair of code and place, and a game's number of such findings. */
  readonly met: Uint32Array<ArrayBuffer>;
  /** For each unit, the 1-based index of the entry that counts its copies, 0 for none. */
  readonly copies: Uint32Array<ArrayBuffer>;
}

/** Whether games are judged, not only read and replayed. */
export function isJudging({ list, duplicates, check, options }: WorkSettings): boolean {
  if (list) return needsScore(list.query.depth);
  return options.score && !duplicates && check === undefined;
}

/** Where workers find the entries of a run. Plain data. */
export interface CacheSettings {
  readonly folder: string;
  readonly identity: string;
}

/** Executes the tasks of a run. */
export interface Runner {
  /** The results are in the order of the task's items. `settings`: if they differ from the run's. */
  readonly run: (task: Task, settings?: WorkSettings) => Promise<readonly TaskResult[]>;
  /** Stops tasks in progress and drops the others. */
  readonly close: () => Promise<void>;
}

/** What a runner is for. */
export interface RunnerRequest {
  readonly settings: WorkSettings;
  /** Threads that the user wants. */
  readonly wanted: number;
  /** Threads that fit into the limits of the process and have work to do. */
  readonly threads: number;
  /** Script of the worker threads; by default the built one. */
  readonly workerUrl?: URL | undefined;
}
