import { ACTION, FIRST_NON_MOVE, type MainLine } from '../core/line.js';
import { formatPoint, type Point } from '../core/point.js';

/** A move of a main line. */
export interface Move {
  readonly color: 'Black' | 'White';
  /** `undefined`: a pass, or no point. */
  readonly point: Point | undefined;
}

export function movesOf(line: MainLine): readonly Move[] {
  const moves: Move[] = [];
  for (let i = 0; i < line.count; i++) {
    const kind = line.kinds[i]!;
    if (kind >= FIRST_NON_MOVE) continue;
    const isPlay = kind === ACTION.playBlack || kind === ACTION.playWhite;
    moves.push({ color: kind % 2 === 0 ? 'Black' : 'White', point: isPlay ? line.points[i]! : undefined });
  }
  return moves;
}

/** `after move 12, Black Q16`; `at the start`. */
export function after(words: string): string {
  return `${words === START ? 'at' : 'after'} ${words}`;
}

const START = 'the start';

/** `move 12, Black Q16`; `the start`. */
export function moveWords(moves: readonly Move[], number: number, width: number, height: number): string {
  const move = moves[number - 1];
  if (!move) return START;
  const where = move.point === undefined ? 'pass' : formatPoint(move.point, width, height);
  return `move ${String(number)}, ${move.color} ${where}`;
}
