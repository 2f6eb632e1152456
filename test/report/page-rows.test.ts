import { expect, test } from 'vitest';
import { analyze } from '../../src/referee/analyze.js';
import { DEFAULT_OPTIONS } from '../../src/referee/options.js';
import { pageRow } from '../../src/columns/page-rows.js';

test.each([
  ['nothing', ';B[aa];W[bb]', 0],
  ['a move on a stone', ';B[aa];W[aa]', 1],
  ['a move out of turn, and one off the board', ';B[aa];B[bb];W[zz]', 2],
])('illegal moves are counted as in games.csv: %s', (_name, moves, illegal) => {
  const text = `(;FF[4]GM[1]SZ[9]RU[Japanese]${moves})`;
  const options = { ...DEFAULT_OPTIONS, file: 'a.sgf', digest: () => '', score: false };
  const report = analyze(new TextEncoder().encode(text), options).games[0]!;
  expect(report.replay.illegal).toBe(illegal);
  expect(pageRow(report).illegal).toBe(illegal);
});
