import { BLACK, EMPTY } from '../core/color.js';
import { neighborsOf } from '../life/position.js';
import type { GameScore } from './score-types.js';
import { countTerritory } from './territory.js';

/** The dead stones with the chain at this point, and those of its color in the same enclosure that share its verdict, turned over. */
export function turnedOver(score: GameScore, start: number): Uint8Array {
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

/** The area margin in points with these stones dead: Black minus White, before komi. The territory margin changes as it does. */
export function marginWith(score: GameScore, dead: Uint8Array): number {
  const { stones, width, height } = score.basis;
  const territory = countTerritory(stones, dead, width, height);
  let live = 0;
  for (let p = 0; p < stones.length; p++) {
    if (dead[p] === 0 && stones[p] !== EMPTY) live += stones[p] === BLACK ? 1 : -1;
  }
  return live + territory.territoryBlack - territory.territoryWhite;
}
