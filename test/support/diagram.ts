import { BLACK, EMPTY, WHITE } from '../../src/core/color.js';

/** A position with its size; one byte a point (EMPTY, BLACK, WHITE). */
export interface Diagram {
  readonly width: number;
  readonly height: number;
  readonly points: Uint8Array;
}

const SIGNS = '.XO';

/**
 * Reads rows of `.` (empty), `X` (Black) and `O` (White), the top row first. Blanks inside a row and empty lines do not count.
 * Throws RangeError for other signs, rows of different lengths, or no row at all.
 */
export function parseDiagram(text: string): Diagram {
  const rows = text
    .split('\n')
    .map((row) => row.replace(/\s+/g, ''))
    .filter((row) => row !== '');
  const width = rows[0]?.length ?? 0;
  if (width === 0) throw new RangeError('Unexpected empty diagram');
  const points = new Uint8Array(width * rows.length);
  rows.forEach((row, y) => {
    if (row.length !== width) throw new RangeError(`Unexpected row '${row}', expected ${width} points`);
    for (let x = 0; x < width; x++) {
      const content = SIGNS.indexOf(row.charAt(x));
      if (content < EMPTY)
        throw new RangeError(`Unexpected '${row.charAt(x)}' in a diagram, expected . X or O`);
      points[y * width + x] = content;
    }
  });
  return { width, height: rows.length, points };
}

/** Writes a position the way `parseDiagram` reads it: one row a line, points set apart by blanks, no line break at the end. */
export function formatDiagram({ width, height, points }: Diagram): string {
  const rows: string[] = [];
  for (let y = 0; y < height; y++) {
    const row: string[] = [];
    for (let x = 0; x < width; x++) row.push(signOf(points[y * width + x]!));
    rows.push(row.join(' '));
  }
  return rows.join('\n');
}

function signOf(content: number): string {
  return content === BLACK ? 'X' : content === WHITE ? 'O' : '.';
}
