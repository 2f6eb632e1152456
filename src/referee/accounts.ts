import type { AccountOptions, ConversionReport, RuledScore, WantedRuleset } from './account-types.js';
import { conversionInto, NOTHING } from './conversion.js';
import type { Finding } from '../findings/finding.js';
import { finding } from '../findings/finding.js';
import type { AnalyzeOptions } from './options.js';
import type { GameRecord } from '../record/record.js';
import type { Replay } from '../replay/replay-types.js';
import { chooseRuleset, type RulesetChoice } from './ruleset-choice.js';
import { firstDamage, scoreJudged, unscored, type Judged, type Scoring } from './scoring.js';
import { playBasis } from '../score/count.js';

/** One game as the accounts see it: read, replayed, and judged if it can be. */
export interface Case {
  readonly record: GameRecord;
  readonly executed: Replay;
  /** Findings of reading, replay and audit. */
  readonly found: readonly Finding[];
  /** The ruleset that was applied, and the score under it. */
  readonly choice: RulesetChoice;
  readonly scoring: Scoring;
  /** `undefined`: the position was not judged; `scoring` says why. */
  readonly judged: Judged | undefined;
}

/**
 * The scores of one game under several rulesets. Life is judged once, and the moves were executed once, under the ruleset applied:
 * only the count differs. Must be called before the next replay, which uses the same board.
 */
export function scoresUnder(
  wanted: readonly WantedRuleset[],
  { record, executed, choice, scoring, judged }: Case,
  options: AnalyzeOptions,
): readonly RuledScore[] {
  return wanted.map((one) => {
    const { ruleset, source } =
      one === 'auto'
        ? chooseRuleset(record, { ...options, rules: 'auto' })
        : { ruleset: one, source: 'option' as const };
    const scored =
      ruleset === choice.ruleset
        ? scoring
        : judged
          ? scoreJudged(record, executed, judged, ruleset, options)
          : unscored(record, scoring.notScoredBecause);
    const { score, notScoredBecause, settlement } = scored;
    return { ruleset, rulesetSource: source, score, notScoredBecause, settlement };
  });
}

/**
 * The result of one game converted from the ruleset applied into others, on the computed and on the declared basis, whichever exist.
 * A declared margin is converted also where life could not be judged; then seki is taken as none. Nothing is converted from a record
 * whose moves are missing or damaged. Must be called before the next replay, which uses the same board.
 */
export function conversionOf(
  given: Case,
  accounts: AccountOptions,
  options: AnalyzeOptions,
): ConversionReport {
  const { record, executed, choice, scoring } = given;
  const from = choice.ruleset;
  const wanted = accounts.convertTo ?? [];
  const blockedBecause = whyBlocked(given);
  if (blockedBecause !== '') {
    const to = wanted.map((ruleset) => ({ to: ruleset, bases: [] }));
    return {
      from,
      to,
      blockedBecause,
      basis: undefined,
      dame: 0,
      komiFrom: undefined,
      declaredIsNoCount: false,
    };
  }
  const { score } = scoring;
  const basis = score?.basis ?? playBasis(record, executed, boardOf(executed, record));
  return conversionInto(wanted, { record, score, basis, from }, accounts.convert, options.komiHalves);
}

/** Items that do not add up to the difference are a fault of the program: finding `internal/fault`. */
export function checkResidues(conversion: ConversionReport): readonly Finding[] {
  const found: Finding[] = [];
  for (const { to, bases } of conversion.to) {
    for (const { residueHalves } of bases) {
      if (Math.abs(residueHalves) < NOTHING) continue;
      found.push(
        finding('internal/fault', {
          what: `Unexpected residue ${String(residueHalves / 2)} under ${to.name}, expected 0`,
        }),
      );
    }
  }
  return found;
}

function whyBlocked({ record, executed, found }: Case): string {
  if (!record.isGo) return 'not a game of Go';
  if (executed.moves === 0) return 'no moves';
  return firstDamage(found, record.line) === undefined ? '' : 'moves are missing from the damaged record';
}

function boardOf(executed: Replay, record: GameRecord): Uint8Array {
  const stones = new Uint8Array(record.width * record.height);
  executed.board.copyTo(stones);
  return stones;
}
