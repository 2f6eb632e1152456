import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { align } from '../../../src/toolkit/compare/align.js';
import { agree, compareGames, comparisonText } from '../../../src/toolkit/compare/compare-games.js';
import { mergeGames } from '../../../src/toolkit/compare/merge-games.js';
import { edited, type Edit, type Moves, type Opening } from '../../../src/referee/repair/edits.js';
import { analyze } from '../../../src/referee/judge/analyze.js';
import { formatFile } from '../../../src/toolkit/format/format-file.js';
import { FAITHFUL } from '../../../src/toolkit/format/format-types.js';

/** A legal game on 9x9, of 48 moves and two passes, which Black wins by the moves and White by the komi. */
const GAME = readFileSync(new URL('../../../samples/scored/winner-flips.sgf', import.meta.url), 'utf8');
const NODES = GAME.match(/;[BW]\[(?:[a-i]{2})?\]/g)!;

const sgf = (nodes: readonly string[], header = 'RE[B+R]'): string =>
  `(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]${header}${nodes.join('')})`;
const reportOf = (text: string, file = 'a.sgf') =>
  analyze(Buffer.from(text), { file, keepSource: true, limits: FAITHFUL.limits }).games[0]!;
const compared = (one: string, other: string) => compareGames(reportOf(one), reportOf(other, 'b.sgf'));

/** Nodes with one changed: the move of a number, from 1. */
const changed = (move: number, node: string, ...more: string[]): string[] =>
  NODES.flatMap((old, i) => (i === move - 1 ? [node, ...more] : [old]));
const otherColors = (nodes: readonly string[]): string[] =>
  nodes.map((node) => (node.startsWith(';B') ? node.replace(';B', ';W') : node.replace(';W', ';B')));
const mirrored = (nodes: readonly string[]): string[] =>
  nodes.map((node) => node.replace(/\[(.)(.)\]/, '[$2$1]'));

const [TENTH = '', ELEVENTH = '', TWELFTH = ''] = NODES.slice(9);
const tenth = compared(sgf(NODES), sgf(changed(10, ';W[ai]'))).edits[0]!.replace(/^10:|>.*/g, '');

test.each([
  ['10:C4>A1', 'move 10: C4 in A, A1 in B'],
  ['10:C4<>12:D5', 'moves 10 (C4) and 12 (D5): the other way round in B'],
  ['+11:C4', 'before move 11: one more in B, C4'],
  ['-10:C4 colors', 'move 10 (C4): not in B, and the colors after it exchanged'],
  ['10-:colors', 'from move 10 on: the colors exchanged in B'],
])('the edit %s in words', (edit, words) => {
  const same = compared(sgf(NODES), sgf(NODES));
  expect(comparisonText({ ...same, edits: [edit] })).toContain(`\n  ${words}\n`);
});

test('records that end elsewhere say which goes on', () => {
  const [whole, short] = [sgf(NODES), sgf(NODES.slice(0, 40))];
  const more = `${String(NODES.length - 40)} moves more`;
  expect(comparisonText(compared(short, whole))).toContain(`A ends before move 41, B has ${more}`);
  expect(comparisonText(compared(whole, short))).toContain(`B ends before move 41 of A, which has ${more}`);
});

describe('moves', () => {
  test.each<[what: string, other: string[], edits: string[]]>([
    ['the same', NODES, []],
    ['another point', changed(10, ';W[ai]'), [`10:${tenth}>A1`]],
    [
      'two exchanged',
      [...NODES.slice(0, 9), TWELFTH, ELEVENTH, TENTH, ...NODES.slice(12)],
      [`10:${tenth}<>12:`],
    ],
    [
      'one lost and the colors turned',
      [...NODES.slice(0, 9), ...otherColors(NODES.slice(10))],
      [`-10:${tenth} colors`],
    ],
    ['one lost', [...NODES.slice(0, 9), ...NODES.slice(10)], [`-10:${tenth}`]],
    ['one twice', changed(10, TENTH, TENTH), [`+11:${tenth}`]],
    [
      'colors exchanged from a move on',
      [...NODES.slice(0, 9), ...otherColors(NODES.slice(9))],
      ['10-:colors'],
    ],
  ])('%s', (_, other, edits) => {
    const found = compared(sgf(NODES), sgf(other));
    expect(found.notOneGame).toBe('');
    expect(found.tail).toMatchObject({ first: 0, second: 0 });
    expect(found.edits).toHaveLength(edits.length);
    for (const [i, edit] of edits.entries()) expect(found.edits[i]).toContain(edit);
    expect(agree(found)).toBe(edits.length === 0);
  });

  test('a mirrored copy is the same game, with its edits as the first lies', () => {
    const found = compared(sgf(NODES), sgf(mirrored(changed(10, ';W[ia]'))));
    expect(found).toMatchObject({ turned: true, edits: [`10:${tenth}>J9`], notOneGame: '' });
  });

  test('one goes on, or both do differently', () => {
    expect(compared(sgf(NODES.slice(0, 30)), sgf(NODES)).tail).toEqual({ from: 31, first: 0, second: 18 });
    const strange = NODES.slice(0, 20).map((_, i) => `;${'BW'.charAt(i % 2)}[${'abcdefghi'.charAt(i % 9)}i]`);
    const found = compared(sgf(NODES), sgf([...NODES.slice(0, 30), ...strange]));
    expect(found.tail).toMatchObject({ from: 31, first: 18, second: 20 });
  });

  test('other games, other boards, and setup between moves are told in a sentence', () => {
    const other = NODES.map((node) =>
      node.replace(/\[(.)(.)\]/, (_, x: string, y: string) => `[${x}${y === 'a' ? 'i' : 'a'}]`),
    );
    expect(compared(sgf(NODES), sgf(other)).notOneGame).toMatch(/^they share \d+ moves? of 48$/);
    expect(compared(sgf(NODES), sgf(NODES).replace('SZ[9]', 'SZ[13]')).notOneGame).toContain(
      'differ in size',
    );
    expect(compared(sgf(NODES), sgf(changed(10, ';AE[aa]', TENTH))).notOneGame).toContain('between moves');
  });
});

/** Edits of a game at least four moves apart, in order. */
const editsOfGame = fc
  .array(
    fc.record({
      kind: fc.constantFrom('point', 'lost', 'extra', 'colors'),
      point: fc.nat(80),
      turned: fc.boolean(),
    }),
    {
      maxLength: 4,
    },
  )
  .map((all) => all.map((one, i): Edit => ({ ...one, at: 3 + 10 * i })));

const applied = (moves: Moves, edits: readonly Edit[]): Moves =>
  edits.reduceRight((made, edit) => edited(made, edit, 9, 9), moves);

test('the edits that are told make the one the other', () => {
  fc.assert(
    fc.property(
      editsOfGame,
      fc.shuffledSubarray(
        Array.from({ length: 81 }, (_, i) => i),
        { minLength: 60, maxLength: 60 },
      ),
      (edits, points) => {
        const moves: Moves = {
          colors: Uint8Array.from(points, (_, i) => 1 + (i % 2)),
          points: Int16Array.from(points),
        };
        const one: Opening = { width: 9, height: 9, setup: [], moves };
        const other = applied(moves, edits);
        const found = align(one, { ...one, moves: other });
        const back = applied(moves, found.edits);
        expect(found.tail).toMatchObject({ first: 0, second: 0 });
        expect(back.points).toEqual(other.points);
        expect(back.colors).toEqual(other.colors);
        // A move twice may be told by its other copy, and then by colors.
        expect(found.edits.length).toBeLessThanOrEqual(
          edits.length + edits.filter(({ kind }) => kind === 'lost').length,
        );
      },
    ),
    { numRuns: 300 },
  );
});

describe('which is right', () => {
  const broken = changed(30, NODES[27]!.replace(/;./, NODES[29]!.slice(0, 2)));

  test('which is legal', () => {
    expect(compared(sgf(NODES), sgf(NODES)).legal).toBe('both');
    expect(compared(sgf(broken), sgf(NODES)).legal).toBe('second');
    expect(compared(sgf(NODES), sgf(broken)).legal).toBe('first');
    expect(compared(sgf(broken), sgf(broken)).legal).toBe('neither');
  });

  test.each([
    ['B+R', 'W+R', 'cannot-tell'],
    ['counted', 'W+40.5', 'first'],
    ['W+40.5', 'counted', 'second'],
    ['counted', 'counted', 'both'],
  ])('which result fits the board: %s and %s', (one, other, fits) => {
    const count =
      compared(sgf(NODES), sgf(NODES)).records[0].counted || reportOf(sgf(NODES, 'RE[B+40.5]')).score;
    const text =
      typeof count === 'object' ? compared(sgf(NODES, 'RE[B+40.5]'), sgf(NODES)).records[0].counted : count;
    const of = (result: string): string => sgf(NODES, `RE[${result === 'counted' ? String(text) : result}]`);
    expect(compared(of(one), of(other)).fits).toBe(fits);
  });

  test('header values are compared by what they mean', () => {
    const header = 'PB[Anna]RE[B+Resign]DT[2020-01-01]';
    expect(compared(sgf(NODES, 'PB[Anna]RE[B+R]'), sgf(NODES, header)).header).toEqual([
      { name: 'DT', first: '', second: '2020-01-01' },
    ]);
  });

  test('as text', () => {
    const text = comparisonText(compared(sgf(broken, 'PB[Anna]RE[B+R]'), sgf(NODES)));
    expect(text).toContain('One game: 47 moves the same\n');
    expect(text).toContain('  PB  A Anna, B none\n');
    expect(text).toMatch(
      / {2}A {2}1 move of 48 illegal, first: Move 30 .*\n {2}B {2}all 48 moves are legal\n/,
    );
    expect(text).toContain('  A  B+R declared, not counted: not-checked\n');
  });
});

describe('merged', () => {
  const broken = changed(30, NODES[27]!.replace(/;./, NODES[29]!.slice(0, 2)));
  const also = broken.map((node, i) => (i === 40 ? NODES[38]!.replace(/;./, node.slice(0, 2)) : node));
  const mends = changed(41, NODES[38]!.replace(/;./, NODES[40]!.slice(0, 2)));
  const merged = (one: string, other: string): string => mergeGames(reportOf(one), reportOf(other, 'b.sgf'));
  const movesOf = (text: string): string[] => text.match(/;[BW]\[(?:[a-i]{2})?\]/g)!;

  test('the legal moves, and the header of both', () => {
    const text = merged(sgf(broken, 'PB[An\\]na]PW[]RE[B+R]'), sgf(NODES, 'RE[B+R]PW[Bo]'));
    expect(movesOf(text)).toEqual(NODES);
    expect(text).toContain('PW[Bo]');
    expect(text).toContain('PB[An\\]na]');
    expect(text).toContain('C[sgf-referee: merged from b.sgf, game 1; from a.sgf, game 1: PB]');
  });

  test('where both are broken, moves of either that let it be played farther', () => {
    const text = merged(sgf(also), sgf(mends));
    expect(movesOf(text)).toHaveLength(NODES.length);
    expect(reportOf(text).replay.illegal).toBe(1);
    expect(text).toMatch(/from b\.sgf, game 1: 30:\w+>\w+\]/);
  });

  test('a move that the other record lacks is not left out where a player would move twice', () => {
    const lost = also.filter((_, i) => i !== 29);
    expect(reportOf(sgf(lost)).replay.illegal).toBeGreaterThan(0);
    const text = merged(sgf(also), sgf(lost));
    expect(movesOf(text)).toEqual(also);
  });

  test('the result that the board confirms', () => {
    const counted = compared(sgf(NODES, 'RE[B+40.5]'), sgf(NODES)).records[0].counted;
    const text = merged(sgf(NODES, 'RE[W+40.5]'), sgf(NODES, `RE[${counted}]`));
    expect(text).toContain(`RE[${counted}]`);
  });

  test('a merged record is whole SGF, and other games are refused', () => {
    const text = merged(sgf(NODES), sgf(NODES.slice(0, 30)));
    expect(Buffer.from(formatFile(Buffer.from(text), FAITHFUL).text).toString()).toBe(text);
    expect(() => merged(sgf(NODES), sgf(NODES).replace('SZ[9]', 'SZ[13]'))).toThrow(
      'not records of one game',
    );
  });
});
