import { describe, expect, test } from 'vitest';
import { parseDiagram } from '../../support/diagram.js';
import { unsettledStones } from '../../../src/go/life/unsettled.js';

/** The stones marked, `#`, and the others; dead stones are in lower case. */
function marked(text: string): string {
  const { width, height, points } = parseDiagram(text.replaceAll('x', 'X').replaceAll('o', 'O'));
  const signs = text.replace(/\s+/g, '');
  const dead = Uint8Array.from(signs, (sign) => (sign === 'x' || sign === 'o' ? 1 : 0));
  const found = unsettledStones({ width, height, stones: points }, dead, new Uint8Array(points.length));
  return signs.replace(/./g, (sign, p: number) => (found[p] === 1 ? '#' : sign));
}

const board = (text: string): string => text.replace(/\s+/g, '');

describe('stones whose life depends on who moves next', () => {
  test.each([
    [
      'three points in a row, the only eye space',
      `. . . X O .
       X X X X O .
       O O O O O .
       . O . O . .
       O . O . . .`,
      `. . . # O .
       # # # # O .
       O O O O O .
       . O . O . .
       O . O . . .`,
    ],
    [
      'four points in a row live',
      `. . . . X O .
       X X X X X O .
       O O O O O O .
       . O . O . . .
       O . O . . . .`,
      `. . . . X O .
       X X X X X O .
       O O O O O O .
       . O . O . . .
       O . O . . . .`,
    ],
    [
      'four points around a vital one',
      `. . . X O . .
       X . X X O . .
       X X X O O . .
       O O O O . . .
       . . . . . . .`,
      `. . . # O . .
       # . # # O . .
       # # # O O . .
       O O O O . . .
       . . . . . . .`,
    ],
    [
      'two pairs in mutual atari',
      `. X X X O O O .
       . X O O X X O .
       . X . X O . O .
       . X X X O O O .`,
      `. X X X O O O .
       . X # # # # O .
       . X . X O . O .
       . X X X O O O .`,
    ],
    [
      'a pair in atari beside one with two liberties',
      `. X X X O O O .
       . X O O X X . .
       . X . X O . O .
       . X X X O O O .`,
      `. X X X O O O .
       . X O O X X . .
       . X . X O . O .
       . X X X O O O .`,
    ],
    [
      'three groups in seki, each pair with a liberty of its own',
      `. X O O . O O O X . .
       X X O O O X O O X X X
       . X O O . X . O X . .
       X X O O O X O O X X X
       . X O O O X O O X . .`,
      `. X # # . # # # X . .
       X X # # # # # # X X X
       . X # # . # . # X . .
       X X # # # # # # X X X
       . X # # # # # # X . .`,
    ],
    [
      'two groups in seki with two liberties',
      `. X O O . X X .
       X X O X . O X X
       . X O X X O X .
       X X O O O O X X
       . X X X X X X .`,
      `. X O O . X X .
       X X O X . O X X
       . X O X X O X .
       X X O O O O X X
       . X X X X X X .`,
    ],
    [
      'a race of two eyes of two points: who moves first captures',
      `. . o X . . X O . .
       o o o X X X X O . .
       X X X X O O O O . .
       O O O O O . . . . .
       . . . . . . . . . .`,
      `. . # # . . # O . .
       # # # # # # # O . .
       # # # # O O O O . .
       O O O O O . . . . .
       . . . . . . . . . .`,
    ],
    [
      'a race that is lost whoever moves first',
      `. o X . . . . X O .
       o o X X X X X X O .
       X X X O O O O O O .
       O O O O . . . . . .
       . . . . . . . . . .`,
      `. o X . . . . X O .
       o o X X X X X X O .
       X X X O O O O O O .
       O O O O . . . . . .
       . . . . . . . . . .`,
    ],
    [
      'an invader in a wide area',
      `. . . . . . X O .
       . . . . . . X O .
       . . o . . . X O .
       . . . . . . X O .
       . . . . . . X O .
       . . . . . . X O .
       X X X X X X X O .
       O O O O O O O O .`,
      `. . . . . . X O .
       . . . . . . X O .
       . . # . . . X O .
       . . . . . . X O .
       . . . . . . X O .
       . . . . . . X O .
       X X X X X X X O .
       O O O O O O O O .`,
    ],
    [
      'a dead stone in a corner of common size',
      `. . . . X O .
       . o . . X O .
       . . . . X O .
       X X X X X O .
       O O O O O O .
       . . . . . . .`,
      `. . . . X O .
       . o . . X O .
       . . . . X O .
       X X X X X O .
       O O O O O O .
       . . . . . . .`,
    ],
    [
      'groups in seki beside their dame',
      `. X . O X O .
       X X O O X O .
       O O O X X O .
       X X X X O O .
       O O O O O . .`,
      `. X . O X O .
       X X O O X O .
       O O O X X O .
       X X X X O O .
       O O O O O . .`,
    ],
  ])('%s', (_, text, expected) => {
    expect(marked(text)).toBe(board(expected));
  });
});
