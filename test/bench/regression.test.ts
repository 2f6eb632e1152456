import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { randomGame } from './random-game.js';
import { auditOne, stages } from './stages.js';
import { stockReplay } from './stock.js';

const GAMES = 60;
const ROUNDS = 5;

/** Far below what is measured (docs/speed.md), since machines are busy; a fault that makes every game several times slower falls below. */
const MIN_RATIO = 20;

test('a whole audit costs a small part of what the stock libraries need to parse and replay', () => {
  const texts = Array.from({ length: GAMES }, (_, i) => randomGame(i));
  const files = texts.map((text) => Buffer.from(text));
  for (let i = 0; i < 20; i++) files.forEach(auditOne);
  let own = Infinity;
  let stock = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    for (let i = 0; i < 10; i++) files.forEach(auditOne);
    const middle = performance.now();
    texts.slice(0, GAMES / 4).forEach(stockReplay);
    own = Math.min(own, (middle - start) / (10 * GAMES));
    stock = Math.min(stock, ((performance.now() - middle) * 4) / GAMES);
  }
  expect(stock / own).toBeGreaterThan(MIN_RATIO);
});

test('each stage of the bench does its work', () => {
  const files = Array.from({ length: 3 }, (_, i) => Buffer.from(randomGame(i)));
  expect(auditOne(files[0]!)).toBeGreaterThan(100);
  const found = [...stages(files, 1)];
  expect(found.length).toBeGreaterThan(8);
  for (const [, each] of found) expect(each).toBeGreaterThan(0);
});
