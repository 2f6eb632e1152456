import type { MainLine } from '../core/line.js';
import type { Point } from '../core/point.js';
import type { BoardSize } from '../findings/finding.js';
import type { Picture } from '../picture/picture.js';
import { positionAt } from '../replay/position-at.js';
import { afterWords, type LineMove, moveWords } from './html/report-data.js';

/** The board after a move of a line, legal or not; 0: the start. Without a line it is empty. `moves`: those of the line. */
export function pictureAfter(
  { width, height }: BoardSize,
  line: MainLine | undefined,
  moves: readonly LineMove[],
  move: number,
  flagged?: Point,
): Picture {
  return {
    width,
    height,
    stones: line ? positionAt(line, width, height, move) : new Uint8Array(width * height),
    lastMove: moves[move - 1]?.point,
    flagged,
    title: '',
    label: afterWords(moveWords(moves, move, width, height)),
    captions: [],
  };
}
