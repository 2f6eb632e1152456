import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { gameText, makePlace } from './harness.js';

const place = makePlace();
afterAll(place.remove);
place.put('a.sgf', gameText(1, 12));
place.put('b/two games.sgf', gameText(2, 16) + gameText(3, 14));
place.put('bad.sgf', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
place.put('empty.sgf', 'no record');

async function list(...words: string[]): Promise<string[]> {
  const { code, out, err } = await place.sgfReferee([
    'list',
    `${place.path}/b`,
    `${place.path}/a.sgf`,
    ...words,
  ]);
  expect([code, err]).toEqual([0, '']);
  return out.replaceAll(`${place.path}/`, '').split('\n');
}

describe('forms of output', () => {
  it('is CSV with the usual columns', async () => {
    expect(await list()).toEqual([
      'file,game,black,white,date,event,size,handicap,komi,rules_declared,moves,result_declared',
      'b/two games.sgf,1,black 2,白,,,9,0,6.5,Japanese,16,B+R',
      'b/two games.sgf,2,black 3,白,,,9,0,6.5,Japanese,14,B+R',
      'a.sgf,1,black 1,白,,,9,0,6.5,Japanese,12,B+R',
      '',
    ]);
  });

  it('is JSON, in which decimals are numbers and empty cells null', async () => {
    const lines = await list('--format', 'json', '--columns', 'game,KM,komi,event,moves');
    expect(JSON.parse(lines.join('\n'))).toEqual([
      { game: 1, KM: '6.5', komi: 6.5, event: null, moves: 16 },
      { game: 2, KM: '6.5', komi: 6.5, event: null, moves: 14 },
      { game: 1, KM: '6.5', komi: 6.5, event: null, moves: 12 },
    ]);
  });

  it('is sorted JSON too, and an empty list when nothing passes', async () => {
    const sorted = await list('--format', 'json', '--columns', 'moves', '--sort', 'moves');
    expect(JSON.parse(sorted.join('\n'))).toEqual([{ moves: 12 }, { moves: 14 }, { moves: 16 }]);
    const none = await list('--format', 'json', '--where', 'size=13');
    expect(JSON.parse(none.join('\n'))).toEqual([]);
  });

  it.each(['audit', 'list', 'duplicates'])('%s refuses a workbook on a terminal', async (command) => {
    const run = [command, `${place.path}/a.sgf`, '--format', 'xlsx'];
    const { code, err } = await place.sgfReferee(run, { tty: 'both' });
    expect([code, err]).toEqual([2, expect.stringContaining('a workbook is not for a terminal')]);
  });

  it.each(['audit', 'list', 'duplicates', 'convert'])(
    '%s refuses another kind of workbook',
    async (command) => {
      const rules = command === 'convert' ? ['--to', 'aga'] : [];
      for (const name of ['x.xls', 'X.ODS']) {
        const run = [command, `${place.path}/a.sgf`, ...rules, '--output', `${place.path}/${name}`];
        const { code, err } = await place.sgfReferee(run);
        expect([code, err]).toEqual([2, expect.stringContaining('a workbook is written as .xlsx')]);
      }
    },
  );

  it.each([
    ['list', ['--sort', 'moves'], 'Games', '<v>12</v>'],
    ['list', ['--group-by', 'player'], 'Games', '<v>3</v>'],
    ['duplicates', [], 'Duplicates', '<v>'],
  ])('%s %j is a workbook, by option or by the name of the file', async (command, words, sheet, number) => {
    const bytes = await Promise.all(
      [
        ['--output', `${place.path}/x.xlsx`],
        ['--format', 'xlsx', '--output', `${place.path}/y`],
      ].map(async (output) => {
        const run = [command, `${place.path}/b`, `${place.path}/a.sgf`, ...words, '--quiet', ...output];
        expect((await place.sgfReferee(run)).code).toBe(0);
        return readFileSync(output.at(-1)!);
      }),
    );
    const [entries, others] = bytes.map((one) => unzipSync(one));
    expect(strFromU8(entries!['xl/workbook.xml']!)).toContain(`name="${sheet}"`);
    const cells = strFromU8(entries!['xl/worksheets/sheet1.xml']!);
    expect(cells).toContain(number);
    expect(strFromU8(others!['xl/worksheets/sheet1.xml']!)).toBe(cells);
  });

  it('is JSONL, or a table', async () => {
    expect(await list('--format', 'jsonl', '--columns', 'moves')).toEqual([
      '{"moves":16}',
      '{"moves":14}',
      '{"moves":12}',
      '',
    ]);
    expect(await list('--format', 'text', '--columns', 'moves,black')).toEqual([
      'moves black',
      '----- -------------',
      '16    black 2',
      '14    black 3',
      '12    black 1',
      '',
    ]);
  });
});

describe('which games', () => {
  it.each([
    [
      ['--where', 'moves>=14'],
      ['moves', '16', '14', ''],
    ],
    [
      ['--sort=-moves', '--top', '2'],
      ['moves', '16', '14', ''],
    ],
    [
      ['--sort', 'black'],
      ['moves', '12', '16', '14', ''],
    ],
    [
      ['--top', '1'],
      ['moves', '16', ''],
    ],
    [
      ['--where', 'illegal=0 and not black~"2"'],
      ['moves', '14', '12', ''],
    ],
  ])('%j', async (words, expected) => {
    expect(await list('--columns', 'moves', ...words)).toEqual(expected);
  });

  it('counts', async () => {
    expect(await list('--count', '--where', 'moves>=14')).toEqual(['2', '']);
    expect(await list('--count', '--where', 'moves>=99')).toEqual(['0', '']);
  });

  it('names each file once, with a newline or a zero byte', async () => {
    expect(await list('--files')).toEqual(['b/two games.sgf', 'a.sgf', '']);
    expect(await list('--files', '-0', '--where', 'moves<16')).toEqual(['b/two games.sgf\0a.sgf\0']);
    expect(await list('--files', '--sort', 'moves')).toEqual(['a.sgf', 'b/two games.sgf', '']);
  });
});

it('tells unreadable files on standard error', async () => {
  const words = ['list', place.path, '--columns', 'file', '--fail-on', 'warning'];
  const { code, out, err } = await place.sgfReferee(words);
  expect(out.split('\n')).toHaveLength(5);
  expect(err).toContain('bad.sgf');
  expect(err).not.toContain('empty.sgf');
  expect(code).toBe(1);
  const missing = await place.sgfReferee(['list', `${place.path}/none.sgf`]);
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('none.sgf')]);
});

describe('a page of charts', () => {
  it('has a bar for each group, the largest the longest, and nothing that runs or loads', async () => {
    const page = (await list('--group-by', 'player', '--format', 'html')).join('\n');
    expect(page.match(/<tr><th scope="row">[^<]*/g)).toEqual(
      ['白', 'black 1', 'black 2', 'black 3'].map((name) => `<tr><th scope="row">${name}`),
    );
    expect(page).toContain('aria-label="3 games: 0 won as Black, 0 won as White, 3 not won"');
    expect(page).toContain('<rect class="o" x="0.5" y="0.5" width="480.0" height="14"/>');
    expect(page).toContain('<rect class="b" x="0.5" y="0.5" width="160.0" height="14"/>');
    expect(page).not.toMatch(/<script|(?:src|href)=/);
  });

  it('is what a file with that ending gets, without markup of names', async () => {
    place.put('c/x.sgf', '(;GM[1]FF[4]PB[<b>&]PW["w"]DT[2001-02-03]RE[W+R];B[aa];W[bb])');
    const output = `${place.path}/years.html`;
    const { code } = await place.sgfReferee([
      'list',
      `${place.path}/c`,
      '--group-by',
      'player',
      '--output',
      output,
    ]);
    const page = readFileSync(output, 'utf8');
    expect([code, page.includes('<b>'), page.includes('&lt;b&gt;&amp;')]).toEqual([0, false, true]);
  });
});

it.each(['player', 'event'])(
  'names the group of what is not recorded on a terminal, as the page does: %s',
  async (by) => {
    const file = place.put('nameless/a.sgf', '(;GM[1]SZ[9]RE[W+R];B[aa];W[bb])');
    const rows = async (format: string): Promise<string> =>
      (await place.sgfReferee(['list', file, '--group-by', by, '--format', format])).out;
    expect(await rows('text')).toMatch(/\n\(not recorded\) +[12] /);
    expect(await rows('html')).toContain('<th scope="row">(not recorded)</th>');
    expect(await rows('csv')).toMatch(/\n,[12],/);
  },
);

it('counts with --no-score what an audit without scores counted', async () => {
  const file = fileURLToPath(new URL('../../samples/scored/s5-wrong-winner.sgf', import.meta.url));
  const verdict = async (...words: string[]): Promise<string> =>
    (await place.sgfReferee(['list', file, '--columns', 'verdict', ...words])).out;
  expect(await verdict()).toBe('verdict\ncontradicted\n');
  expect(await verdict('--no-score')).toBe('verdict\n\n');
});

describe('wrong usage is told with advice', () => {
  it.each([
    [['--format', 'html'], /--format: html needs --group-by/],
    [['--output', 'a.html'], /--format: html needs --group-by/],
    [['--where', 'size=19 and blakc=Lee'], /where: column 13: there is no field blakc; did you mean black\?/],
    [['--where', 'player~"Cho"'], /there is no field player; there are black and white \(/],
    [
      ['--where', 'verdict=confirmd'],
      /where: column 9: verdict: confirmd is not known; did you mean confirmed\?/,
    ],
    [['--where', 'moves>2OO'], /where: column 7: moves: 2OO is no number/],
    [['--where', 'not ending!=Passes'], /ending: Passes is not known; did you mean passes\?/],
    [['--where', 'scored=true'], /scored: true is not known; there are yes, no/],
    [['--columns', 'file,moevs'], /columns: there is no field moevs; did you mean moves\?/],
    [['--sort', 'nonsense-column'], /sort: there is no field/],
    [['--top', '0'], /--top: must be/],
    [['-0'], /--null: needs --files/],
    [['--estimator', 'gtp:gnugo'], /--estimator: gtp:gnugo is not known/],
  ])('%j', async (words, message) => {
    const { code, err } = await place.sgfReferee(['list', place.path, ...words]);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});
