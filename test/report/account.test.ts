import { expect, test } from 'vitest';

import { comparedColumnsOf, comparedRows } from '../../src/report/columns/tables.js';
import { accountsOf, statementOf } from '../../src/report/columns/account.js';
import { WORDS } from '../../src/core/words/all.js';
import { LANGUAGES } from '../../src/core/words/languages.js';
import { termOf } from '../../src/core/words/template.js';
import { marginText } from '../../src/core/text.js';
import { rulesetByName } from '../../src/go/rules/rulesets.js';
import { analyze } from '../../src/referee/judge/analyze.js';
import { movesDigest } from '../../src/referee/judge/decisions.js';
import type { Converted } from '../../src/referee/judge/report.js';
import { comparedText, conversionText } from '../../src/report/output/score-text.js';
import type { Conversion } from '../../src/referee/score/convert.js';

/** The first sentence of an account from japanese to aga, in half points. */
function outcome(
  one: Pick<Conversion, 'marginToHalves' | 'toLowHalves' | 'toHighHalves' | 'winnerTo'>,
): string {
  const account = {
    ...{ basis: 'computed', from: 'japanese', to: 'aga', komiFromHalves: 13, komiToHalves: 15 },
    ...{ marginFromHalves: 3, winnerFrom: 'black', flips: one.winnerTo !== 'black', ...one },
  } as Conversion;
  return statementOf([{ head: 'computed', one: account, items: new Map(), notes: [] }]).outcomes[0]!;
}

test.each([
  [
    'an odd dame that may turn the winner',
    { marginToHalves: 1, toLowHalves: -1, toHighHalves: 1, winnerTo: 'black' as const },
    'B+1.5 under japanese is B+0.5 under aga with the dame left open, W+0.5 with them filled in turn: the winner depends on the dame',
  ],
  [
    'an odd dame that turns nothing',
    { marginToHalves: 5, toLowHalves: 3, toHighHalves: 5, winnerTo: 'black' as const },
    'B+1.5 under japanese is B+2.5 under aga with the dame left open, B+1.5 with them filled in turn: the same winner',
  ],
  [
    'an odd dame with another winner than before',
    { marginToHalves: -3, toLowHalves: -3, toHighHalves: -1, winnerTo: 'white' as const },
    'B+1.5 under japanese is W+1.5 under aga with the dame left open, W+0.5 with them filled in turn: the winner changes: White wins',
  ],
  [
    'no dame',
    { marginToHalves: -1, toLowHalves: -1, toHighHalves: -1, winnerTo: 'white' as const },
    'B+1.5 under japanese is W+0.5 under aga: the winner changes: White wins',
  ],
])('%s', (_, one, sentence) => {
  expect(outcome(one)).toBe(sentence);
  for (const language of LANGUAGES.filter((tag) => tag !== 'en')) {
    const said = termOf(sentence, WORDS[language]);
    expect(said).not.toMatch(/ with | left | filled |wins/);
    // Each result once, in whichever order the language has them.
    for (const result of sentence.match(/[BW]\+\d\.5/g)!) expect(said).toContain(result);
  }
});

/** Two handicap stones, each side with a wall. */
const HANDICAP = '(;GM[1]FF[4]SZ[9]RU[Japanese]HA[2]KM[0.5]RE[B+8.5]AB[gc][cg];W[ee];B[ef];W[];B[])';

test('a note of a table names all rulesets of which it holds, and says why a komi is kept', () => {
  const convertTo = ['japanese', 'chinese', 'wmsg-2008', 'stone-scoring'].map((name) => rulesetByName(name)!);
  const [report] = analyze(HANDICAP, { accounts: { convertTo, convert: { sideBySide: true } } }).games;
  const note = comparedColumnsOf(report!).findIndex(({ name }) => name === 'note');
  const notes = String(comparedRows(report!)[0]![note]).split('; ');
  expect(notes).toContain(
    'under chinese and wmsg-2008, handicap games have no komi of their own, so that of japanese is kept',
  );
  expect(notes).toContain(
    'under stone-scoring, games have no komi of their own, so that of japanese is kept',
  );
  expect(new Set(notes).size).toBe(notes.length);
});

/** Black has 45 points of 81, and komi is 0.5. */
const WALL =
  '(;GM[1]FF[4]SZ[9]RU[Japanese]KM[0.5]RE[B+8.5];AB[ea][eb][ec][ed][ee][ef][eg][eh][ei]' +
  'AW[fa][fb][fc][fd][fe][ff][fg][fh][fi];B[];W[]TB[aa:di]TW[ga:ii])';

test.each([
  ['the declared result, without one', {}, ['computed B+8.5 B+8.5', 'declared B+8.5 B+8.5'], ''],
  ['the count with the komi decided', { komi: 20.5 }, ['computed W+11.5 W+11.5'], 'ruling'],
  ['the result decided', { result: 'W+2.5' }, ['computed B+8.5 B+8.5', 'declared W+2.5 W+2.5'], 'ruling'],
])('after a ruling, what is converted is %s', (_, ruled, expected, mark) => {
  const to = [rulesetByName('aga')];
  const accounts = { convertTo: to, convert: { komiToHalves: 'same' as const } };
  const [before] = analyze(WALL, { accounts }).games;
  const game = movesDigest(before!.record);
  const decision = { game, name: 'A. Referee', date: '2026-11-25', reason: 'as posted', ...ruled };
  const decisions = Object.keys(ruled).length > 0 ? [decision] : [];
  const [report] = analyze(WALL, { accounts, decisions }).games;
  const [{ bases }] = report!.conversion!.to as [Converted];
  const said = bases.map(
    (one) => `${one.basis} ${marginText(one.marginFromHalves)} ${marginText(one.marginToHalves)}`,
  );
  expect(said).toEqual(expected);
  expect(comparedText(report!).includes('ruling')).toBe(mark !== '');
  expect(conversionText(report!).includes('decided by A. Referee on 2026-11-25')).toBe(mark !== '');
});

const SEKI = '(;SZ[4:3]RU[Japanese]KM[6.5]AW[ba][ca][ab][ac][bc]AB[bb][cb][db][dc]RE[W+5];B[];W[])';
/** On points of `SEKI` without a stone. */
const owned = (...owners: readonly number[]): Uint8Array =>
  Uint8Array.from({ length: 12 }, (_, at) => owners[[0, 3, 10].indexOf(at)] ?? 0);

test.each([
  ['seki alone', 'points in seki', owned(5)],
  ['points to be filled alone', 'points to be filled', owned(0, 6)],
  ['both', 'points in seki and to be filled', owned(5, 6)],
  ['no more than the counts', 'points in seki', undefined],
])('what counts besides is said by what the board has: %s', (_, points, owner) => {
  const accounts = { convertTo: [rulesetByName('aga')] };
  const [report] = analyze(SEKI, { accounts }).games;
  const { conversion, score } = report!;
  const shown = { ...report!, score: { ...score!, owner } };
  const [column] = accountsOf(shown, conversion!, conversion!.to[0]!);
  const said = [...column!.items.keys()].find((item) => item.startsWith('points'));
  expect(said).toMatch(new RegExp(`^${points} count(?:, such as [A-D]\\d)?$`));
  for (const language of LANGUAGES.filter((tag) => tag !== 'en'))
    for (const item of [said!, `${points} do not count`, `${points}, which do not count`])
      expect(termOf(item, WORDS[language])).not.toMatch(/points in|points to|count\b|such as/);
});
