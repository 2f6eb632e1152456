/** What holds of a game once a referee has decided about it. */
import { marginText } from '../../core/text.js';
import type { DeclaredResult } from '../record/record.js';
import type { GameScore } from '../score/score-types.js';
import { isSureOfWinner } from '../score/score.js';
import { declaredBy, type Decision, resultDecided } from './decisions.js';

/** The komi that a referee decided, in points; `undefined` where none was. */
export function komiDecided(decisions: readonly Decision[] = []): number | undefined {
  return decisions.findLast(({ komi }) => komi !== undefined)?.komi;
}

/** Whether decisions change what the game counts to, so that the declared result no longer holds. */
export function isCountDecided(decisions: readonly Decision[]): boolean {
  return decisions.some(({ dead, alive, komi }) => (dead ?? alive ?? komi) !== undefined);
}

/**
 * The result that holds after a game's decisions: the one that a referee decided, or what a sure count gives where groups or komi were
 * decided; `undefined` where the declared one holds.
 */
export function ruledResult({
  decisions = [],
  score,
}: {
  readonly decisions?: readonly Decision[];
  readonly score: Pick<GameScore, 'resultHalves' | 'winner' | 'confidence'> | undefined;
}): DeclaredResult | undefined {
  const decided = resultDecided(decisions);
  if (decided) return decided;
  if (!isCountDecided(decisions) || !score || !isSureOfWinner(score)) return undefined;
  return declaredBy(marginText(score.resultHalves, score.winner));
}
