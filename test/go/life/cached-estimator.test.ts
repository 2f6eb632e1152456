import { expect, test } from 'vitest';
import type { Estimate } from '../../../src/go/life/life.js';
import { componentsOf } from '../../../src/go/board/position.js';
import { cachedEstimator } from '../../../src/go/life/judge.js';
import { position } from './support.js';

const boards = ['.X\n..', 'X.\n..', '..\n.X'].map(position);

test('a position is judged once while it is among the last ones', () => {
  const judged: number[] = [];
  const estimator = cachedEstimator((board) => {
    judged.push(boards.indexOf(board));
    const dead = new Uint8Array(board.stones.length);
    const probability = new Float64Array(1);
    return { dead, probability, confidence: 0, unfinished: '' };
  }, 2);
  const ask = (which: number): Estimate => estimator(boards[which]!, componentsOf(boards[which]!));
  const first = ask(0);
  ask(1);
  expect(ask(0)).toBe(first);
  ask(2);
  expect(ask(0)).not.toBe(first);
  expect(judged).toEqual([0, 1, 2, 0]);
});

test('boards of the same stones in another shape are not mixed up', () => {
  const wide = { width: 4, height: 1, stones: Uint8Array.of(0, 1, 0, 0) };
  const square = { width: 2, height: 2, stones: wide.stones };
  let calls = 0;
  const estimator = cachedEstimator(() => {
    calls++;
    return {} as Estimate;
  });
  estimator(wide, componentsOf(wide));
  estimator(square, componentsOf(square));
  expect(calls).toBe(2);
});
