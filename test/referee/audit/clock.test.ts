import { describe, expect, test } from 'vitest';
import { gameCells, GAME_COLUMNS } from '../../../src/report/columns/games.js';
import { messageOf } from '../../../src/core/findings/finding.js';
import { analyze } from '../../../src/referee/judge/analyze.js';
import type { GameReport } from '../../../src/referee/judge/report.js';

const LETTERS = 'abcdefghijklmnopqrs';

/**
 * A game from words: `B:50` is a move of Black with BL[50], `W:30/5` one of White with WL[30]OW[5], `B` one without a clock, `B:/4`
 * one with OB[4] alone. Words in braces are properties as they are, a node of their own: `{BL[60]WL[60]}`; behind a word they
 * stand in its node: `B{BL[50]WL[60]}`.
 */
function report(header: string, words: string): GameReport {
  let move = 0;
  const nodes = words.split(/\s+/u).map((word) => {
    const [, color = '', left = '', count = '', more = ''] =
      /^([BW]?)(?::(-?[\d.]*)(?:\/(\d+))?)?(?:\{(.*)\})?$/u.exec(word) ?? [];
    const point = `${LETTERS[(2 * move) % 19]!}${LETTERS[2 * Math.floor(move / 10)]!}`;
    if (color !== '') move++;
    const time = left === '' ? '' : `${color}L[${left}]`;
    const periods = count === '' ? '' : `O${color}[${count}]`;
    return `;${color === '' ? '' : `${color}[${point}]`}${time}${periods}${more}`;
  });
  const sgf = `(;GM[1]FF[4]SZ[19]KM[6.5]RU[Japanese]${header}${nodes.join('')})`;
  return analyze(sgf, { score: false }).games[0]!;
}

/** `severity code` of what was found about the time, with the move where there is one. */
function found(header: string, words: string): readonly string[] {
  return report(header, words)
    .findings.filter(({ code }) => code.startsWith('time/'))
    .map(({ severity, code, move }) => `${severity} ${code.slice(5)}${move === undefined ? '' : ` ${move}`}`);
}

type Row = readonly [about: string, header: string, words: string, ...found: string[]];

const KGS = 'AP[CGoban:3]PC[The KGS Go Server at http://www.gokgs.com/]';
const ABSOLUTE = 'TM[600]OT[none]';
const BYOYOMI = 'TM[600]OT[5x30 byo-yomi]';
const CANADIAN = 'TM[600]OT[3/60 Canadian]';
const FISCHER = 'TM[60]OT[10 Fischer max 90]';

const MACHINES: Readonly<Record<string, readonly Row[]>> = {
  'absolute time': [
    ['goes down', ABSOLUTE, 'B:590 W:600 B:580 W:599.5'],
    ['stays, or grows by the tolerance', ABSOLUTE, 'B:590 W:580 B:591 W:580'],
    ['grows', ABSOLUTE, 'B:590 W:580 B:592 W:580', 'warning increase 3'],
    ['grows and goes down again', ABSOLUTE, 'B:300 W:580 B:400 W:570 B:350', 'warning increase 3'],
    ['begins above the limit', ABSOLUTE, 'B:700 W:590 B:690', 'warning above-limit 1'],
    ['is shown before the first move', ABSOLUTE, '{BL[600]WL[600]} B:590 W:590'],
    ['falls below zero', ABSOLUTE, 'B:2 W:500 B:-3', 'note negative 3'],
    [
      'falls below zero, and the player moves on',
      ABSOLUTE,
      'B:2 W:500 B:-3 W:490 B:-9 W:480 B:-11',
      'note negative 3',
      'warning flag-fallen 5',
    ],
    [
      'falls below zero by the delay of the network',
      ABSOLUTE,
      'B:2 W:500 B:-0.6 W:490 B:-0.9',
      'note negative 3',
    ],
    ['both clocks at each move', ABSOLUTE, 'B{BL[590]WL[600]} W{BL[590]WL[570]} B{BL[580]WL[570]}'],
    [
      'the clock of the player who waits grows',
      ABSOLUTE,
      'B{BL[590]WL[600]} W{BL[595]WL[570]} B{BL[580]WL[570]}',
      'warning increase 2',
    ],
  ],
  'byo-yomi': [
    ['is entered from main time', BYOYOMI, 'B:5 W:400 B:30/5 W:390 B:30/5 W:380 B:30/4'],
    ['begins at once', 'TM[0]OT[5x30 byo-yomi]', 'B:30/5 W:30/5 B:30/4 W:30/5'],
    ['loses several periods with one move', BYOYOMI, 'B:30/5 W:400 B:30/2 W:390 B:30/1'],
    ['is written as it runs, not as it begins anew', BYOYOMI, 'B:12/5 W:400 B:25/5 W:390 B:3/4'],
    ['gets a period back', BYOYOMI, 'B:30/3 W:400 B:30/4', 'warning periods 3'],
    ['has more periods than OT', BYOYOMI, 'B:30/6 W:400 B:30/6', 'warning periods 1'],
    ['has longer periods than OT', BYOYOMI, 'B:5 W:400 B:45/5 W:390 B:45/4', 'warning overdrawn 3'],
    ['goes back to main time', BYOYOMI, 'B:30/5 W:400 B:500 W:390', 'warning increase 3'],
    ['is not counted: each period is written whole', BYOYOMI, 'B:5 W:400 B:30 W:390 B:30 W:380 B:29'],
    [
      'is not counted: all periods are written together',
      'TM[0]OT[10x60 byo-yomi]',
      'B:600 W:600 B:590 W:600',
    ],
    ['main time above TM', BYOYOMI, 'B:700 W:590', 'warning above-limit 1'],
    ['main time grows', BYOYOMI, 'B:300 W:590 B:400', 'warning increase 3'],
    ['the count is written in main time too', BYOYOMI, 'B:590/5 W:580/5 B:570/5 W:560/5'],
    [
      'the last period is overdrawn',
      BYOYOMI,
      'B:30/1 W:400 B:-2/1 W:390 B:30/1',
      'note negative 3',
      'warning flag-fallen 5',
    ],
  ],
  'Canadian overtime': [
    ['is entered and counted down', CANADIAN, 'B:5 W:400 B:55/2 W:390 B:40/1 W:380 B:60/3 W:370 B:50/2'],
    ['begins anew without the full count', CANADIAN, 'B:55/2 W:400 B:40/1 W:390 B:55/2'],
    ['writes the end of a period as 0', CANADIAN, 'B:40/1 W:400 B:30/0 W:390 B:50/2'],
    ['stays at 0', CANADIAN, 'B:30/0 W:400 B:20/0', 'warning overdrawn 3'],
    ['skips a move', 'TM[0]OT[9/60 Canadian]', 'B:50/8 W:50/8 B:40/6 W:40/7', 'warning overdrawn 3'],
    ['has more moves than OT', CANADIAN, 'B:50/5 W:400', 'warning periods 1'],
    ['has more time than a period', CANADIAN, 'B:5 W:400 B:70/2', 'warning overdrawn 3'],
    ['time grows within a period', 'TM[0]OT[9/60 Canadian]', 'B:30/8 W:50/8 B:40/7', 'warning overdrawn 3'],
    ['is not counted', CANADIAN, 'B:5 W:400 B:60 W:390 B:50'],
  ],
  'Fischer time': [
    ['grows with each move', 'TM[60]OT[10 Fischer]', 'B:69 W:70 B:78 W:80 B:20'],
    ['grows by more than the increment', 'TM[60]OT[10 Fischer]', 'B:30 W:70 B:45', 'warning increase 3'],
    ['is above all increments so far', 'TM[60]OT[10 Fischer]', 'B:100', 'warning above-limit 1'],
    ['stays below the cap', FISCHER, 'B:70 W:70 B:80 W:80 B:90 W:90 B:90 W:90 B:90'],
    ['exceeds the cap', FISCHER, 'B:70 W:70 B:80 W:80 B:90 W:90 B:95', 'warning above-limit 7'],
    ['was overdrawn', FISCHER, 'B:-5 W:70 B:3', 'note negative 1', 'warning flag-fallen 3'],
  ],
  'time for each move alone': [
    ['begins anew each move', 'TM[0]OT[30 simple]', 'B:20 W:5 B:29 W:30'],
    ['is above the limit', 'TM[0]OT[30 simple]', 'B:20 W:5 B:50', 'warning above-limit 3'],
  ],
  'time limits that are not known': [
    ['no limit in the record: any clock', '', 'B:10 W:20 B:900 W:5 B:50/3'],
    ['overtime not stated, as in files of IGS', 'TM[60]', 'B:45 W:50 B:513 W:400 B:500'],
    ['overtime not understood', 'TM[60]OT[Mysterious]', 'B:45 W:50 B:513', 'note unknown-system'],
    ['below zero is below zero', '', 'B:-4 W:20 B:-9', 'note negative 1'],
    ['no limit at all', 'TM[none]', 'B:10 W:20 B:30'],
  ],
};

describe.each(Object.entries(MACHINES))('%s', (_, rows) => {
  test.each(rows)('%s', (_about, header, words, ...expected) => {
    expect(found(header, words)).toEqual(expected);
  });
});

const SILENT: readonly (readonly [about: string, header: string, words: string])[] = [
  [
    'KGS writes the clock after a period has begun anew',
    `${KGS}TM[0]OT[5x15 byo-yomi]`,
    'B:15/5 W:15/5 B:15/5 W:15/3',
  ],
  [
    'KGS writes a full Canadian period after its last move',
    `${KGS}TM[0]OT[3/60 Canadian]`,
    'B:60/3 W:40/2 B:50/2 W:30/1 B:40/1 W:60/3',
  ],
  ['KGS within half a second', `${KGS}TM[600]`, 'B:500 W:590 B:500.4'],
  ['CGoban 2 wrote all byo-yomi together', 'AP[CGoban:2]TM[0]OT[10x60 byo-yomi]', 'B:600 W:600 B:600 W:600'],
  ['a program left OT out', 'AP[GoGui:1.4]TM[300]', 'B:2 W:100 B:30.0/5 W:90 B:30.0/5'],
  ['a gap in the clocks', ABSOLUTE, 'B:300 W:300 B W B:400 W:400'],
  ['stones set by hand between', ABSOLUTE, 'B:300 W:300 {AB[aa]AE[ac]} B:400 W:400'],
  ['the clock that ran out is written after the last move', ABSOLUTE, 'B:5 W:300 B:4 W:200 {BL[-1]}'],
  [
    'a clock after the last move of a file with both',
    ABSOLUTE,
    'B{BL[590]WL[600]} W{BL[590]WL[570]} {BL[0]WL[570]}',
  ],
  ['Black moves first several times in a handicap game', `HA[3]${ABSOLUTE}`, 'B:599 B:598 B:597 W:590 B:590'],
  ['OB in a game with Fischer time', 'TM[600]OT[10 Fischer]', 'B:590/1 W:590/1 B:580/1'],
  ['clocks as hours, minutes and seconds', ABSOLUTE, 'B{BL[0:09:50]} W{WL[9:40]} B{BL[0:09:30]}'],
];

test.each(SILENT)('silent: %s', (_, header, words) => {
  const negative = words.includes('[-') ? ['note negative'] : [];
  expect(found(header, words)).toEqual(negative);
});

describe('servers that keep the clocks and let players give time', () => {
  test.each<Row>([
    ['back from byo-yomi to main time', `${KGS}${BYOYOMI}`, 'B:30/5 W:400 B:570 W:390', 'note increase 3'],
    [
      'time given above the limit is said once',
      `${KGS}TM[600]`,
      'B:590 W:580 B:800 W:570 B:790',
      'note increase 3',
    ],
    ['above the limit from the first move', `${KGS}TM[600]`, 'B:900 W:580', 'note above-limit 1'],
  ])('%s', (_, header, words, ...expected) => {
    expect(found(header, words)).toEqual(expected);
  });
});

describe('whose clock it is', () => {
  const usual = 'B:90 W:90 B:80 W:80 B:70 W:70 B:60';
  test.each<Row>([
    ['the clock of the player who waits', '', `${usual} W{BL[50]}`, 'warning wrong-side 8'],
    ['the habit of the writer', '', 'B{WL[90]} W{BL[90]} B{WL[80]} W{BL[80]} B{WL[70]}'],
    ['both clocks', '', 'B{BL[9]WL[9]} W{BL[9]WL[8]} B{BL[8]WL[8]}'],
    ['one player only', '', 'B:99 W '.repeat(10).trim(), 'note wrong-side'],
    ['one player only, a few moves', '', 'B:99 W '.repeat(5).trim()],
  ])('%s', (_, header, words, ...expected) => {
    expect(found(header, words)).toEqual(expected);
  });
});

describe('lost on time', () => {
  test.each<Row>([
    ['time was left after the last move', `RE[B+T]${ABSOLUTE}`, 'B:500 W:40 B:450', 'note loss-with-time 2'],
    ['nothing was left', `RE[B+T]${ABSOLUTE}`, 'B:500 W:0 B:450'],
    ['without clocks', `RE[B+T]${ABSOLUTE}`, 'B W B'],
    ['the opponent was to move', `RE[W+T]${ABSOLUTE}`, 'B:500 W:40 B:450', 'warning loser-to-move 3'],
    ['the opponent was to move, and the loser had no time', `RE[W+T]${ABSOLUTE}`, 'B:5 W:40 B:0'],
    [
      'lost after passes, in the count',
      `RE[W+T]${ABSOLUTE}`,
      'B:500 W:40 B{BL[450]} {B[]BL[440]} {W[]WL[30]} {B[]BL[430]}',
    ],
  ])('%s', (_, header, words, ...expected) => {
    expect(found(header, words)).toEqual(expected);
  });

  test('with the periods that were left', () => {
    const { findings } = report(`RE[B+T]${BYOYOMI}`, 'B:500 W:30/3 B:450');
    const about = findings.find(({ code }) => code === 'time/loss-with-time')!;
    expect(messageOf(about, { width: 19, height: 19 })).toBe(
      'White lost on time; after move 2 the clock still showed 90 s, so the move that was never made took at least that long',
    );
  });
});

test('values that are no numbers are one note, at the first', () => {
  const { findings } = report(ABSOLUTE, 'B:500 W{WL[soon]OW[two]} B:490 W{WL[480]OW[-1]}');
  const [malformed, ...more] = findings.filter(({ code }) => code.startsWith('time/'));
  expect(more).toEqual([]);
  expect(malformed).toMatchObject({
    code: 'time/malformed',
    node: 2,
    args: { ident: 'WL', value: 'soon', values: 3 },
  });
});

test('a finding names the move and stands at the clock', () => {
  const { findings } = report(ABSOLUTE, 'B:300 W:580 B:400');
  const about = findings.find(({ code }) => code === 'time/increase')!;
  expect(messageOf(about, { width: 19, height: 19 })).toBe(
    "Move 3 (Black E19): Black's clock shows 400 s, more than the 300 s at move 1",
  );
  expect(about).toMatchObject({ move: 3, node: 3, color: 'black', line: 1 });
});

test('clocks in variations are not those of the game', () => {
  const sgf = '(;GM[1]TM[600]OT[none];B[aa]BL[500](;W[bb]WL[400];B[cc]BL[450])(;W[cc]WL[900];B[dd]BL[999]))';
  const { findings } = analyze(sgf, { score: false }).games[0]!;
  expect(findings.map(({ code }) => code).filter((code) => code.startsWith('time/'))).toEqual([]);
});

test('nothing is concluded behind lost moves', () => {
  const sgf = '(;GM[1]SZ[9]TM[600]OT[none];B[aa]BL[300];W[zz]WL[300];B;B[cc]BL[400])';
  const { findings } = analyze(sgf, { score: false }).games[0]!;
  expect(findings.map(({ code }) => code)).toContain('sgf/property-without-value');
  expect(findings.map(({ code }) => code)).not.toContain('time/increase');
});

describe('columns', () => {
  const COLUMNS = GAME_COLUMNS.map(({ name }) => name);
  const from = COLUMNS.indexOf('time_main');

  test('are behind the last one that was there before', () => {
    expect(COLUMNS.slice(from - 1, from + 8)).toEqual([
      'declared_margin',
      'time_main',
      'time_system',
      'time_left_black',
      'time_left_white',
      'periods_black',
      'periods_white',
      'longest_think',
      'longest_think_move',
    ]);
  });

  test.each<[about: string, header: string, words: string, cells: readonly unknown[]]>([
    ['nothing of time', '', 'B W', ['', '', '', '', '', '', '', '']],
    ['a time limit alone', BYOYOMI, 'B W', [600, '5x30 byo-yomi', '', '', '', '', '', '']],
    ['clocks alone', '', 'B:90 W:80 B:60 W:75', ['', '', 60, 75, '', '', 30, 3]],
    ['the first move', ABSOLUTE, 'B:500 W:550 B:480', [600, 'absolute', 480, 550, '', '', 100, 1]],
    ['byo-yomi', BYOYOMI, 'B:570 W:590 B:30/4 W:580', [600, '5x30 byo-yomi', 30, 580, 4, '', 600, 3]],
    [
      'periods lost',
      'TM[0]OT[5x30 byo-yomi]',
      'B:30/5 W:30/5 B:30/2',
      [0, '5x30 byo-yomi', 30, 30, 2, 5, 90, 3],
    ],
    ['Canadian', CANADIAN, 'B:10 W:590 B:40/2 W:580 B:35/1', [600, '3/60 Canadian', 35, 580, 1, '', 590, 1]],
    ['Fischer', 'TM[60]OT[10 Fischer]', 'B:70 W:70 B:40', [60, '10 Fischer', 40, 70, '', '', 40, 3]],
    [
      'a gap tells nothing of single moves',
      ABSOLUTE,
      'B:590 W:590 B W B:300 W:580',
      [600, 'absolute', 300, 580, '', '', 10, 1],
    ],
  ])('%s', (_, header, words, cells) => {
    expect(gameCells(report(header, words)).slice(from, from + cells.length)).toEqual(cells);
  });
});
