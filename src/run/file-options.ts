import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { parsePoint, type Point } from '../core/point.js';
import type { FindingCode } from '../findings/catalogue.js';
import type { DeadRow } from '../input/dead-rows.js';
import type { Item } from '../input/item.js';
import type { SinkName } from '../output/formats.js';
import { type AnalyzeOptions, DEFAULT_OPTIONS, type GivenDead } from '../referee/options.js';
import type { Ruleset } from '../rules/ruleset.js';
import { rulesetByName } from '../rules/rulesets.js';
import type { CharsetEvidence } from '../sgf/raw.js';
import type { WorkSettings } from './task.js';

/**
 * Makes the options for one file after another; written out field by field, as it runs for every file. `alive` is called
 * with every game.
 */
export function createOptions(
  settings: WorkSettings,
  alive: () => void = () => undefined,
): (file: string, part: PartOfFile) => AnalyzeOptions {
  const ignore: ReadonlySet<FindingCode> = new Set(settings.ignore);
  const { komiHalves, counting, illegal, score, variations, estimator, limits, maxPerCode } =
    settings.options;
  const { rules, defaultRules, accounts } = namedRulesets(settings.options);
  const places = settings.sinks.some((sink) => !WITHOUT_PLACES.has(sink));
  // Rows are made before the next file is read; who makes none may keep the reports.
  const keepSource = settings.sinks.includes('html');
  const gamePlaces = settings.sinks.includes('text');
  const digest = (bytes: Uint8Array): string => {
    alive();
    return hash('sha256', bytes, 'hex');
  };
  const dead = settings.dead && byFile(settings.dead);
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
      deadStones: dead && deadStonesOf(dead.get(file)),
      ignore,
      maxPerCode,
      keepBoard: DEFAULT_OPTIONS.keepBoard,
      keepLines,
      keepSource,
      places,
      gamePlaces,
      digest,
      limits,
    };
    return accounts ? { ...options, accounts } : options;
  };
}

/**
 * Rulesets that came here as copies, as between threads, replaced by the named ones that they are: one ruleset is one
 * object, so that a record's own ruleset and a wanted one are the same in a worker too.
 */
function namedRulesets(
  options: WorkSettings['options'],
): Pick<AnalyzeOptions, 'rules' | 'defaultRules' | 'accounts'> {
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

function named<R extends Ruleset | 'auto' | undefined>(wanted: R): R {
  if (wanted === undefined || wanted === 'auto') return wanted;
  const own = rulesetByName(wanted.name);
  return (own && isDeepStrictEqual(own, wanted) ? own : wanted) as R;
}

/** Forms of output without line and column. */
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

function byFile(dead: readonly DeadRow[]): ReadonlyMap<string, ReadonlyMap<number, DeadRow>> {
  const files = new Map<string, Map<number, DeadRow>>();
  for (const row of dead) {
    const games = files.get(row.file) ?? new Map<number, DeadRow>();
    files.set(row.file, games.set(row.game, row));
  }
  return files;
}

/** The points given for a game; `refused` is the first word that is not a point of a board of this size. */
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
