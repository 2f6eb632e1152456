import iconv from 'iconv-lite';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkFile } from '../../src/toolkit/check/check-file.js';
import { analyze, DEFAULT_OPTIONS, type FileReport } from '../../src/referee/judge/analyze.js';
import { ACTION } from '../../src/core/line.js';
import { FAITHFUL } from '../../src/toolkit/format/format-types.js';
import { formatFile } from '../../src/toolkit/format/format-file.js';
import { scanFile } from '../../src/sgf/scan/scan-file.js';

const GIB = [
  '\\HS',
  '\\[GAMEWHITENAME=李昌 (9段)\\]',
  '\\[GAMEBLACKNAME=stone]hand (7D)\\]',
  '\\[GAMEDATE=2008- 4-12- 4-12-12\\]',
  '\\[GAMERESULT=white 2.5 win\\]',
  '\\[GAMEINFOMAIN=GBKIND:3,GTYPE:0,GCDT:5,GTIME:1200-30-3,GRLT:1,ZIPSU:25,DUM:0,GONGJE:65,TCNT:4,AUSZ:0\\]',
  '\\HE',
  '\\GS',
  '2 1 0',
  '4 0 &4',
  'INI 0 1 0 &4 ',
  'STO 0 2 1 15 3 ',
  'STO 0 3 2 3 15 ',
  'SKI 0 4 ',
  'SKI 0 5 ',
  '\\GE',
  '',
].join('\r\n');

const NGF = [
  'Friendly match',
  '19',
  '흰돌       6D*',
  'stone 3D',
  'www.cyberoro.com',
  '0',
  '0',
  '6',
  '20150423 [13:44]',
  '10',
  'White wins by 2.5!',
  '3',
  'PMABBQEQE',
  'PMACWEQEQ',
  'PMADBAAAA',
].join('\n');

const read = (bytes: Uint8Array): FileReport =>
  analyze(bytes, { ...DEFAULT_OPTIONS, file: 'game', digest: () => '' });
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const codes = (report: FileReport): string[] => report.findings.map(({ code }) => code);

describe('GIB', () => {
  test.each(['utf8', 'gb18030', 'utf16le'])('header, plays and passes, in %s', (charset) => {
    const report = read(iconv.encode(GIB, charset, { addBOM: charset === 'utf16le' }));
    const { record } = report.games[0]!;
    expect(record).toMatchObject({
      black: 'stone]hand',
      white: '李昌',
      date: '2008-04-12',
      origin: 'tygem',
      komi: { kind: 'komi', halves: 13 },
      result: { kind: 'margin', winner: 'white', marginHalves: -5 },
    });
    const { line } = record;
    expect([...line.kinds.subarray(0, line.count)]).toEqual([
      ACTION.playBlack,
      ACTION.playWhite,
      ACTION.passBlack,
      ACTION.passWhite,
    ]);
    expect([...line.points.subarray(0, 2)]).toEqual([3 * 19 + 15, 15 * 19 + 3]);
    expect(codes(report)).toContain('file/read-as');
    expect(codes(report)).not.toContain('file/bad-line');
  });

  test('handicap stones are on the points of the server, and White plays first', () => {
    const text = GIB.replace('INI 0 1 0', 'INI 0 1 3').replace('STO 0 2 1 15 3', 'SKI 0 2');
    const { record } = read(utf8(text)).games[0]!;
    expect(record.handicap).toMatchObject({ declared: 3, stones: 3, how: 'setup' });
    const { line } = record;
    expect([...line.points.subarray(0, 3)]).toEqual([15 * 19 + 3, 3 * 19 + 15, 3 * 19 + 3]);
    expect(line.kinds[3]).toBe(ACTION.passWhite);
  });

  test.each([
    ['GRLT:3', 'ended', 'black'],
    ['GRLT:4', 'ended', 'white'],
    ['GRLT:7', 'ended', 'black'],
    ['GRLT:0', 'margin', 'black'],
    ['GRLT:66', 'margin', 'white'],
  ])('%s is %s for %s; an unknown number leaves it to the words', (how, kind, winner) => {
    expect(read(utf8(GIB.replace('GRLT:1', how))).games[0]!.record.result).toMatchObject({ kind, winner });
  });

  test('reverse komi, and fields without a property', () => {
    const text = GIB.replace('GONGJE:65', 'GONGJE:-55').replace(
      '\\HE',
      '\\[GAMECONDITION=no komi\\]\r\n\\HE',
    );
    const { record } = read(utf8(text)).games[0]!;
    expect(record.komi).toMatchObject({ kind: 'komi', halves: -11 });
    const sgf = Buffer.from(formatFile(utf8(text), FAITHFUL).text).toString();
    expect(sgf).toContain('GC[GAMEDATE=2008- 4-12- 4-12-12; GAMERESULT=white 2.5 win; GAMEINFOMAIN=GBKIND:3');
    expect(sgf).toContain('GAMECONDITION=no komi]');
  });

  test('a line that is no move is told with its line, and costs no other', () => {
    const report = read(utf8(GIB.replace('STO 0 3 2 3 15 ', 'STO 0 3 7 3 15 ')));
    expect(report.findings.find(({ code }) => code === 'file/bad-line')).toMatchObject({
      line: 13,
      args: { format: 'GIB', lines: 1, value: 'STO 0 3 7 3 15' },
    });
    expect(report.games[0]!.replay.moves).toBe(3);
  });

  test('a play off the board is judged as in SGF, on its own line', () => {
    const report = read(utf8(GIB.replace('STO 0 3 2 3 15', 'STO 0 3 2 3 25')));
    expect(report.games[0]!.findings.find(({ code }) => code === 'move/off-board')).toMatchObject({
      line: 13,
      move: 2,
    });
  });
});

describe('NGF', () => {
  test.each(['utf8', 'euc-kr'])('header, plays and a pass, in %s', (charset) => {
    const report = read(iconv.encode(NGF, charset));
    const { record } = report.games[0]!;
    expect(record).toMatchObject({
      black: 'stone',
      white: '흰돌',
      date: '2015-04-23',
      komi: { kind: 'komi', halves: 13 },
      result: { kind: 'margin', winner: 'white', marginHalves: -5 },
    });
    const { line } = record;
    expect([...line.kinds.subarray(0, line.count)]).toEqual([
      ACTION.playBlack,
      ACTION.playWhite,
      ACTION.passBlack,
    ]);
    expect([...line.points.subarray(0, 2)]).toEqual([3 * 19 + 15, 15 * 19 + 3]);
  });

  test.each([
    ['Black wins by resign!', 'B+R'],
    ['White lose on time', 'B+T'],
    ['White wins by 10.5', 'W+10.5'],
  ])('%s is %s', (words, result) => {
    const text = NGF.replace('White wins by 2.5!', words);
    expect(scanFile(utf8(text)).games[0]!.header.get('RE')).toBe(result);
  });

  test('with a handicap komi is as written and the stones are on the board', () => {
    const lines = NGF.split('\n');
    lines[5] = '2';
    lines[7] = '0';
    const { record } = read(utf8(lines.join('\n'))).games[0]!;
    expect(record.handicap).toMatchObject({ declared: 2, stones: 2, how: 'setup' });
    expect(record.komi).toMatchObject({ kind: 'komi', halves: 0 });
  });
});

test('NGF whose header is marked: size, date and title; players without a color, and comments, are lines of GC', () => {
  const header = [
    'GITen Dan',
    'GIyoon 1d',
    'GIlee 5d',
    'GI',
    'GI',
    'GI2006-9-5',
    'GI19',
    'GI0',
    'GI0',
    'GI6',
    'GI2',
  ];
  const lines = [...header, 'PMABBREER', 'PMACWEEEE', 'GI1', 'IDB[2] Black resigned[EndTxt]', ''];
  const report = read(iconv.encode(lines.join('\r\n'), 'gb18030'));
  expect(codes(report)).not.toContain('file/bad-line');
  const { record } = report.games[0]!;
  expect(record).toMatchObject({ black: '', white: '', date: '2006-09-05', width: 19 });
  expect([...record.line.points.subarray(0, record.line.count)]).toEqual([3 * 19 + 16, 3 * 19 + 3]);
  const sgf = Buffer.from(formatFile(utf8(lines.join('\n')), FAITHFUL).text).toString();
  expect(sgf).toContain('GC[yoon 1d; lee 5d; 6; 2; 1; Black resigned]');
  lines[7] = 'GI2';
  expect(codes(read(utf8(lines.join('\n'))))).toContain('file/bad-line');
});

test('SGF with a number alone in its second line stays SGF', () => {
  const file = scanFile(utf8('(;GM[1]C[a\n12\nb];B[dd])'));
  expect(file.translation?.format).toBeUndefined();
  expect(file.games).toHaveLength(1);
});

test('damaged records of both formats never throw and give one game', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(GIB, NGF),
      fc.array(fc.tuple(fc.nat(900), fc.string({ maxLength: 6 }), fc.nat(9)), { maxLength: 8 }),
      (text, edits) => {
        let damaged = text.slice(0, 5);
        let at = 5;
        for (const [from, put, gone] of edits.sort((a, b) => a[0] - b[0])) {
          if (from < at) continue;
          damaged += text.slice(at, from) + put;
          at = from + gone;
        }
        damaged += text.slice(at);
        const file = scanFile(utf8(damaged));
        if (file.translation?.format === undefined) return;
        expect(file.games).toHaveLength(1);
        expect(file.games[0]!.end).toBe(utf8(damaged).length);
      },
    ),
    { numRuns: 300 },
  );
});

test.each([
  ['GIB', GIB],
  ['NGF', NGF],
])(
  'the check finds no fault in what the translation of %s adds, nor in the file that is written',
  (_, text) => {
    const bytes = Buffer.from(text);
    const { refused, text: written } = formatFile(bytes, FAITHFUL);
    expect(refused).toBe(false);
    for (const one of [bytes, written]) {
      const codes = checkFile(one).games.flatMap(({ findings }) => findings.map(({ code }) => code));
      expect(codes.filter((code) => code.startsWith('sgf/'))).toEqual([]);
    }
  },
);
