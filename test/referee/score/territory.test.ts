import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { colorsBeside, componentsOf } from '../../../src/go/board/position.js';
import { symmetriesOf } from '../../../src/core/point.js';
import { countTerritory } from '../../../src/referee/score/territory.js';
import { territoryOf } from './support.js';

const BOARDS = [
  { name: 'no stones at all', board: '...\n...', owner: '+++\n+++' },
  { name: 'one point', board: '.', owner: '+' },
  { name: 'one stone on one point', board: 'X', owner: '-' },
  { name: 'one stone owns an open board', board: '...\n.X.\n...', owner: 'BBB\nB-B\nBBB' },
  { name: 'walls with a row of dame', board: '.X.O.\n.X.O.\n.X.O.', owner: 'B-+-W\nB-+-W\nB-+-W' },
  {
    name: 'a dead stone leaves a point of territory',
    board: '.X.O.\n.X.O.\n.X.O.',
    owner: 'B-+-W\nB-+-W\nB-+-W',
  },
  {
    name: 'the only wall is dead: the other color has the board',
    board: '.x.O.\n.x.O.',
    owner: 'WWW-W\nWWW-W',
  },
];

describe('owners', () => {
  test.each(BOARDS)('$name', ({ board, owner }) => {
    expect(territoryOf(board).picture).toBe(owner);
  });
});

const SEKI = [
  {
    name: 'eye against no eye (RULES S4): the eye is a seki point',
    board: `
      . X X .
      X O O O
      X X . O`,
    picture: 'b--+\n----\n--+-',
  },
  {
    name: 'one eye each, one common liberty',
    board: `
      . X . O .
      X X X O O
      O O O X X
      . O X X .
      O O X . X
      . O X X X`,
    picture: 'b-+-w\n-----\n-----\nW---B\n---B-\nW----',
  },
  {
    name: 'a dead stone inside the eye of a seki',
    board: `
      o X . O .
      . X X O O
      X X O X X
      O O O X .
      . O X X X
      O O X . X
      . O X X X`,
    picture: 'b-+-w\nb----\n-----\n----B\nW----\n---B-\nW----',
  },
  {
    name: 'false eye: two stones on the edge must connect when the dame is taken',
    board: `
      . X . X . X X
      X X X X X O .
      O O O O O O O
      . O . O O O O`,
    picture: 'B-B-p--\n------+\n-------\nW-W----',
  },
  {
    name: 'connecting at one point takes the liberty that makes the next one necessary',
    board: `
      X . O . O X .
      X . O O . O X
      X X X X X X .
      . . O X X X X
      . . X X . . .`,
    picture: '-+-W--p\n-+--+--\n------p\n++-----\n++--BBB',
  },
  {
    name: 'no protective move where a dame connects as well',
    board: `
      . X . X . X O
      X X X X X . O
      O O O O O O O
      . O . O O O O`,
    picture: 'B-B-B--\n-----+-\n-------\nW-W----',
  },
  {
    name: 'an open dame between two-eyed groups costs nothing',
    board: `
      . X . X . O . O .
      X X X X O O O O O`,
    picture: 'B-B-+-W-W\n---------',
  },
  {
    name: 'a one-eyed group beside a two-eyed one is no seki (it was left on the board as alive)',
    board: `
      . X . O . O .
      X X O O O O O
      O O O O O O O`,
    picture: 'B-+-W-W\n-------\n-------',
  },
  {
    name: 'two points to fill, each of which leaves two eyes, and both together one: seki',
    board: `
      . X . X X .
      O O X X X X
      X X . O O X
      X O . X X .`,
    picture: '+-b--b\n------\n--+---\n--+--b',
  },
  {
    name: 'one eye each and no common dame: no seki, whoever said that both live',
    board: `
      . X O .
      X X O O`,
    picture: 'B--W\n----',
  },
];

function boardOf(name: string): string {
  return SEKI.find((one) => one.name === name)!.board;
}

describe('seki points', () => {
  test.each(SEKI)('$name', ({ board, picture }) => {
    expect(territoryOf(board).picture).toBe(picture);
  });

  test('a stone that lies dead inside a seki is told apart', () => {
    const counted = territoryOf(boardOf('a dead stone inside the eye of a seki'));
    expect(counted.white.deadInSeki).toBe(1);
    expect(counted.black.deadInSeki).toBe(0);
    expect(counted.black.sekiPoints).toBe(2);
    expect(counted.black.fills).toBe(0);
  });

  test('stone scoring leaves two points to a living group and none to be filled in a seki', () => {
    expect(territoryOf(boardOf('an open dame between two-eyed groups costs nothing'))).toMatchObject({
      black: { tax: 2 },
      white: { tax: 2 },
    });
    expect(territoryOf('.X.\n.X.\n.X.')).toMatchObject({ black: { tax: 2 }, white: { tax: 0 } });
    expect(territoryOf(boardOf('eye against no eye (RULES S4): the eye is a seki point'))).toMatchObject({
      black: { tax: 1 },
      white: { tax: 0 },
    });
  });
});

const position = fc
  .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 }))
  .chain(([width, height]) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      stones: fc.array(fc.constantFrom(0, 0, 1, 1, 2, 2), {
        minLength: width * height,
        maxLength: width * height,
      }),
      dead: fc.array(fc.constantFrom(0, 0, 0, 1), { minLength: width * height, maxLength: width * height }),
    }),
  );

describe('any board', () => {
  test('surrounded points are those of a region count, seki points among them', () => {
    fc.assert(
      fc.property(position, ({ width, height, stones, dead }) => {
        const cleared = Uint8Array.from(stones, (stone, p) => (dead[p] === 1 ? 0 : stone));
        const board = { width, height, stones: cleared };
        const { of } = componentsOf(board);
        const beside = colorsBeside(board, componentsOf(board));
        const sum = (colors: number): number =>
          cleared.filter((stone, p) => stone === 0 && beside[of[p]!] === colors).length;
        const counted = countTerritory(Uint8Array.from(stones), Uint8Array.from(dead), width, height);
        expect(counted.black.territory).toBe(sum(1));
        expect(counted.white.territory).toBe(sum(2));
        expect(counted.dame).toBe(sum(3) + sum(0));
        expect(counted.black.sekiPoints).toBeLessThanOrEqual(counted.black.territory);
      }),
      { numRuns: 1500 },
    );
  });

  test('turned and mirrored boards have turned and mirrored owners', () => {
    fc.assert(
      fc.property(position, fc.integer({ min: 0, max: 7 }), ({ width, height, stones, dead }, which) => {
        const tables = symmetriesOf(width, height);
        const image = tables[which % tables.length]!;
        const turned = (values: ArrayLike<number>): Uint8Array => {
          const moved = new Uint8Array(values.length);
          image.forEach((to, point) => (moved[to] = values[point]!));
          return moved;
        };
        const here = countTerritory(Uint8Array.from(stones), Uint8Array.from(dead), width, height);
        const there = countTerritory(turned(stones), turned(dead), width, height);
        expect([...there.owner]).toEqual([...turned(here.owner)]);
        expect(there.black.tax).toBe(here.black.tax);
        expect(there.black.deadInSeki).toBe(here.black.deadInSeki);
      }),
      { numRuns: 1500 },
    );
  });

  test('colors exchanged exchange the owners', () => {
    fc.assert(
      fc.property(position, ({ width, height, stones, dead }) => {
        const here = countTerritory(Uint8Array.from(stones), Uint8Array.from(dead), width, height);
        const swapped = Uint8Array.from(stones, (stone) => [0, 2, 1][stone]!);
        const there = countTerritory(swapped, Uint8Array.from(dead), width, height);
        expect([...there.owner]).toEqual([...here.owner].map((owner) => [0, 2, 1, 3, 5, 4, 7, 6][owner]!));
        expect(there.white.deadInSeki).toBe(here.black.deadInSeki);
        expect(there.white.tax).toBe(here.black.tax);
      }),
      { numRuns: 1500 },
    );
  });
});
