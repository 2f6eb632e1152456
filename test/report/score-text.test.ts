import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyze } from '../../src/referee/judge/analyze.js';
import { scoreText } from '../../src/report/output/score-text.js';
import { ROOT } from '../support/documents.js';

/** A record whose stones are set up as drawn, passed out. */
function setUp(...rows: readonly string[]): string {
  const listed = (sign: string): string =>
    rows
      .flatMap((row, y) =>
        Array.from(row, (one, x) => (one === sign ? `[${String.fromCharCode(97 + x, 97 + y)}]` : '')),
      )
      .join('');
  const size = `${String(rows[0]!.length)}:${String(rows.length)}`;
  return `(;GM[1]FF[4]SZ[${size}]RU[Japanese]KM[0.5]RE[W+0.5]AB${listed('X')}AW${listed('O')};B[];W[])`;
}

test.each([
  ['in seki', setUp('.XX.', 'XOOO', 'XX.O'), 'seki', 'of them in seki'],
  ['to be filled', setUp('.X.X.XX', 'XXXXXO.', 'OOOOOOO', '.O.OOOO'), 'fill', 'of them to be filled'],
])('the table names the points that it takes off: %s', (_, sgf, head, row) => {
  const [report] = analyze(sgf, { accounts: { scoreUnder: ['auto'] } }).games;
  const text = scoreText(report!);
  expect(text).toContain(row);
  expect(text).toMatch(new RegExp(`^ruleset +counting +count +${head} +passes`, 'm'));
});

test('dame in a seki are told apart from those that could be filled', () => {
  const sgf = readFileSync(join(ROOT, 'samples/scored/s4-seki-japanese.sgf'));
  const [report] = analyze(sgf, { accounts: { scoreUnder: ['auto'] } }).games;
  expect(scoreText(report!)).toMatch(/^unfilled dame +2\n {2}in a seki, which nobody fills +2$/m);
});
