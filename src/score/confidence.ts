import { MARGIN_RIGHT } from '../life/calibration.js';
import type { Life } from '../life/life-types.js';
import { chanceBy } from '../life/logistic.js';
import type { GameRecord } from '../record/record.js';
import type { GameScore } from './score-types.js';

/** What of a score tells how far its margin can be trusted. */
export type ScoredSigns = Pick<
  GameScore,
  | 'black'
  | 'white'
  | 'dame'
  | 'komiSource'
  | 'inferredCounting'
  | 'counting'
  | 'resultAreaHalves'
  | 'resultTerritoryHalves'
  | 'basis'
>;

/** Signs outside the board, in the order of the weights of `MARGIN_RIGHT` after the board's own. */
export function circumstancesOf(record: GameRecord, score: ScoredSigns): number[] {
  return [
    Math.log1p(score.black.sekiPoints + score.white.sekiPoints),
    score.komiSource === 'assumed' ? 1 : 0,
    score.inferredCounting ? 1 : 0,
    score.counting === 'area' ? 1 : 0,
    record.handicap.stones > 1 ? 1 : 0,
    Math.log1p(Math.abs(score.resultAreaHalves - score.resultTerritoryHalves) / 2),
    score.dame & 1,
    score.basis.trailingPasses > 1 ? 1 : 0,
    record.origin === 'korean-news' ? 1 : 0,
    record.origin === 'fox' ? 1 : 0,
    record.origin === 'tygem' ? 1 : 0,
  ];
}

/**
 * Chance that the margin is what the players counted: that every chain is judged right, and that the count meets no
 * convention that differs. Fitted on the tuning half of the counted games; without an estimate, life's own confidence.
 */
export function marginConfidence(life: Life, record: GameRecord, score: ScoredSigns): number {
  if (!life.signs) return life.confidence;
  const chance = chanceBy(MARGIN_RIGHT, [...life.signs, ...circumstancesOf(record, score)]);
  return Math.min(chance, life.mostConfidence ?? 1);
}
