import { expect, test } from 'vitest';
import { BLACK, EMPTY } from '../../../src/core/color.js';
import { OUTCOMES } from '../../../src/core/kernels/layout.js';
import { componentsOf, type Position } from '../../../src/go/board/position.js';
import { netEstimator } from '../../../src/go/life/estimate-net.js';
import { position } from './support.js';

/** How often a net is asked that is equally sure that each stone lives. */
function looks(board: Position, sureness: number): number {
  let asked = 0;
  const net = {
    run: ({ stones }: Position) => {
      asked++;
      const chances = new Float32Array(stones.length * OUTCOMES);
      stones.forEach((stone, p) => {
        if (stone === EMPTY) return;
        chances[p * OUTCOMES + (stone === BLACK ? 0 : 1)] = sureness;
        chances[p * OUTCOMES + (stone === BLACK ? 1 : 0)] = 1 - sureness;
      });
      return chances;
    },
  };
  netEstimator(net)(board, componentsOf(board));
  return asked;
}

const SETTLED = position('.X.XO.O.\nXXXXOOOO\n.X.XO.O.\nXXXXOOOO');
/** Open: who moves first wins. */
const FEW_OPEN = position('XX..OO');
const MANY_OPEN = position('XXXXX\n.....\n.....\nOOOOO');
const OPEN_BORDER = position('XXXXXXXXX\n.........\n.........\nOOOOOOOOO');
const SPARSE = position('XX..OO\n......\n......');

test.each([
  ['playouts and net agree', SETTLED, 0.99, 1],
  ['the net is unsure of what playouts settle: of the reflected board too', SETTLED, 0.9, 2],
  ['the net is sure of what few playouts leave open', FEW_OPEN, 0.99, 1],
  ['the net is unsure of few stones: after 16, 32 and all playouts', FEW_OPEN, 0.9, 4],
  ['the net is unsure of many stones: after 32 and all playouts', MANY_OPEN, 0.9, 3],
  ['many points are contested: after all playouts alone', OPEN_BORDER, 0.9, 2],
  ['a board with few stones: after all playouts', SPARSE, 0.9, 2],
])('%s', (_, board, sureness, times) => {
  expect(looks(board, sureness)).toBe(times);
});
