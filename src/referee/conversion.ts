import type { AccountOptions, ConversionReport, Converted } from './account-types.js';
import type { GameRecord } from '../record/record.js';
import type { Ruleset } from '../rules/ruleset.js';
import { convertScore } from '../score/convert.js';
import type { GameScore, ScoreBasis } from '../score/score-types.js';
import { settleKomi } from '../score/settle-komi.js';

/** A count, or what stands for it where life could not be judged, and the ruleset that it was made under. */
export interface Counted {
  readonly record: Pick<GameRecord, 'result' | 'komi'>;
  readonly score: Pick<GameScore, 'dame'> | undefined;
  readonly basis: ScoreBasis;
  /** `undefined`: the record names none that is known. */
  readonly from: Ruleset | undefined;
}

/**
 * The result of one game converted into other rulesets, on the computed and on the declared basis, whichever exist.
 * `komiHalves`: komi given by the user for the from side.
 */
export function conversionInto(
  wanted: readonly Ruleset[],
  { record, score, basis, from }: Counted,
  options: AccountOptions['convert'] = {},
  komiHalves?: number,
): ConversionReport {
  const convert = { ...options, ...(komiHalves === undefined ? {} : { komiFromHalves: komiHalves }) };
  const komiFrom = settleKomi(record, from, basis, komiHalves);
  const declaredIsNoCount = !isCount(record, komiFrom.halves);
  const to = wanted.map((ruleset): Converted => {
    const own = from ?? withoutKomi(ruleset);
    const all = convertScore(record, score, basis, own, ruleset, convert);
    return {
      to: ruleset,
      // A declared margin of an unknown ruleset converts into nothing.
      bases: from && !declaredIsNoCount ? all : all.filter((one) => one.basis === 'computed'),
    };
  });
  return { from, to, blockedBecause: '', basis, dame: score?.dame ?? 0, komiFrom, declaredIsNoCount };
}

/** Komi that is no multiple of a quarter point leaves rounding errors, far below this many half points. */
export const NOTHING = 1e-6;

/** Counts are whole points, so that margin and komi together are as well; draws by agreement and other codes are not. */
function isCount({ result }: Counted['record'], komiHalves: number): boolean {
  if (result.kind !== 'margin' && result.kind !== 'jigo') return true;
  const points = ((result.kind === 'margin' ? result.marginHalves : 0) + komiHalves) / 2;
  return Math.abs(points - Math.round(points)) < NOTHING;
}

/** In place of the unknown ruleset of a record: no komi is its standard, so the file's stays. */
function withoutKomi(ruleset: Ruleset): Ruleset {
  return { ...ruleset, komiEven: [], komiHandicap: [] };
}
