import { BLACK, EMPTY, type Stone } from '../../src/core/color.js';
import { componentsOf, neighborsOf, type Position } from '../../src/go/board/position.js';

/**
 * Unconditional life by its definition, for boards of a dozen points: the stones of a color that no series of the
 * opponent's plays takes while this color passes. Every order of plays is tried; plays that would take only
 * the opponent's own stones are not allowed.
 */
export function neverTaken(position: Position, color: Stone): Uint8Array {
  const lasting = Uint8Array.from(position.stones, (stone) => (stone === color ? 1 : 0));
  const seen = new Set<string>();
  const open: Uint8Array[] = [Uint8Array.from(position.stones)];
  for (let stones = open.pop(); stones; stones = open.pop()) {
    const key = stones.join('');
    if (seen.has(key)) continue;
    seen.add(key);
    for (let p = 0; p < stones.length; p++) {
      if (stones[p] !== EMPTY) continue;
      const next = played(position, stones, p, (3 - color) as Stone);
      if (!next) continue;
      for (let q = 0; q < next.length; q++) if (next[q] !== color) lasting[q] = 0;
      open.push(next);
    }
  }
  return lasting;
}

/** The board after a play, or undefined when the play would take its own stones. */
function played(
  { width, height }: Position,
  before: Uint8Array,
  point: number,
  player: Stone,
): Uint8Array | undefined {
  const stones = Uint8Array.from(before);
  stones[point] = player;
  takeWithoutLiberties(stones, width, height, (3 - player) as Stone);
  return takeWithoutLiberties(stones, width, height, player) > 0 ? undefined : stones;
}

/** Takes the chains of a color without liberties off; returns how many stones they had. */
export function takeWithoutLiberties(
  stones: Uint8Array,
  width: number,
  height: number,
  color: Stone,
): number {
  const near = neighborsOf(width, height);
  const { of, count } = componentsOf({ width, height, stones });
  const free = new Uint8Array(count);
  for (let p = 0; p < stones.length; p++) {
    for (const q of near[p]!) if (stones[q] === EMPTY) free[of[p]!] = 1;
  }
  let taken = 0;
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] !== color || free[of[p]!] === 1) continue;
    stones[p] = EMPTY;
    taken++;
  }
  return taken;
}

/** A board made of any contents, without the chains that have no liberties. */
export function settled(width: number, height: number, contents: readonly number[]): Position {
  const stones = Uint8Array.from({ length: width * height }, (_, p) => contents[p]! % 3);
  takeWithoutLiberties(stones, width, height, BLACK);
  takeWithoutLiberties(stones, width, height, (3 - BLACK) as Stone);
  return { width, height, stones };
}
