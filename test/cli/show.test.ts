import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import stringWidth from 'string-width';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeZip } from '../batch/make-zip.js';
import { gameText, makePlace, type Place } from './harness.js';

const SAMPLES = fileURLToPath(new URL('../../samples', import.meta.url));
const sample = (name: string): string => join(SAMPLES, `${name}.sgf`);

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

const show = (...argv: string[]): ReturnType<Place['sgfReferee']> => place.sgfReferee(['show', ...argv]);

test('the final board with dead stones, territory, dame and both counts', async () => {
  const { out, code } = await show(sample('scored/s5-nine-by-nine-aga'));
  expect(out).toBe(
    [
      'Black - White, W+3.5',
      '',
      '  A B C D E F G H J',
      "9 ' ' X o(X)' ' ' ' 9",
      "8 ' X X o X ' ' X ' 8",
      "7 ' ' ' ' X ' X ' ' 7",
      "6 ' ' X X : X ' ' ' 6",
      '5 X X X X O O X X X 5',
      '4 O O O O O O O O O 4',
      '3 " " O O " " O " " 3',
      '2 " " " " O " " " " 2',
      '1 " " " " " " " " " 1',
      '  A B C D E F G H J',
      '',
      `o dead White   ' Black's point   " White's point   : dame`,
      '',
      '9x9, komi 7.5, RU AGA, declared W+3.5',
      'area 42 to 38: W+3.5; territory 26 to 23: W+3.5 (+1 for passes)',
      out.split('\n').at(-2),
      '',
    ].join('\n'),
  );
  expect(out).toMatch(
    /\naga: W\+3\.5, dead stones marked, confidence [01]\.\d\d; declared result confirmed\n$/,
  );
  expect(code).toBe(0);
});

test('a seki point, and a stone in atari that nobody may capture', async () => {
  const { out } = await show(sample('scored/s4-seki-japanese'));
  expect(out).toContain("+ Black's seki point");
  expect(out).toContain('(-1 for seki points)');
});

test('a protective move that is charged stands between the two results', async () => {
  const setup = 'AW[ab][bb][cb][db][eb][fb][dc][ec][fc][fd][fe]AB[ac][bc][cc][dd][ed][ee]';
  const path = place.put('fox.sgf', `(;GM[1]AP[foxwq]RU[Japanese]SZ[6:5]KM[0]${setup};B[];W[])`);
  const { out } = await show(path);
  expect(out).toContain('W+5.5\njapanese: W+6.5 (-1: protective move Black C2 charged');
});

test('the board after a move, with what is wrong about it', async () => {
  const { out } = await show(sample('moves/occupied'), '--move', '3');
  const all = (await show(sample('moves/occupied'))).out;
  expect(out).toMatch(/after move 3, (Black|White) [A-T]\d+ \(of \d+ moves\)/);
  const numbers = Array.from({ length: 9 }, (_, i) => String(i + 1));
  const told = await Promise.all(numbers.map((move) => show(sample('moves/occupied'), '--move', move)));
  expect(told.filter((one) => one.out.includes('error move/occupied:'))).toHaveLength(1);
  expect(all).not.toContain('error move/occupied');
});

test.each([
  [
    'a move on a stone is named below the final board, with what it may be',
    ';B[cc];W[cg];B[gg];W[gc];B[ef];W[cg];B[dg];W[ch];B[dd];W[dh];B[eh];W[ee];B[fe];W[ed];B[ec];W[fd];B[df];W[gf];B[hf];W[ge];B[fb];W[gb]',
    /\n(Move \d+ \(\w+ C3\) [^\n]*(\n {2}[^\n]*)*\n)+$/,
  ],
  [
    'of several illegal moves the first',
    ';B[cc];W[cc];B[cc];W[cc]',
    /\nMove 2 \(White C7\) is on a point[^\n]*(\n {2}[^\n]*)*\n2 more illegal moves: sgf-referee audit lists them\n$/,
  ],
])('%s', async (_, moves, said) => {
  const file = place.put('wrong.sgf', `(;GM[1]FF[4]SZ[9]RU[Japanese]${moves})`);
  expect((await place.sgfReferee(['show', file])).out).toMatch(said);
});

test('move 0 is the start with its handicap', async () => {
  const last = await show(sample('moves/occupied'), '--move', 'last');
  expect(last.out).toBe((await show(sample('moves/occupied'), '--move', '5')).out);
  const { out } = await show(sample('scored/s3-handicap-aga'), '--move', '0');
  expect(out).toContain('\n4 . X . . . 4\n');
  expect(out).toContain('the start (of 15 moves)');
});

test('an entry of an archive, and one of several games', async () => {
  const zip = place.put(
    'a.zip',
    makeZip([
      { name: 'in/b.sgf', contents: gameText(1) + gameText(2) },
      { name: 'c.sgf', contents: gameText(3) },
    ]),
  );
  const { out } = await show(`${zip}!/in/b.sgf`, '--game', '2');
  expect(out.startsWith('black 2 - 白, B+R\n')).toBe(true);
  expect(out).toContain('game 2 of 2 in the file\n');
  expect(out).toContain('not scored: the game ended by resignation\n');
});

test('x.sgf#2 is the second game, unless there is a file of that name; a command over whole files says how to take it', async () => {
  const file = place.put('a.sgf', gameText(1) + gameText(2));
  expect((await show(`${file}#2`)).out).toMatch(/^black 2 - 白, B\+R\n/);
  expect((await show(`${file}#2`, '--game', '2')).code).toBe(0);
  expect((await show(`${file}#2`, '--game', '3')).err).toContain('is game 2, --game says 3');
  expect((await show(`${file}#3`)).err).toContain('has 2 games, no game 3');
  expect((await show(`${file}#2`, '--svg', file)).err).toContain('it is an input');
  const { out } = await place.sgfReferee(['ruling', `${file}#2`]);
  expect(out).toContain('black 2');
  for (const command of ['score', 'format']) {
    const { code, err } = await place.sgfReferee([command, `${file}#2`]);
    expect([code, err]).toEqual([2, expect.stringContaining(`sgf-referee format ${file} --game 2 | `)]);
  }
  place.put('a.sgf#2', gameText(5));
  expect((await show(`${file}#2`)).out).toMatch(/^black 5 - /);
});

test('a picture as SVG, names as text', async () => {
  const file = place.put('a.sgf', gameText(1).replace('black 1', '<b> & co'));
  const svg = join(place.path, 'a.svg');
  const { out, code } = await show(file, '--svg', svg);
  expect([out, code]).toEqual(['', 0]);
  expect(readFileSync(svg, 'utf8')).toMatch(/^<svg .*<title>&lt;b&gt; &amp; co - 白, B\+R<\/title>/s);
});

test('nothing is wider than 80 columns', async () => {
  const stones = Array.from({ length: 9 }, (_, i) => `;B[a${'abcdefghi'[i]!}];W[c${'abcdefghi'[i]!}]`).join(
    '',
  );
  const file = place.put(
    'a.sgf',
    `(;SZ[9]KM[6.5]RU[Japanese]PB[${'x'.repeat(200)}]RE[W+1.5]${stones};B[];W[])`,
  );
  const { out } = await show(file);
  for (const line of out.split('\n')) expect(stringWidth(line), line).toBeLessThanOrEqual(80);
});

describe('errors are one line', () => {
  test.each([
    [['--game', '2'], 'has 1 game, no game 2'],
    [['--move', '13'], 'the game has 12 moves, no move 13'],
    [['--move', '1.5'], '--move: must be last or a whole number from 0'],
    [['--game', '0'], '--game: must be a whole number from 1'],
    [['--rules', 'agaa'], 'did you mean aga?'],
  ])('%j', async (argv, message) => {
    const { code, err, out } = await show(sample('scored/s1-aga'), ...argv);
    expect(err.split('\n')[0]).toContain(message);
    expect([code, out]).toEqual([2, '']);
  });

  test.each([
    ['no such file', () => join(place.path, 'none.sgf'), 'none.sgf: no such file'],
    [
      'no such entry',
      () => `${place.put('a.zip', makeZip([{ name: 'b.sgf', contents: gameText(1) }]))}!/c.sgf`,
      'a.zip has no entry c.sgf',
    ],
    ['a folder of many', () => SAMPLES, 'files; name one of them, such as '],
    ['no game in it', () => place.put('a.sgf', 'nothing'), 'a.sgf: no game in it'],
  ])('%s', async (_name, input, message) => {
    const { code, err } = await show(input());
    expect(err.split('\n')[0]).toContain(message);
    expect(code).toBe(2);
  });

  test('a picture that cannot be written', async () => {
    const svg = join(place.path, 'none', 'a.svg');
    const { code, err } = await show(sample('scored/s1-aga'), '--svg', svg);
    expect([code, existsSync(svg)]).toEqual([2, false]);
    expect(err).toContain('cannot write ');
  });
});

describe('what becomes of an illegal move', () => {
  /** White retakes the ko at once with move 10; Black plays E1, White passes. */
  const KO =
    '(;GM[1]FF[4]SZ[5]RU[AGA];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ed];W[bb];B[cb];W[bb];B[ee];W[])';
  const rows = (out: string): string[] => out.split('\n').filter((line) => /^[1-5] /.test(line));

  test.each([
    { illegal: 'stands', row: '4 X(O). O . 4' },
    { illegal: 'pass', row: '4 X(.)X O . 4' },
  ])('--illegal $illegal: the board after the move', async ({ illegal, row }) => {
    const { out } = await show(place.put('ko.sgf', KO), '--illegal', illegal, '--move', '10');
    expect(rows(out)[1]).toContain(row);
    expect(out).toContain(
      illegal === 'pass' ? 'the position it would restore, after move 8' : 'the same position after move 8',
    );
  });

  test('--illegal pass: the final board', async () => {
    const { out } = await show(place.put('ko.sgf', KO), '--illegal', 'pass');
    expect(rows(out)[1]).toBe('4 X . X O . 4');
  });

  test('--illegal stop: there is no board after the move', async () => {
    const file = place.put('ko.sgf', KO);
    expect((await show(file, '--illegal', 'stop', '--move', '9')).code).toBe(0);
    const { err, code } = await show(file, '--illegal', 'stop', '--move', '10');
    expect(err).toContain('the game stops before move 10: --illegal stop');
    expect(code).toBe(2);
  });

  test('--rules names the ruleset that the move is judged under', async () => {
    const { out } = await show(place.put('ko.sgf', KO), '--rules', 'french', '--move', '10');
    expect(out).toContain('judged under french');
  });
});
