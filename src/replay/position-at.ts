import { BLACK, EMPTY, WHITE } from '../core/color.js';
import { ACTION, FIRST_NON_MOVE, type MainLine } from '../core/line.js';
import { Board } from '../board/board.js';

/**
 * The position after a move of a main line, one byte a point (EMPTY, BLACK, WHITE); 0: the start with its setup.
 * Executes as SGF demands, legal or not; setup between that move and the next is not in it, a number beyond the end gives the end.
 */
export function positionAt(line: MainLine, width: number, height: number, moveNumber: number): Uint8Array {
  const board = new Board(width, height);
  const { count, kinds, points } = line;
  let moves = 0;
  for (let index = 0; index < count; index++) {
    const kind = kinds[index]!;
    const point = points[index]!;
    if (kind < FIRST_NON_MOVE) {
      if (moves === moveNumber) break;
      moves++;
      if (kind === ACTION.playBlack) board.play(point, BLACK);
      else if (kind === ACTION.playWhite) board.play(point, WHITE);
    } else if (moves > 0 && moves === moveNumber) {
      break;
    } else if (kind === ACTION.addBlack) {
      board.setup(point, BLACK);
    } else if (kind === ACTION.addWhite) {
      board.setup(point, WHITE);
    } else if (kind === ACTION.addEmpty) {
      board.setup(point, EMPTY);
    }
  }
  return board.contents();
}

/** The line up to and with a move (passes counted) and nothing after it; 0: the setup before the first move. A number beyond the end gives all of it. */
export function cutAfter(line: MainLine, moveNumber: number): MainLine {
  let moves = 0;
  let index = 0;
  for (; index < line.count; index++) {
    const isMove = line.kinds[index]! < FIRST_NON_MOVE;
    if (moves === moveNumber && (isMove || moves > 0)) break;
    if (isMove) moves++;
  }
  return { ...line, count: index };
}
