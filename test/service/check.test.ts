import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeZip } from '../batch/make-zip.js';
import { makePlace, type Place } from '../cli/harness.js';
import { makeService, tinyGame, waitForJob, type TestService } from './support.js';

const SAMPLES = new URL('../../samples/', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Every sample, and a file that is no SGF. */
const ARCHIVE = makeZip([
  ...readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sgf'))
    .sort()
    .map((name) => ({ name, contents: readFileSync(new URL(name, SAMPLES)) })),
  { name: 'none.sgf', contents: 'no game' },
]);

let service: TestService;
let place: Place;
let archive: string;

beforeAll(async () => {
  service = await makeService();
  place = makePlace();
  archive = place.put('all.zip', ARCHIVE);
});
afterAll(async () => {
  place.remove();
  await service.remove();
});

/** What the command says about the archive, with its name alone. */
async function said(...options: string[]): Promise<string> {
  const { out } = await place.sgfReferee(['check', archive, '--quiet', '--jobs', '1', ...options]);
  return out.replaceAll(archive, 'all.zip');
}

function post(path: string, body: Uint8Array = ARCHIVE): Promise<Response> {
  const headers = { 'content-type': 'application/zip' };
  return service.ask(path, { method: 'POST', headers, body: new Uint8Array(body) });
}

async function answered(query: string): Promise<string> {
  const response = await post(`/v1/check?name=all.zip&${query}`);
  expect(response.status).toBe(200);
  return response.text();
}

describe('the answer is what the command says', () => {
  test.each(['csv', 'jsonl', 'json', 'sarif', 'text'])('as %s', async (format) => {
    const text = await said('--format', format);
    expect(text).toContain('sgf/game-info-elsewhere');
    expect(await answered(`format=${format}`)).toBe(
      format === 'sarif' ? text.replace(`"version":"${version}"`, '"version":"0.0.0-test"') : text,
    );
  });

  test.each([
    ['strict', ['--strict']],
    ['lenient=true', ['--lenient']],
    ['lenient=false', []],
    ['only=sgf/annotation-pair,sgf/composed-value', ['--only', 'sgf/annotation-pair,sgf/composed-value']],
    ['ignore=sgf/composed-value', ['--ignore', 'sgf/composed-value']],
    ['variations&rules=japanese', ['--variations', '--rules', 'japanese']],
    ['illegal=stop', ['--illegal', 'stop']],
    ['only=sgf/&max-per-code=2', ['--only', 'sgf/', '--max-per-code', '2']],
    ['ignore=sgf/*,rules/', ['--ignore', 'sgf/*,rules/']],
  ])('with %s', async (query, options) => {
    expect(await answered(`format=csv&${query}`)).toBe(await said('--format', 'csv', ...options));
  });

  test('choices tell findings apart, so that the answers above differ', async () => {
    const answers = await Promise.all(
      ['', 'strict', 'lenient', 'only=sgf/annotation-pair', 'variations', 'rules=aga'].map((query) =>
        answered(`format=csv&${query}`),
      ),
    );
    expect(new Set(answers).size).toBe(answers.length);
  });

  test('of a job too, in every form', async () => {
    const created = await post('/v1/jobs?command=check&strict&name=all.zip');
    expect(created.status).toBe(202);
    const { id } = (await created.json()) as { id: string };
    await waitForJob(service.ask, id);
    const results = async (format: string): Promise<string> =>
      (await service.ask(`/v1/jobs/${id}/results?format=${format}`)).text();
    const csv = await said('--strict', '--format', 'csv');
    expect(await results('csv')).toBe(csv);
    expect(await results('findings')).toBe(csv);
    expect(await results('jsonl')).toBe(await said('--strict', '--format', 'jsonl'));
    expect(JSON.parse(await results('json'))).toEqual(JSON.parse(await said('--strict', '--format', 'json')));
    expect((await results('page')).split('\n').length).toBeGreaterThan(50);
    expect(await results('html')).toBe(await answered('strict&format=html'));
  });
});

test('a check in HTML is its text', async () => {
  const [first = ''] = (await said('--format', 'text')).split('\n');
  expect(first).not.toMatch(/[<>&]/);
  expect(await answered('format=html')).toContain(first);
});

test('copies are no finding of a check', async () => {
  const twice = makeZip([
    { name: 'a.sgf', contents: tinyGame('A') },
    { name: 'b.sgf', contents: tinyGame('A') },
  ]);
  const codes = await (await post('/v1/check?format=csv', twice)).text();
  expect(codes).not.toContain('duplicate');
});

test.each([
  ['strict&lenient', 'strict: cannot be given with lenient'],
  ['only=sgf/none', 'only: there is no finding code sgf/none'],
  ['no-score', 'no-score'],
  ['komi=6.5', 'komi'],
  ['max-per-code=many', 'max-per-code'],
  ['dead=A1', 'dead'],
  ['estimator=none', 'estimator'],
])('refused: %s', async (query, detail) => {
  const response = await post(`/v1/check?${query}`);
  expect(response.status).toBe(400);
  expect(((await response.json()) as { detail: string }).detail).toContain(detail);
});
