import { execFileSync } from 'node:child_process';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { gameText, makePlace, type Place } from './harness.js';

let place: Place;
let games: string;
beforeEach(() => {
  place = makePlace();
  games = join(place.path, 'games');
  for (let i = 0; i < 4; i++) put(i);
});
afterEach(() => place.remove());

/** A game without komi, in the folder `even` or `odd`. */
function put(number: number): string {
  const folder = number % 2 === 0 ? 'even' : 'odd';
  return place.put(`games/${folder}/${String(number)}.sgf`, gameText(number).replace('KM[6.5]', ''));
}

function git(...words: readonly string[]): void {
  const as = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...as, ...words], { cwd: place.path, stdio: 'ignore' });
}

async function filesRead(
  ...options: readonly string[]
): Promise<{ code: number; files: string[]; err: string }> {
  const argv = ['list', games, '--columns', 'file', '--format', 'jsonl', '-q', ...options];
  const { code, out, err } = await place.sgfReferee(argv);
  const rows = out.split('\n').filter((line) => line !== '');
  const files = rows.map((line) => (JSON.parse(line) as { file: string }).file.slice(games.length + 1));
  return { code, files, err };
}

describe('--statistics', () => {
  test('counts findings and games by code and folder', async () => {
    place.put(
      'games/even/0.sgf',
      gameText(0)
        .replace('KM[6.5]', '')
        .replace(/;B\[(..)\];W\[..\]/, ';B[$1];W[$1]'),
    );
    const argv = ['check', games, '--statistics', '--only', 'komi/,move/occupied,sgf/unknown-property', '-q'];
    const { code, out } = await place.sgfReferee(argv);
    const rows = [
      `move/occupied,error,${games}/even,1,1`,
      `komi/missing,note,${games}/even,2,2`,
      `komi/missing,note,${games}/odd,2,2`,
    ];
    expect([code, out]).toEqual([1, `code,severity,folder,findings,games\n${rows.join('\n')}\n`]);
    const { out: json } = await place.sgfReferee([...argv, '--format', 'json']);
    expect(JSON.parse(json)).toHaveLength(3);
  });

  test('counts the findings that are not listed for being many', async () => {
    place.put('games/odd/1.sgf', `(;FF[4]GM[1]SZ[9]KM[6.5]${';B[aa];W[aa]'.repeat(25)})`);
    const argv = ['check', join(games, 'odd/1.sgf'), '--statistics', '--only', 'move/occupied'];
    expect((await place.sgfReferee([...argv, '--max-per-code', '3'])).out).toContain('/odd,49,1\n');
  });

  test.each([['--format', 'sarif'], ['--resume']])('%s is refused with it', async (...words) => {
    expect((await place.sgfReferee(['check', games, '--statistics', ...words])).code).toBe(2);
  });
});

describe('--since', () => {
  test('a date chooses files by their times', async () => {
    utimesSync(join(games, 'even/0.sgf'), 0, Date.parse('2026-03-01T12:00:00Z') / 1000);
    utimesSync(join(games, 'odd/1.sgf'), 0, Date.parse('2026-02-28T23:59:00Z') / 1000);
    expect((await filesRead('--since', '2026-03-01')).files).toEqual([
      'even/0.sgf',
      'even/2.sgf',
      'odd/3.sgf',
    ]);
    expect(await filesRead('--since', '2999-01-01')).toMatchObject({ code: 0, files: [] });
  });

  test('a commit chooses files that differ from it', async () => {
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    put(5);
    git('add', '.');
    git('commit', '-qm', 'second');
    writeFileSync(join(games, 'even/2.sgf'), gameText(9));
    put(7);
    expect((await filesRead('--since', 'HEAD~1')).files).toEqual(['even/2.sgf', 'odd/5.sgf', 'odd/7.sgf']);
    expect((await filesRead('--changed')).files).toEqual(['even/2.sgf', 'odd/7.sgf']);
    const { code, err } = await filesRead('--since', 'no-such-commit');
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('there is no commit no-such-commit; a date is YYYY-MM-DD'),
    ]);
    expect((await place.sgfReferee(['check', games, '--since', 'no-such-commit'])).out).toBe('');
  });
});

describe('--changed', () => {
  test('before the first commit every file is new', async () => {
    git('init', '-q');
    expect((await filesRead('--changed')).files).toHaveLength(4);
  });

  test('without a work tree', async () => {
    const { code, err } = await filesRead('--changed');
    expect([code, err]).toEqual([2, expect.stringMatching(/--changed: .* is not in a git work tree/)]);
  });

  test('names that are not ASCII', async () => {
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    place.put('games/even/黑.sgf', gameText(8));
    expect((await filesRead('--changed')).files).toEqual(['even/黑.sgf']);
  });

  test.each([
    ['--since', '2026-01-01'],
    ['--write-baseline', 'known.json'],
  ])('is refused with %s', async (...words) => {
    expect((await place.sgfReferee(['check', games, '--changed', ...words])).code).toBe(2);
  });
});

describe('one syntax for codes and prefixes', () => {
  test.each(['komi/missing', 'komi/', 'komi/*', 'komi/mis*'])('%s', async (word) => {
    const run = async (...options: readonly string[]): Promise<[number, string]> => {
      const { code, out } = await place.sgfReferee(['check', games, '-q', ...options]);
      return [code, out];
    };
    const rows = async (...options: readonly string[]): Promise<number> =>
      (await run('--format', 'jsonl', ...options))[1].split('"code":"komi/missing"').length - 1;
    expect([await rows('--only', word), await rows('--ignore', word)]).toEqual([4, 0]);
    expect((await run('--fail-on', word))[0]).toBe(1);
  });
});
