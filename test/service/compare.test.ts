import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyze } from '../../src/referee/judge/analyze.js';
import { compareGames, comparisonText } from '../../src/toolkit/compare/compare-games.js';
import { mergeGames } from '../../src/toolkit/compare/merge-games.js';
import { makeService, sample, type TestService } from './support.js';

let service: TestService;
beforeAll(async () => {
  service = await makeService();
});
afterAll(() => service.remove());

const GAME = sample('scored/winner-flips.sgf').toString();
const NAMELESS = GAME.replace('PB[Hana]', '').replace('W[gf]', 'W[cd]');

function ask(query: string, ...texts: string[]): Promise<Response> {
  const body = new FormData();
  for (const [i, text] of texts.entries()) body.append('file', new Blob([text]), `${'ab'.charAt(i)}.sgf`);
  return service.ask(`/v1/compare?${query}`, { method: 'POST', body });
}
const [first, second] = [GAME, NAMELESS].map(
  (text, i) => analyze(Buffer.from(text), { file: `${'ab'.charAt(i)}.sgf`, keepSource: true }).games[0]!,
);

test('the comparison of the library, as JSON and as text, and the merged record', async () => {
  const compared = compareGames(first!, second!);
  expect(await (await ask('', GAME, NAMELESS)).json()).toEqual(JSON.parse(JSON.stringify(compared)));
  expect(await (await ask('format=text', GAME, NAMELESS)).text()).toBe(comparisonText(compared));
  const merged = await ask('merged=true', GAME, NAMELESS);
  expect(merged.headers.get('content-type')).toBe('application/x-go-sgf');
  expect(await merged.text()).toBe(mergeGames(first!, second!));
});

test.each([
  ['text/plain', '', 200, 'text/plain; charset=utf-8'],
  ['application/json', '', 200, 'application/json'],
  ['text/plain', 'format=json', 200, 'application/json'],
  ['text/plain', 'merged=true', 200, 'application/x-go-sgf'],
  ['text/csv', '', 406, 'application/problem+json; charset=utf-8'],
])('Accept %s with %s: %d %s', async (accept, query, status, type) => {
  const body = new FormData();
  for (const text of [GAME, NAMELESS]) body.append('file', new Blob([text]), 'a.sgf');
  const response = await service.ask(`/v1/compare?${query}`, { method: 'POST', body, headers: { accept } });
  expect([response.status, response.headers.get('content-type')]).toEqual([status, type]);
  await response.text();
});

test('the first two games of one file', async () => {
  const { records, header } = (await (await ask('', GAME + NAMELESS)).json()) as ReturnType<
    typeof compareGames
  >;
  expect(records.map(({ file, game }) => `${file} ${String(game)}`)).toEqual(['a.sgf 1', 'a.sgf 2']);
  expect(header.map(({ name }) => name)).toEqual(['PB']);
});

test.each([
  ['one record', '', [GAME], 'send two records'],
  ['three records', '', [GAME, GAME, GAME], 'send two records, no more'],
  ['a wrong option', 'rules=no-such', [GAME, GAME], 'rules: '],
  ['records of two games to merge', 'merged', [GAME, '(;SZ[9];B[aa])'], 'not one game'],
])('%s', async (_, query, texts, reason) => {
  const response = await ask(query, ...texts);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(reason);
});
