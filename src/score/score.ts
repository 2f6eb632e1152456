import { withThreatenedBentFours } from '../life/bent-four.js';
import type { Life } from '../life/life-types.js';
import type { GameRecord } from '../record/record.js';
import type { Replay } from '../replay/replay-types.js';
import { tiesFor } from '../rules/komi.js';
import type { Counting, Ruleset } from '../rules/ruleset.js';
import { everyStoneAlive, isDecidedByRule } from './decided.js';
import { marginConfidence } from './confidence.js';
import { countGame } from './count.js';
import { checkIdentities } from './identities.js';
import { finalHalves, marginsUnder, methodOf, winnerOf } from './margins.js';
import { inferredCounting, settleKomi } from './settle-komi.js';
import type { GameScore } from './score-types.js';

export interface ScoreOptions {
  /** Komi to use instead of the file's, in half points. */
  readonly komiHalves?: number;
  /** Counting to use instead of the ruleset's first. */
  readonly counting?: Counting;
}

/**
 * Scores a finished game under a ruleset. `stones` is the final board, one byte a point (`y * width + x`).
 * Without a ruleset both countings are given, no compensation is guessed, and the result takes the counting that the komi suggests.
 * RE is never read. Where the rules decide without judging life (`isDecidedByRule`), every stone is alive; under
 * rules of area a bent four beside a seki is in doubt.
 * Findings: `internal/fault` if the identities of RULES 4.1 fail. Not checked: whether the game is finished.
 */
export function scoreGame(
  record: GameRecord,
  replay: Replay,
  stones: Uint8Array,
  judged: Life,
  ruleset: Ruleset | undefined,
  options: ScoreOptions,
): GameScore {
  const isDecided = isDecidedByRule(ruleset, replay);
  const agreed = isDecided ? everyStoneAlive(judged) : judged;
  const { black, white, territory, basis } = countGame(record, replay, stones, agreed.dead);
  const isPlayedOut = ruleset?.countings.includes('area') === true && !isDecided;
  const life =
    isPlayedOut && territory.hasSeki
      ? withThreatenedBentFours({ width: record.width, height: record.height, stones }, agreed)
      : agreed;
  const komi = settleKomi(record, ruleset, basis, options.komiHalves);
  const margins = marginsUnder(basis, ruleset);
  const counting = ruleset
    ? methodOf(ruleset, options.counting)
    : (options.counting ?? inferredCounting(record, komi.halves));
  const resultHalves = finalHalves(basis, margins, counting, komi.halves);
  const signs = {
    black,
    white,
    dame: territory.dame,
    komiSource: komi.source,
    inferredCounting: ruleset === undefined && options.counting === undefined,
    counting,
    resultAreaHalves: finalHalves(basis, margins, 'area', komi.halves),
    resultTerritoryHalves: finalHalves(basis, margins, 'territory', komi.halves),
    basis,
  };
  return {
    ...signs,
    life,
    owner: territory.owner,
    ...margins,
    komiHalves: komi.halves,
    resultHalves,
    winner: winnerOf(basis, counting, resultHalves, ruleset ? tiesFor(ruleset, basis.handicap) : 'jigo'),
    confidence: isDecided ? 1 : marginConfidence(life, record, signs),
    findings: checkIdentities(basis),
  };
}
