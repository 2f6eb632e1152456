import { parseDiagram } from '../../support/diagram.js';
import type { Position } from '../../../src/go/board/position.js';

/** A position drawn with `.`, `X` and `O`. */
export function position(diagram: string): Position {
  const { width, height, points } = parseDiagram(diagram);
  return { width, height, stones: points };
}

/** Draws the points where a map is set, over the stones: `#` set, else the stone. */
export function drawn(board: Position, map: ArrayLike<number>): string {
  const rows: string[] = [];
  for (let y = 0; y < board.height; y++) {
    let row = '';
    for (let x = 0; x < board.width; x++) {
      const p = y * board.width + x;
      row += map[p] === 0 ? '.XO'.charAt(board.stones[p]!) : '#';
    }
    rows.push(row);
  }
  return rows.join('\n');
}

/** The same rows without indentation. */
export function rows(diagram: string): string {
  return diagram
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .join('\n');
}
