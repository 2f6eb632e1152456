import { describe, expect, test } from 'vitest';
import { neighborsOf } from '../../../src/go/board/position.js';
import { eyesOf } from '../../../src/go/life/shapes.js';

/** Eyes with nothing inside, and with an opponent's dead stone inside. */
const SHAPES: readonly (readonly [name: string, shape: string, empty: number, withStone: number])[] = [
  ['one point', '#', 1, 1],
  ['two points', '##', 1, 1],
  ['straight three', '###', 2, 1],
  ['bent three', '##\n#.', 2, 1],
  ['straight four', '####', 2, 2],
  ['bent four', '###\n#..', 2, 2],
  ['zigzag four', '##.\n.##', 2, 2],
  ['square four', '##\n##', 1, 1],
  ['T four', '###\n.#.', 2, 1],
  ['straight five', '#####', 2, 2],
  ['bulky five', '##.\n###', 2, 1],
  ['crossed five', '.#.\n###\n.#.', 2, 1],
  ['T five', '###\n.#.\n.#.', 2, 2],
  ['zigzag five', '##..\n.###', 2, 2],
  ['rabbity six', '.#.\n###\n.##', 2, 1],
  ['cross with a tail', '.#..\n####\n.#..', 2, 2],
  ['rectangular six', '###\n###', 2, 2],
  ['square with two tails', '##..\n####', 2, 2],
  ['straight six', '######', 2, 2],
  ['seven as a cross with a long tail', '.#...\n#####\n.#...', 2, 2],
  ['seven around a cross', '###\n###\n.#.', 2, 2],
];

const WIDTH = 8;
const near = neighborsOf(WIDTH, 8);

/** Points of a shape that is drawn with `#`, its first corner at x, y. */
function pointsOf(shape: string, x: number, y: number): number[] {
  return shape
    .split('\n')
    .flatMap((row, down) => Array.from(row, (sign, across) => ({ sign, p: (y + down) * WIDTH + x + across })))
    .filter(({ sign }) => sign === '#')
    .map(({ p }) => p);
}

describe('eyes by the shape of a region', () => {
  test.each(SHAPES)('%s', (_name, shape, empty, withStone) => {
    for (const [x, y] of [
      [0, 0],
      [1, 2],
      [2, 5],
    ] as const) {
      const points = pointsOf(shape, x, y);
      expect([eyesOf(points, near, 'owner'), eyesOf(points, near, 'opponent')]).toEqual([empty, withStone]);
      expect(eyesOf(points.toReversed(), near, 'opponent')).toBe(withStone);
    }
  });
});
