import type { ConvertOptions, Conversion } from '../score/convert.js';
import type { GameScore, ScoreBasis, Settlement } from '../score/score-types.js';
import type { SettledKomi } from '../score/settle-komi.js';
import type { Ruleset, RulesetSource } from '../rules/ruleset.js';

/** A ruleset, or that of the record itself (RU, then the default of the run). */
export type WantedRuleset = Ruleset | 'auto';

/** What a report should say beyond the score under the ruleset that was applied. */
export interface AccountOptions {
  /** Rulesets under which the game is scored as well, in the order of the report. */
  readonly scoreUnder?: readonly WantedRuleset[];
  /** Rulesets into which the result is converted, from the one that was applied. */
  readonly convertTo?: readonly Ruleset[];
  readonly convert?: ConvertOptions;
}

/** One game counted under one ruleset; life is judged once for all of them. */
export interface RuledScore {
  /** `undefined`: the record names none that is known. */
  readonly ruleset: Ruleset | undefined;
  readonly rulesetSource: RulesetSource;
  readonly score: GameScore | undefined;
  /** Why there is no score; '' when there is one. */
  readonly notScoredBecause: string;
  readonly settlement: Settlement;
}

/** A result converted into one ruleset: no basis, one or two. */
export interface Converted {
  readonly to: Ruleset;
  readonly bases: readonly Conversion[];
}

/** What became of a game that was to be converted. */
export interface ConversionReport {
  /** The ruleset that was applied; `undefined`: the record names none that is known. */
  readonly from: Ruleset | undefined;
  readonly to: readonly Converted[];
  /** Why there is nothing to convert from, '' when there may be. */
  readonly blockedBecause: string;
  /** What the accounts rest on; `undefined` when blocked. */
  readonly basis: ScoreBasis | undefined;
  /** Unfilled dame, where life was judged. */
  readonly dame: number;
  readonly komiFrom: SettledKomi | undefined;
  /** A margin is declared, but no count can give it with this komi, so that it is no basis (`0` with komi 6.5). */
  readonly declaredIsNoCount: boolean;
}
