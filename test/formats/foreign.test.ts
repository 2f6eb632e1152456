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

describe('OGS', () => {
  const game = {
    game_id: 12345,
    game_name: 'Friendly [match]',
    width: 5,
    height: 5,
    rules: 'japanese',
    komi: 0.5,
    handicap: 0,
    phase: 'finished',
    outcome: '5.5 points',
    winner: 1,
    start_time: 1587945600,
    black_player_id: 1,
    white_player_id: 2,
    players: {
      black: { username: 'kuro', rank: 28.1, id: 1 },
      white: { username: 'shiro', rank: 31.7, id: 2 },
    },
    time_control: { system: 'byoyomi', main_time: 600, period_time: 30, periods: 5 },
    initial_player: 'black',
    initial_state: { black: '', white: '' },
    moves: [
      [2, 2, 900],
      [3, 2, 1],
      [2, 1, 1],
      [3, 1, 1],
      [2, 3, 1],
      [3, 3, 1],
      [2, 0, 1],
      [3, 0, 1],
      [2, 4, 1],
      [3, 4, 1],
      [-1, -1, 1],
      [1, 1, 1],
      [-1, -1, 5],
      [-1, -1, 7],
    ],
    removed: 'bb',
    score: {
      black: { total: 11, scoring_positions: 'aaabacadaebabbbcbdbe' },
      white: { total: 5.5, scoring_positions: 'eaebecedee' },
    },
  };
  const ogs = (changes: object = {}): FileReport => read(utf8(JSON.stringify({ ...game, ...changes })));

  test('header, moves, passes, and the stones that the players removed', () => {
    const report = ogs();
    const { record, score, settlement, replay } = report.games[0]!;
    expect(record).toMatchObject({
      black: 'kuro',
      white: 'shiro',
      ranks: { black: '2k', white: '2d' },
      origin: 'ogs',
      date: '2020-04-27',
      rulesName: 'japanese',
    });
    expect(replay).toMatchObject({ moves: 14, passesBlack: 2, passesWhite: 1, illegal: 0 });
    expect(score?.life).toMatchObject({ source: 'marked' });
    expect(score?.life.chains.filter(({ dead }) => dead)).toHaveLength(1);
    expect(settlement?.verdict).toBe('confirmed');
    expect(codes(report)).toContain('file/read-as');
  });

  test('area rules count the own stones too; what the API returns has the game inside', () => {
    const score = {
      black: { scoring_positions: 'aaabacadaebabbbcbdbecacbcccdce' },
      white: { scoring_positions: 'dadbdcdddeeaebecedee' },
    };
    const inside = { id: 5, gamedata: { ...game, rules: 'chinese', score, outcome: '4.5 points' } };
    const [one] = read(utf8(JSON.stringify(inside))).games;
    expect(one?.ruleset?.name).toMatch(/^chinese/);
    expect(one?.score?.life.source).toBe('marked');
    expect(one?.settlement?.verdict).toBe('confirmed');
  });

  test('handicap stones in the start position, or as the first moves', () => {
    const set = ogs({
      handicap: 2,
      initial_state: { black: 'bbdd', white: '' },
      initial_player: 'white',
      moves: [
        [2, 2, 1],
        [0, 0, 1],
      ],
    });
    expect(set.games[0]!.record.handicap).toMatchObject({ declared: 2, stones: 2, how: 'setup' });
    expect([...set.games[0]!.record.line.kinds.subarray(0, 4)]).toEqual([
      ACTION.addBlack,
      ACTION.addBlack,
      ACTION.playWhite,
      ACTION.playBlack,
    ]);
    const free = ogs({
      handicap: 2,
      moves: [
        [1, 1, 1],
        [3, 3, 1],
        [2, 2, 1],
      ],
    });
    expect([...free.games[0]!.record.line.kinds.subarray(0, 3)]).toEqual([
      ACTION.playBlack,
      ACTION.playBlack,
      ACTION.playWhite,
    ]);
  });

  test('results', () => {
    const resultOf = (changes: object): unknown => ogs(changes).games[0]!.record.result;
    expect(resultOf({ outcome: 'Resignation', winner: 2 })).toMatchObject({ kind: 'ended', winner: 'white' });
    expect(resultOf({ outcome: 'Timeout' })).toMatchObject({ kind: 'ended', winner: 'black' });
    expect(resultOf({ outcome: '0 points', winner: 0 })).toMatchObject({ kind: 'jigo' });
    expect(resultOf({ phase: 'play' })).toMatchObject({ kind: 'missing' });
  });

  test('other JSON is no game, and nonsense in a game is a finding', () => {
    for (const text of [
      '{}',
      '{"moves":[],"width":0,"height":9}',
      '{"moves":1,"width":9,"height":9}',
      '{"width"',
      '[{"moves":[]}]',
    ])
      expect(codes(read(utf8(text)))).not.toContain('file/read-as');
    const report = ogs({
      moves: [[9, 9, 1], 'x', null, { x: 1, y: 1 }],
      players: 3,
      time_control: [],
      komi: {},
      score: 'x',
      initial_state: null,
    });
    expect(codes(report)).toContain('file/bad-line');
    expect(report.games).toHaveLength(1);
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (one, other) => {
        read(
          utf8(
            `{"width":9,"height":9,"moves":[${one},${other}],"players":${other},"score":${one},"initial_state":${other},"komi":${one}}`,
          ),
        );
      }),
    );
  });
});
