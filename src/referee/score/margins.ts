import type { Color } from '../../core/color.js';
import type { GameRecord } from '../record/record.js';
import { stonesGiven } from '../replay/replayed.js';
import {
  compensationFor,
  type Counting,
  komiFor,
  komiStandard,
  type Ruleset,
} from '../../go/rules/ruleset.js';
import { rulesetByName } from '../../go/rules/rulesets.js';
import type { ConventionName } from './conventions.js';
import type { GameScore, ScoreBasis } from './score-types.js';

/** Margins of one counted game under one ruleset, Black minus White, half points, before komi. */
export interface RuledMargins {
  readonly areaHalves: number;
  readonly territoryHalves: number;
  /** White's extra half points; they belong to area counting only. */
  readonly compensationHalves: number;
  readonly passStonesBlack: number;
  readonly passStonesWhite: number;
}

/**
 * Applies a ruleset's pass stones, seki rule and compensation to a count. The territory margin follows the Japanese seki rule
 * (no seki points, nothing dead inside a seki comes off) unless the ruleset counts territory with seki points.
 * Without a ruleset: no pass stones, no compensation, Japanese seki rule.
 */
export function marginsUnder(basis: ScoreBasis, ruleset: Ruleset | undefined): RuledMargins {
  const { black: passStonesBlack, white: passStonesWhite } =
    ruleset?.passStones === true
      ? stonesGiven(basis.ledger, ruleset.whitePassesLast)
      : { black: 0, white: 0 };
  const taxed = ruleset?.sekiPoints === true && ruleset.countings.includes('territory') ? 0 : sekiTax(basis);
  return {
    areaHalves: 2 * basis.area,
    territoryHalves: 2 * (basis.territory + passStonesWhite - passStonesBlack - taxed),
    compensationHalves: ruleset ? compensationFor(ruleset, basis.handicap) : 0,
    passStonesBlack,
    passStonesWhite,
  };
}

/**
 * Points and prisoners inside seki, Black's minus White's: E + D of RULES 4.3. Includes points to be filled,
 * except for a server whose results count them: with the same dead stones, most of Tygem's results do. 0 where the server counts all.
 */
export function sekiTax(basis: ScoreBasis): number {
  if (basis.sekiCounts) return 0;
  return basis.sekiPoints + basis.deadInSeki - (basis.fillsCount ? basis.fills : 0);
}

/** What a margin without the seki tax counts: points in seki, points to be filled, or both. */
export function sekiOrFills({ sekiPoints, deadInSeki, fills }: ScoreBasis): string {
  if (fills === 0) return 'seki points';
  return sekiPoints - fills + deadInSeki === 0 ? 'points to be filled' : 'points in seki and to be filled';
}

/** How a result is counted. */
export type Method = Counting | 'stones' | 'first-capture';

/** The ruleset's own counting, or the wanted one if the ruleset counts territory or area. */
export function methodOf(ruleset: Ruleset, wanted: Counting | undefined): Method {
  if (ruleset.scoring === 'stones' || ruleset.scoring === 'first-capture') return ruleset.scoring;
  return wanted ?? ruleset.countings[0] ?? ruleset.scoring;
}

/** Final margin in half points by one method; 0 for first capture, which has no margin. */
export function finalHalves(
  basis: ScoreBasis,
  margins: RuledMargins,
  method: Method,
  komiHalves: number,
): number {
  switch (method) {
    case 'territory':
      return margins.territoryHalves - komiHalves;
    case 'area':
      return margins.areaHalves - margins.compensationHalves - komiHalves;
    case 'stones':
      return margins.areaHalves - 2 * basis.tax - margins.compensationHalves - komiHalves;
    case 'first-capture':
      return 0;
  }
}

/** Winner by a final margin; a tie goes where the ruleset says. */
export function winnerOf(
  basis: ScoreBasis,
  method: Method,
  halves: number,
  ties: Ruleset['ties'],
): Color | 'jigo' {
  if (method === 'first-capture') return basis.firstCapture ?? 'jigo';
  if (halves === 0) return ties;
  return halves > 0 ? 'black' : 'white';
}

/** Komi of a handicap game where neither the file nor a ruleset gives one, in half points. */
const ASSUMED_HANDICAP = 1;
/**
 * Komi assumed where neither the file nor a ruleset gives one, in half points: that of the event, else what was usual in Japan in that
 * year. Its value decides no accusation.
 */
function assumedKomi({ komi }: Pick<GameRecord, 'komi'>, { handicap, year }: ScoreBasis): number {
  if (komi.kind === 'missing' && komi.usualHalves !== undefined) return komi.usualHalves;
  return handicap >= 1 ? ASSUMED_HANDICAP : komiFor(rulesetByName('japanese'), { handicap, year })!;
}

/** Komi that suggests area counting, in half points. */
export const AREA_KOMI = 15;

export interface SettledKomi {
  readonly halves: number;
  readonly source: GameScore['komiSource'];
}

/**
 * Komi in half points: the option's, else the file's, else that of the ruleset for handicap and year, else an assumed one.
 * A komi that the server did not record counts as assumed, wherever the value comes from.
 * Where komi depends on who passed first, the file's value yields to the rule if it is one of the rule's two values.
 */
export function settleKomi(
  record: Pick<GameRecord, 'komi'>,
  ruleset: Ruleset | undefined,
  basis: ScoreBasis,
  option: number | undefined,
): SettledKomi {
  if (option !== undefined) return { halves: option, source: 'option' };
  const ruled = ruleset && rulesetKomi(ruleset, basis);
  const { komi } = record;
  if (komi.kind === 'komi') {
    const byPass = ruleset?.komiByFirstPass === true && ruled !== undefined;
    if (byPass && Math.abs(komi.halves - ruled) === 2) return { halves: ruled, source: 'ruleset' };
    return { halves: komi.halves, source: 'file' };
  }
  if (ruled !== undefined && komi.kind !== 'not-recorded') return { halves: ruled, source: 'ruleset' };
  return { halves: ruled ?? assumedKomi(record, basis), source: 'assumed' };
}

/** Komi of a ruleset for a counted game in half points, the point for White's first pass included; `undefined`: it names none. */
export function rulesetKomi(ruleset: Ruleset, basis: ScoreBasis): number | undefined {
  const halves = komiFor(ruleset, { handicap: basis.handicap, year: basis.year });
  if (halves === undefined || !ruleset.komiByFirstPass) return halves;
  return basis.firstPass === 'white' ? halves + 2 : halves;
}

/** Whether a komi was agreed for this game: the file or the user gives it, and it is not the standard of the ruleset. */
export function isAgreedKomi(komi: SettledKomi, ruleset: Ruleset, basis: ScoreBasis): boolean {
  if (komi.source !== 'file' && komi.source !== 'option') return false;
  const game = { handicap: basis.handicap, year: basis.year };
  return rulesetKomi(ruleset, basis) !== komi.halves && !komiStandard(ruleset, game).includes(komi.halves);
}

/**
 * Counting that the komi suggests where the ruleset is unknown; the convention `territory` overrides the komi. `halves`: of
 * `suggestingKomi`.
 */
export function inferredCounting(
  conventions: ReadonlySet<ConventionName>,
  halves: number,
): 'area' | 'territory' {
  return halves === AREA_KOMI && !conventions.has('territory') ? 'area' : 'territory';
}

/** The komi that suggests a counting: that of the record, which the players knew, whatever komi an option or a referee applies. */
export function suggestingKomi({ komi }: Pick<GameRecord, 'komi'>, applied: number): number {
  return komi.kind === 'komi' ? komi.halves : applied;
}
