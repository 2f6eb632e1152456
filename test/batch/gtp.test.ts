import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Said } from '../cli/harness.js';
import { allGone, makeEnginePlace, openGame, type EnginePlace } from './gtp-support.js';

const BIN = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url));

let place: EnginePlace;
beforeEach(() => (place = makeEnginePlace()));
afterEach(() => place.remove());

type Row = Readonly<Record<string, string>>;

function table(csv: string): readonly Row[] {
  const [header = '', ...lines] = csv.trimEnd().split('\n');
  const columns = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [columns[i]!, cell])));
}

function audit(habit: string, ...more: readonly string[]): Promise<Said> {
  const words = ['--estimator', place.estimator(habit), '--fail-on', 'never', '--quiet', '--format', 'csv'];
  return place.sgfReferee(['audit', join(place.path, 'games'), ...words, ...more]);
}

describe('an engine judges', () => {
  test('games that nothing else decides, and its verdict stands in the usual columns', async () => {
    place.put('games/one.sgf', openGame());
    const { code, out } = await audit('answers');
    expect(code).toBe(0);
    expect(table(out)[0]).toMatchObject({
      scored: 'yes',
      dead_source: 'estimated',
      dead_black: '0',
      dead_white: '1',
      result: 'B+4.5',
      verdict: 'confirmed',
    });
  });

  test.each([
    ['given', '', '--dead'],
    ['marked', 'TB[aa:be]TW[ea:ee]', ''],
  ])('but not what is %s', async (source, more, option) => {
    place.put('games/one.sgf', openGame({ more }));
    const dead = place.put('dead.csv', `file,game,points\n${join(place.path, 'games/one.sgf')},1,B4\n`);
    const { out } = await audit('answers', ...(option === '' ? [] : [option, dead]));
    expect(table(out)[0]).toMatchObject({ dead_source: source, dead_white: '1' });
    expect(place.starts()).toBe(0);
  });

  test.each([
    ['a game that was not counted', openGame({ result: 'B+R' }).replace(';B[];W[])', ')'), []],
    ['a run without scores', openGame(), ['--no-score']],
  ])('and does not start for %s', async (_, text, options) => {
    place.put('games/one.sgf', text);
    expect(table((await audit('answers', ...options)).out)[0]).toMatchObject({ scored: 'no' });
    expect(place.starts()).toBe(0);
  });

  test('every game of a collection', async () => {
    place.put('games/all.sgf', openGame() + openGame({ a1: 'stone' }) + openGame({ result: 'B+9.5' }));
    const { out } = await audit('answers');
    expect(table(out).map((row) => row['dead_white'])).toEqual(['1', '2', '1']);
    expect(place.questions()).toBe(3);
  });

  test('and the rows are the same for any number of engines', async () => {
    for (let i = 0; i < 12; i++) {
      const a1 = i % 3 === 0 ? { a1: 'stone' as const } : {};
      place.put(`games/${String(i).padStart(2, '0')}.sgf`, openGame({ ...a1, result: `B+${i}.5` }));
    }
    const one = await audit('crashes', '--jobs', '1');
    const four = await audit('crashes', '--jobs', '4');
    expect(four.out).toBe(one.out);
    expect(table(one.out).map((row) => row['scored'])).toEqual(
      Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? 'no' : 'yes')),
    );
    await allGone(place);
  });
});

describe('an engine fails', () => {
  test.each([
    ['crashes', 'it stopped with exit code 3'],
    ['hangs', 'no answer within 2 seconds'],
  ])('when it %s: a finding, no score, and the next game is judged', async (habit, reason) => {
    place.put('games/1.sgf', openGame({ a1: 'stone' }));
    place.put('games/2.sgf', openGame());
    const out = join(place.path, 'report');
    const { code } = await audit(habit, '--jobs', '1', '--engine-seconds', '2', '--out', out);
    expect(code).toBe(0);
    const [first, second] = table(readFileSync(join(out, 'games.csv'), 'utf8'));
    expect(first).toMatchObject({
      scored: 'no',
      not_scored_because: 'the engine gave no verdict',
      warnings: '1',
      first_code: 'dead/engine-failed',
      result: '',
      verdict: 'not-scorable',
    });
    expect(second).toMatchObject({ scored: 'yes', result: 'B+4.5', verdict: 'confirmed' });
    expect(readFileSync(join(out, 'findings.csv'), 'utf8')).toContain(
      `The engine gave no verdict on this game: ${reason}`,
    );
  });

  test('and an interrupted run leaves none behind', async () => {
    place.put('games/1.sgf', openGame({ a1: 'stone' }));
    const stop = new AbortController();
    const words = ['audit', join(place.path, 'games'), '--estimator', place.estimator('hangs'), '--quiet'];
    const run = place.sgfReferee(words, { signal: stop.signal });
    await expect.poll(() => place.questions(), { timeout: 20_000 }).toBe(1);
    stop.abort();
    expect((await run).code).toBe(130);
    await allGone(place);
  });
});

describe('wrong usage', () => {
  test.each([
    ['playout', '--estimator: playout is not known; did you mean playouts?'],
    ['katago', '--estimator: katago is not known; there are playouts, none, or gtp:COMMAND'],
    ['deadstones', '--estimator: deadstones is not known; there are playouts, none, or gtp:COMMAND'],
    ['gtp:', '--estimator: gtp:: there is no command'],
    ['gtp:node "x', '--estimator: gtp:node "x: the quote " is not closed'],
    ['gtp:no-such-engine --gtp', '--estimator: gtp:no-such-engine --gtp: there is no program no-such-engine'],
    ['gtp:./no/engine', '--estimator: gtp:./no/engine: there is no program ./no/engine'],
  ])('%s', async (estimator, message) => {
    place.put('games/one.sgf', openGame());
    const { code, err } = await place.sgfReferee(['audit', 'games', '--estimator', estimator]);
    expect({ code, line: err.split('\n')[0] }).toEqual({ code: 2, line: `sgf-referee: ${message}` });
  });

  test.each(['0', '-1', '86401', 'x'])('%s seconds for a game', async (seconds) => {
    const { code, err } = await audit('answers', '--engine-seconds', seconds);
    expect(code).toBe(2);
    expect(err).toContain('--engine-seconds: must be a number of seconds above 0 and at most 86400');
  });

  test('a configuration that lies about may not name a program to run; one that was asked for may', async () => {
    place.put('games/one.sgf', openGame());
    const config = JSON.stringify({ estimator: place.estimator('answers') });
    const path = place.put('games/sgf-referee.config.json', config);
    const words = ['audit', join(place.path, 'games'), '--quiet', '--format', 'csv'];
    const unasked = await place.sgfReferee(words);
    expect(unasked.code).toBe(0);
    expect(unasked.err).toContain('--config');
    expect(place.starts()).toBe(0);
    const asked = await place.sgfReferee([...words, '--config', path]);
    expect(table(asked.out)[0]).toMatchObject({ dead_source: 'estimated' });
  });
});

describe('other estimators in the command as built', () => {
  function built(...words: readonly string[]): string {
    const args = [BIN, 'audit', 'games', '--fail-on', 'never', '--quiet', '--format', 'csv', ...words];
    return execFileSync(process.execPath, args, { cwd: place.path, encoding: 'utf8' });
  }

  beforeEach(() => {
    for (let i = 0; i < 10; i++) {
      const a1 = i % 2 === 0 ? { a1: 'stone' as const } : {};
      place.put(`games/${String(i).padStart(2, '0')}.sgf`, openGame({ ...a1, result: `B+${i}.5` }));
    }
  });

  test('none: the same rows in this thread and in workers', () => {
    const alone = built('--estimator', 'none', '--jobs', '1');
    expect(built('--estimator', 'none', '--jobs', '2')).toBe(alone);
    expect(table(alone).map((row) => row['dead_source'])).toEqual(new Array(10).fill('none'));
  });

  test('none calls no stone dead that is not proved so', () => {
    expect(table(built('--estimator', 'none')).map((row) => row['dead_white'])).toEqual(
      new Array(10).fill('0'),
    );
  });
});
