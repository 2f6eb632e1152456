import { EMPTY, type Stone } from '../core/color.js';
import { componentsOf } from '../life/position.js';
import type { DividedBoard } from './divided-board.js';
import { groupEyes, TWO_EYES } from './groups.js';

/**
 * Marks in `filled` the points of a color's territory that it must fill once every dame is taken:
 * a chain that then has one liberty left must connect there or be captured. It counts as a protective move only if the group has two
 * eyes after it: otherwise the group's life rests on something else, and nothing is known about the point.
 * A chain that a dame can join to another one needs no such point: it is joined when that dame is taken.
 * Points are found in rounds, all of one round at once, so that the answer does not depend on the order of points.
 */
export function forcedFills(board: DividedBoard, color: Stone, filled: Uint8Array): void {
  let { stones, components } = board;
  for (;;) {
    const points = roundOf({ ...board, stones, components }, color);
    if (points.length === 0) return;
    if (stones === board.stones) stones = stones.slice();
    for (const p of points) {
      filled[p] = 1;
      stones[p] = color;
    }
    components = componentsOf({ width: board.width, height: board.height, stones });
  }
}

/** The points to fill as the board stands. */
function roundOf(board: DividedBoard, color: Stone): readonly number[] {
  const { stones, owner, components, near } = board;
  const liberties = new Int16Array(components.count);
  const last = new Int16Array(components.count).fill(-1);
  const exposed = new Uint8Array(components.count);
  const linked = new Uint8Array(components.count);
  for (let p = 0; p < owner.length; p++) {
    const content = stones[p]!;
    if (content === color) continue;
    const own = content === EMPTY && owner[p] === color;
    const link = content === EMPTY && !own && joinsChains(board, p, color);
    for (let d = p * 4, end = d + 4; d < end; d++) {
      const q = near[d]!;
      if (q < 0 || stones[q] !== color) continue;
      const chain = components.of[q]!;
      if (link) linked[chain] = 1;
      else if (!own) exposed[chain] = 1;
      else if (last[chain] !== p) {
        last[chain] = p;
        liberties[chain]!++;
      }
    }
  }
  const points: number[] = [];
  for (let chain = 0; chain < components.count; chain++) {
    if (liberties[chain] !== 1 || exposed[chain] === 0 || linked[chain] === 1) continue;
    const p = last[chain]!;
    if (!points.includes(p) && eyesAfter(board, p, color) >= TWO_EYES) points.push(p);
  }
  return points;
}

/** Whether a stone of this color on an empty point would join two of its chains. */
function joinsChains(board: DividedBoard, point: number, color: Stone): boolean {
  const { stones, components, near } = board;
  let first = -1;
  for (let d = point * 4, end = d + 4; d < end; d++) {
    const q = near[d]!;
    if (q < 0 || stones[q] !== color) continue;
    const chain = components.of[q]!;
    if (first >= 0 && chain !== first) return true;
    first = chain;
  }
  return false;
}

/** Eyes of the group that a stone of this color on this point would be part of. */
function eyesAfter(board: DividedBoard, point: number, color: Stone): number {
  const stones = board.stones.slice();
  stones[point] = color;
  const components = componentsOf({ width: board.width, height: board.height, stones });
  const { of, eyes } = groupEyes({ ...board, stones, components });
  return eyes[of[components.of[point]!]!]!;
}
