import { describe, expect, test } from 'vitest';
import { checkFile } from '../../../src/toolkit/check/check-file.js';
import { FIXES, fixFile } from '../../../src/toolkit/format/fix-file.js';

const ROOT = 'FF[4]GM[1]CA[UTF-8]SZ[9]KM[6.5]RU[Japanese]PB[Kim]PW[Lee]';
const bytes = (text: string): Buffer => Buffer.from(text);
const codesOf = (text: Uint8Array): string[] =>
  checkFile(text).games.flatMap(({ findings }) => findings.map(({ code }) => code));

/** A smallest file for a code, and the repair. */
const CASES: readonly (readonly [code: keyof typeof FIXES, text: string])[] = [
  ['sgf/lower-case-ident', `(;FF[3]GM[1]SZ[9]KM[6.5]RU[Japanese]Black[aa];White[bb])`],
  ['sgf/missing-semicolon', `(${ROOT};B[aa])`],
  ['sgf/unclosed-tree', `(;${ROOT};B[aa]`],
  ['sgf/date-format', `(;${ROOT}DT[2026/11/22];B[aa])`],
  ['sgf/time-format', `(;${ROOT}TM[10 min];B[aa])`],
  ['result/repaired', `(;${ROOT}RE[B+R.];B[aa];W[bb])`],
  ['sgf/empty-node', `(;${ROOT};;B[aa])`],
  ['sgf/unknown-property', `(;${ROOT}QX[1];B[aa])`],
  ['sgf/text-outside', `(;${ROOT};B[aa]) and more text`],
  ['sgf/illegal-text', `(;${ROOT};B[aa]x!%y;W[bb])`],
];

describe('each repair settles its finding and makes no other', () => {
  test.each(CASES)('%s', (code, text) => {
    const { text: fixed, fixed: counts } = fixFile(bytes(text), FIXES[code]!.kind, {});
    expect(Object.keys(counts)).toContain(code);
    const after = codesOf(fixed!);
    expect(after).not.toContain(code);
    const before = codesOf(bytes(text));
    expect(after.filter((one) => !before.includes(one))).toEqual([]);
  });
});

test('unsafe repairs wait until they are wanted', () => {
  const text = bytes(`(;${ROOT}DT[2026/11/22]QX[1];B[aa])`);
  const { text: fixed, unsafe } = fixFile(text, 'safe', {});
  expect(Buffer.from(fixed!).toString()).toContain('DT[2026-11-22]QX[1]');
  expect(unsafe).toEqual({ 'sgf/unknown-property': 1 });
  expect(Buffer.from(fixFile(text, 'unsafe', {}).text!).toString()).not.toContain('QX');
});

test('what FF[4] has in another form is safe, what it does not have at all is not', () => {
  const text = bytes(`(;${ROOT};B[aa]M[bb]TC[3])`);
  const safe = fixFile(text, 'safe', {});
  expect(Buffer.from(safe.text!).toString()).toMatch(/;B\[aa\]MA\[bb\]TC\[3\]/);
  expect([safe.fixed, safe.unsafe, safe.left]).toEqual([
    { 'sgf/property-format': 1 },
    { 'sgf/property-format': 1 },
    {},
  ]);
  const unsafe = fixFile(text, 'unsafe', {});
  expect(Buffer.from(unsafe.text!).toString()).toMatch(/;B\[aa\]MA\[bb\]\)/);
  expect([unsafe.fixed, unsafe.unsafe, unsafe.left]).toEqual([{ 'sgf/property-format': 2 }, {}, {}]);
});

test('a game that cannot be repaired does not keep the others of its file from it', () => {
  const text = bytes(`(;${ROOT}DT[2026/11/22];B[aa])\n(;${ROOT}DT[some day];B[aa])`);
  const { text: fixed, fixed: counts, left } = fixFile(text, 'safe', {});
  expect(Buffer.from(fixed!).toString()).toMatch(/DT\[2026-11-22\][^]*DT\[some day\]/);
  expect([counts, left]).toEqual([{ 'sgf/date-format': 1 }, { 'sgf/date-format': 1 }]);
});

test('a file without repairs stays as it is', () => {
  expect(fixFile(bytes(`(;${ROOT};B[aa])`), 'unsafe', {})).toEqual({
    text: undefined,
    fixed: {},
    unsafe: {},
    left: {},
  });
});

test('codes that are ignored are not repaired', () => {
  const text = bytes(`(;${ROOT}DT[2026/11/22];B[aa])`);
  expect(fixFile(text, 'safe', { ignore: new Set(['sgf/date-format']) }).text).toBeUndefined();
});

test('where one repair fails, the others are made', () => {
  // The text between the properties cannot be kept.
  const text = bytes(`(;${ROOT}DT[2026/11/22];B[aa]x!%y;W[bb])`);
  const { text: fixed, left } = fixFile(text, 'safe', {});
  expect(fixed).toBeUndefined();
  expect(left).toEqual({ 'sgf/date-format': 1 });
});

test('a repair that another one makes possible is made too: nothing is left for a second run', () => {
  const text = bytes(
    '(;FF[3]VW[]GM[1]SZ[19]KM[5.5]RE[B+3.5]DT[2001/02/08 20:26:45 UT];B[aa];W[bb];B[tt]C[])',
  );
  const { text: fixed, fixed: counts } = fixFile(text, 'unsafe', {});
  expect(Buffer.from(fixed!).toString()).toContain(';B[tt]C[];W[])');
  expect(counts).toMatchObject({ 'ending/passes-missing': 1 });
  expect(fixFile(fixed!, 'unsafe', {}).text).toBeUndefined();
});

test('moves, komi and results stay as they are', () => {
  const text = bytes(
    `(;FF[4]GM[1]CA[UTF-8]SZ[19]KM[650]RU[Chinese]RE[B+R.]DT[2026/11/22];B[pd];W[dd];B[];W[])`,
  );
  const { text: fixed } = fixFile(text, 'unsafe', {});
  const [before, after] = [text, fixed!].map((one) => checkFile(one).games[0]!);
  expect(after!.lineKey).toEqual(before!.lineKey);
  expect([after!.record.komi, after!.record.result]).toMatchObject([{ halves: 13 }, { by: 'resign' }]);
});
