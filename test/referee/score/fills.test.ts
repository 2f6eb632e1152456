import { expect, test } from 'vitest';
import { parseDiagram } from '../../support/diagram.js';
import { BLACK } from '../../../src/core/color.js';
import { componentsOf, neighborsOf } from '../../../src/go/board/position.js';
import { forcedFills, OWNER } from '../../../src/referee/score/territory.js';
import { territoryOf } from './support.js';

test('rounds of filling leave the board that they begin with as it was', () => {
  const text = `
    X . O . O X .
    X . O O . O X
    X X X X X X .
    . . O X X X X
    . . X X . . .`;
  const { points: stones, width, height } = parseDiagram(text);
  const owner = territoryOf(text).owner.map((of) => (of > OWNER.dame ? 2 - ((of + 1) % 2) : of));
  const components = componentsOf({ width, height, stones });
  const before = stones.slice();
  const filled = new Uint8Array(stones.length);
  const dead = new Uint8Array(stones.length);
  const board = { width, height, stones, dead, components, owner, near: neighborsOf(width, height) };
  forcedFills(board, BLACK, filled);
  expect(stones).toEqual(before);
  expect([...filled.keys()].filter((p) => filled[p] === 1)).toEqual([6, 20]);
});
