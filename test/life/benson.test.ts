import { describe, expect, test } from 'vitest';
import { prove } from '../../src/life/benson.js';
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

  test('an empty board proves nothing', () => {
    const board = position('...\n...\n...');
    expect([...prove(board).safe]).toEqual(new Array(9).fill(0));
  });
});
