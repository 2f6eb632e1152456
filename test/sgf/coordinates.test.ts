import { describe, expect, test } from 'vitest';
import { formatPoint, pointToSgf } from '../../src/core/point.js';
import { analyze } from '../../src/referee/judge/analyze.js';
import { checkFile } from '../../src/toolkit/check/check-file.js';
import { fixFile } from '../../src/toolkit/format/fix-file.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A game on two rows and in column I (`i` in SGF, J on boards). */
const POINTS = [60, 72, 288, 300, 199, 161, 65, 142, 123, 180];
const gameOf = (points: readonly string[], head = '', tail = ''): string =>
  `(;GM[1]FF[4]SZ[19]${head}${points.map((one, i) => `;${i % 2 === 0 ? 'B' : 'W'}[${one}]`).join('')}${tail})`;
const sgf = POINTS.map((point) => pointToSgf(point, 19));
const names = POINTS.map((point) => formatPoint(point, 19, 19));
const withI = POINTS.map(
  (point) => String.fromCharCode(65 + (point % 19)) + String(19 - Math.floor(point / 19)),
);
const replaced = (points: readonly string[], at: number, by: string): string[] =>
  points.map((one, i) => (i === at ? by : one));

function linesOf(text: string): readonly (readonly number[])[] {
  return analyze(text).games.map(({ record: { line } }) => [
    ...line.kinds.subarray(0, line.count),
    ...line.points.subarray(0, line.count),
  ]);
}

const toldOf = (text: string) => {
  const file = checkFile(encoder.encode(text));
  return [...file.findings, ...file.games.flatMap(({ findings }) => findings)]
    .filter(({ code }) => /^sgf\/(?!property|long)|^move\//u.test(code))
    .map(({ code }) => code);
};

describe.each([
  ['names of points', gameOf(names), gameOf(sgf)],
  ['small letters', gameOf(names.map((one) => one.toLowerCase())), gameOf(sgf)],
  ['columns with I', gameOf(withI), gameOf(sgf)],
  ['capitals', gameOf(sgf.map((one) => one.toUpperCase())), gameOf(sgf)],
  ['white space', gameOf(names.map((one) => ` ${one}\n`)), gameOf(sgf)],
  ['escapes', gameOf(names.map((one) => `${one[0]!}\\${one.slice(1)}`)), gameOf(sgf)],
  ['passes', gameOf([...names, 'pass', 'PASS']), gameOf([...sgf, '', ''])],
  ['a pass of FF[3]', gameOf([...names, 'tt', '']), gameOf([...sgf, 'tt', ''])],
  ['handicap stones', gameOf(names, 'AB[D16][q4]AW[A1:C2]'), gameOf(sgf, 'AB[dd][pp]AW[ar:cs]')],
  [
    'marks',
    gameOf(names, '', 'LB[Q16:é Q4: x][A1:b]TR[Q16]AR[Q16:Q4]'),
    gameOf(sgf, '', 'LB[pd:é Q4: x][as:b]TR[pd]AR[pd:pp]'),
  ],
  ['a value without its bracket', '(;SZ[9];B[E5];W[C3', '(;SZ[9];B[ee];W[cg'],
  ['a small board', '(;SZ[9];B[E5];W[C3])', '(;SZ[9];B[ee];W[cg])'],
  ['variations', '(;SZ[9];B[E5](;W[C3])(;W[d3]))', '(;SZ[9];B[ee](;W[cg])(;W[dg]))'],
])('%s', (_, written, meant) => {
  test('are read, and one finding says so', () => {
    expect(linesOf(written)).toEqual(linesOf(meant));
    expect(toldOf(written).sort()).toEqual([...toldOf(meant), 'sgf/coordinates'].sort());
  });

  test('the other games of the file are left alone, and places are those of the file', () => {
    const text = `${gameOf(sgf)}\n${written}\n${written}`;
    expect(linesOf(text)).toEqual([...linesOf(gameOf(sgf)), ...linesOf(meant), ...linesOf(meant)]);
    const found = analyze(text).games.map(({ findings }) =>
      findings.filter(({ code }) => code === 'sgf/coordinates'),
    );
    expect(found.map(({ length }) => length)).toEqual([0, 1, 1]);
    const [first, second] = [found[1]![0]!, found[2]![0]!];
    expect(second.offset! - first.offset!).toBe(encoder.encode(written).length + 1);
  });

  test('a repaired file has the letters', () => {
    const { text, fixed } = fixFile(encoder.encode(written), 'safe', {});
    expect(fixed).toMatchObject({ 'sgf/coordinates': 1 });
    expect(linesOf(decoder.decode(text))).toEqual(linesOf(meant));
    expect(toldOf(decoder.decode(text))).not.toContain('sgf/coordinates');
  });
});

test.each([
  ['a sound game', gameOf(sgf)],
  ['passes', gameOf([...sgf, 'tt', ''])],
  ['one of many', gameOf(replaced(sgf, 6, names[6]!))],
  ['one of many in capitals', gameOf(replaced(sgf, 6, sgf[6]!.toUpperCase()))],
  ['setup alone', gameOf(sgf, 'AB[Q16]')],
  ['capitals of a large board', '(;SZ[37];B[Aa];W[bB];B[AA])'],
  ['a point that was played before', gameOf([...sgf, names[3]!])],
  ['a point that cannot be told from a slip', gameOf(replaced(sgf, 6, 'q3'))],
  ['a point beyond the board', gameOf(replaced(sgf, 6, 'Q20'))],
  ['column I among others without it', gameOf(replaced(sgf, 6, 'I16'))],
  ['columns with I and T', gameOf([...withI, 'T4', 'I5'])],
  ['capitals that may skip I', gameOf(['PD', 'DD', 'PP', 'DP'])],
  ['capitals beyond the board', gameOf(replaced(sgf, 6, 'UU'))],
  ['another game', '(;GM[2]SZ[8];B[D3];W[C5])'],
  ['names and capitals', gameOf(replaced(replaced(sgf, 6, 'Q10'), 7, 'CC'))],
  ['a comment', gameOf(replaced(sgf, 6, 'zz'), 'C[B[Q16\\] W[q16\\]]')],
])('%s: nothing is read', (_, text) => {
  expect(toldOf(text)).not.toContain('sgf/coordinates');
});

test('the bytes of the caller are left alone', () => {
  const bytes = Buffer.from(gameOf(names));
  analyze(bytes);
  expect(decoder.decode(bytes)).toBe(gameOf(names));
});
