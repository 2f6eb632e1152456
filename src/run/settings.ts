import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CheckProfile } from '../check/check-file.js';
import type { FindingCode } from '../findings/catalogue.js';
import { parsePoint, type Point } from '../core/point.js';
import { type AnalyzeOptions, DEFAULT_OPTIONS, type GivenDead } from '../referee/options.js';
import type { SinkName } from '../output/formats.js';
import type { Terminal } from '../output/game-table.js';
import type { CharsetEvidence } from '../sgf/raw.js';
import type { EngineSettings } from '../engine/command.js';
import type { Item } from '../input/items.js';
import type { DuplicatesSettings, ListSettings } from './plain-work.js';
import { rulesetByName } from '../rules/rulesets.js';
import type { Ruleset } from '../rules/ruleset.js';

/** Points such as `Q16 R16`, and the row of the table that they stand in (0: no table). */
export interface DeadRow {
  readonly points: string;
  readonly row: number;
}

/** Given dead stones by file name and game number. */
export type DeadTable = ReadonlyMap<string, ReadonlyMap<number, DeadRow>>;

/** What every worker of a run must know; plain data that can be sent to it. */
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
  readonly dead: DeadTable | undefined;
  /** The engine that judges what is neither given, marked nor proved; `options.estimator` is `none` then. */
  readonly engine?: EngineSettings | undefined;
  /** Whether results carry a checksum of what was read, so that a run that goes on later notices changes. */
  readonly checksums?: 'wanted' | undefined;
  /** Shared with the thread that watches over a worker: one number, raised with every game. */
  readonly beat?: Int32Array | undefined;
  /** Shared with who writes the report's page: kinds of lines that it has no more room for (see `budget`). */
  readonly closed?: Int32Array | undefined;
  /** Where the table is for a terminal: which. */
  readonly terminal?: Terminal | undefined;
  /** Where games are listed and not refereed: rows for the first sink. */
  readonly list?: ListSettings;
  /** Where games are only compared: records for the first sink. */
  readonly duplicates?: DuplicatesSettings;
  /** Where every node is checked and nothing is scored: how severely. */
  readonly check?: CheckProfile | undefined;
  /** Forms of output to make. */
  readonly sinks: readonly SinkName[];
}

/** Whether games are judged, not only read and replayed. */
export function isJudging({ list, duplicates, check, options }: WorkSettings): boolean {
  if (list) return list.query.depth === 'score';
  return options.score && !duplicates && check === undefined;
}

/** Makes the options for one file after another; written out field by field, as it runs for every file. */
export function createOptions(settings: WorkSettings): (file: string, part: PartOfFile) => AnalyzeOptions {
  const ignore: ReadonlySet<FindingCode> = new Set(settings.ignore);
  const { komiHalves, counting, illegal, score, variations, estimator, limits, maxPerCode } =
    settings.options;
  const { rules, defaultRules, accounts } = namedRulesets(settings.options);
  const places = settings.sinks.some((sink) => !WITHOUT_PLACES.has(sink));
  // Rows are made before the next file is read; who makes none may keep the reports.
  const keepSource = settings.sinks.includes('html');
  const gamePlaces = settings.sinks.includes('text');
  const { beat } = settings;
  const alive = beat === undefined ? digest : (bytes: Uint8Array) => (Atomics.add(beat, 0, 1), digest(bytes));
  const keepLines = variations || settings.sinks.length === 0;
  return (file, { firstGame, firstLine, firstColumn, charset }) => {
    const options: AnalyzeOptions = {
      file,
      firstGame,
      firstLine,
      firstColumn,
      charset,
      rules,
      defaultRules,
      komiHalves,
      counting,
      illegal,
      score,
      variations,
      estimator,
      deadStones: settings.dead === undefined ? undefined : deadStonesOf(settings.dead.get(file)),
      ignore,
      maxPerCode,
      keepBoard: DEFAULT_OPTIONS.keepBoard,
      keepLines,
      keepSource,
      places,
      gamePlaces,
      digest: alive,
      limits,
    };
    return accounts ? { ...options, accounts } : options;
  };
}

/**
 * Rulesets that came here as copies, as between threads, replaced by the named ones that they are: one ruleset is one object,
 * so that a record's own ruleset and a wanted one are the same also in a worker.
 */
function namedRulesets(
  options: WorkSettings['options'],
): Pick<AnalyzeOptions, 'rules' | 'defaultRules' | 'accounts'> {
  const named = <R extends Ruleset | 'auto' | undefined>(wanted: R): R => {
    if (wanted === undefined || wanted === 'auto') return wanted;
    const own = rulesetByName(wanted.name);
    return (own && isDeepStrictEqual(own, wanted) ? own : wanted) as R;
  };
  const { accounts } = options;
  return {
    rules: named(options.rules),
    defaultRules: named(options.defaultRules),
    ...(accounts && {
      accounts: {
        ...accounts,
        ...(accounts.scoreUnder && { scoreUnder: accounts.scoreUnder.map(named) }),
        ...(accounts.convertTo && { convertTo: accounts.convertTo.map(named) }),
      },
    }),
  };
}

/** Forms of output that tell no line and column. */
const WITHOUT_PLACES: ReadonlySet<SinkName> = new Set(['csv', 'table', 'stderr']);

/** Where a part of a file begins, and what its first part found. */
export type PartOfFile = Pick<AnalyzeOptions, 'firstGame' | 'firstLine' | 'firstColumn' | 'charset'>;

const WHOLE_FILE: PartOfFile = { firstGame: 1, firstLine: 1, firstColumn: 1, charset: undefined };

/** The part of its file that an item is; `charset`: what the first part found. */
export function partOf(item: Item, charset: CharsetEvidence | undefined): PartOfFile {
  if (item.kind !== 'part') return WHOLE_FILE;
  const { firstGame, firstLine, firstColumn } = item;
  return { firstGame, firstLine, firstColumn, charset };
}

/** Hex SHA-256. */
function digest(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}

/** The points given for a game; `refused` is the first word that is no point of a board of this size. */
function deadStonesOf(games: ReadonlyMap<number, DeadRow> | undefined): AnalyzeOptions['deadStones'] {
  if (!games) return undefined;
  return (game, width, height): GivenDead | undefined => {
    const given = games.get(game);
    if (given === undefined) return undefined;
    const { row } = given;
    const points: Point[] = [];
    for (const word of given.points.split(/[\s,;]+/)) {
      if (word === '') continue;
      const point = parsePoint(word, width, height);
      if (point === undefined) return { points: [], source: 'given', refused: word, row };
      points.push(point);
    }
    return { points, source: 'given', row };
  };
}
