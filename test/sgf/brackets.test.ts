import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pointToSgf } from '../../src/core/point.js';
import { analyze } from '../../src/referee/judge/analyze.js';
import { fixFile } from '../../src/toolkit/format/fix-file.js';
import { mendBrackets } from '../../src/sgf/scan/brackets.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A game that plays every other point of two rows. */
const MOVES = Array.from(
  { length: 18 },
  (_, i) => `;${i % 2 === 0 ? 'B' : 'W'}[${pointToSgf(i * 2 + (i < 9 ? 0 : 1), 19)}]`,
);
const HEAD = '(;GM[1]FF[4]SZ[19]PB[A]PW[B]RE[?]C[say ;B(aa) or ;W[[bb\\] or ;B[cc;W[dd\\]]';
const gameOf = (moves: readonly string[]): string => `${HEAD}${moves.join('')})`;
const WHOLE = gameOf(MOVES);

/** Each slip as a hand makes it at one move. */
const SLIPS: readonly (readonly [name: string, slip: (move: string) => string])[] = [
  ['a closing bracket left out', (move) => move.replace(']', '')],
  ['an opening bracket left out', (move) => move.replace('[', '')],
  ['an opening bracket doubled', (move) => move.replace('[', '[[')],
  ['parentheses in place of brackets', (move) => move.replace('[', '(').replace(']', ')')],
  ['a parenthesis that opens', (move) => move.replace('[', '(')],
  ['a parenthesis after the move', (move) => `${move})`],
];

function pointsOf(text: string): readonly (readonly number[])[] {
  return analyze(text).games.map(({ record: { line } }) => [...line.points.subarray(0, line.count)]);
}

function toldOf(text: string): string[] {
  const file = analyze(text);
  return [...file.findings, ...file.games.flatMap(({ findings }) => findings)].map(({ code }) => code);
}

const wholeDigest = analyze(WHOLE).games[0]!.sha256;

describe.each(SLIPS)('%s', (_, slip) => {
  test('the moves are those of the whole game, and one finding says so', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MOVES.length - 2 }), (at) => {
        const damaged = gameOf(MOVES.map((move, i) => (i === at ? slip(move) : move)));
        expect(pointsOf(damaged)).toEqual(pointsOf(WHOLE));
        const told = toldOf(damaged);
        expect(told.filter((code) => code.startsWith('sgf/'))).toEqual(['sgf/brackets-mended']);
      }),
    );
  });

  test('the games beside it keep their moves and bytes', () => {
    const damaged = gameOf(MOVES.map((move, i) => (i === 3 ? slip(move) : move)));
    const games = analyze(`${WHOLE}\n${damaged}\n${WHOLE}`).games;
    const [first, second, third] = games;
    expect(games).toHaveLength(3);
    expect([...second!.record.line.points]).toEqual([...first!.record.line.points]);
    expect([first!.sha256, third!.sha256]).toEqual([wholeDigest, wholeDigest]);
    expect(second!.sha256).toBe(analyze(damaged).games[0]!.sha256);
  });

  test('a repaired file has the brackets, and nothing to mend', () => {
    const damaged = gameOf(MOVES.map((move, i) => (i === 3 ? slip(move) : move)));
    const { text, fixed } = fixFile(encoder.encode(damaged), 'safe', {});
    expect(fixed).toMatchObject({ 'sgf/brackets-mended': 1 });
    expect(pointsOf(decoder.decode(text))).toEqual(pointsOf(WHOLE));
    expect(toldOf(decoder.decode(text))).not.toContain('sgf/brackets-mended');
  });
});

test('two slips and two parentheses in one game', () => {
  const damaged = gameOf(
    MOVES.map((move, i) => (i === 2 || i === 9 ? move.replace(']', '') : i % 6 === 5 ? `${move})` : move)),
  );
  expect(pointsOf(damaged)).toEqual(pointsOf(WHOLE));
});

test('moves in a line of their own are only told', () => {
  const cut = gameOf(MOVES.map((move, i) => (i === 3 ? `${move})\n` : move)));
  expect(toldOf(cut)).toContain('sgf/text-outside');
  expect(toldOf(cut)).not.toContain('sgf/brackets-mended');
});

test('moves behind a parenthesis are read whatever stands between other games', () => {
  const damaged = gameOf(MOVES.map((move, i) => (i === 3 ? `${move})` : move)));
  expect(pointsOf(`${WHOLE} Round 2: ${damaged}`)).toEqual(pointsOf(`${WHOLE}${WHOLE}`));
});

test.each([
  ['a sound game', WHOLE],
  ['a comment that quotes slips, beside a move that is none', WHOLE.replace('[aa]', '[zz]')],
])('nothing is mended in %s', (_, text) => {
  expect(toldOf(text)).not.toContain('sgf/brackets-mended');
  expect(mendBrackets(encoder.encode(text), 0)).toBeUndefined();
});

test('moves after a game with variations belong to no line: they are not read, not left out, and a warning says so', () => {
  const text = '(;GM[1]FF[4]SZ[9];B[ee](;W[cc];B[gc])(;W[gg]))\n;B[aa];W[bb]';
  expect(pointsOf(text)).toEqual(pointsOf('(;GM[1]FF[4]SZ[9];B[ee](;W[cc];B[gc])(;W[gg]))'));
  expect(analyze(text).findings).toMatchObject([
    { code: 'sgf/text-outside', severity: 'warning', args: { moves: true } },
  ]);
  const { text: fixed } = fixFile(encoder.encode(text), 'unsafe', {});
  expect(decoder.decode(fixed ?? encoder.encode(text))).toContain(';B[aa]');
});
