import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePlace, type Place } from '../cli/harness.js';

let place: Place;
beforeEach(() => {
  place = makePlace();
  place.put('a.sgf', '(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]RE[B+R];B[aa](;W[bb];B[cc])(;W[aa]))');
});
afterEach(() => place.remove());

const audit = (...argv: string[]): ReturnType<Place['sgfReferee']> =>
  place.sgfReferee(['audit', place.path, '--no-score', '--jobs', '1', ...argv]);

test('--variations adds rows to findings.csv, marked in the column variation', async () => {
  const out = join(place.path, 'out');
  await audit('--out', out, '--variations');
  const rows = readFileSync(join(out, 'findings.csv'), 'utf8').split('\n');
  expect(rows[0]).toMatch(/,message,variation,rule_source$/);
  expect(rows.filter((row) => row.includes(',move/occupied,'))).toEqual([
    expect.stringMatching(/,1,move\/occupied,warning,2,2,white,A9,.*,1\.2,[^,]+/),
  ]);
  await audit('--out', out);
  expect(readFileSync(join(out, 'findings.csv'), 'utf8')).not.toContain('move/occupied');
});

test('illegal moves of variations are warnings for --fail-on', async () => {
  expect((await audit('--variations')).code).toBe(0);
  expect((await audit('--fail-on', 'warning')).code).toBe(0);
  expect((await audit('--variations', '--fail-on', 'warning')).code).toBe(1);
  expect((await audit('--variations', '--fail-on', 'warning', '--ignore', 'move/occupied')).code).toBe(0);
});
