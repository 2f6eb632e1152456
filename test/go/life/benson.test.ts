import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLACK, EMPTY, WHITE } from '../../../src/core/color.js';
import { prove } from '../../../src/go/life/benson.js';
import { neverTaken, settled } from '../../support/brute-life.js';
import { drawn, position, rows } from './support.js';

// `#` marks what is proved: stones of unconditionally alive chains.
const alive: [name: string, board: string, proved: string][] = [
  [
    'two one-point eyes',
    `.X.XO
     XXXXO
     OOOOO
     .....
     .....`,
    `.#.#O
     ####O
     OOOOO
     .....
     .....`,
  ],
  [
    'one big eye is not enough',
    `...XO
     XXXXO
     OOOOO
     .....
     .....`,
    `...XO
     XXXXO
     OOOOO
     .....
     .....`,
  ],
  [
    'two chains that share two eyes live together',
    `.XX.XO
     XX.XXO
     X.XXOO
     .XXOO.
     XXOO..
     OOO...`,
    `.##.#O
     ##.##O
     #.##OO
     .##OO.
     ##OO..
     OOO...`,
  ],
  [
    'a false eye does not count',
    `.XOO.
     XXXO.
     O.XO.
     OXXO.
     OOOO.`,
    `.XOO.
     XXXO.
     O.XO.
     OXXO.
     OOOO.`,
  ],
  [
    'a region with an opposing stone is an eye when every empty point of it is a liberty',
    `.O.X.XO
     XXXXXXO
     OOOOOOO
     .......`,
    `.O.#.#O
     ######O
     OOOOOOO
     .......`,
  ],
];

describe('unconditional life', () => {
  test.each(alive)('%s', (_name, board, proved) => {
    const start = position(board);
    expect(drawn(start, prove(start).alive)).toBe(rows(proved));
  });

  test('the same for White', () => {
    const board = position(`.O.OX
                            OOOOX
                            XXXXX
                            .....
                            .....`);
    expect(drawn(board, prove(board).alive)).toBe('.#.#X\n####X\nXXXXX\n.....\n.....');
  });
});

describe('against the definition', () => {
  const boards = fc
    .record({
      size: fc.constantFrom([3, 3], [4, 3], [5, 2], [6, 2], [7, 1], [2, 6]),
      // Stones outnumber empty points, and mostly of one color, so that life is common.
      contents: fc.array(fc.constantFrom(0, 1, 1, 1, 2), { minLength: 12, maxLength: 12 }),
      colors: fc.constantFrom('kept', 'exchanged'),
    })
    .map(({ size: [width, height], contents, colors }) => {
      const drawn = colors === 'kept' ? contents : contents.map((content) => (3 - content) % 3);
      return settled(width, height, drawn);
    });

  test.each([20261121, 20261122])('alive are the stones that no series of plays takes (seed %i)', (seed) => {
    let living = 0;
    fc.assert(
      fc.property(boards, (board) => {
        const { alive: proved, safe } = prove(board);
        const black = neverTaken(board, BLACK);
        const white = neverTaken(board, WHITE);
        for (let p = 0; p < proved.length; p++) {
          expect([p, proved[p]]).toEqual([p, black[p]! | white[p]!]);
          if (black[p] === 1) expect(safe[p]).toBe(BLACK);
          if (white[p] === 1) expect(safe[p]).toBe(WHITE);
          living += proved[p]!;
        }
      }),
      { seed, numRuns: 400 },
    );
    expect(living).toBeGreaterThan(0);
  });
});

describe('territory safe by it', () => {
  test('a stone without room for two eyes is proved dead', () => {
    const board = position(`.O.X.XO
                            XXXXXXO
                            OOOOOOO
                            .......`);
    const { safe } = prove(board);
    expect(safe[1]).toBe(1);
    expect(safe[0]).toBe(1);
  });

  test('nothing is claimed of a region with room for two eyes', () => {
    const board = position(`.X.XXXXXXX
                            XXX......X
                            X........X
                            X..O.....X
                            X........X
                            XXXXXXXXXX`);
    const { safe, alive: stones } = prove(board);
    expect(stones[0 + 1]).toBe(1);
    expect(safe[3 * 10 + 3]).toBe(0);
    expect(safe[3 * 10 + 5]).toBe(0);
  });

  // Proved for Black where `#`; every board has two eyes in its first row, so that Black's stones are all alive.
  test.each([
    [
      'one point that no stone of the chain touches: no room for two eyes',
      `.X.XXXX
       XXXX.XX
       XXX...X
       XXXX.XX
       XXXXXXX`,
      `#######
       #######
       #######
       #######
       #######`,
    ],
    [
      'two such points: room for two eyes',
      `.X.XXXXX
       XXXXXXXX
       XX.XX.XX
       X......X
       XX.XX.XX
       XXXXXXXX`,
      `########
       ########
       ##.##.##
       #......#
       ##.##.##
       ########`,
    ],
    [
      'a point that only the stone in the corner touches is at the edge of its region',
      `XXX.X.
       ..XXXX
       .XXXXX
       ..XXXX
       .XXXXX
       XXXXXX`,
      `######
       ######
       ######
       ######
       ######
       ######`,
    ],
  ])('%s', (_name, board, proved) => {
    const start = position(board);
    const { safe } = prove(start);
    expect(
      drawn(
        start,
        safe.map((owner) => (owner === BLACK ? 1 : 0)),
      ),
    ).toBe(rows(proved));
  });

  test("a board of one empty point is nobody's", () => {
    expect([...prove(position('.')).safe]).toEqual([0]);
  });

  test('a chain with more eyes than a byte can count lives', () => {
    const board = position(`${'.X'.repeat(26)}\n${'X'.repeat(52)}\n`.repeat(26));
    let eyes = 0;
    board.stones.forEach((content, p) => {
      if (content === EMPTY && ++eyes > 256) board.stones[p] = BLACK;
    });
    expect(eyes).toBeGreaterThan(256);
    expect(prove(board).alive[52]).toBe(1);
  });

  test('an empty board proves nothing', () => {
    const board = position('...\n...\n...');
    expect([...prove(board).safe]).toEqual(new Array(9).fill(0));
  });
});
