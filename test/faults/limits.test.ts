import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS, LIMIT_NAMES, type Limits } from '../../src/core/limits.js';
import { LIMIT_WORDS } from '../docs/limits.js';
import { makeGzip, makeZip } from '../batch/make-zip.js';
import { gameText, makePlace, type Place } from '../cli/harness.js';

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

const zipOf = (name: string, contents: string | Buffer): Buffer => makeZip([{ name, contents }]);
const LARGE = gameText(1).replace('GM[1]', `GM[1]C[${'x'.repeat(2 * 1024 * 1024)}]`);

const GAMES = Array.from({ length: 15_000 }, (_, i) => gameText(i)).join('');

/** Each limit, a value, and an input that reaches it; secondsPerGame stands in workers.test.ts, repairMoves with the misprints. */
const HIT: readonly (readonly [keyof Limits, number, string, string | Buffer])[] = [
  ['fileBytes', 1000, 'a.sgf', LARGE],
  ['fileBytes', 1000, 'a.zip', zipOf('a.sgf', LARGE)],
  ['gamesPerFile', 2, 'a.sgf', gameText(1).repeat(3)],
  ['nodesPerGame', 5, 'a.sgf', gameText(1)],
  ['movesPerGame', 5, 'a.sgf', gameText(1)],
  ['movesPerGame', 5, 'a.sgf', '(;GM[1]SZ[9]AB[aa:cc];B[ee];W[ff])'],
  ['depth', 3, 'a.sgf', '(;GM[1]SZ[9](;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee])))'],
  [
    'archiveEntries',
    1,
    'a.zip',
    makeZip([1, 2].map((i) => ({ name: `${String(i)}.sgf`, contents: gameText(i) }))),
  ],
  ['archiveRatio', 10, 'a.zip', zipOf('a.sgf', LARGE)],
  ['archiveRatio', 10, 'a.sgf.gz', makeGzip(LARGE)],
  ['archiveRatio', 1, 'a.zip', zipOf('b.zip', zipOf('a.sgf', GAMES))],
  ['archiveDepth', 1, 'a.zip', zipOf('b.zip', zipOf('a.sgf', gameText(1)))],
  ['nestedZipBytes', 50, 'a.zip', zipOf('b.zip', zipOf('a.sgf', gameText(1)))],
  ['gzipMembers', 2, 'a.sgf.gz', makeGzip(gameText(1), gameText(2), gameText(3))],
  ['pathBytes', 10, 'a.zip', zipOf('a-long-name.sgf', gameText(1))],
];

describe('limits', () => {
  test.each(HIT)('%s=%d in %s is told, by its name', async (limit, value, name, contents) => {
    const file = place.put(name, contents);
    const words = ['audit', '--no-score', '--jobs', '1', '--format', 'text', '--quiet', file];
    const { out, code } = await place.sgfReferee([...words, '--limit', `${limit}=${String(value)}`]);
    const line = out.split('\n').find((one) => one.includes(limit));
    expect(line).toMatch(/sgf\/limit|archive\/entry-skipped|archive\/damaged/);
    expect(code).toBeLessThan(3);
    const { out: without } = await place.sgfReferee(words);
    expect(without).not.toContain(limit);
  });

  test('all have a case', () => {
    const tested = new Set(HIT.map(([limit]) => limit));
    expect(LIMIT_NAMES.filter((name) => !tested.has(name))).toEqual(['secondsPerGame', 'repairMoves']);
  });

  test.each([
    ['nodes=5', /there is no limit nodes; did you mean|there is no limit nodes; known/],
    ['depth', /a limit is NAME=WHOLE-NUMBER/],
    ['depth=-1', /a limit is NAME=WHOLE-NUMBER/],
    ['depth=many', /a limit is NAME=WHOLE-NUMBER/],
    ['secondsPerGame=0', /from 1 to 86400/],
  ])('--limit %s is refused', async (given, said) => {
    const { code, err } = await place.sgfReferee([
      'audit',
      place.put('a.sgf', gameText(1)),
      '--limit',
      given,
    ]);
    expect(code).toBe(2);
    expect(err).toMatch(said);
  });

  test('docs/limits.md has them as they are', () => {
    const file = new URL('../../docs/limits.md', import.meta.url);
    const rows = LIMIT_NAMES.map((name) => {
      const { bounds, finding } = LIMIT_WORDS[name];
      return `| \`${name}\` | ${String(DEFAULT_LIMITS[name])} | ${bounds} | \`${finding}\` |`;
    });
    const table = ['| limit | default | limits | finding |', '|---|---|---|---|', ...rows].join('\n');
    const text = readFileSync(file, 'utf8');
    const right = text.replace(/\| limit \|[^]*?\n(?=\n|$)/, `${table}\n`);
    if (process.env['UPDATE'] === '1') writeFileSync(file, right);
    expect(text).toBe(right);
  });
});
