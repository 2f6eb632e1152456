import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { pointFromSgf, pointToSgf, symmetriesOf } from '../../../src/core/point.js';
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
  ['10-:mirrored B1>A2', 'from move 10 on: the points mirrored or turned in B'],
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

  // Points of the last line, where no move of the game is.
  const elsewhere = (count: number): string[] =>
    Array.from({ length: count }, (_, i) => `;${'BW'.charAt(i % 2)}[${'abcdefghi'.charAt(i % 9)}i]`);

  const turned = (nodes: readonly string[], symmetry: number): string[] =>
    nodes.map((node) =>
      node.replace(/\[(.)(.)\]/, (_, x: string, y: string) => {
        const point = symmetriesOf(9, 9)[symmetry]![pointFromSgf(x + y, 9, 9)!]!;
        return `[${pointToSgf(point, 9)}]`;
      }),
    );

  test.each([1, 2, 3, 4, 5, 6, 7])(
    'points turned by symmetry %i from a move on, in either record',
    (symmetry) => {
      for (const from of [6, 10, 25, NODES.length - 12]) {
        const other = [...NODES.slice(0, from - 1), ...turned(NODES.slice(from - 1), symmetry)];
        for (const found of [compared(sgf(NODES), sgf(other)), compared(sgf(other), sgf(NODES))]) {
          expect(found).toMatchObject({
            notOneGame: '',
            turned: false,
            shared: NODES.length,
            tail: { first: 0, second: 0 },
          });
          expect(found.edits).toHaveLength(1);
          expect(comparisonText(found)).toMatch(/from move \d+ on: the points mirrored or turned in B/);
        }
      }
    },
  );

  test('points turned from a move on, with the colors, in a record that ends before', () => {
    const other = [...NODES.slice(0, 24), ...otherColors(mirrored(NODES.slice(24, 40)))];
    const found = compared(sgf(NODES), sgf(other));
    expect(found.edits).toEqual(['25-:mirrored B1>J8', '25-:colors']);
    expect(found.tail).toEqual({ from: 41, first: 8, second: 0 });
  });

  test.each([
    ['ten moves', turned(NODES.slice(-10), 3), true],
    ['nine', turned(NODES.slice(-9), 3), false],
    ['not all of them', [...turned(NODES.slice(24, 40), 3), ...elsewhere(8)], false],
  ])('points turned at the end: %s', (_, end, isTold) => {
    const other = [...NODES.slice(0, NODES.length - end.length), ...end];
    expect(compared(sgf(NODES), sgf(other)).edits.join(' ').includes('mirrored')).toBe(isTold);
  });

  test.each([
    [2, [], 31],
    [3, [], 31],
    [4, [`31:`], 36],
  ])('another point, %i moves that agree, and another game', (agreeing, edits, from) => {
    const until = 31 + agreeing;
    const other = [...changed(31, ';B[ai]').slice(0, until), ...elsewhere(until + 8).slice(until)];
    const found = compared(sgf(NODES), sgf(other));
    expect(found.edits.map((edit) => edit.slice(0, 3))).toEqual(edits);
    expect(found.tail.from).toBe(from);
  });

  test.each([
    [3, 3, 0],
    [4, 0, 4],
  ])('other points of the last %i moves', (count, edits, tail) => {
    const from = NODES.length - count;
    const found = compared(
      sgf(NODES),
      sgf([...NODES.slice(0, from), ...elsewhere(NODES.length).slice(from)]),
    );
    expect(found.edits).toHaveLength(edits);
    expect(found.tail).toMatchObject({ first: tail, second: tail });
  });

  test('two exchanged, and the one between them another: three points', () => {
    const other = [...NODES.slice(0, 9), TWELFTH, ';B[ai]', TENTH, ...NODES.slice(12)];
    expect(compared(sgf(NODES), sgf(other)).edits.map((edit) => edit.slice(0, 3))).toEqual([
      '10:',
      '11:',
      '12:',
    ]);
  });

  /** So many moves of 19x19 that are shared, and sixty of one record alone. */
  const long = (shared: number, own: number): string => {
    const nodes = Array.from({ length: shared + 60 }, (_, i) => {
      const p = i < shared ? i : i + 60 * own;
      const [x, y] = [p % 19, Math.floor(p / 19)];
      return `;${'BW'.charAt(i % 2)}[${String.fromCharCode(97 + x, 97 + y)}]`;
    });
    return sgf(nodes).replace('SZ[9]', 'SZ[19]');
  };

  /** A record whose last sixty moves are those of others. */
  const tail = (by: number): string => {
    const points = Array.from({ length: 100 }, (_, i) => (i < 40 ? 100 + by * 40 + i : i));
    const nodes = points.map((p, i) => {
      const letters = String.fromCharCode(97 + (p % 19), 97 + Math.floor(p / 19));
      return `;${'BW'.charAt(i % 2)}[${letters}]`;
    });
    return sgf(nodes).replace('SZ[9]', 'SZ[19]');
  };

  test.each([
    ['fifty moves', long(50, 1), long(50, 3), ''],
    ['49 moves', long(49, 1), long(49, 3), 'they share 49 moves of 109; the first 49 moves agree'],
    ['nine moves', long(9, 1), long(9, 3), 'they share 9 moves of 69'],
    [
      'the tail of the other',
      tail(1),
      tail(3),
      'counted from the start, they share 1 move of 100; the last 60 moves agree',
    ],
    ['five moves of five', sgf(NODES.slice(0, 5)), sgf(NODES.slice(0, 5)), ''],
    ['four of four', sgf(NODES.slice(0, 4)), sgf(NODES.slice(0, 4)), 'they share 4 moves of 4'],
  ])('one game or not: %s', (_, one, other, notOneGame) => {
    expect(compared(one, other).notOneGame).toBe(notOneGame);
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
    ['winner', 'W+40.5', 'first'],
  ])('which result fits the board: %s and %s', (one, other, fits) => {
    const count =
      compared(sgf(NODES), sgf(NODES)).records[0].counted || reportOf(sgf(NODES, 'RE[B+40.5]')).score;
    const text =
      typeof count === 'object' ? compared(sgf(NODES, 'RE[B+40.5]'), sgf(NODES)).records[0].counted : count;
    const meant: Record<string, string> = { counted: String(text), winner: String(text).slice(0, 2) };
    const of = (result: string): string => sgf(NODES, `RE[${meant[result] ?? result}]`);
    expect(compared(of(one), of(other)).fits).toBe(fits);
  });

  test('neither of two results that a sure count contradicts', () => {
    const sample = readFileSync(
      new URL('../../../samples/scored/s5-wrong-winner.sgf', import.meta.url),
      'utf8',
    );
    expect(compared(sample, sample).fits).toBe('neither');
  });

  test('header values are compared by what they mean', () => {
    const header = 'PB[Anna]RE[B+Resign]DT[2020-01-01]';
    expect(compared(sgf(NODES, 'PB[Anna]RE[B+R]'), sgf(NODES, header)).header).toEqual([
      { name: 'DT', first: '', second: '2020-01-01' },
    ]);
  });

  test.each([
    ['stones in another order', 'AB[cc][gg]', 'AB[gg][cc]', NODES, []],
    ['stones of a mirrored record', 'AB[ai]', 'AB[ia]', mirrored(NODES), []],
    [
      'a result that is no result',
      'RE[B+R]',
      'RE[hello]',
      NODES,
      [{ name: 'RE', first: 'B+R', second: 'hello' }],
    ],
  ])('header: %s', (_, one, other, nodes, header) => {
    const found = compared(sgf(NODES, one), sgf(nodes, other));
    expect(found.header).toEqual(header);
    expect(agree(found)).toBe(header.length === 0);
  });

  test('the first illegal move is no move that is only remarked on', () => {
    const remarked = broken.map((node, i) => (i === 3 ? node.replace(';', ';AE[ai]') : node));
    expect(compared(sgf(remarked), sgf(NODES)).records[0].firstIllegal).toMatch(/^Move 30 /);
  });

  test.each([
    ['a move that cannot be read', changed(30, ';W[Q16]'), 0, 1, '1 move cannot be read, first: Move 30 '],
    [
      'two moves read as one',
      [...NODES.slice(0, 29), ';W[Hd;W[id]', ...NODES.slice(31)],
      1,
      1,
      '1 move of 47 illegal, 1 move cannot be read, first: Move 30 ',
    ],
    [
      'a move out of turn',
      [...NODES.slice(0, 29), ...NODES.slice(30)],
      1,
      0,
      '1 move of 47 illegal, first: Move 30 ',
    ],
  ])('%s is not legal', (_, nodes, illegal, unreadable, words) => {
    const found = compared(sgf(NODES), sgf(nodes));
    expect(found.legal).toBe('first');
    expect(found.records[1]).toMatchObject({ illegal, unreadable });
    expect(comparisonText(found)).toContain(`  B  ${words}`);
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

  test('a move that differs and mends nothing is not taken', () => {
    const text = merged(sgf(also), sgf(mends.map((node, i) => (i === 9 ? ';W[ai]' : node))));
    expect(movesOf(text)[9]).toBe(NODES[9]);
    expect(text).toMatch(/from b\.sgf, game 1: 30:\w+>\w+\]/);
  });

  test('a move twice and a misprint after it: each is mended at its place', () => {
    const twice = broken.flatMap((node, i) => (i === 19 ? [node, node] : [node]));
    expect(movesOf(merged(sgf(twice), sgf(mends)))).toEqual(NODES);
  });

  test('the legal moves, though the result of the other fits the board', () => {
    const counted = compared(sgf(NODES, 'RE[B+40.5]'), sgf(NODES)).records[0].counted;
    const outOfTurn = [...NODES.slice(0, 21), ';B[]', ...NODES.slice(21)];
    const other = sgf(outOfTurn, `RE[${counted}]`);
    expect(compared(sgf(NODES, 'RE[W+40.5]'), other)).toMatchObject({ legal: 'first', fits: 'second' });
    const text = merged(sgf(NODES, 'RE[W+40.5]'), other);
    expect(movesOf(text)).toEqual(NODES);
    expect(text).toContain(`RE[${counted}]`);
  });

  test('an empty header value is not taken', () => {
    expect(merged(sgf(NODES), sgf(NODES.slice(0, 40), 'PW[]RE[B+R]'))).not.toContain('PW');
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
