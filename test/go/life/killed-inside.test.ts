import { describe, expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../src/core/color.js';
import { judgeLife } from '../../../src/go/life/judge.js';

/** Eye spaces of one eye, as drawn: `*` is the vital point that the attacker holds. */
const SHAPES: Readonly<Record<string, string>> = {
  'straight three': '.*.',
  'bent three': '*.\n. ',
  'T four': '.*.\n . ',
  'square four': '*.\n..',
  'bulky five': ' .\n.*\n..',
  'crossed five': ' . \n.*.\n . ',
  'rabbity six': ' . \n.*.\n ..',
};
const SIZES = [11, 13, 19] as const;
const PLACES = ['center', 'side', 'corner'] as const;

const ESTIMATED = { marks: undefined, outside: undefined, estimator: 'playouts' } as const;
/** Confidence from which a wrong count would be a false accusation. */
const SURE = 0.85;

interface EyeBoard {
  readonly size: number;
  readonly stones: Uint8Array;
  /** A stone of the group around the eye space. */
  readonly group: number;
}

interface Given {
  readonly shape: string;
  readonly size: number;
  readonly place: (typeof PLACES)[number];
  readonly turned: boolean;
  readonly outside: boolean;
}

/**
 * White's ring around the eye space, Black's around that; above, White lives with the first rows and Black's wall shuts them off.
 * `outside`: one of Black's stones at the ring is missing.
 */
function boardOf({ shape, size, place, turned, outside }: Given): EyeBoard {
  const rows = SHAPES[shape]!.split('\n');
  const spots = rows
    .flatMap((row, y) => Array.from(row, (sign, x) => ({ x, y, sign })))
    .filter(({ sign }) => sign !== ' ');
  const inner = spots.map(({ x, y, sign }) => (turned ? { x: y, y: x, sign } : { x, y, sign }));
  const [wide, high] = [Math.max(...inner.map(({ x }) => x)) + 1, Math.max(...inner.map(({ y }) => y)) + 1];
  const left = place === 'corner' ? size - wide : Math.floor((size - wide) / 2);
  const top = place === 'center' ? size - high - 3 : size - high;
  const stones = new Uint8Array(size * size);
  const at = (x: number, y: number): number => y * size + x;
  for (let x = 0; x < size; x++) {
    stones[at(x, 2)] = WHITE;
    stones[at(x, 3)] = BLACK;
  }
  const space = new Map(inner.map(({ x, y, sign }) => [at(left + x, top + y), sign]));
  const near = (reach: number): number[] =>
    [...stones.keys()].filter((p) =>
      [...space.keys()].some(
        (q) =>
          Math.max(
            Math.abs((p % size) - (q % size)),
            Math.abs(Math.floor(p / size) - Math.floor(q / size)),
          ) <= reach,
      ),
    );
  for (const p of near(2)) stones[p] = BLACK;
  const ring = near(1).filter((p) => !space.has(p));
  for (const p of ring) stones[p] = WHITE;
  for (const [p, sign] of space) stones[p] = sign === '*' ? BLACK : 0;
  if (outside) stones[ring[0]! - size] = 0;
  return { size, stones, group: ring[0]! };
}

const GIVEN: Given[] = Object.keys(SHAPES)
  .flatMap((shape) =>
    SIZES.flatMap((size) =>
      PLACES.flatMap((place) =>
        [false, true].flatMap((turned) =>
          [false, true].map((outside) => ({ shape, size, place, turned, outside })),
        ),
      ),
    ),
  )
  .filter(
    // There the liberty would join White's rows.
    ({ size, place, outside }) => !(outside && size === 11 && place === 'center'),
  );

describe('a group whose eye space the opponent has made one eye', () => {
  test.each(Object.keys(SHAPES))(
    '%s: dead, wherever it is; with an outside liberty dead or in doubt',
    (shape) => {
      const wrong = GIVEN.filter((given) => given.shape === shape).flatMap((given) => {
        const { size, stones, group } = boardOf(given);
        const position = { width: size, height: size, stones };
        const { dead, confidence } = judgeLife(position, ESTIMATED);
        return dead[group] === 1 || (given.outside && confidence < SURE) ? [] : [{ ...given, confidence }];
      });
      expect(wrong).toEqual([]);
    },
  );

  test('without the stone on the vital point the shape alone kills nothing', () => {
    const { size, stones, group } = boardOf({ ...GIVEN[0]!, size: 13 });
    const empty = stones.map((stone, p) => (stone === BLACK && isInside(stones, size, p) ? 0 : stone));
    const { chains } = judgeLife({ width: size, height: size, stones: empty }, ESTIMATED);
    expect(chains.find(({ point }) => point === group)).not.toMatchObject({ probability: 0.97 });
  });

  test.each(SIZES)('around an empty square four: dead, but in doubt, on %i lines', (size) => {
    const { stones, group } = boardOf({ ...GIVEN[0]!, shape: 'square four', size, place: 'side' });
    const empty = stones.map((stone, p) => (stone === BLACK && isInside(stones, size, p) ? 0 : stone));
    const { dead, confidence, findings } = judgeLife({ width: size, height: size, stones: empty }, ESTIMATED);
    expect(dead[group]).toBe(1);
    expect(confidence).toBeLessThanOrEqual(0.7);
    expect(findings.map(({ code }) => code)).toContain('dead/uncertain');
  });
});

/** Whether a stone has no neighbor of its own color. */
function isInside(stones: Uint8Array, size: number, p: number): boolean {
  return [p - 1, p + 1, p - size, p + size].every((q) => stones[q] !== stones[p]);
}
