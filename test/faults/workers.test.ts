import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gameText, makePlace, rowsOf, type Place } from '../cli/harness.js';

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

test('a worker that takes too long for a game gives up its file, and the others are read', async () => {
  for (let i = 0; i < 40; i++) place.put(`${String(i + 100)}.sgf`, gameText(i));
  place.put('hang.sgf', gameText(999));
  const workerUrl = new URL('./hanging-worker.mjs', import.meta.url);
  const { code, out, err } = await place.sgfReferee(
    ['audit', '--jobs', '2', '--limit', 'secondsPerGame=1', place.path],
    { workerUrl },
  );
  expect(err).toMatch(/hang\.sgf: error: .*secondsPerGame.* \[internal\/worker-lost\]/);
  expect(rowsOf(out)).toHaveLength(40);
  expect(code).toBe(3);
});

/** Audits `in` and returns every output. */
async function audited(
  out: string,
  given: { workerUrl?: URL },
): Promise<readonly (readonly [string, string])[]> {
  const folder = join(place.path, out);
  const words = ['audit', '--jobs', '2', '--estimator', 'none', '--out', folder];
  const { code, err } = await place.sgfReferee([...words, '--quiet', join(place.path, 'in')], given);
  expect([code, err]).toEqual([0, '']);
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

const TROUBLED_WORKERS = [
  ['stopped at random moments', 'short-lived-worker.mjs'],
  ['stopped while they start, seven of eight', 'stillborn-worker.mjs'],
  ['failing with every task of several files', 'overburdened-worker.mjs'],
] as const;

test.each(TROUBLED_WORKERS)('workers that are %s are replaced, and nothing is lost', async (_, script) => {
  // Copies in front of other notes: which is met first depends on how a lost task is shared out again.
  for (let i = 0; i < 200; i++) place.put(`in/${String(i + 100)}.sgf`, gameText(i < 2 ? 0 : i));
  place.put('in/102.sgf', gameText(2).replace('KM[6.5]', ''));
  process.env['LIFE'] = '400';
  const calm = await audited('calm', {});
  const workerUrl = new URL(script, import.meta.url);
  expect(await audited('troubled', { workerUrl })).toEqual(calm);
});

test('workers that cannot even start end the run with the reason', async () => {
  for (let i = 0; i < 40; i++) place.put(`${String(i + 100)}.sgf`, gameText(i));
  const workerUrl = new URL('./there-is-none.mjs', import.meta.url);
  const { code, err } = await place.sgfReferee(['audit', '--jobs', '2', place.path], { workerUrl });
  expect([code, err]).toEqual([
    3,
    expect.stringMatching(/internal fault: every worker fails at startup: .*there-is-none/u),
  ]);
});
