import { MARGIN_RIGHT } from '../../go/life/calibration.js';
import { chanceByTrees } from '../../go/life/confidence.js';
import type { Life } from '../../go/life/life.js';
import type { GameRecord } from '../record/record.js';
import { isOpenEnd } from './conventions.js';
import { isCharged } from './protective-moves.js';
import { AREA_KOMI } from './margins.js';
import type { GameScore } from './score-types.js';

/** Confidence from which a margin counts as sure. */
export const SURE = 0.9;

/** Confidence from which a winner that a single point would change counts as sure. */
const SURE_OF_ONE_POINT = 0.97;

/** Leads up to this, in half points, depend on one point. */
const ONE_POINT = 2;

/**
 * Whether a count is sure enough of its winner to doubt a record or a table that names another. Of counts that are off by one point,
 * nine in ten still name the right winner, but not those with a lead of one point.
 */
export function isSureOfWinner({
  confidence,
  resultHalves,
}: Pick<GameScore, 'confidence' | 'resultHalves'>): boolean {
  return confidence >= (Math.abs(resultHalves) <= ONE_POINT ? SURE_OF_ONE_POINT : SURE);
}

/** The parts of a score from which the confidence in its margin is computed. */
export type ScoredFeatures = Pick<
  GameScore,
  | 'black'
  | 'white'
  | 'dame'
  | 'komiHalves'
  | 'komiSource'
  | 'inferredCounting'
  | 'counting'
  | 'resultHalves'
  | 'resultAreaHalves'
  | 'resultTerritoryHalves'
  | 'protectiveMoves'
  | 'basis'
>;

/** More points to fill than this add no information. */
const MAX_FILLS = 4;

/** Chains less sure than these count as doubtful and as not quite sure. */
const DOUBTFUL_CHAIN = 0.95;
const SURE_CHAIN = 0.98;

/** Moves per unit of the feature, to scale it like the others. */
const MOVES = 100;

/** Features of a scored game besides those of its position, as `MARGIN_RIGHT` orders them; small trees find the products late. */
export function circumstancesOf(record: GameRecord, score: ScoredFeatures, life: Life): number[] {
  const { origin } = record;
  const { black, white, protectiveMoves } = score;
  const [isKorean, isFox, isTygem] = (['korean-news', 'fox', 'tygem'] as const).map((name) =>
    origin === name ? 1 : 0,
  ) as [number, number, number];
  const seki = black.sekiPoints + white.sekiPoints;
  const fills = black.fills + white.fills;
  const someFills = Math.min(fills, MAX_FILLS);
  const difference = Math.log1p(Math.abs(score.resultAreaHalves - score.resultTerritoryHalves) / 2);
  const charged = protectiveMoves.filter(isCharged).length;
  const unsure = life.chains.filter((c) => c.source !== 'proved' && c.probability < SURE_CHAIN);
  const doubtful = unsure.filter((c) => c.probability < DOUBTFUL_CHAIN).length;
  return [
    Math.log1p(seki),
    score.komiSource === 'assumed' ? 1 : 0,
    score.inferredCounting ? 1 : 0,
    score.counting === 'area' ? 1 : 0,
    record.handicap.stones > 1 ? 1 : 0,
    difference,
    score.dame & 1,
    score.basis.trailingPasses > 1 ? 1 : 0,
    isKorean,
    isFox,
    isTygem,
    someFills,
    Math.log1p(seki - fills),
    protectiveMoves.length,
    charged,
    Math.log1p(Math.abs(score.resultHalves) / 2),
    isKorean === 1 && score.komiHalves === AREA_KOMI ? 1 : 0,
    (isFox + isKorean) * protectiveMoves.length,
    isTygem * charged,
    isTygem * someFills,
    (isFox + isKorean) * someFills,
    isKorean * difference,
    Math.log1p(doubtful),
    (score.basis.putBlack + score.basis.putWhite) / MOVES,
    unsure.length,
    Math.log1p(Math.max(0, ...unsure.map(({ stones }) => stones))),
    Math.log1p(unsure.reduce((sum, c) => sum + (c.dead ? c.stones * (1 - c.probability) : 0), 0)),
    isOpenEnd(origin, score.basis.trailingPasses, score.dame) ? score.dame : 0,
  ];
}

/**
 * Chance that the margin is what the players counted: that every chain is judged right, and that no convention differs
 * from the count. Fitted on the tuning half of the counted games; without an estimate, the confidence of `life`.
 */
export function marginConfidence(life: Life, record: GameRecord, score: ScoredFeatures): number {
  if (!life.confidenceFeatures) return life.confidence;
  const features = [...life.confidenceFeatures, ...circumstancesOf(record, score, life)];
  return Math.min(chanceByTrees(MARGIN_RIGHT, features), life.mostConfidence ?? 1);
}
