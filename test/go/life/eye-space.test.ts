import { describe, expect, test } from 'vitest';
import { neighborsOf } from '../../../src/go/board/position.js';
import { readSpace } from '../../../src/go/life/nakade.js';

/** Reads a space drawn at the right place of a board of 9x9: `.` and `*` as in `readSpace`, `#` and blanks are the group. */
function read(shape: string, place: 'center' | 'side' | 'corner', outside: number): string {
  const size = 9;
  const [left, top] = { center: [3, 3], side: [3, 0], corner: [0, 0] }[place] as [number, number];
  const points: number[] = [];
  const attackers: number[] = [];
  shape.split('/').forEach((row, y) =>
    Array.from(row).forEach((sign, x) => {
      const p = (top + y) * size + left + x;
      if (sign === '.' || sign === '*') points.push(p);
      if (sign === '*') attackers.push(p);
    }),
  );
  return readSpace(points, attackers, neighborsOf(size, size), outside);
}

const PLACES = ['center', 'side', 'corner'] as const;
const OUTSIDE = [0, 1, 2, 3];

/** A space and what textbooks say of the group around it wherever it lies and however many outside liberties it has. */
// prettier-ignore
const DEAD = [
  '.', '..', '*.', '.*.', '**.', '*./. ', '**/. ', '.*./ . ', '**./ . ', '.**/ * ', '*./..', '**/..', '**/*.', '../..',
  ' ./.*/..', ' ./.*/.*', ' ./**/..', ' */**/..', ' . /.*./ . ', ' * /.*./ . ', ' * /**./ . ', ' . /.*./ ..', ' . /**./ ..', '.**.',
];
const ALIVE = ['....', '.....', '......', '.../  .', '../ ..'];
const OPEN = ['...', '../. ', '.../ . ', ' ./../..', ' . /.../ . ', ' . /.../ ..', '.*..'];

describe('the group around one eye space', () => {
  const cases = (
    [
      ['dead', DEAD],
      ['alive', ALIVE],
      ['open', OPEN],
    ] as const
  ).flatMap(([status, shapes]) => shapes.map((shape) => [shape, status] as const));
  test.each(cases)('%s is %s', (shape, status) => {
    for (const place of PLACES)
      for (const outside of OUTSIDE)
        expect(read(shape, place, outside), `${place}, ${String(outside)} outside`).toBe(status);
  });

  test.each([
    ['center', 0, 'alive'],
    ['side', 0, 'alive'],
    ['corner', 0, 'open'],
    ['corner', 1, 'open'],
    ['corner', 2, 'alive'],
  ] as const)('a rectangular six in the %s with %i outside liberties is %s', (place, outside, status) => {
    expect(read('.../...', place, outside)).toBe(status);
  });
});
