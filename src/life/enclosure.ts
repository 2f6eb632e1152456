import { EMPTY } from '../core/color.js';
import { neighborsOf, type Position } from './position.js';

/** Most rounds: each can only add stones, and more than three never changed a count in the corpus. */
const ROUNDS = 3;

/**
 * Adds to `dead` the stones that stand inside the other color's area although their own chain looked alive.
 * With the dead off the board, a region that one color does not hold, smaller than half the board, holding stones of
 * the other color, goes to the surrounding color when `favor` summed over it has that color's sign (positive: Black);
 * then all those stones are dead. Changes `dead` in place.
 */
export function enclose(position: Position, favor: ArrayLike<number>, dead: Uint8Array): void {
  const { width, height, stones } = position;
  const points = width * height;
  const near = neighborsOf(width, height);
  const live = new Uint8Array(points);
  const list = new Int16Array(points);
  const seen = new Uint8Array(points);
  for (let round = 0; round < ROUNDS; round++) {
    for (let p = 0; p < points; p++) live[p] = dead[p] === 1 ? EMPTY : stones[p]!;
    let changed = false;
    for (let color = 1; color <= 2; color++) {
      seen.fill(0);
      for (let start = 0; start < points; start++) {
        if (seen[start] === 1 || live[start] === color) continue;
        let count = 0;
        let foes = 0;
        let sum = 0;
        list[count++] = start;
        seen[start] = 1;
        for (let i = 0; i < count; i++) {
          const p = list[i]!;
          sum += favor[p]!;
          if (live[p] !== EMPTY) foes++;
          for (let d = p * 4, end = d + 4; d < end; d++) {
            const q = near[d]!;
            if (q < 0 || seen[q] === 1 || live[q] === color) continue;
            seen[q] = 1;
            list[count++] = q;
          }
        }
        if (foes === 0 || count * 2 >= points || (color === 1 ? sum <= 0 : sum >= 0)) continue;
        for (let i = 0; i < count; i++) {
          const p = list[i]!;
          if (live[p] === EMPTY) continue;
          dead[p] = 1;
          changed = true;
        }
      }
    }
    if (!changed) return;
  }
}
