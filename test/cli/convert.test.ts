import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { strFromU8, unzipSync } from 'fflate';
import stringWidth from 'string-width';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ConversionReport } from '../../src/referee/judge/report.js';
import { checkResidues } from '../../src/referee/judge/scoring.js';
import { CONVERT_COLUMNS } from '../../src/report/columns/tables.js';
import { rulesetByName } from '../../src/go/rules/rulesets.js';
import { gameText, makePlace, type Place } from './harness.js';

const SAMPLES = fileURLToPath(new URL('../../samples/scored', import.meta.url));
const sample = (name: string): string => join(SAMPLES, `${name}.sgf`);

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

const convert = (...argv: string[]): ReturnType<Place['sgfReferee']> =>
  place.sgfReferee(['convert', '--jobs', '1', ...argv]);

type Row = Record<string, string>;

/** Rows as objects by column, cells as in CSV. */
async function rows(...argv: string[]): Promise<Row[]> {
  const { out } = await convert(...argv, '--format', 'json');
  return (JSON.parse(out) as Record<string, string | number | null>[]).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell ?? '')])),
  );
}

const ITEM_COLUMNS = [
  ...['parity', 'early_passes', 'pass_stones', 'komi', 'handicap_compensation', 'seki_points'],
  ...['dead_in_seki', 'unfilled_dame', 'ties', 'group_tax'],
];

/** The items that are not 0. */
function items(row: Row): Row {
  return Object.fromEntries(ITEM_COLUMNS.flatMap((name) => (row[name] === '0' ? [] : [[name, row[name]!]])));
}

describe('the worked examples of the rules (RULES 4.4), Japanese to AGA', () => {
  test.each<[string, string, string, Row]>([
    ['s1-japanese', 'W+1.5', 'W+2.5', { komi: '-1' }],
    ['s2-japanese', 'W+2.5', 'W+2.5', { parity: '1', komi: '-1' }],
    ['s3-handicap-japanese', 'B+7.5', 'B+8.5', { parity: '1' }],
    ['s4-seki-japanese', 'W+6.5', 'W+5.5', { parity: '1', komi: '-1', seki_points: '1' }],
    ['s5-nine-by-nine-japanese', 'W+3.5', 'W+3.5', { parity: '1', komi: '-1' }],
  ])('%s: %s is %s', async (name, from, to, expected) => {
    const both = await rows(sample(name), '--to', 'aga');
    expect(both.map((row) => row['basis'])).toEqual(['computed', 'declared']);
    for (const row of both) {
      expect([row['result_from'], row['result_to'], row['winner_flips']]).toEqual([from, to, 'false']);
      expect(items(row)).toEqual(expected);
      expect([row['residue'], row['agrees_with_declared']]).toEqual(['0', 'true']);
    }
  });

  test('and the other way, and into itself', async () => {
    const [back] = await rows(sample('s2-aga'), '--to', 'japanese');
    expect([back!['result_to'], items(back!)]).toEqual(['W+2.5', { parity: '-1', komi: '1' }]);
    const [itself] = await rows(sample('s2-aga'), '--to', 'aga');
    expect([itself!['result_to'], items(itself!)]).toEqual(['W+2.5', {}]);
  });

  test('an unfilled dame leaves a range, and Chinese handicap costs a point more', async () => {
    const [row] = await rows(sample('s3-handicap-japanese'), '--to', 'chinese');
    expect(items(row!)).toEqual({ parity: '1', handicap_compensation: '-1' });
    expect([row!['margin_to'], row!['to_low'], row!['to_high']]).toEqual(['7.5', '6.5', '7.5']);
  });
});

describe('komi', () => {
  test.each([
    [['--komi-to', 'same'], 'W+1.5', 'W+1.5'],
    [['--komi-to', '0.5'], 'W+1.5', 'B+4.5'],
    [['--komi-from', '4.5', '--komi-to', 'same'], 'B+0.5', 'B+0.5'],
  ])('%j', async (argv, from, to) => {
    const [row] = await rows(sample('s1-japanese'), '--to', 'aga', ...argv);
    expect([row!['result_from'], row!['result_to']]).toEqual([from, to]);
  });

  test.each([
    [
      [],
      { komi: '0', komi_from: '0.5', komi_to: '0.5', komi_to_source: 'agreed' },
      'komi 0.5 stays: it is in the record and not the standard of its rules (standard of japanese 6.5, standard of aga 7.5)',
    ],
    [
      ['--komi-to', 'standard'],
      { komi: '-7', komi_from: '0.5', komi_to: '7.5', komi_to_source: 'option' },
      '',
    ],
  ])('an agreed komi stays unless another is asked for: %j', async (argv, cells, note) => {
    const text = readFileSync(sample('s1-japanese'), 'utf8').replace('KM[6.5]', 'KM[0.5]');
    const file = place.put('a.sgf', text.replace('RE[W+1.5]', 'RE[B+4.5]'));
    const both = await rows(file, '--to', 'aga', ...argv);
    expect(both).toHaveLength(2);
    for (const row of both) expect(row).toMatchObject({ ...cells, note });
  });

  test.each([
    [[], 'komi 7.5 instead of 6.5, each the standard'],
    [['--komi-to', '0.5'], 'komi 0.5 instead of 6.5, as requested'],
  ])('the account says why komi changes: %j', async (argv, line) => {
    const { out } = await convert(sample('s1-japanese'), '--to', 'aga', '--format', 'text', ...argv);
    expect(out).toContain(line);
  });

  test('a record that names no rules keeps its komi', async () => {
    const text = readFileSync(sample('s1-japanese'), 'utf8').replace('RU[Japanese]', '');
    const [row] = await rows(place.put('a.sgf', text), '--table', 'japanese,aga');
    expect([row!['japanese'], row!['aga']]).toEqual(['W+1.5', 'W+1.5']);
    expect(row!['note']).toContain('komi 6.5 stays because the record names no rules (standard of aga 7.5)');
  });

  test('a result that no count can give with this komi is no basis', async () => {
    const text = readFileSync(sample('s1-japanese'), 'utf8').replace('RE[W+1.5]', 'RE[0]');
    const both = await rows(place.put('a.sgf', text), '--to', 'aga');
    expect(both.map((row) => row['basis'])).toEqual(['computed']);
    expect(both[0]!['note']).toBe('declared 0 is no count with komi 6.5');
  });

  test('without KM the komi of the rules is taken, and told', async () => {
    const text = readFileSync(sample('s1-japanese'), 'utf8').replace('KM[6.5]', '');
    const [row] = await rows(place.put('a.sgf', text), '--to', 'aga');
    expect([row!['result_from'], row!['note']]).toEqual(['W+1.5', 'komi 6.5 by the rules of japanese']);
  });
});

describe('what cannot be converted is a row that says why', () => {
  test.each([
    ['a resignation', gameText(1), [], 'no declared margin; and not scored: resign'],
    [
      'no ruleset',
      '(;SZ[5]KM[6.5]RE[B+3.5];B[aa];W[bb])',
      [],
      'no RU: --from or --default-rules must name the ruleset',
    ],
    [
      'a ruleset that is not known',
      '(;SZ[5]RU[Mars]RE[B+3];B[aa];W[bb])',
      [],
      'RU Mars is not known: --from or --default-rules must name the ruleset',
    ],
    ['no moves', '(;SZ[5]RU[Japanese]KM[6.5]RE[B+3.5])', [], 'no moves'],
    [
      'another game',
      '(;GM[2]RU[Japanese]KM[6.5]RE[B+3.5];B[aa])',
      ['--fail-on', 'never'],
      'not a game of Go',
    ],
    [
      'a lost move',
      '(;SZ[5]RU[Japanese]KM[6.5]RE[B+3.5];B[aa];W[zz];B[];W[])',
      ['--fail-on', 'never'],
      'moves are missing from the damaged record',
    ],
    [
      'rules that count nothing',
      '(;SZ[5]RU[Japanese]KM[6.5]RE[B+3.5];B[cc];W[];B[])',
      ['--to', 'sweden-first-capture'],
      'sweden-first-capture counts no points',
    ],
  ])('%s', async (_name, text, argv, note) => {
    const target = argv.includes('--to') ? [] : ['--to', 'aga'];
    const given = [place.put('a.sgf', text), ...target, ...argv];
    const all = await rows(...given);
    const { code } = await convert(...given);
    expect(all).toHaveLength(1);
    expect(all[0]!['basis']).toBe('');
    expect(all[0]!['note']).toContain(note.split('; ')[0]);
    expect(code).toBe(0);
  });

  test('--from against RU is taken, and told', async () => {
    const [row] = await rows(sample('s2-aga'), '--from', 'japanese', '--to', 'aga');
    expect([row!['from_ruleset'], row!['note']]).toEqual([
      'japanese',
      'RU is AGA, read as japanese; computed and declared differ',
    ]);
  });
});

describe('text', () => {
  test('a statement of account with the sum drawn under it', async () => {
    const { out, err } = await convert(sample('s2-japanese'), '--to', 'aga', '--format', 'text');
    expect(out.slice(out.indexOf('\n') + 1)).toBe(
      [
        'Black - White, 5x5, komi 6.5, RU Japanese, declared W+2.5',
        'plus is good for Black                                       computed   declared',
        'japanese, komi 6.5                                               -2.5       -2.5',
        '  Black played last, so White must also pass last, once',
        '    more than Black, and under aga a pass hands over a',
        '    stone                                                          +1         +1',
        '  komi 7.5 instead of 6.5, each the standard                       -1         -1',
        '                                                            ---------  ---------',
        'aga, komi 7.5                                                    -2.5       -2.5',
        'result                                                          W+2.5      W+2.5',
        '',
        'W+2.5 under japanese is W+2.5 under aga: the same winner',
        'the difference stays the same: Black played last, so White must also pass last,',
        '  once more than Black, and under aga a pass hands over a stone (+1); komi 7.5',
        '  instead of 6.5, each the standard (-1)',
        '',
        '',
      ].join('\n'),
    );
    expect(err).toBe('');
  });

  test('a winner that changes is told', async () => {
    const { out } = await convert(
      sample('s1-jigo'),
      '--to',
      'aga',
      '--komi-to',
      'standard',
      '--format',
      'text',
    );
    expect(out).toContain('\n0 under japanese is W+2.5 under aga: the winner changes: White wins\n');
  });

  test('nothing is wider than 80 columns', async () => {
    const long = readFileSync(sample('s4-seki-japanese'), 'utf8').replace(
      'PB[Black]',
      `PB[${'黒番'.repeat(40)}]`,
    );
    place.put(`long/${'long name '.repeat(12)}.sgf`, long);
    const names = 'japanese,aga,chinese,new-zealand,ing,wmsg-2008,stone-scoring';
    for (const argv of [
      ['--to', 'ing'],
      ['--to', 'japanese'],
      ['--table', 'japanese,aga,chinese'],
      ['--table', names],
    ]) {
      const { out, err } = await convert(SAMPLES, join(place.path, 'long'), ...argv, '--format', 'text');
      expect(out.length).toBeGreaterThan(500);
      for (const line of `${out}${err}`.split('\n')) expect(stringWidth(line), line).toBeLessThanOrEqual(80);
    }
  });
});

describe('what a reader asks about an account', () => {
  const text = async (...argv: string[]): Promise<string> =>
    (await convert(...argv, '--format', 'text')).out.replace(/\s+/g, ' ');

  test.each([
    ['which point is in seki', 's4-seki-japanese', 'points in seki count, such as A3 +1'],
    [
      'which result is meant while dame are open',
      's3-handicap-japanese',
      'note: B+8.5 is the result, because the record ends with the dame open: filled in turn, they would make it B+7.5 under aga',
    ],
  ])('%s', async (_, name, sentence) => {
    expect(await text(sample(name), '--to', 'aga')).toContain(sentence);
  });

  test('a point of White in seki', async () => {
    const board = '(;SZ[4:3]RU[Japanese]KM[6.5]AW[ba][ca][ab][ac][bc]AB[bb][cb][db][dc]RE[W+5];B[];W[])';
    const said = await text(place.put('white.sgf', board), '--to', 'aga', '--komi-to', 'same');
    expect(said).toContain('points in seki count, such as A3 -1');
  });

  const BY = { name: 'A. Referee', date: '2026-11-22', reason: 'late' };
  const ruled = (result: string, ...others: string[]): string => {
    const decisions = ['2b2f3648464ab8f0', ...others].map((game) => ({ ...BY, game, result }));
    return place.put('decisions.json', JSON.stringify({ decisions }));
  };

  test.each([
    ['B+F', 's2-japanese.sgf, game 1 Black - White, 5x5, komi 6.5, RU Japanese, declared W+2.5 note: B+F,'],
    ['B+3.5', 'B+3.5 under japanese is B+3.5 under aga: the same winner'],
    ['B+3.5', 'note: declared: B+3.5, decided by A. Referee on 2026-11-22: late'],
  ])('a decided result takes the place of the declared one: %s', async (result, sentence) => {
    expect(await text(sample('s2-japanese'), '--to', 'aga', '--decisions', ruled(result))).toContain(
      sentence,
    );
  });

  test.each([
    ['one game of the event', ['s2-japanese'], false],
    ['several games', ['s2-japanese', 's1-japanese'], true],
  ])('decisions about other games: %s', async (_, names, isSaid) => {
    const argv = ['--decisions', ruled('W+2.5', '00000000000000ff'), '--to', 'aga'];
    expect((await text(...names.map(sample), ...argv)).includes('[decision/no-game]')).toBe(isSaid);
  });
});

describe('the table', () => {
  test('a result column a ruleset, and flips where the winner is not the same', async () => {
    const { out } = await convert(
      sample('s1-jigo'),
      sample('s2-japanese'),
      '--table',
      'japanese,aga,new-zealand',
      '--komi-to',
      'standard',
    );
    const [head, ...lines] = out.trimEnd().split('\n');
    expect(head).toBe(
      'file,game,black,white,ruleset,result_declared,basis,japanese,aga,new-zealand,flips,agrees_with_declared,note,rules_declared,ruleset_source,dame',
    );
    expect(lines.map((line) => line.split(',').slice(5, 12))).toEqual([
      ['0', 'declared', '0', 'W+2.5', 'W+2', 'yes', 'yes'],
      ['W+2.5', 'declared', 'W+2.5', 'W+2.5', 'W+2', 'no', 'yes'],
    ]);
  });

  test('without RU the count alone speaks, with the komi of each ruleset if asked for', async () => {
    const text = readFileSync(sample('s2-japanese'), 'utf8').replace('RU[Japanese]', '');
    const { out } = await convert(
      place.put('a.sgf', text),
      '--table',
      'japanese,aga',
      '--komi-to',
      'standard',
      '--format',
      'json',
    );
    expect(JSON.parse(out)).toMatchObject([
      { basis: 'computed', japanese: 'W+2.5', aga: 'W+2.5', ruleset: 'unknown' },
    ]);
  });

  test('a game whose rules are not declared has a mark: what stands in for them', async () => {
    const text = readFileSync(sample('s2-japanese'), 'utf8');
    const file = place.put(
      'a.sgf',
      ['RU[Foo]', 'RU[Japanese]', ''].map((ru) => text.replace('RU[Japanese]', ru)).join(''),
    );
    const marks = async (...argv: string[]): Promise<readonly string[]> => {
      const { out } = await convert(file, '--table', 'japanese,aga', '--format', 'text', ...argv);
      const [head, ...lines] = out.trimEnd().split('\n');
      const at = head!.indexOf('marks');
      return lines.map((line) => line.slice(at));
    };
    expect(await marks()).toEqual(['unknown', '', 'unknown']);
    expect(await marks('--default-rules', 'japanese')).toEqual(['default', '', 'default']);
    expect(await marks('--from', 'japanese')).toEqual(['option', '', 'option']);
  });

  test('a count that is not RE and dame that would change a result are marks of a row', async () => {
    const names = ['s5-wrong-winner', 's5-half-komi', 's1-japanese'].map(sample);
    const { out, err } = await convert(...names, '--table', 'japanese,aga', '--format', 'text');
    expect(err).toContain('1 marked count: the count is not what RE says\n2 marked dame: open dame would');
    const [head, ...lines] = out.trimEnd().split('\n');
    expect(lines.map((line) => line.slice(head!.indexOf('marks')))).toEqual(['count dame', 'dame', '']);
    const { out: json } = await convert(...names, '--table', 'japanese,aga', '--format', 'json');
    const dame = (JSON.parse(json) as { dame: number }[]).map((row) => row.dame > 0);
    expect(dame).toEqual([true, true, false]);
  });
});

describe('a run', () => {
  test('the summary: flips, differences and items by who played last', async () => {
    const games = [
      's1-japanese',
      's2-japanese',
      's3-handicap-japanese',
      's4-seki-japanese',
      's5-wrong-winner',
    ];
    const flipped = ['s1-jigo', 's5-half-komi'];
    const all = [...games, ...flipped].map(sample);
    const kept = await convert(...all, '--to', 'aga');
    expect(kept.err).toContain('2 keep the komi of the record, not standard in its rules: see --komi-to');
    const { err } = await convert(...all, '--to', 'aga', '--komi-to', 'standard');
    expect(err).not.toContain('keep the komi');
    const nameless = [0, 1].map((i) => {
      const text = readFileSync(sample('s1-japanese'), 'utf8').replace(/RU\[.*?\]/, '');
      return place.put(`nameless-${String(i)}.sgf`, text);
    });
    const assumed = await convert(...nameless, '--table', 'japanese,aga');
    expect(assumed.err).toContain('2 keep the komi of the record, which names no ruleset: see --from');
    expect(assumed.err).not.toContain('not standard in its rules');
    const lines = err.split('\n').map((line) => line.replace(/ +/g, ' ').trim());
    expect(lines).toContain('6 of 7 computed margins agree with the declared ones');
    expect(lines).toContain('last play by Black White all');
    expect(lines).toContain('games 5 2 7');
    expect(lines).toContain('the winner changes 1 1 2');
    expect(lines).toContain('by the komi alone 1 1 2');
    expect(lines).toContain('+1 ###### 2 - 2');
    expect(lines).toContain('seki_points 1 - 1');
  });

  test('the summary of one ruleset counts games whose winner depends on open dame, as the marks of a table do', async () => {
    const text = readFileSync(sample('s3-handicap-aga'), 'utf8');
    const close = place.put('close.sgf', text.replace('KM[0.5]', 'KM[8.5]').replace('B+8.5', 'B+0.5'));
    const said = async (...words: string[]): Promise<string> =>
      (await convert(close, sample('s1-aga'), ...words)).err;
    const summary = await said('--to', 'bga');
    expect(summary).toContain('the winner depends on open dame: 1\n');
    expect(summary).not.toContain('if open dame stay open');
    expect(await said('--table', 'aga,bga')).toContain('1 marked dame');
  });

  test('the order of the rulesets changes no summary, and rows that are left empty are not counted', async () => {
    const plain = readFileSync(sample('s1-japanese'), 'utf8').replace(/RU\[.*?\]/, '');
    const all = [place.put('no-rules.sgf', plain), sample('s1-aga'), sample('s5-half-komi')];
    const said = async (...words: string[]): Promise<string> =>
      (await convert(...all, ...words)).err.replace(/ +/g, ' ');
    const rows = await said('--to', 'japanese,aga');
    expect(rows).toContain('2 converted, 1 left out (1 name no ruleset');
    expect(rows).not.toContain('marked');
    expect(await said('--to', 'aga,japanese')).toBe(rows);
    const table = await said('--table', 'japanese,aga');
    expect(table).toContain('3 converted, 0 left out');
    expect(await said('--table', 'aga,japanese')).toBe(table);
  });

  test('--out writes the rows and the findings into a folder', async () => {
    const folder = join(place.path, 'converted');
    const { out } = await convert(sample('s1-aga'), '--to', 'japanese', '--out', folder);
    expect(out).toBe('');
    expect(readdirSync(folder).sort()).toEqual(['conversions.csv', 'findings.csv', 'summary.json']);
    const [head, ...lines] = readFileSync(join(folder, 'conversions.csv'), 'utf8').trimEnd().split('\n');
    expect(head!.split(',')).toEqual(CONVERT_COLUMNS.map(({ name }) => name));
    expect(lines.map((line) => line.split(',')[10])).toEqual(['W+1.5', 'W+1.5']);
  });

  test('a workbook has one row a game, the computed result beside the declared one', async () => {
    const text = readFileSync(sample('s1-japanese'), 'utf8').replace('RE[W+1.5]', 'RE[W+3.5]');
    const [declared, none] = [place.put('a.sgf', text), place.put('b.sgf', text.replace('RE[W+3.5]', ''))];
    const output = join(place.path, 'x.xlsx');
    await convert(declared, none, '--to', 'aga', '--quiet', '--output', output);
    const entries = unzipSync(readFileSync(output));
    const [cells, shared] = ['worksheets/sheet1', 'sharedStrings'].map((name) =>
      strFromU8(entries[`xl/${name}.xml`]!),
    );
    const texts = [...shared!.matchAll(/<t[^>]*>([^<]*)</g)].map((match) => match[1]!);
    const table = cells!
      .split('<row')
      .slice(1)
      .map((row) => [...row.matchAll(/t="s"[^>]*><v>(\d+)/g)].map((cell) => texts[Number(cell[1])]!));
    expect(table).toHaveLength(3);
    const results = table.map((row) =>
      row.filter((cell) => /^[BW]\+[\d.]+$|^computed(?! and)|^declared$/.test(cell)),
    );
    expect(results).toEqual([
      ['computed_from', 'computed_to'],
      ['declared', 'W+3.5', 'W+4.5', 'W+1.5', 'W+2.5'],
      ['computed', 'W+1.5', 'W+2.5', 'W+1.5', 'W+2.5'],
    ]);
  });

  test('the same bytes for 1 and 2 jobs, a record of the ruleset asked for included', async () => {
    for (const argv of [
      ['--to', 'japanese'],
      ['--table', 'aga,japanese', '--format', 'json'],
    ]) {
      const one = await place.sgfReferee(['convert', SAMPLES, ...argv, '--jobs', '1']);
      const two = await place.sgfReferee(['convert', SAMPLES, ...argv, '--jobs', '2']);
      expect(two).toEqual(one);
      expect(one.out).toContain('s5-half-komi');
    }
  });
});

test('items that do not add up are a fault of the program', () => {
  const account = (residueHalves: number): ConversionReport =>
    ({ to: [{ to: rulesetByName('aga'), bases: [{ residueHalves }] }] }) as unknown as ConversionReport;
  expect(checkResidues(account(0))).toEqual([]);
  expect(checkResidues(account(1))).toMatchObject([{ code: 'internal/fault', severity: 'error' }]);
});

test('an error in a record is told, and makes the exit code 1', async () => {
  const file = fileURLToPath(new URL('../../samples/ko/basic-ko-retaken.sgf', import.meta.url));
  const { code, err } = await convert(file, '--to', 'aga');
  expect([code, err]).toEqual([1, '1 error in the records: audit lists them\n']);
});

describe('wrong usage', () => {
  test.each([
    [[], /--to: name the ruleset to convert into/],
    [['--to', 'agaa'], /did you mean aga\?/],
    [['--to', 'aga,bogus'], /there is no ruleset bogus/],
    [['--to', 'aga,'], /--to: must name rulesets/],
    [['--from', 'japan', '--to', 'aga'], /there is no ruleset japan/],
    [['--to', 'aga', '--table', 'aga,japanese'], /--table: cannot be given with to/],
    [['--table', 'aga,,japanese'], /--table: must name rulesets/],
    [['--to', 'aga', '--komi-to', 'much'], /--komi-to: must be standard, same, a number of points, not much/],
    [['--to', 'aga', '--rules', 'aga'], /there is no option --rules/],
  ])('%j', async (argv, message) => {
    const { code, err, out } = await convert(sample('s1-aga'), ...argv);
    expect(err).toMatch(message);
    expect([code, out]).toEqual([2, '']);
  });
});
