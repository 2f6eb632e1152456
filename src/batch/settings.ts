import { hash } from 'node:crypto';
import type { FindingCode } from '../core/catalogue.js';
import { parsePoint, type Point } from '../core/point.js';
import { DEFAULT_OPTIONS, type AnalyzeOptions, type GivenDead } from '../options.js';
import type { SinkName } from '../report/formats.js';

/** Given dead stones: file name, game number, points such as `Q16 R16`. */
export type DeadTable = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** What every worker of a run must know; plain data that can be sent to it. */
export interface WorkSettings {
  readonly options: Pick<
    AnalyzeOptions,
    'rules' | 'defaultRules' | 'komiHalves' | 'counting' | 'illegal' | 'score' | 'estimator' | 'limits'
  >;
  readonly ignore: readonly FindingCode[];
  readonly dead: DeadTable | undefined;
  /** Forms of output to make. */
  readonly sinks: readonly SinkName[];
}

/** The options for one file. */
export function optionsFor(settings: WorkSettings, ignore: ReadonlySet<FindingCode>, file: string): AnalyzeOptions {
  return {
    ...DEFAULT_OPTIONS,
    ...settings.options,
    file,
    ignore,
    deadStones: deadStonesOf(settings.dead?.get(file)),
    digest,
  };
}

/** Hex SHA-256. */
function digest(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}

/** Points of a game that the table does not have on a board of this size are left out. */
function deadStonesOf(games: ReadonlyMap<number, string> | undefined): AnalyzeOptions['deadStones'] {
  if (!games) return undefined;
  return (game: number, width = 19, height = 19): GivenDead | undefined => {
    const text = games.get(game);
    if (text === undefined) return undefined;
    const points: Point[] = [];
    for (const word of text.split(/[\s,;]+/)) {
      const point = word === '' ? undefined : parsePoint(word, width, height);
      if (point !== undefined) points.push(point);
    }
    return { points, source: 'given' };
  };
}
