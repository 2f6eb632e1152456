import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makePlace } from './harness.js';

const place = makePlace();
afterAll(place.remove);
const LEAGUE = join(import.meta.dirname, '../../samples/events/online-league');
const GAMES = join(LEAGUE, 'games');
const TABLE = ['--table', join(LEAGUE, 'league.csv'), '--aliases', join(LEAGUE, 'nicks.csv'), '-q'];
const DIFFERS = 'result differs: table W+3.5, record W+26.5';

const BY = { name: 'A. Referee', date: '2026-11-22', reason: 'both confirm' };
const decisions = [{ ...BY, game: '6a95c8e16098e94a', result: 'W+3.5' }];
const DECISIONS = ['--decisions', place.put('decisions.json', JSON.stringify({ decisions }))];

async function said(...argv: string[]): Promise<string> {
  const { code, out, err } = await place.sgfReferee(argv);
  expect([code, err]).toEqual([0, '']);
  return out.replaceAll(`${GAMES}/`, '');
}

describe('list --table', () => {
  test('differences are questions, for every number of jobs, and can be filtered, sorted, counted', async () => {
    const rows = await said(
      'list',
      GAMES,
      ...TABLE,
      '--needs-ruling',
      '--columns',
      'needs_ruling,file,question',
    );
    expect(rows.split('\n')).toHaveLength(9);
    expect(rows).toContain(`table-differs,r1a.sgf,"${DIFFERS}"\n`);
    const jobs = ['--jobs', '3', '--columns', 'needs_ruling,file,question'];
    expect(await said('list', GAMES, ...TABLE, '--needs-ruling', ...jobs)).toBe(rows);
    const some = ['--where', 'question~"result"', '--sort=-file', '--top', '2', '--columns', 'file'];
    expect(await said('list', GAMES, ...TABLE, ...some)).toBe('file\nr6b.sgf\nr5b.sgf\n');
    expect(await said('list', GAMES, ...TABLE, '--needs-ruling', '--count')).toBe('7\n');
    const stdin = readFileSync(join(GAMES, 'r1a.sgf'));
    const { out } = await place.sgfReferee(['list', '-', ...TABLE, '--needs-ruling', '--files'], { stdin });
    expect(out).toBe('-\n');
  });

  test('a decided game is no question; --decided lists it with both results', async () => {
    const open = await said('list', GAMES, ...TABLE, ...DECISIONS, '--needs-ruling', '--files');
    expect(open).not.toContain('r1a.sgf');
    const columns = ['--columns', 'file,result_declared,result_decided,decided_by'];
    expect(await said('list', GAMES, ...DECISIONS, '--decided', '-q', ...columns)).toBe(
      'file,result_declared,result_decided,decided_by\nr1a.sgf,W+26.5,W+3.5,A. Referee\n',
    );
    expect(await said('list', GAMES, ...DECISIONS, '-q')).toMatch(/result_declared,result_decided\n/);
  });

  test.each([
    [['list', GAMES, '--decided'], '--decided: needs --decisions'],
    [['list', GAMES, ...TABLE, '--group-by', 'year'], '--group-by: cannot be used with --table'],
    [['ruling', join(GAMES, 'r1a.sgf'), '--table', join(GAMES, 'r1a.sgf')], 'not a results table'],
    [['ruling', GAMES, '--needs-ruling', '--move', '3'], 'leave out --game and --move'],
    [['ruling', join(GAMES, 'r1a.sgf'), GAMES], '--needs-ruling prints them all'],
    [['ruling', GAMES, ...TABLE.slice(0, 4)], 'r1a.sgf; --needs-ruling takes them all'],
  ])('%j is refused', async (argv, why) => {
    const { code, err } = await place.sgfReferee(argv);
    expect(code).toBe(2);
    expect(err).toContain(why);
  });
});

test('crosscheck shows a decided pairing as decided, with what is declared and what was decided', async () => {
  const { out } = await place.sgfReferee(['crosscheck', GAMES, ...TABLE, ...DECISIONS, '--format', 'text']);
  expect(out).toMatch(/^1 .* W\+3\.5 +decided .*r1a\.sgf\n {6}ruling W\+3\.5$/m);
  expect(out.replace(/\s+/g, ' ')).toMatch(/: \d differ, .*1 decided by the referee, \d agree $/);
  const { out: rows } = await place.sgfReferee(['crosscheck', GAMES, ...TABLE, ...DECISIONS]);
  expect(rows).toMatch(/r1a\.sgf,1,W\+26\.5,W\+26\.5,[\d.]+,agrees,,W\+3\.5\n/);
});

test('on a terminal the list is as wide as it, with the question below; elsewhere a row is a line', async () => {
  const argv = ['list', GAMES, ...TABLE, '--needs-ruling', '--no-progress'];
  const { out } = await place.sgfReferee(argv, { tty: 'both' });
  const lines = out.split('\n');
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  const at = lines.findIndex((line) => /^table-differs +\S*…\S*\/r1a\.sgf +1 /.test(line));
  expect(lines[at + 1]).toBe(`  ${DIFFERS}`);
  const plain = await said(...argv, '--format', 'text');
  expect(plain).toContain(`  ${DIFFERS}\n`);
});

test('ruling --table: the question is the difference, before a decision and after it', async () => {
  const game = join(GAMES, 'r1a.sgf');
  const tables = TABLE.slice(0, 4);
  for (const more of [[], DECISIONS]) {
    const sheet = await said('ruling', game, ...tables, ...more);
    expect(sheet).toContain(`<h2>Question</h2>\n<p>R${DIFFERS.slice(1)}</p>`);
  }
  expect(await said('ruling', join(GAMES, 'r1b.sgf'), ...tables)).not.toContain('differs: table');
  const [alone, among] = [[], [GAMES]].map((others) =>
    place.sgfReferee(['ruling', game, ...others, ...tables]),
  );
  expect((await alone!).err).toBe('');
  expect((await among!).err).toMatch(/^1 sheet: .*r1a\.sgf, game 1; --needs-ruling prints those of all/);
});

test('ruling --needs-ruling: a sheet for each game that list names, decided ones left out', async () => {
  const printed = (...more: string[]): ReturnType<typeof place.sgfReferee> =>
    place.sgfReferee(['ruling', GAMES, '--needs-ruling', ...more]);
  const sheetsIn = (page: string): number => page.split('<article class="sheet"').length - 1;
  const tables = TABLE.slice(0, 4);
  const all = await printed(...tables);
  expect([sheetsIn(all.out), all.err]).toEqual([7, '7 sheets\n']);
  expect(sheetsIn((await printed(...tables, ...DECISIONS)).out)).toBe(6);
  const { out: page } = await printed(...tables, '--language', 'de');
  expect(page).toContain('.sheet+.sheet{break-before:page}');
  expect(page.split('<!doctype html>')).toHaveLength(2);
  const none = await printed();
  expect(none).toMatchObject({ code: 0, out: '', err: 'no game needs a ruling\n' });
  expect(await printed(...tables, '--quiet')).toEqual({ ...all, err: '' });
  expect(await printed('-q')).toEqual({ ...none, err: '' });
});

test('after a crosscheck or an audit with questions, the command that prints their sheets is named', async () => {
  const all = await place.sgfReferee(['crosscheck', GAMES, ...TABLE.slice(0, 4)], { tty: 'all' });
  expect(all.err).toContain(
    `Next: sgf-referee ruling ${GAMES} --table ${TABLE[1]!} --aliases ... --needs-ruling`,
  );
  const ruled = await place.sgfReferee(['crosscheck', GAMES, ...TABLE.slice(0, 4), ...DECISIONS], {
    tty: 'all',
  });
  expect(ruled.err).toContain(`--aliases ... ${DECISIONS.join(' ')} --needs-ruling`);
  const audited = await place.sgfReferee(['audit', GAMES], { tty: 'all' });
  expect(audited.err).not.toContain('--needs-ruling');
});

test.each([
  [
    'club-swiss/games/r2-2.sgf',
    'club-swiss/club.xml',
    [
      'The table’s result|Club Swiss with handicaps; Round: 2|W+ (Åsa Bergqvist)',
      'Recorded result|RE: contradicted|W+4.5 (Åsa Bergqvist)',
      'As counted|Japanese 1989, article 10|B+13.5 (Jørgen Eriksen)',
      'With the table’s komi, 6.5|B+12.5 (Jørgen Eriksen)',
      'With the record’s komi, 5.5|B+13.5 (Jørgen Eriksen)',
    ],
  ],
  [
    'club-swiss/games/r1-3.sgf',
    'club-swiss/club.xml',
    [
      'The table’s result|Club Swiss with handicaps; Round: 1|B+ (Hana Fialová)',
      'Recorded result|RE|B+R (Hana Fialová)',
    ],
  ],
  [
    'aga-open/games/round-1/1.sgf',
    'aga-open/report.txt',
    [
      'The table’s result|Made Open; Round: 1|W+ (Ruth Calloway)',
      'Recorded result|RE|W+R (Ruth Calloway)',
      'With the table’s komi, 7|W+R (Ruth Calloway)',
      'With the table’s komi, 7.5|AGA Concise Rules, rule 3|W+R (Ruth Calloway)',
      'With the record’s komi, 6.5|W+R (Ruth Calloway)',
    ],
  ],
])('ruling --table: what table, record, count and komi give: %s', async (game, table, rows) => {
  const [file, results] = [game, table].map((name) => join(LEAGUE, '..', name)) as [string, string];
  const sheet = await said('ruling', file, '--table', results);
  const [, ...shown] = sheet.slice(sheet.indexOf('<h2>Outcomes')).split('<th scope="row">');
  const texts = shown.map((row) => row.split('</tr>')[0]!.replace(/<[^>]*>\s*/g, '|'));
  expect(texts.map((row) => row.replace(/\|+/g, '|').replace(/^\||\|$/g, ''))).toEqual(rows);
});
