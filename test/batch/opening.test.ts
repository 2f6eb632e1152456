import { expect, it } from 'vitest';
import { opened } from '../../src/run/input/item-reader.js';

/** Fails so many times, as where a process has too many files open. */
function full(times: number, code: string): () => number {
  let tries = 0;
  return () => {
    tries++;
    if (tries <= times) throw Object.assign(new Error(code), { code });
    return tries;
  };
}

it.each([
  ['EMFILE', 3, 4],
  ['ENFILE', 1, 2],
  ['ENOENT', 0, 1],
])('waits for descriptors: %s %s', (code, times, tries) => {
  expect(opened(full(times, code))).toBe(tries);
});

it('waits for nothing else, and for files that follow no longer than it helps', () => {
  expect(() => opened(full(1, 'ENOENT'))).toThrow('ENOENT');
  expect(() => opened(full(3, 'EMFILE'), 20)).toThrow('EMFILE');
  expect(() => opened(full(1, 'EMFILE'))).toThrow('EMFILE');
  expect(opened(full(0, ''))).toBe(1);
  expect(opened(full(1, 'EMFILE'))).toBe(2);
});
