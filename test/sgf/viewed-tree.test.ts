import { expect, test } from 'vitest';
import { readViewedTree } from '../../src/sgf/viewed-tree.js';

function notesOf(sgf: string): unknown[] {
  const text = new TextEncoder().encode(sgf);
  const tree = readViewedTree(text, { textStart: 0, textEnd: text.length, width: 9, height: 9 });
  return [...tree.notes];
}

test.each([
  ['a comment', '(;SZ[9];B[ee]C[good])', [[1, { C: 'good' }]]],
  ['the name of a node', '(;SZ[9];B[ee]N[the corner])', [[1, { C: 'the corner' }]]],
  ['a name above its comment', '(;SZ[9];B[ee]C[good]N[the corner])', [[1, { C: 'the corner\ngood' }]]],
  ['a clock and a label', '(;SZ[9];B[ee]BL[30]LB[cc:A])', [[1, { BL: '30', labels: [[20, 'A']] }]]],
  ['an empty comment', '(;SZ[9];B[ee]C[])', []],
])('what a node says: %s', (_, sgf, notes) => {
  expect(notesOf(sgf)).toEqual(notes);
});
