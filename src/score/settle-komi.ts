import { komiFor, komiStandard } from '../rules/komi.js';
import type { Ruleset } from '../rules/ruleset.js';
import type { GameRecord } from '../record/record.js';
import type { GameScore, ScoreBasis } from './score-types.js';

/** Komi taken where neither the file nor a ruleset tells one, in half points. */
const ASSUMED_EVEN = 13;
const ASSUMED_HANDICAP = 1;

/** Komi that suggests area counting, in half points. */
const AREA_KOMI = 15;

export interface SettledKomi {
  readonly halves: number;
  readonly source: GameScore['komiSource'];
}

/**
 * Komi in half points: the option's, else the file's, else that of the ruleset for handicap and year, else an assumed one.
 * A komi that the server did not record counts as assumed, whatever it was taken from.
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
  return { halves: ruled ?? (basis.handicap >= 1 ? ASSUMED_HANDICAP : ASSUMED_EVEN), source: 'assumed' };
}

/** Komi of a ruleset for a counted game in half points, the point for White's first pass included; `undefined`: it names none. */
export function rulesetKomi(ruleset: Ruleset, basis: ScoreBasis): number | undefined {
  const halves = komiFor(ruleset, { handicap: basis.handicap, year: basis.year });
  if (halves === undefined || !ruleset.komiByFirstPass) return halves;
  return basis.firstPass === 'white' ? halves + 2 : halves;
}

/** Whether a komi was agreed for this game: the file or the user tells it, and it is not the standard of the ruleset. */
export function isAgreedKomi(komi: SettledKomi, ruleset: Ruleset, basis: ScoreBasis): boolean {
  if (komi.source !== 'file' && komi.source !== 'option') return false;
  const game = { handicap: basis.handicap, year: basis.year };
  return rulesetKomi(ruleset, basis) !== komi.halves && !komiStandard(ruleset, game).includes(komi.halves);
}

/** Counting that the komi suggests where the ruleset is not known; Korean records count territory whatever the komi. */
export function inferredCounting(
  record: Pick<GameRecord, 'origin'>,
  komiHalves: number,
): 'area' | 'territory' {
  return komiHalves === AREA_KOMI && record.origin !== 'korean-news' ? 'area' : 'territory';
}
