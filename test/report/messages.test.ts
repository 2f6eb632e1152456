import { describe, expect, test } from 'vitest';
import { finding, type Finding, messageOf } from '../../src/core/findings/finding.js';
import { parsePoint } from '../../src/core/point.js';
import { analyze } from '../../src/referee/judge/analyze.js';
import { findingLines } from '../../src/report/output/text.js';

const size = { width: 19, height: 19 };
const at = (point: string): number => parsePoint(point, 19, 19)!;

describe('sentences', () => {
  const rows: readonly (readonly [string, Finding])[] = [
    [
      'Move 127 (White R4) restores the position after move 121, with the same player to move',
      finding(
        'move/superko-situational',
        { cycle: 6 },
        { move: 127, color: 'white', point: at('R4'), repeatsMove: 121 },
      ),
    ],
    [
      'Move 6 (White C3) restores the starting position; the opponent did not reply, so it was never accepted',
      finding(
        'move/superko-positional',
        { cycle: 6 },
        { move: 6, color: 'white', point: at('C3'), repeatsMove: 0, disposition: 'last-move' },
      ),
    ],
    [
      'Move 9 (Black D4) restores the position after move 3; the applied rules allow it, positional and situational superko would not',
      finding(
        'move/repetition',
        { cycle: 6, under: 'positional,situational' },
        { move: 9, color: 'black', point: at('D4'), repeatsMove: 3 },
      ),
    ],
    [
      'Move 54 (Black D4) is out of turn: it was the turn of White; its color may be wrong, as the moves before and after it have the same',
      finding(
        'move/out-of-turn',
        { expected: 'white', passLeftOut: false, isBetween: true },
        { move: 54, color: 'black', point: at('D4') },
      ),
    ],
    [
      '2 stones (White Q16) may be dead or alive: the margin would change by 4 points',
      finding('dead/uncertain', { stones: 2, points: 4 }, { color: 'white', point: at('Q16') }),
    ],
    [
      '2 stones may be dead or alive: the margin would change by 4 points',
      finding('dead/uncertain', { stones: 2, points: 4 }),
    ],
    [
      'Move 4 (White A1) captures its own stone, which these rules forbid; it stands: the opponent replied',
      finding(
        'move/self-capture',
        { stones: 1 },
        { move: 4, color: 'white', point: at('A1'), disposition: 'accepted' },
      ),
    ],
    [
      'Move 4 (White A1) takes the ko back at once; this source records no passes, so two may be missing before it',
      finding('move/ko', { passLeftOut: true }, { move: 4, color: 'white', point: at('A1') }),
    ],
    [
      'Move 4 (White): "zz" is no point of the 19x19 board',
      finding('move/off-board', { value: 'zz' }, { move: 4, color: 'white' }),
    ],
    [
      'Setup after move 12 changes 2 points by hand, although play had begun',
      finding('setup/after-start', { stones: 2 }, { node: 13, move: 12 }),
    ],
    [
      'White moves first in an even game, where Black does',
      finding('handicap/first-player', { handicap: 0, first: 'white' }),
    ],
    [
      '2 stones are on the board before play, but the handicap is 3',
      finding('handicap/stones-differ', { handicap: 3, stones: 2 }),
    ],
    [
      'Result "B+3" cannot come from a count with komi 6.5',
      finding('komi/result-parity', { komi: 6.5, result: 'B+3' }),
    ],
  ];
  test.each(rows)('%s', (sentence, f) => {
    expect(messageOf(f, size)).toBe(sentence);
  });

  test('a value of the file stays on one line and is cut', () => {
    const value = `two\r\nlines \u001b[31m${'x'.repeat(500)}`;
    const sentence = messageOf(finding('komi/malformed', { value }), size);
    expect(sentence).toBe(`Komi "two lines  [31m${'x'.repeat(45)}..." is not a number of points`);
  });

  test('a cut never splits a character of two code units', () => {
    const sentence = messageOf(finding('rules/unknown', { value: '\u{20000}'.repeat(100) }), size);
    expect(sentence).toContain(`"${'\u{20000}'.repeat(60)}..."`);
  });
});

describe('moves out of turn as text', () => {
  const linesOf = (colors: string): string[] => {
    const nodes = Array.from(
      colors,
      (color, i) => `;${color}[${'abcdefghi'[i % 9]!}${'acegi'[Math.floor(i / 9)]!}]`,
    );
    const [report] = analyze(`(;GM[1]FF[4]SZ[9]RU[aga]KM[7.5]RE[?]${nodes.join('')})`, {
      score: false,
    }).games;
    return findingLines(report!)
      .split('\n')
      .filter((line) => line.includes('[move/out-of-turn]'));
  };

  test.each([
    ['four in a row are told one by one', 'BWBBBBBWB', [4, 5, 6, 7], ''],
    ['of five in a row the first is told', 'BWBBBBBBWB', [4], '; the next 4 moves are out of turn too'],
    ['each row is a line', 'BWBBBBBBWBBWBBBBBBB', [4, 11, 14], '; the next 4 moves are out of turn too'],
  ])('%s', (_, colors, moves, rest) => {
    const lines = linesOf(colors);
    expect(lines.map((line) => Number(/Move (\d+)/.exec(line)![1]))).toEqual(moves);
    expect(lines[0]!.includes(' moves are out of turn too')).toBe(rest !== '');
    expect(lines[0]).toContain(rest);
  });
});

test.each([
  ['four that are alike are told one by one', 4, ['', '', '', '']],
  ['of five the first is told, and how many more there are', 5, [', and 4 more']],
])('values without a property name as text: %s', (_, count, rests) => {
  const nodes = Array.from({ length: count }, (_value, i) => `;${i % 2 === 0 ? 'b' : 'w'}[${'abcde'[i]!}a]`);
  const [report] = analyze(`(;GM[1]FF[4]SZ[9]RU[aga]KM[7.5]RE[?]${nodes.join('')})`, { score: false }).games;
  const lines = findingLines(report!).split('\n');
  expect(lines.filter((line) => line.includes('[sgf/value-without-property]'))).toEqual(
    rests.map((rest) => expect.stringContaining(`A value stands without a property name${rest} [`) as string),
  );
  expect(report!.findings.filter(({ code }) => code === 'sgf/value-without-property')).toHaveLength(count);
});
