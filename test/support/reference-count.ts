import { countGame } from '../../src/referee/score/score.js';
import { caseOf } from '../referee/score/support.js';
import { seededRandom } from '../accuracy/random.js';
import { countOf, get, joined, liberties, put, type Rows, territory } from './reference-board.js';

const SIGNS = '.XO';

function rowsOf(width: number, cells: readonly number[]): Rows {
  const text = cells.map((cell) => SIGNS[cell]!).join('');
  return Array.from({ length: cells.length / width }, (_, y) => text.slice(y * width, (y + 1) * width));
}

function* spotsOf(rows: Rows): Generator<{ readonly x: number; readonly y: number }> {
  for (let y = 0; y < rows.length; y++) for (let x = 0; x < rows[0]!.length; x++) yield { x, y };
}

function isLegal(rows: Rows): boolean {
  for (const spot of spotsOf(rows)) if (get(rows, spot) !== '.' && liberties(rows, spot) === 0) return false;
  return true;
}

/** Every position in which each chain has a liberty. */
export function* legalBoards(width: number, height: number): Generator<Rows> {
  const points = width * height;
  for (let code = 0; code < 3 ** points; code++) {
    const rows = rowsOf(
      width,
      Array.from({ length: points }, (_, p) => Math.floor(code / 3 ** p) % 3),
    );
    if (isLegal(rows)) yield rows;
  }
}

/** So many legal positions, each as likely as any other. */
export function* randomBoards(width: number, height: number, number: number, seed: number): Generator<Rows> {
  const random = seededRandom(seed);
  for (let found = 0; found < number;) {
    const rows = rowsOf(
      width,
      Array.from({ length: width * height }, () => Math.floor(random() * 3)),
    );
    if (!isLegal(rows)) continue;
    found++;
    yield rows;
  }
}

/**
 * The positions whose area or territory margin by our count differs from the reference, each counted with every stone alive and
 * again with some chains dead, chosen by the seed. Reference: dead stones are taken off as prisoners, an empty region that
 * touches one color is that color's, area is stones and such points, territory such points and prisoners.
 */
export function compareCounts(width: number, height: number, boards: Iterable<Rows>, seed: number): string[] {
  const { record, replayed } = caseOf(
    `(;GM[1]SZ[${String(width)}:${String(height)}])`.replace(
      `${String(width)}:${String(width)}`,
      String(width),
    ),
  );
  const random = seededRandom(seed);
  const wrong: string[] = [];
  let compared = 0;
  for (const rows of boards) {
    for (const share of [0, 0.4]) {
      const dead = new Uint8Array(width * height);
      let cleared = rows;
      for (const spot of spotsOf(rows)) {
        if (share === 0 || get(cleared, spot) === '.' || random() >= share) continue;
        for (const stone of joined(rows, spot)) {
          dead[stone.y * width + stone.x] = 1;
          cleared = put(cleared, stone, '.');
        }
      }
      const stones = Uint8Array.from(rows.join(''), (sign) => SIGNS.indexOf(sign));
      const { basis } = countGame(record, replayed, stones, dead);
      const expected = marginsOf(rows, cleared);
      compared++;
      if (basis.area !== expected.area || basis.territory !== expected.territory)
        wrong.push(
          `${rows.join('/')} dead ${dead.join('')}: ${String(basis.area)} ${String(basis.territory)}`,
        );
    }
  }
  return compared === 0 ? ['nothing was compared'] : wrong;
}

function marginsOf(rows: Rows, cleared: Rows): { readonly area: number; readonly territory: number } {
  const { X, O } = territory(cleared);
  const black = countOf(cleared, 'X');
  const white = countOf(cleared, 'O');
  const lost = countOf(rows, 'X') - black;
  const taken = countOf(rows, 'O') - white;
  return { area: black + X - (white + O), territory: X + taken - (O + lost) };
}
