import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GAME_COLUMNS, gameCells } from '../../src/report/columns/games.js';
import { convertRows, scoreRows } from '../../src/report/columns/tables.js';
import { addNote, csvLine } from '../../src/report/output/rows.js';
import { formatDecimal, formatHalves, marginText, thousands } from '../../src/core/text.js';
import { rulesetByName } from '../../src/go/rules/rulesets.js';
import { reportOf } from '../support/one-game.js';

const awkward = fc.constantFrom(
  '=1+1',
  '+3',
  '-3.5',
  '-',
  '@x',
  '\tx',
  '\rx',
  'a,b',
  'a"b',
  'a\nb',
  'a\r\nb',
  '',
  ' ',
  '棋',
  '＝x',
  '\n=x',
  ' @x',
  '\u200b=x',
);
const cell = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  awkward,
  fc.integer(),
  fc.constantFrom(0.5, -3.5),
);

describe('a CSV row', () => {
  test('is that of csv-stringify, where no cell is a formula', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 8 }), (cells) => {
        const plain = cells.map((one) => (typeof one === 'string' ? `x${one}` : String(one)));
        expect(csvLine(plain)).toBe(stringify([plain], { record_delimiter: '\n', quoted_match: /[\r\n]/ }));
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['formula', '=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['plus text', '+cmd', `'+cmd`],
    ['minus text', '-cmd', `'-cmd`],
    ['at sign', '@sum', `'@sum`],
    ['tab', '\tx', `'\tx`],
    ['full-width equals', '＝x', `'＝x`],
    ['line feed, equals', '\n=1+1', `"'\n=1+1"`],
    ['blank, plus', ' +1', `' +1`],
    ['no-break and zero-width space, at sign', '\u00a0\u200b@x', `'\u00a0\u200b@x`],
    ['zero byte, minus', '\u0000-x', `'\u0000-x`],
    ['blank, letter', ' x=1', ' x=1'],
    ['negative number', '-3.5', '-3.5'],
    ['standard input', '-', '-'],
    ['result', 'B+3.5', 'B+3.5'],
    ['comma', 'a,b', '"a,b"'],
    ['line feed', 'a\nb', '"a\nb"'],
    ['carriage return inside', 'a\rb', '"a\rb"'],
  ])('escapes what a spreadsheet would run: %s', (_, text, written) => {
    expect(csvLine(['x', text])).toBe(`x,${written}\n`);
  });

  test('takes one more note, and a first code when there was none', () => {
    const at = GAME_COLUMNS.findIndex(({ name }) => name === 'notes');
    const row = (notes: number, code: string): string =>
      csvLine(
        GAME_COLUMNS.map((_, i) =>
          i === at ? notes : i === at + 1 ? code : i === 3 ? 'a "quoted",\nname' : i,
        ),
      );
    expect(addNote(row(0, ''), 'game/duplicate', at)).toBe(row(1, 'game/duplicate'));
    expect(addNote(row(9, 'move/ko'), 'game/duplicate', at)).toBe(row(10, 'move/ko'));
  });
});

describe('numbers', () => {
  test.each([
    [0, '0'],
    [-0, '0'],
    [7, '3.5'],
    [-1, '-0.5'],
    [12.5, '6.25'],
    [2e21, '1000000000000000000000'],
    [12.2, '6.1'],
    [-5.800000000000001, '-2.9'],
  ])('%d half points are %s points', (halves, points) => {
    expect(formatHalves(halves)).toBe(points);
  });

  test('usual half points are written as others are', () => {
    for (let halves = -5; halves < 1005; halves++) {
      expect(formatHalves(halves)).toBe(formatDecimal(halves / 2));
    }
  });

  test.each([
    [7, 'B+3.5'],
    [-1, 'W+0.5'],
    [0, '0'],
    [-20, 'W+10'],
    [-5.800000000000001, 'W+2.9'],
    [1e-13, '0'],
  ])('a margin of %d half points is %s', (halves, result) => {
    expect(marginText(halves)).toBe(result);
  });

  test.each([
    [0, 'black', 'B+'],
    [-1e-13, 'white', 'W+'],
    [-2, 'white', 'W+1'],
  ] as const)('a margin of %d half points that %s wins is %s', (halves, winner, result) => {
    expect(marginText(halves, winner)).toBe(result);
  });

  test.each([
    ['6.1', 'W+1.1'],
    ['0.7', 'B+4.3'],
    ['7.3', 'W+2.3'],
    ['6.333', 'W+1.333'],
  ])('with komi %s the result is %s, and no cell and no sentence has a rounding error', (komi, result) => {
    const walls = 'B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ca];W[da];B[ce];W[de];B[];W[]';
    const wanted = [rulesetByName('japanese'), rulesetByName('aga')];
    const report = reportOf(`(;GM[1]FF[4]SZ[5]KM[${komi}]RU[Chinese]RE[W+3.5];${walls})`, {
      accounts: { scoreUnder: wanted, convertTo: wanted },
    });
    const rows = [gameCells(report), ...scoreRows(report), ...convertRows(report)];
    const texts = [...rows.flat().map(String), JSON.stringify(report.findings.map(({ args }) => args))];
    expect(texts).toContain(result);
  });

  test('never have an exponent', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (x) => !formatDecimal(x).includes('e'),
      ),
    );
  });
});

test('whole numbers have a comma at every third digit, as the locale writes them', () => {
  fc.assert(
    fc.property(fc.integer(), (value) => {
      expect(thousands(value)).toBe(value.toLocaleString('en-US'));
    }),
  );
});
