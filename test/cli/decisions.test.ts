import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Decision } from '../../src/referee/judge/decisions.js';
import { gameText, makePlace } from './harness.js';
import { pageLines } from '../support/page-data.js';

const place = makePlace();
afterAll(place.remove);
for (let i = 0; i < 40; i++) place.put(`games/${String(i).padStart(2, '0')}.sgf`, gameText(i));
const games = join(place.path, 'games');

const BY = { name: 'A. Referee', date: '2026-11-22', reason: 'late' };
const LOST: Decision = { ...BY, game: '00000000000000ff', label: 'Smith - Jones', result: 'B+F' };

async function digests(): Promise<string[]> {
  const { out } = await place.sgfReferee(['list', games, '--columns', 'moves_digest', '-q']);
  return out.trimEnd().split('\n').slice(1);
}

async function decisionsFile(): Promise<string> {
  const [first = '', , third = ''] = await digests();
  const decisions = [{ ...BY, game: first, result: 'W+F' }, LOST, { ...BY, game: third, result: 'Void' }];
  return place.put('decisions.json', JSON.stringify({ decisions }));
}

describe('--decisions', () => {
  test('the same tables for any number of jobs, with the decision about no game at their end', async () => {
    const file = await decisionsFile();
    const run = async (jobs: string): Promise<string[]> => {
      const out = join(place.path, `out-${jobs}`);
      mkdirSync(out);
      const argv = ['audit', games, '--decisions', file, '--out', out, '--jobs', jobs, '--no-score', '-q'];
      expect((await place.sgfReferee(argv)).code).toBe(0);
      return ['games.csv', 'findings.csv', 'summary.json', 'index.html'].map((name) =>
        readFileSync(join(out, name), 'utf8'),
      );
    };
    const tables = await run('1');
    expect(await run('3')).toEqual(tables);
    const [rows, findings] = tables.map((table) => table.trimEnd().split('\n'));
    expect(rows!.filter((row) => row.includes('A. Referee'))).toHaveLength(2);
    expect(rows![1]).toMatch(/,A\. Referee,2026-11-22: result W\+F \(late\),/);
    expect(findings!.at(-1)).toMatch(/^[^,]*decisions\.json,,decision\/no-game,warning,/);
    expect(findings!.filter((row) => row.includes('no-game'))).toHaveLength(1);
    expect(pageLines(tables[3]!)).toContain('A. Referee');
  });

  test.each([
    ['{"decisions": [', ': line 1, column 16: not valid JSON'],
    ['{"decisions": [{}]}', ': line 1, column 16: decision 1: game is missing: 16 hexadecimal digits'],
  ])('a file that holds %s is refused', async (text, words) => {
    const file = place.put('bad.json', text);
    for (const command of ['audit', 'score', 'check', 'list', 'format', 'show']) {
      const { code, err } = await place.sgfReferee([command, join(games, '01.sgf'), '--decisions', file]);
      expect([command, code]).toEqual([command, 2]);
      expect(err).toContain(file + words);
    }
  });

  test('ruling writes a sheet for one game, with what was decided', async () => {
    const { code, out, err } = await place.sgfReferee([
      ...['ruling', join(games, '00.sgf'), '--decisions', await decisionsFile(), '--language', 'de'],
    ]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('W+F (nach der Entscheidung gewinnt 白): entschieden von A. Referee');
    expect(out).toContain('<h2>Entscheidung</h2>');
    const file = join(place.path, 'sheet.html');
    const argv = ['ruling', join(games, '00.sgf'), '--decisions', await decisionsFile(), '--language', 'de'];
    expect(await place.sgfReferee([...argv, '--output', file])).toMatchObject({ code: 0, out: '' });
    expect(readFileSync(file, 'utf8')).toBe(out);
    const input = join(games, '00.sgf');
    const { code: refused, err: why } = await place.sgfReferee(['ruling', input, '--output', input]);
    expect([refused, why]).toEqual([2, expect.stringContaining('00.sgf')]);
    const none = await place.sgfReferee(['ruling', join(games, '00.sgf'), '--move', '999']);
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('no move 999')]);
  });
});
