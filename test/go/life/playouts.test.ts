import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../src/core/color.js';
import { sharedPlayer } from '../../../src/go/life/playouts.js';
import type { Position } from '../../../src/go/board/position.js';
import { makeReferencePlayer } from '../../support/reference-playouts.js';
import { position } from './support.js';

/** Boards of every shape, from scattered stones to blocks that are taken and retaken. */
const anyPosition = fc
  .record({
    width: fc.integer({ min: 1, max: 21 }),
    height: fc.integer({ min: 1, max: 21 }),
    part: fc.constantFrom(0.1, 0.5, 0.7, 0.9),
    block: fc.integer({ min: 1, max: 5 }),
    seed: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ width, height, part, block, seed }): Position => {
    const across = Math.ceil(width / block);
    const colors = Array.from({ length: across * Math.ceil(height / block) }, () =>
      next(seed) < 0.5 ? BLACK : WHITE,
    );
    const stones = new Uint8Array(width * height).map((_, p) => {
      const [x, y] = [p % width, Math.floor(p / width)];
      return next(seed) < part ? colors[Math.floor(y / block) * across + Math.floor(x / block)]! : 0;
    });
    return { width, height, stones };
  });

function next(stream: Iterator<number>): number {
  return stream.next().value as number;
}

function expectSame(board: Position, playouts: number): void {
  const sums = sharedPlayer().run(board, playouts);
  expect(sums).toEqual(makeReferencePlayer(board.width, board.height).run(board, playouts));
}

describe('random games', () => {
  test('equal those written plainly, move for move', () => {
    fc.assert(
      fc.property(anyPosition, fc.integer({ min: 1, max: 9 }), (board, playouts) => {
        expectSame(board, playouts);
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ['the largest board', 52, 52],
    ['a row', 52, 1],
    ['a column', 1, 52],
    ['one point', 1, 1],
  ])('equal those written plainly on %s', (_name, width, height) => {
    const stones = new Uint8Array(width * height).map((_, p) => ((p * 7919) % 13 < 4 ? 1 + (p % 2) : 0));
    expectSame({ width, height, stones }, 4);
  });

  test('going on after a few gives the sums of all', () => {
    const board = position('.X.O.\nXXOO.\n.XO.O\nXXOO.\n..XO.');
    const player = sharedPlayer();
    const numbers = [1, 10, 40];
    expect([...player.stages(board, numbers)]).toEqual(numbers.map((number) => player.run(board, number)));
  });

  test('a chain without a liberty does not stop them', () => {
    expectSame(position('XXX\nXXX\nXXX'), 8);
  });

  test('a board leaves nothing behind for the next one', () => {
    const board = position('.X.O.\nXXOO.\n.XO.O\nXXOO.\n..XO.');
    const before = sharedPlayer().run(board, 32);
    sharedPlayer().run({ width: 19, height: 19, stones: new Uint8Array(361).map((_, p) => (p * 7) % 3) }, 4);
    expect(sharedPlayer().run(board, 32)).toEqual(before);
  });

  test('two eyes keep every stone, a stone in them none', () => {
    const { kept, blackFirst } = sharedPlayer().run(position('.X.XO\nXXXXO\nOOOOO\nOOO.O\nOOOO.'), 64);
    expect([kept[1], blackFirst[0], kept[10]]).toEqual([64, 32, 64]);
  });
});
