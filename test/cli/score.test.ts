import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import stringWidth from 'string-width';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SCORE_COLUMNS } from '../../src/report/columns/tables.js';
import { gameText, makePlace, rowsOf, type Place } from './harness.js';

const SAMPLES = fileURLToPath(new URL('../../samples/scored', import.meta.url));
const sample = (name: string): string => join(SAMPLES, `${name}.sgf`);

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

const score = (...argv: string[]): ReturnType<Place['sgfReferee']> =>
  place.sgfReferee(['score', '--jobs', '1', ...argv]);

/** Rows as objects by column. */
function named(csv: string): Record<string, string>[] {
  return rowsOf(csv).map((row) => Object.fromEntries(SCORE_COLUMNS.map(({ name }, i) => [name, row[i]!])));
}

test.each([
  ['winner-flips', 'explained', 'true under the rules that the record names (japanese)'],
  ['s5-wrong-winner', 'contradicted', expect.stringContaining('no single change')],
])('%s under other rules than the record names: %s', async (name, verdict, explanation) => {
  const [row] = named((await score(sample(name), '--rules', 'tromp-taylor', '--format', 'csv')).out);
  expect([row!['verdict'], row!['explanation']]).toEqual([verdict, explanation]);
});

test('dead stones given without those that live beside them leave a region open, and are told', async () => {
  const moves = 'B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[ea];W[aa];B[ee];W[ac];B[];W[]';
  const file = place.put('two.sgf', `(;GM[1]FF[4]SZ[5]RU[Japanese]KM[0.5];${moves})`);
  const said = async (points: string): Promise<readonly (string | undefined)[]> => {
    const dead = place.put('dead.csv', `${file},1,${points}\n`);
    const { out } = await score(file, '--dead', dead, '--format', 'text');
    return [
      ...out.replaceAll(/\n */g, ' ').matchAll(/The dead stone at \w+ lies in .* lives there at \w+/g),
    ].map(([line]) => line);
  };
  expect(await said('E5')).toEqual([
    'The dead stone at E5 lies in a region of 4 points that touches living stones of both colors and counts for neither player; Black lives there at E1',
  ]);
  expect((await said('E5 E1 A3'))[0]).toMatch(
    /^The dead stone at A3 .* of 9 points .*; White lives there at A5$/,
  );
  expect(await said('A5 A3 E5 E1')).toEqual([]);
  expect(await said('A5 A3')).toEqual([]);
});

describe('the worked examples of the rules (RULES 4.4)', () => {
  const AGA = 'W+2.5';
  test.each([
    ['s1-japanese', 'W+1.5', AGA, 'W+2'],
    ['s2-japanese', 'W+2.5', AGA, 'W+2'],
    ['s4-seki-japanese', 'W+6.5', 'W+5.5', 'W+5'],
    ['s5-nine-by-nine-japanese', 'W+3.5', 'W+3.5', 'W+3'],
  ])('%s with the komi of each ruleset', async (name, japanese, aga, newZealand) => {
    for (const [ruleset, komi, result] of [
      ['japanese', '6.5', japanese],
      ['aga', '7.5', aga],
      ['new-zealand', '7', newZealand],
    ] as const) {
      const { out } = await score(sample(name), '--rules', ruleset, '--komi', komi);
      expect(named(out).map((row) => row['result'])).toEqual([result]);
    }
  });

  test('a handicap game: compensation, pass stones and neither, with the komi of the file', async () => {
    const { out, code } = await score(
      sample('s3-handicap-aga'),
      '--rules',
      'auto,japanese,chinese,new-zealand',
    );
    const rows = named(out);
    expect(rows.map((row) => [row['ruleset'], row['ruleset_source'], row['result']])).toEqual([
      ['aga', 'declared', 'B+8.5'],
      ['japanese', 'option', 'B+7.5'],
      ['chinese', 'option', 'B+7.5'],
      ['new-zealand', 'option', 'B+9.5'],
    ]);
    expect(rows.map((row) => row['handicap_compensation'])).toEqual(['1', '0', '2', '0']);
    expect(rows[0]).toMatchObject({
      verdict: 'confirmed',
      counting: 'territory',
      stones_black: '8',
      stones_white: '4',
      territory_black: '9',
      territory_white: '3',
      prisoners_black: '2',
      dame: '1',
      pass_stones_black: '1',
      pass_stones_white: '2',
      komi_applied: '0.5',
      komi_source: 'file',
      area_margin: '10',
      territory_margin: '9',
      winner: 'black',
      dead_source: 'marked',
      not_scored_because: '',
    });
    expect(code).toBe(0);
  });
});

test('one ruleset counts like audit: every shared column has the same cell', async () => {
  const argv = [sample('s2-aga'), '--rules', 'japanese'];
  const [counted] = named((await score(...argv)).out);
  const { out } = await place.sgfReferee(['audit', '--jobs', '1', ...argv]);
  const [head, line] = out.split('\n');
  const audited = Object.fromEntries(head!.split(',').map((name, i) => [name, line!.split(',')[i]]));
  const shared = SCORE_COLUMNS.map(({ name }) => name).filter((name) => name in audited);
  expect(shared.length).toBeGreaterThan(25);
  expect(shared.map((name) => [name, counted![name]])).toEqual(shared.map((name) => [name, audited[name]]));
});

test('a game that cannot be counted has a row for each ruleset with the reason', async () => {
  const file = place.put('a.sgf', gameText(1));
  const rows = named((await score(file, '--rules', 'japanese,aga')).out);
  expect(rows.map((row) => [row['ruleset'], row['result'], row['not_scored_because']])).toEqual([
    ['japanese', '', 'resign'],
    ['aga', '', 'resign'],
  ]);
});

describe('forms of output', () => {
  test('json and jsonl hold the rows with numbers as numbers', async () => {
    const argv = [sample('s1-aga'), '--rules', 'aga,japanese', '--format'];
    const lines = (await score(...argv, 'jsonl')).out.trimEnd().split('\n');
    const objects = JSON.parse((await score(...argv, 'json')).out) as Record<string, unknown>[];
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(objects);
    expect(objects[1]).toMatchObject({ ruleset: 'japanese', area_margin: 5, dame: 0, komi_applied: 7.5 });
  });

  test('text fits 80 columns, names of any length included, and each ruleset adds up', async () => {
    const long = readFileSync(sample('s3-handicap-aga'), 'utf8').replace(
      'PB[Black]',
      `PB[${'黒番'.repeat(40)}]`,
    );
    const file = place.put(`${'long name '.repeat(12)}.sgf`, long);
    const { out } = await score(
      file,
      sample('s4-seki-japanese'),
      '--rules',
      'auto,ing,stone-scoring',
      '--format',
      'text',
    );
    for (const line of out.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(80);
    expect(out).toContain('aga                  territory    +8    0     +1      0  -0.5  B+8.5    same\n');
    expect(out).toContain('japanese             territory    +1   -1      0      0  -6.5  W+6.5    same\n');
  });

  test('a folder of reports', async () => {
    const out = join(place.path, 'report');
    const said = await score(sample('s1-aga'), '--out', out);
    expect(said.out).toBe('');
    expect(named(readFileSync(join(out, 'scores.csv'), 'utf8'))).toHaveLength(1);
    expect(readFileSync(join(out, 'findings.csv'), 'utf8')).toContain('rules/setting-differs');
    expect(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'))).toMatchObject({
      games: 1,
      scored: 1,
    });
  });

  test('the same bytes for 1 and 2 jobs, in every form', async () => {
    for (const format of ['csv', 'json', 'text']) {
      const argv = ['score', SAMPLES, '--rules', 'auto,aga,ing', '--format', format, '--jobs'];
      const one = await place.sgfReferee([...argv, '1']);
      const two = await place.sgfReferee([...argv, '2']);
      expect(two.out).toBe(one.out);
      expect(one.out.length).toBeGreaterThan(1000);
    }
  });
});

describe('wrong usage', () => {
  test.each([
    [['--rules', 'aga,japanes'], /did you mean japanese\?/],
    [['--rules', ','], /--rules: must name rulesets/],
    [['--no-score'], /there is no option --no-score/],
    [['--format', 'sarif'], /expected csv, jsonl, json, text/],
  ])('%j', async (argv, message) => {
    const { code, err, out } = await score(sample('s1-aga'), ...argv);
    expect(err).toMatch(message);
    expect([code, out]).toEqual([2, '']);
  });

  test('no such file', async () => {
    const { code, err } = await score(join(place.path, 'none.sgf'));
    expect(err).toContain('none.sgf: no such file');
    expect(code).toBe(2);
  });
});

test('the text says that the komi of the file is kept, and what that of the ruleset would give', async () => {
  const game = join(import.meta.dirname, '../../samples/scored/s1-japanese.sgf');
  const { out } = await place.sgfReferee(['score', game, '--rules', 'japanese,aga', '--format', 'text']);
  expect(out).toContain('\n  komi 6.5 of the file is kept; with 7.5, the komi of aga: W+2.5 (--komi 7.5)\n');
  expect(out).not.toContain('the komi of japanese');
});
