import { BLACK, EMPTY } from '../core/color.js';
import { formatPoint } from '../core/point.js';
import { neighborsOf } from '../life/position.js';
import { countTerritory } from './territory.js';
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
    const dead = flipped(score, chain.point);
    const stake = 2 * Math.abs(areaWith(score, dead) - areaWith(score, life.dead));
    if (stake !== wanted || stake === 0) continue;
    const at = formatPoint(chain.point, basis.width, basis.height);
    words.push(`${at} (${String(chain.stones)} stones, ${String(stake / 2)} points)`);
  }
  return words.join(', ');
}

/** The dead stones with the chain at this point, and those of its color in the same enclosure that share its verdict, turned over. */
function flipped(score: GameScore, start: number): Uint8Array {
  const { stones, width, height } = score.basis;
  const near = neighborsOf(width, height);
  const dead = score.life.dead.slice();
  const color = stones[start]!;
  const was = dead[start]!;
  const reached = new Set([start]);
  for (const p of reached) {
    if (stones[p] === color) dead[p] = 1 - was;
    for (const q of near.subarray(p * 4, p * 4 + 4)) {
      if (q < 0) continue;
      if (stones[q] === color ? score.life.dead[q] === was : stones[q] === EMPTY && was === 1) reached.add(q);
    }
  }
  return dead;
}

function areaWith(score: GameScore, dead: Uint8Array): number {
  const { stones, width, height } = score.basis;
  const territory = countTerritory(stones, dead, width, height);
  let live = 0;
  for (let p = 0; p < stones.length; p++) {
    if (dead[p] === 0 && stones[p] !== EMPTY) live += stones[p] === BLACK ? 1 : -1;
  }
  return live + territory.territoryBlack - territory.territoryWhite;
}
