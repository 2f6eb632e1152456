import { describe, expect, test } from 'vitest';
import { GAME_TABLE, tally } from '../../../src/report/columns/games.js';
import { gameObject } from '../../../src/report/output/formats.js';
import { finalPicture } from '../../../src/report/output/game-picture.js';
import { rulingSheet } from '../../../src/report/output/ruling-sheet.js';
import { scoreText } from '../../../src/report/output/score-text.js';
import { analyze, type AnalyzeOptions } from '../../../src/referee/judge/analyze.js';
import { rulesetByName } from '../../../src/go/rules/rulesets.js';
import type { GameReport } from '../../../src/referee/judge/report.js';

/** Three columns of each color; all points left of them are Black's, all points right of them White's. */
const COLUMNS = { B: ['i', 'j', 'd'], W: ['k', 'l', 'p'] } as const;
const ROWS = 'abcdefghijklmnopqrs'.split('');

function game(result: string, { komi = 6.5, columns = 3, size = 19 } = {}): string {
  const moves = Array.from({ length: columns }, (_, i) =>
    ROWS.map((row) => `;B[${COLUMNS.B[i]!}${row}];W[${COLUMNS.W[i]!}${row}]`).join(''),
  );
  return `(;GM[1]FF[4]SZ[${String(size)}]KM[${String(komi)}]RE[${result}]${moves.join('')})`;
}

function reportOf(text: string, options: Partial<AnalyzeOptions> = {}): GameReport {
  return analyze(text, { file: 'a.sgf', ...options }).games[0]!;
}

/** Black has 190 points and White 171. */
describe('who was ahead', () => {
  test.each([
    ['Black, in a game lost on time', game('W+T'), 'black'],
    ['White, with a large komi', game('W+T', { komi: 40.5 }), 'white'],
    ['by forfeit', game('B+F'), 'black'],
    ['without a result', game('?'), 'black'],
    ['nobody where the game is close', game('W+T', { komi: 19.5 }), 'cannot-tell'],
  ] as const)('%s', (_, text, color) => {
    expect(reportOf(text).ahead?.color).toBe(color);
  });

  test('the range contains the margin of the board, and margins have the half point of komi', () => {
    const { lowHalves, highHalves, confidence, open } = reportOf(game('W+T')).ahead!;
    expect(lowHalves).toBeLessThan(25);
    expect(highHalves).toBeGreaterThan(25);
    expect([Math.abs(lowHalves % 2), Math.abs(highHalves % 2)]).toEqual([1, 1]);
    expect(confidence).toBeGreaterThan(0.7);
    expect(open).toEqual([]);
  });

  test.each<[string, string, Partial<AnalyzeOptions>]>([
    ['resignation says who won', game('B+R'), {}],
    ['the game is short', game('W+T', { columns: 2 }), {}],
    ['the size was not measured', game('W+T', { size: 21 }), {}],
    ['nothing is scored', game('W+T'), { score: false }],
    [
      'a stone takes only itself off the board, so that the record is wrong',
      game('W+T').replace(';B[', ';B[ba];W[sa];B[ab];W[aa];B['),
      {},
    ],
    ['a move stands on a stone', game('W+T').replace(/\)$/, ';B[ia])'), {}],
    [
      'three moves are out of turn',
      game('W+T').replace(/\)$/, ';B[aa];B[ba];B[ca];B[da])'),
      { rules: rulesetByName('aga') },
    ],
  ])('nothing is said where %s', (_, text, options) => {
    expect(reportOf(text, options).ahead).toBeUndefined();
  });

  test('the range ends where the board does', () => {
    const black = ROWS.flatMap((row) => ['d', 'h', 'l', 'p'].map((column) => `[${column}${row}]`));
    const white = Array.from({ length: 100 }, (_, i) => `;${'BW'[i % 2]!}[]`);
    const text = `(;GM[1]FF[4]SZ[19]KM[6.5]RE[B+T];AB${black.join('')};PL[B]${white.join('')})`;
    expect(reportOf(text).ahead?.highHalves).toBe(2 * (361 - 6.5));
  });

  test('it is in columns, JSON and account, apart from the score', () => {
    const report = reportOf(game('W+T'));
    const row = gameObject(report);
    expect(row).toMatchObject({ ahead: 'black', result: null, scored: false, open_points: [] });
    expect(row['ahead_range']).toMatch(/^[BW]\+\d+\.5 to B\+\d+\.5$/);
    expect(scoreText(report)).toContain('an estimate, not a score: Black was ahead on the board');
  });

  test('the board and the sheet mark points that are open', () => {
    const report = reportOf(game('W+T'), { keepBoard: true });
    const open = [0, 18];
    const opened = { ...report, ahead: { ...report.ahead!, open } };
    const { open: marked, captions } = finalPicture(opened);
    expect(open.map((point) => marked![point])).toEqual([1, 1]);
    expect(marked!.reduce((sum, mark) => sum + mark)).toBe(2);
    expect(captions.join(' ')).toContain('an estimate, not a score: Black was ahead on the board');
    expect(rulingSheet(opened)).toContain('small circle: open: neither player surely holds it');
    expect(finalPicture(reportOf(game('B+R'), { keepBoard: true })).open).toBeUndefined();
  });

  test('a range is empty where nobody is ahead', () => {
    const report = reportOf(game('W+T', { komi: 19.5 }));
    const { ahead_range: range, ahead_confidence: confidence } = GAME_TABLE;
    expect([range.of(report, tally([])), confidence.of(report, tally([]))]).toEqual(['', '']);
    expect(scoreText(report)).toContain('cannot tell who was ahead on the board');
  });
});
