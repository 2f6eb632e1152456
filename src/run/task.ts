/**
 * What passes between a run and those who do its work: settings once, then tasks, and a result for each. All of it is
 * plain data, JSON with `Uint8Array` and `Uint32Array` (words; little-endian where they become bytes) beside it: no
 * functions, maps or shared memory. So it can be sent to a thread, a process or another machine, and be kept.
 */
import type { CheckProfile, SharedHeader } from '../check/check-file.js';
import type { EngineSettings } from '../engine/command.js';
import type { FindingCode } from '../findings/catalogue.js';
import type { DeadRow } from '../input/dead-rows.js';
import type { Item } from '../input/item.js';
import type { ListQuery } from '../list/list-games.js';
import type { SinkName } from '../output/formats.js';
import type { Terminal } from '../output/game-table.js';
import type { DataFormat } from '../output/rows.js';
import type { Counts } from '../output/summary.js';
import type { AnalyzeOptions } from '../referee/options.js';
import type { PlacedFinding } from '../referee/report.js';
import type { CharsetEvidence } from '../sgf/raw.js';

/** What is the same for every task of a run. */
export interface WorkSettings {
  readonly options: Pick<
    AnalyzeOptions,
    | 'rules'
    | 'defaultRules'
    | 'komiHalves'
    | 'counting'
    | 'illegal'
    | 'score'
    | 'variations'
    | 'estimator'
    | 'accounts'
    | 'maxPerCode'
    | 'limits'
  >;
  readonly ignore: readonly FindingCode[];
  /** Given dead stones; each game at most once. */
  readonly dead: readonly DeadRow[] | undefined;
  /** The engine that judges what is neither given, marked nor proved; `options.estimator` is `none` then. */
  readonly engine?: EngineSettings | undefined;
  /** Results carry a checksum of what was read, so that a run that is resumed notices changes. */
  readonly checksums?: 'wanted' | undefined;
  /** The terminal that the sink `table` is for. */
  readonly terminal?: Terminal | undefined;
  /** Games are listed: rows for the first sink. */
  readonly list?: ListSettings;
  /** Games are compared: records for the first sink. */
  readonly duplicates?: DuplicatesSettings;
  /** Every node is checked and nothing is scored. */
  readonly check?: CheckProfile | undefined;
  /** Forms of output to make. */
  readonly sinks: readonly SinkName[];
}

/** How games are listed. */
export interface ListSettings {
  readonly query: ListQuery;
  /** `names`: the file of each game, a row each. */
  readonly format: DataFormat | 'names';
  /** `keyed`: each row is a line of JSON with the row and the cells to sort by, for whoever sorts or counts them. */
  readonly rows: 'plain' | 'keyed';
}

/**
 * How games are compared. First all keys; then, for prefixes, which games begin with the lines that are `sought`.
 */
export interface DuplicatesSettings {
  readonly fewest: number;
  readonly sought?: Uint32Array | undefined;
}

/** Some items that one worker reads in one go. Only items hold paths: whoever gets a task can open them. */
export interface Task {
  readonly items: readonly Item[];
  /** For a later part of a large file: what the first part found. */
  readonly start?: FileStart | undefined;
  /** Kinds of lines that the report's page has no room for any more, as `CLOSED` numbers them: 1 for those. */
  readonly closed?: readonly number[] | undefined;
}

/** What the first part of a large file found, for its later parts. */
export interface FileStart {
  readonly charset: CharsetEvidence;
  /** What all games should agree in with the first one; absent where nobody checks that. */
  readonly shared?: SharedHeader | undefined;
}

/**
 * What became of a task: for each form of output the bytes of all its units in order. A unit is a game, or the
 * findings of a file that belong to no game. Arrays hold one entry a unit unless they say otherwise.
 */
export interface TaskResult {
  readonly sinks: readonly Uint8Array<ArrayBuffer>[];
  /** End of each unit in each sink: unit 0 in all sinks, then unit 1, ... */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** Four words a unit: exact low, exact high, symmetric low, symmetric high. */
  readonly keys: Uint32Array<ArrayBuffer>;
  /** Game number of units that can be duplicates; 0 for the others. */
  readonly games: Uint32Array<ArrayBuffer>;
  /** Index into `names`. */
  readonly files: Uint32Array<ArrayBuffer>;
  readonly names: readonly string[];
  readonly counts: Counts;
  /** What the last item is the first part of a file for: what it found. */
  readonly start: FileStart | undefined;
  /** Findings of a part of a large file that belong to no game: reported at the end of the file, and counted then. */
  readonly outside: readonly PlacedFinding[];
  /** Files in which the program itself failed. */
  readonly faults: number;
  /** Of the files that were read, where the settings want it; otherwise 0. */
  readonly checksum: number;
  /** Items at the end that were not done: a file of unknown size that is large, and those after it. */
  readonly left: number;
}

/** Whether games are judged, not only read and replayed. */
export function isJudging({ list, duplicates, check, options }: WorkSettings): boolean {
  if (list) return list.query.depth === 'score';
  return options.score && !duplicates && check === undefined;
}
