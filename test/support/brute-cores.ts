import { EMPTY, type Stone } from '../../src/core/color.js';
import { componentsOf, neighborsOf, type Position } from '../../src/go/board/position.js';

/**
 * The stones of a color that no series of the opponent's plays takes while this color passes, by trying every series, for boards of
 * a dozen points whose `territory` consists of single points. The opponent's stones on the board and those on dame are never
 * without liberties: they live elsewhere. First the color fills each dame (`owner` 3) that joins two of its chains
 * and leaves them two liberties.
 */
export function neverTakenWithoutDame(
  position: Position,
  owner: ArrayLike<number>,
  color: Stone,
): Uint8Array {
  const { width, height } = position;
  const stones = Uint8Array.from(position.stones);
  for (let p = 0; p < stones.length; p++) if (isJoin(position, owner, p, color)) stones[p] = color;
  const near = neighborsOf(width, height);
  const opponent = (3 - color) as Stone;
  const isImmortal = (p: number): boolean => position.stones[p] === opponent || owner[p] === 3;
  const lasting = Uint8Array.from(position.stones, (stone) => (stone === color ? 1 : 0));
  takeWithout(stones, color, () => false);
  const seen = new Set<string>();
  const open = [stones];
  for (let board = open.pop(); board; board = open.pop()) {
    const key = board.join('');
    if (seen.has(key)) continue;
    seen.add(key);
    for (let p = 0; p < board.length; p++) if (board[p] !== color) lasting[p] = 0;
    if (!lasting.includes(1)) break;
    for (let p = 0; p < board.length; p++) {
      if (board[p] !== EMPTY) continue;
      const next = Uint8Array.from(board);
      next[p] = opponent;
      takeWithout(next, color, () => false);
      if (takeWithout(next, opponent, isImmortal) === 0) open.push(next);
    }
  }
  return lasting;

  /** Takes chains of a color that have neither a liberty nor an immortal point; returns the number of stones. */
  function takeWithout(board: Uint8Array, of: Stone, isSafe: (p: number) => boolean): number {
    const chains = componentsOf({ width, height, stones: board });
    const keeps = new Set<number>();
    for (let p = 0; p < board.length; p++) {
      if (board[p] !== of) continue;
      const free = near[p]!.some((q) => board[q] === EMPTY);
      if (free || isSafe(p)) keeps.add(chains.of[p]!);
    }
    let taken = 0;
    for (let p = 0; p < board.length; p++) {
      if (board[p] !== of || keeps.has(chains.of[p]!)) continue;
      board[p] = EMPTY;
      taken++;
    }
    return taken;
  }
}

/** Whether a dame joins two chains of a color, which then have two liberties. */
function isJoin(
  { width, height, stones }: Position,
  owner: ArrayLike<number>,
  p: number,
  color: Stone,
): boolean {
  if (owner[p] !== 3) return false;
  const near = neighborsOf(width, height);
  const beside = (q: number): readonly number[] => near[q]!;
  const chains = componentsOf({ width, height, stones });
  const own = new Set(
    beside(p)
      .filter((q) => stones[q] === color)
      .map((q) => chains.of[q]!),
  );
  if (own.size < 2) return false;
  const after = Uint8Array.from(stones);
  after[p] = color;
  const joined = componentsOf({ width, height, stones: after });
  const liberties = [...after.keys()].filter(
    (q) => after[q] === EMPTY && beside(q).some((r) => joined.of[r] === joined.of[p]),
  );
  return liberties.length >= 2;
}
