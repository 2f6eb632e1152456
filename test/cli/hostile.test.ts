import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { csvRows } from '../support/csv-rows.js';
import { HOSTILE, HOSTILE_KINDS, hostileGame, LONG_NAME, UNSEEN } from '../support/hostile.js';
import { makePlace, type Place } from './harness.js';

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

const TEXTS = [
  ['audit', '--format', 'text', '--fail-on', 'never'],
  ['score', '--format', 'text', '--fail-on', 'never'],
  ['convert', '--to', 'aga', '--from', 'japanese', '--format', 'text', '--fail-on', 'never'],
  ['show'],
] as const;

describe.each(HOSTILE_KINDS)('%s', (kind) => {
  test.each(TEXTS.map(([command, ...options]) => [command, options] as const))(
    'in the words of %s %s steers no terminal',
    async (command, options) => {
      const file = place.put('h.sgf', hostileGame(HOSTILE[kind]));
      const { code, out, err } = await place.sgfReferee([command, file, ...options]);
      expect(code).toBe(0);
      expect(out.length).toBeGreaterThan(20);
      expect(UNSEEN.test(out)).toBe(false);
      expect(UNSEEN.test(err)).toBe(false);
    },
  );

  test('is a text in every cell of CSV', async () => {
    const file = place.put('h.sgf', hostileGame(HOSTILE[kind]));
    const args = ['audit', file, '--format', 'csv', '--quiet', '--fail-on', 'never'];
    const [head = [], row = []] = csvRows((await place.sgfReferee(args)).out);
    expect(row).toHaveLength(head.length);
    for (const cell of row) expect(cell).not.toMatch(/^[=+@\t\r]|^-\D/);
    const wanted = kind === 'formula' ? `'${HOSTILE.formula}` : HOSTILE[kind];
    if (kind !== 'surrogate') expect(row[head.indexOf('black')]).toBe(wanted);
  });

  test('comes back whole from JSON lines', async () => {
    const file = place.put('h.sgf', hostileGame(HOSTILE[kind]));
    const args = ['audit', file, '--format', 'jsonl', '--quiet', '--fail-on', 'never'];
    const row = JSON.parse((await place.sgfReferee(args)).out.split('\n')[0]!) as { black: string };
    if (kind !== 'surrogate') expect(row.black).toBe(HOSTILE[kind]);
  });
});

test.each(TEXTS.map(([command, ...options]) => [command, options] as const))(
  'names of a megabyte are cut in the words of %s %s',
  async (command, options) => {
    const file = place.put('h.sgf', hostileGame(LONG_NAME));
    const { out } = await place.sgfReferee([command, file, ...options]);
    expect(out.length).toBeGreaterThan(20);
    expect(out.length).toBeLessThan(20_000);
  },
);
