import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePlace, type Place } from './harness.js';

const OLD = '(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[6.5]RU[Japanese]PB[Kim]PW[Lee]DT[2026/11/22]QX[1];B[aa])';

let place: Place;
let file: string;
beforeEach(() => {
  place = makePlace();
  file = place.put('games/a.sgf', OLD);
  place.put('games/b.sgf', OLD.replace('/11/', '-11-').replace('QX[1]', ''));
});
afterEach(() => place.remove());
const text = (): string => readFileSync(file, 'utf8');

test('--diff shows the change and writes nothing', async () => {
  const { code, out, err } = await place.sgfReferee(['check', place.path, '--fix', '--diff']);
  expect([code, text()]).toEqual([1, OLD]);
  expect(out).toMatch(/^-.*2026\/11\/22/m);
  expect(out).toMatch(/^\+.*2026-11-22/m);
  expect(err).toMatch(
    /1 file would be repaired\nwould be fixed:\n +1 {2}sgf\/date-format\nonly with --fix-unsafe:\n +1 {2}sgf\/unknown-property\n/,
  );
});

test('--fix repairs, then lists what is left; a second run has nothing to repair', async () => {
  const argv = ['check', place.path, '--fix', '--format', 'jsonl'];
  const { code, out } = await place.sgfReferee(argv);
  expect(code).toBe(0);
  expect(text()).toContain('DT[2026-11-22]QX[1]');
  expect([out.includes('sgf/date-format'), out.includes('sgf/unknown-property')]).toEqual([false, true]);
  const fixed = text();
  expect((await place.sgfReferee(argv)).err).toContain('0 files repaired\n');
  expect(text()).toBe(fixed);
});

test('--fix-unsafe repairs the rest', async () => {
  await place.sgfReferee(['check', place.path, '--fix-unsafe']);
  expect(text()).not.toContain('QX');
});

test('--diff alone is refused', async () => {
  expect((await place.sgfReferee(['check', place.path, '--diff'])).code).toBe(2);
});
