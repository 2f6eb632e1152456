import type { Color } from '../../core/color.js';
import type { FindingArgs } from '../../core/findings/finding.js';
import { NO_RESULT_YET } from '../../referee/judge/report.js';
import { formatResult } from '../../referee/record/declared-result.js';
import { declaredOutcome } from './compare.js';
import type { GameFacts } from './game-facts.js';
import { tableName, type Table } from './table.js';

/** What a results table says of a game, and how its record differs from it. */
export interface TableDifference {
  /** Its name. */
  readonly table: string;
  /** 0 where it does not say. */
  readonly round: number;
  /** As RE would have it, by the colors of the record; '' for none. */
  readonly result: string;
  /** Its names of the record's players. */
  readonly players?: Readonly<Record<Color, string>>;
  /** Whom the table has as Black, where the record has the colors swapped. */
  readonly black?: string;
  /** Where they differ. The table's is one of several where its format cuts half points off. */
  readonly komi?: { readonly table: readonly number[]; readonly record: number };
  /** The records of the pairing, where they differ from each other. */
  readonly records?: readonly { readonly file: string; readonly result: string }[];
  /** How the record differs from it, as pairings.csv has it, or that the count contradicts both. */
  readonly reason?: string;
  /** Why the table says nothing of the game. */
  readonly because?: string;
}

const UNPLAYED = 'table/unplayed-but-record';
/** Codes of findings whose `record` a decided result replaces. */
const OF_RESULT: ReadonlySet<string> = new Set(['table/result-differs', UNPLAYED]);

/** A pairing's result as the table writes it, and as RE would have it. */
interface StatedResult {
  readonly round: number;
  readonly resultTable: string;
  readonly resultAsRE: string;
  readonly players?: Readonly<Record<Color, string>>;
}

/** `faults`: what differs, of which colors and komi are looked for. */
export function shownDifference(
  table: Table,
  { round, resultTable, resultAsRE, players }: StatedResult,
  faults: readonly { readonly code: string; readonly args: object }[],
): TableDifference {
  const argsOf = (wanted: string): object | undefined => faults.find(({ code }) => code === wanted)?.args;
  const { black } = (argsOf('table/colors-swapped') ?? {}) as Partial<FindingArgs['table/colors-swapped']>;
  const komi = argsOf('table/komi-differs');
  const { table: stated, record } = (komi ?? {}) as FindingArgs['table/komi-differs'];
  const points = Number(stated);
  const reason = reasonsOf({ faults });
  return {
    table: tableName(table),
    round,
    ...(reason !== '' && { reason }),
    ...(players && { players }),
    ...(black !== undefined && { black }),
    result: /^[BW]\+/.test(resultTable) ? resultAsRE : resultTable.replace('?', ''),
    ...(komi && {
      komi: { table: table.komiIsWhole ? [points, points + 0.5] : [points], record: Number(record) },
    }),
  };
}

/** A value that differs: the code and arguments of its finding. */
interface Differing {
  readonly code: string;
  readonly args: object;
}

/**
 * What differs of a game that a referee decided: no error, since the referee has seen it, and the table is yet to be corrected. It names
 * the ruling where that states the value, and not the record.
 */
export function afterRuling<F extends Differing>(
  found: F,
  { declared, result, decidedKomi }: GameFacts,
): F & { readonly severity: 'warning' } {
  const isResult = declared !== undefined && formatResult(declared) !== formatResult(result);
  const isRuled =
    (found.code === 'table/komi-differs' && decidedKomi !== undefined) ||
    (OF_RESULT.has(found.code) && isResult);
  const isMissing = isResult && found.code === UNPLAYED && declaredOutcome(declared) === 'unknown';
  const missing = isMissing ? { missing: 'record' } : {};
  const args = isRuled ? { ...found.args, stated: 'ruling', ...missing } : found.args;
  return { ...found, args, severity: 'warning' };
}

/** What differs, as pairings.csv has it. */
export function reasonsOf({ faults }: { readonly faults: readonly Differing[] }): string {
  const reasons = faults.map(({ code, args }) => {
    const what = code.slice('table/'.length).replaceAll('-', ' ');
    if ('hasOtherWinner' in args && args.hasOtherWinner === true) return `${what}, so another player won`;
    if (!('table' in args)) return what;
    const { table, record, stated, missing } = args as FindingArgs[typeof UNPLAYED];
    if (code === UNPLAYED && table !== '?') return what;
    if (code === UNPLAYED)
      return missing ? NO_RESULT_YET : `no result in the table, ${stated ?? 'record'} ${record}`;
    const source = stated ?? (code === 'table/count-differs' ? 'count' : 'record');
    return `${what}: table ${table}, ${source} ${record}`;
  });
  return reasons.join('; ');
}
