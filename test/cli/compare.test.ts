import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from '../support/documents.js';
import { makePlace, type Place } from './harness.js';

const GAME = readFileSync(`${ROOT}/samples/scored/winner-flips.sgf`, 'utf8');
const NAMELESS = GAME.replace('PB[Hana]', '').replace('W[gf]', 'W[cd]');

let place: Place;
beforeEach(() => {
  place = makePlace();
  place.put('a.sgf', GAME);
  place.put('two.sgf', GAME + NAMELESS);
  place.put('odd#2', GAME);
  place.put('other.sgf', '(;SZ[9];B[aa];W[bb])');
});
afterEach(() => place.remove());

const compare = (...argv: string[]): ReturnType<Place['sgfReferee']> =>
  place.sgfReferee(['compare', ...argv]);
const at = (name: string): string => `${place.path}/${name}`;

test('records that agree, and others, by the exit code', async () => {
  expect(await compare(at('a.sgf'), at('two.sgf'))).toMatchObject({ code: 0, err: '' });
  expect(await compare(at('a.sgf'), at('odd#2'))).toMatchObject({ code: 0, err: '' });
  const { code, out } = await compare(at('a.sgf'), at('two.sgf#2'));
  expect(code).toBe(1);
  expect(out).toContain(`B: ${at('two.sgf')}, game 2\nOne game: 47 moves the same\n`);
  expect(out).toContain('  PB  A Hana, B none\n');
});

test('quietly, the exit code alone says whether they agree', async () => {
  expect(await compare(at('a.sgf'), at('two.sgf#2'), '--quiet')).toMatchObject({ code: 1, out: '', err: '' });
  expect(await compare(at('a.sgf'), at('two.sgf'), '-q')).toMatchObject({ code: 0, out: '', err: '' });
});

test('as JSON', async () => {
  const { out } = await compare(at('two.sgf#2'), at('a.sgf'), '--format', 'json');
  expect(JSON.parse(out)).toMatchObject({ edits: ['6:C6>G4'], legal: 'second', turned: false });
  expect((await compare(at('two.sgf#2'), at('a.sgf'), '--format', 'json', '-q')).out).toBe(out);
  const merged = await compare(at('two.sgf#2'), at('a.sgf'), '--format', 'json', '-q', '--merged', '-');
  expect(merged.err).toBe('');
});

test('a merged record, to a new file or to standard output', async () => {
  const { out, err } = await compare(at('a.sgf'), at('two.sgf#2'), '--merged', '-');
  expect(out).toContain('sgf-referee: merged from');
  expect(err).toContain('Legal\n');
  await compare(at('a.sgf'), at('two.sgf#2'), '--merged', at('new.sgf'));
  expect(readFileSync(at('new.sgf'), 'utf8')).toBe(out);
  const again = await compare(at('a.sgf'), at('two.sgf#2'), '--merged', at('new.sgf'));
  expect(again.code).toBe(2);
  expect(again.err).toContain('new.sgf');
  const own = await compare(at('a.sgf'), at('two.sgf#2'), '--merged', at('a.sgf'));
  expect(own.code).toBe(2);
  expect(readFileSync(at('a.sgf'), 'utf8')).toBe(GAME);
});

test.each([
  ['a.sgf', 'two.sgf#2', 'a.sgf, game 1: only its moves are legal'],
  ['two.sgf#2', 'a.sgf', 'a.sgf, game 1: only its moves are legal'],
  [
    'a.sgf',
    'odd#2',
    'a.sgf, game 1: it was named first, and neither legality, result nor length prefers one',
  ],
])('a merge of %s and %s says which record it begins with, and why', async (one, other, because) => {
  const { err } = await compare(at(one), at(other), '--merged', at('new.sgf'));
  expect(err).toBe(`merged from ${at(because)}\n`);
});

test('other games, and games that are not there', async () => {
  const other = await compare(at('a.sgf'), at('other.sgf'));
  expect(other).toMatchObject({ code: 1 });
  expect(other.out).toContain('These are not records of one game: they share 0 moves of 2\n');
  expect(await compare(at('a.sgf'), at('other.sgf'), '--merged', at('x.sgf'))).toMatchObject({ code: 2 });
  expect(existsSync(at('x.sgf'))).toBe(false);
  expect(await compare(at('a.sgf'), at('a.sgf#2'))).toMatchObject({ code: 2 });
  expect((await compare('-', '-')).err).toContain('only one of both');
});
