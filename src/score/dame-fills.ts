import { EMPTY, type Stone } from '../core/color.js';
import type { DividedBoard } from './divided-board.js';
import { Reading } from './reading.js';

/** Moves of the opponent that are read after the dame are filled. */
const MOVES = 3;

/** A chain with more liberties than this is not read: it gets away unless an opposing chain has as many. */
const FEW = 2;

/**
 * By component: 1 for chains of a color that could not stand it if their color filled all of these dame, the opponent moving next:
 * they have one liberty left, would be caught, or would lose a race against an opposing chain that shares the dame.
 */
export function lostByFilling(board: DividedBoard, dame: readonly number[], color: Stone): Uint8Array {
  const { components, near, width, height } = board;
  const stones = board.stones.slice();
  for (const p of dame) stones[p] = color;
  const reading = new Reading(stones, width, height);
  const lost = new Uint8Array(components.count);
  const judged = new Set<number>();
  for (const p of dame) {
    if (judged.has(p)) continue;
    const chain = reading.chainAt(p);
    const isLost = cannotStand(reading, p, chain.liberties.length, color, chain.opponents);
    for (const q of chain.stones) {
      judged.add(q);
      if (isLost && board.stones[q] === color) lost[components.of[q]!] = 1;
    }
  }
  return lost;

  function cannotStand(
    board: Reading,
    point: number,
    liberties: number,
    stone: Stone,
    opponents: readonly number[],
  ): boolean {
    if (liberties < FEW) return true;
    if (liberties === FEW) return board.isCaught(point, stone, MOVES);
    return opponents.some((q) => touchesDame(q) && board.chainAt(q).liberties.length >= liberties);
  }

  function touchesDame(stone: number): boolean {
    for (let d = stone * 4, end = d + 4; d < end; d++) {
      const q = near[d]!;
      if (q >= 0 && board.stones[q] === EMPTY && stones[q] !== EMPTY) return true;
    }
    return false;
  }
}
