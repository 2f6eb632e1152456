import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { csvRows } from '../support/csv-rows.js';
import { makePlace } from './harness.js';
import { pageLines } from '../support/page-data.js';

const place = makePlace();
afterAll(place.remove);

const at = (name: string): string => join(place.path, name);

function game(header: string): string {
  return `(;GM[1]FF[4]SZ[19]RU[Japanese]KM[6.5]${header};B[pd];W[dp];B[pp];W[dd])`;
}

place.put(
  'table.csv',
  'round,white,black,komi,result\n' +
    '1,Baden Kor,Lipi Ran,6.5,W+\n' +
    '1,Anna Berg,Olle Ek,6.5,B+\n' +
    '2,Lipi Ran,Anna Berg,6.5,B+\n',
);
place.put('games/a.sgf', game('RO[1]PB[Lipi Ran]PW[Baden Kor]RE[W+R]'));
place.put('games/b.sgf', game('RO[1]PB[ek23]PW[Anna Berg]RE[W+R]'));
place.put('games/c.sgf', game('RO[1]PB[Nobody]PW[Anna Berg]RE[W+R]'));
place.put('nicks.csv', 'nick,name\nek23,Olle Ek\n');

const ALIASES = ['--aliases', at('nicks.csv')];

async function crosscheck(...words: string[]): ReturnType<typeof place.sgfReferee> {
  const done = await place.sgfReferee([
    ...['crosscheck', at('games'), '--table', at('table.csv'), '--quiet', ...words],
  ]);
  return { ...done, out: done.out.replaceAll(`${place.path}/`, '') };
}

const CSV = `round,table,black,white,handicap,komi,result_table,file,game,result_declared,result_counted,confidence,verdict,reason,result_decided
1,,Lipi Ran,Baden Kor,,6.5,W+,games/a.sgf,1,W+R,,,agrees,,
1,,Olle Ek,Anna Berg,,6.5,B+,games/b.sgf,1,W+R,,,differs,"result differs: table B+, record W+R",
2,,Anna Berg,Lipi Ran,,6.5,B+,,,,,,no-record,,
`;

it('a row a pairing; an error makes the exit code 1', async () => {
  const { code, out } = await crosscheck(...ALIASES);
  expect([code, out]).toEqual([1, CSV]);
});

it('the same for any number of jobs', async () => {
  expect((await crosscheck(...ALIASES, '--jobs', '3')).out).toBe(CSV);
});

it('without the nick its game is in no table, and its pairing has no record', async () => {
  const { code, out } = await crosscheck('--format', 'json');
  const rows = JSON.parse(out) as { verdict: string }[];
  expect([code, rows.map(({ verdict }) => verdict)]).toEqual([0, ['agrees', 'no-record', 'no-record']]);
});

it('text has a line a pairing, differences first, each reason, and how many agree', async () => {
  const { out } = await crosscheck(...ALIASES, '--format', 'text');
  expect(out.split('\n').slice(2)).toEqual([
    expect.stringMatching(/^1 +Olle Ek +Anna Berg +B\+ +differs /),
    '      result differs: table B+, record W+R',
    expect.stringMatching(/^2 +Anna Berg +Lipi Ran +B\+ +no-record$/),
    expect.stringMatching(/^1 +Lipi Ran +Baden Kor +W\+ +agrees /),
    expect.stringMatching(/games\/c\.sgf:1:1: warning: The game of "Nobody"$/),
    '  (Black) and "Anna Berg" (White) is in no table: the table lists no player with',
    "  Black's name [table/not-listed]",
    '3 pairings: 1 differs, 0 undecided, 1 without a record, 1 agrees',
    '',
  ]);
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

it('a folder has the pairings, the findings of games and tables, and the crosstable', async () => {
  const folder = at('report');
  const { code, out } = await crosscheck(...ALIASES, '--out', folder);
  expect([code, out]).toEqual([1, '']);
  const read = (name: string): string =>
    readFileSync(join(folder, name), 'utf8').replaceAll(`${place.path}/`, '');
  expect(read('pairings.csv')).toBe(CSV);
  expect(read('games.csv').split('\n')).toHaveLength(5);
  const found = read('findings.csv').split('\n').slice(1, -1);
  expect(found.map((line) => line.split(',').slice(0, 4).join())).toEqual([
    'games/b.sgf,1,table/result-differs,error',
    'table.csv,,table/no-record,note',
    'games/c.sgf,1,table/not-listed,warning',
  ]);
  expect(JSON.parse(read('summary.json'))).toMatchObject({ findings: { errors: 1, warnings: 1, notes: 1 } });
  expect(pageLines(read('index.html'))).toContain('\nX{"title":"","rounds":2');
});

it('a run into a folder names the pairings that lack a record or are undecided', async () => {
  place.put('open/a.sgf', game('RO[1]PB[Lipi Ran]PW[Baden Kor]RE[?]'));
  const words = ['crosscheck', at('open'), '--table', at('table.csv'), '--fail-on', 'never'];
  const { err } = await place.sgfReferee([...words, '--out', at('rep')]);
  expect(err).toContain(
    '1 pairing undecided: Lipi Ran – Baden Kor\n' +
      '2 pairings without a record: Olle Ek – Anna Berg; Anna Berg – Lipi Ran\n',
  );
  expect((await place.sgfReferee([...words, '--format', 'text'])).err).not.toContain('without a record:');
});

it.each([
  [['--ignore', 'table/result-differs'], 0],
  [['--only', 'table/not-listed', '--fail-on', 'warning'], 1],
  [['--fail-on', 'table/no-record'], 1],
  [['--fail-on', 'never'], 0],
])('%j: exit code %i', async (words, expected) => {
  expect((await crosscheck(...ALIASES, ...words)).code).toBe(expected);
});

it('conditions: games that count and games that do not, with the reason', async () => {
  place.put('event.json', '{ "komi": 7.5, "minimumMoves": 4 }');
  const event = ['--event', at('event.json'), '--fail-on', 'never', '--quiet'];
  const { out } = await place.sgfReferee(['audit', at('games'), ...event, '--format', 'jsonl']);
  const [game] = out.split('\n').map((line) => line && (JSON.parse(line) as Record<string, unknown>));
  expect(game).toMatchObject({ counts: 'no', counts_because: 'komi 6.5, but the event requires 7.5' });
  const refused = await place.sgfReferee(['audit', at('games'), '--event', at('table.csv')]);
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining('table.csv: line 5, column 1: not valid JSON'),
  ]);
});

it('what conditions leave open is as the results table has it', async () => {
  place.put('open.json', '{}');
  const folder = at('under-conditions');
  await crosscheck('--event', at('open.json'), '--out', folder);
  const [head = [], ...games] = csvRows(readFileSync(join(folder, 'games.csv'), 'utf8'));
  expect(games.map((cells) => cells[head.indexOf('counts')])).toEqual(['yes', 'yes', 'yes']);
});

it('no table, and what is none, are wrong usage', async () => {
  const none = await place.sgfReferee(['crosscheck', at('games')]);
  expect([none.code, none.err]).toEqual([2, expect.stringContaining("name the event's results table")]);
  const wrong = await place.sgfReferee([...['crosscheck', at('games'), '--table', at('games/a.sgf')]]);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('not a results table')]);
  const latin = place.put('latin.csv', 'Orbis;Albus;Niger\n1;Kim;Lee\n');
  const headed = await place.sgfReferee(['crosscheck', at('games'), '--table', latin]);
  expect(headed.err).toContain('CSV needs the columns white and black, this has Orbis;Albus;Niger\n');
});

it('aliases whose name no record has are named, in any order and case of their words', async () => {
  place.put('unused.csv', 'nick,name\nek23,Olle Ek\nRAN lipi,Lipi Ran\nek 32,Olle Ek\n');
  const words = ['crosscheck', at('games'), '--table', at('table.csv'), '--aliases', at('unused.csv')];
  const { err } = await place.sgfReferee(words);
  expect(err).toContain('\n--aliases: no record has the name "ek 32"\n');
});

it('a line of aliases that is none is named', async () => {
  place.put('bad.csv', 'nick,name\nek23\n');
  const { code, err } = await crosscheck('--aliases', at('bad.csv'));
  expect([code, err]).toEqual([2, expect.stringContaining('bad.csv: line 2: expected nick,name')]);
});
