import { expect, test } from 'vitest';
import { readViewedTree } from '../../src/sgf/viewed-tree.js';
import { branchesAt, lineThrough } from '../../src/ui/parts/game-line.js';

test.each([
  ['A and B', '(;SZ[9];B[ee](;W[gc])(;W[cg]))', 'AB'],
  ['none that the record labels a point with', '(;SZ[9];B[ee]LB[cg:A][aa:C](;W[gc])(;W[cg]))', 'BD'],
  ['other labels leave them', '(;SZ[9];B[ee]LB[cg:1](;W[gc])(;W[cg]))', 'AB'],
])('letters of the ways on: %s', (_, sgf, letters) => {
  const text = new TextEncoder().encode(sgf);
  const tree = readViewedTree(text, { textStart: 0, textEnd: text.length, width: 9, height: 9 });
  const ways = branchesAt(tree, lineThrough(tree, 0), 1);
  expect(ways.map(({ letter }) => letter).join('')).toBe(letters);
});
