import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLACK, EMPTY, WHITE } from '../../../src/core/color.js';
import { componentsOf, neighborsOf } from '../../../src/go/board/position.js';
import { coresOf } from '../../../src/referee/score/groups.js';
import { countTerritory, OWNER } from '../../../src/referee/score/territory.js';
import { neverTakenWithoutDame } from '../../support/brute-cores.js';
import { settled } from '../../support/brute-life.js';
import { territoryOf } from './support.js';

/** Owners as they are before anybody asks for seki. */
function ownersOf(stones: Uint8Array, width: number, height: number): Uint8Array {
  const { owner } = countTerritory(stones, new Uint8Array(stones.length), width, height);
  return owner.map((of) => (of > OWNER.dame ? of - OWNER.dame : of));
}

const board = fc
  .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 3, max: 4 }))
  .chain(([width, height]) =>
    fc
      .array(fc.constantFrom(0, 1, 1, 1, 2, 2), { minLength: width * height, maxLength: width * height })
      .map((contents) => settled(width, height, contents)),
  );

test('chains that live without dame are those that no series of plays takes', () => {
  let lived = 0;
  fc.assert(
    fc.property(board, (position) => {
      const { width, height, stones } = position;
      const owner = ownersOf(stones, width, height);
      const components = componentsOf(position);
      // By its shape a larger region may give two eyes, which only an answer makes.
      fc.pre(
        [...owner.keys()].every(
          (p) => stones[p] !== EMPTY || owner[p] === OWNER.dame || components.size[components.of[p]!] === 1,
        ),
      );
      const near = neighborsOf(width, height);
      const cores = coresOf({
        width,
        height,
        stones,
        dead: new Uint8Array(stones.length),
        components,
        owner,
        near,
      });
      for (const color of [BLACK, WHITE] as const) {
        const lasting = neverTakenWithoutDame(position, owner, color);
        for (let p = 0; p < stones.length; p++) {
          if (stones[p] === color) expect([p, cores[p]]).toEqual([p, lasting[p]]);
          lived += lasting[p]!;
        }
      }
    }),
    { numRuns: 1000 },
  );
  expect(lived).toBeGreaterThan(20);
});

/** Two stones on the edge between two false eyes; who plays A1 or C1 is caught. */
const FALSE_EYES = [
  {
    name: 'issue 17: A9 and C9 can be filled by neither side',
    board: `
      . X . O X . X O .
      O X O O X . X O .
      . O . O X . X O O
      O O O X . . X O .
      X X X X . . X O .
      . . . . . . X O .
      . . . . . . X O .
      . . . . . . X O .
      . . . . . . X O .`,
    seki: [0, 2],
  },
  {
    name: 'the same upside down, colors exchanged',
    board: `
      . X O . . . . . .
      . X O . . . . . .
      . X O . . . . . .
      . X O . . . . . .
      . X O . . O O O O
      . X O . . O X X X
      X X O . O X . X .
      . X O . O X X O X
      . X O . O X . O .`,
    seki: [2, 0],
  },
  {
    name: 'two real eyes beside the dame',
    board: `
      . X . O X . X O .
      O O O O X . X O .
      . O . O X . X O O
      O O O O X . X O .
      X X X X X . X O .`,
    seki: [0, 0],
  },
];

describe('false eyes beside dame', () => {
  test.each(FALSE_EYES)('$name', ({ board: text, seki }) => {
    const { black, white } = territoryOf(text);
    expect([black.sekiPoints, white.sekiPoints]).toEqual(seki);
  });
});
