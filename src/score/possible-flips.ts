import { formatPoint } from '../core/point.js';
import { marginWith, turnedOver } from './flips.js';
import type { GameScore } from './score-types.js';

/** Chains surer than this are not tried. */
const SURE = 0.97;

/** Most chains tried, the least sure first. */
const TRIED = 8;

/**
 * Groups whose other verdict would give the declared margin, as words: `D4 (5 stones, 12 points)`, '' when there are none.
 * Only listed as possible: one flipped group meets a wrong margin too often to explain anything.
 */
export function possibleFlips(score: GameScore, declaredHalves: number): string {
  const { basis, life } = score;
  const wanted = Math.abs(declaredHalves - score.resultHalves);
  const doubtful = life.chains
    .filter((chain) => chain.probability < SURE)
    .sort((a, b) => a.probability - b.probability || a.point - b.point)
    .slice(0, TRIED);
  const words: string[] = [];
  for (const chain of doubtful) {
    const dead = turnedOver(score, chain.point);
    const stake = 2 * Math.abs(marginWith(score, dead) - marginWith(score, life.dead));
    if (stake !== wanted || stake === 0) continue;
    const at = formatPoint(chain.point, basis.width, basis.height);
    words.push(`${at} (${String(chain.stones)} stones, ${String(stake / 2)} points)`);
  }
  return words.join(', ');
}
