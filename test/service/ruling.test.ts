import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rulingSheet } from '../../src/report/output/ruling-sheet.js';
import { LANGUAGES } from '../../src/core/words/languages.js';
import { analyze } from '../../src/referee/judge/analyze.js';
import { makeZip } from '../batch/make-zip.js';
import { makeService, sample, type TestService, waitForJob } from './support.js';

let service: TestService;
beforeAll(async () => {
  service = await makeService();
});
afterAll(() => service.remove());

const KO = sample('ko/triple-ko-aga.sgf').toString();
const FLIPS = sample('scored/winner-flips.sgf').toString();
const BY = { name: 'A. Referee', date: '2026-11-22', reason: 'both agreed' };
const DECISIONS = JSON.stringify({
  decisions: [
    { ...BY, game: '21ac3014f574e5c5', accepted: [6] },
    { ...BY, game: 'aada75478b9d941c', alive: ['D6'] },
  ],
});

function sheetOf(query: string, body: string | FormData | Uint8Array<ArrayBuffer>): Promise<Response> {
  const headers = { 'content-type': 'application/x-go-sgf' };
  return service.ask(`/v1/ruling?${query}`, {
    method: 'POST',
    body,
    ...(body instanceof FormData ? {} : { headers }),
  });
}

function form(
  files: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, string>> = {},
): FormData {
  const made = new FormData();
  for (const [name, text] of Object.entries(files)) made.append('file', new Blob([text]), name);
  for (const [name, text] of Object.entries(fields)) made.append(name, text);
  return made;
}

describe('POST /v1/ruling', () => {
  test.each(LANGUAGES)('is the sheet of the library, in %s', async (language) => {
    const response = await sheetOf(`language=${language}`, KO);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(await response.text()).toBe(rulingSheet(analyze(KO).games[0]!, { language }));
  });

  test('is about how the results table of the form differs', async () => {
    const league = (name: string): string => sample(`events/online-league/${name}`).toString();
    const body = form({ 'r1a.sgf': league('games/r1a.sgf') }, { aliases: league('nicks.csv') });
    body.append('table', new Blob([league('league.csv')]), 'league.csv');
    const response = await sheetOf('', body);
    expect(await response.text()).toContain('<p>Result differs: table W+3.5, record W+26.5</p>');
  });

  test('is about the game and the move that are asked for', async () => {
    const sheet = await (await sheetOf('game=2&move=3', `${KO}\n${FLIPS}`)).text();
    expect(sheet).toContain('Hana – Olav');
    expect(sheet).toContain('After move 3');
    expect(sheet.match(/<h1>/g)).toHaveLength(1);
  });

  test.each<[string, string, string | FormData | (() => Uint8Array<ArrayBuffer>), number, string]>([
    ['another language', 'language=xx', KO, 400, 'language'],
    ['an option of other routes', 'format=csv', KO, 400, 'format'],
    ['a game that is not there', 'game=2', KO, 404, 'no such game'],
    ['a move that is not there', 'move=99', KO, 404, 'no such move'],
    ['no game at all', '', 'nothing', 404, 'no such game'],
    ['several files', '', form({ 'a.sgf': KO, 'b.sgf': FLIPS }), 413, 'one file'],
    [
      'several files in an archive',
      '',
      () =>
        new Uint8Array(
          makeZip([
            { name: 'a.sgf', contents: KO },
            { name: 'b.sgf', contents: FLIPS },
          ]),
        ),
      413,
      'one file',
    ],
  ])('refuses %s', async (_, query, body, status, detail) => {
    const response = await sheetOf(query, typeof body === 'function' ? body() : body);
    expect(response.status).toBe(status);
    expect(((await response.json()) as { detail: string }).detail).toContain(detail);
  });
});

describe('decisions as a field of the form', () => {
  const files = { 'ko.sgf': KO, 'flips.sgf': FLIPS };

  test('count for the sheet', async () => {
    const sheet = await (await sheetOf('', form({ 'ko.sgf': KO }, { decisions: DECISIONS }))).text();
    expect(sheet).toContain('move 6 accepted: decided by A. Referee on 2026-11-22: both agreed');
  });

  test.each(['field', 'file'])('as a %s: each of several games has its own', async (kind) => {
    const body = form(files, kind === 'field' ? { decisions: DECISIONS } : {});
    if (kind === 'file') body.append('decisions', new Blob([DECISIONS]), 'decisions.json');
    const response = await service.ask('/v1/audit?format=jsonl', { method: 'POST', body });
    const rows = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: string; decision: string });
    expect(rows.map(({ file, decision }) => [file, decision])).toEqual([
      ['ko.sgf', '2026-11-22: move 6 accepted (both agreed)'],
      ['flips.sgf', '2026-11-22: D6 alive (both agreed)'],
    ]);
  });

  test('of a job, are kept with it', async () => {
    const response = await service.ask('/v1/jobs', {
      method: 'POST',
      body: form(files, { decisions: DECISIONS }),
    });
    const { id, options } = (await response.json()) as { id: string; options: Record<string, string> };
    expect(options['decisions']).toBe(DECISIONS);
    await waitForJob((path) => service.ask(path), id);
    const csv = await (await service.ask(`/v1/jobs/${id}/results?format=csv`)).text();
    expect(csv).toContain('D6 alive (both agreed)');
    expect(csv).toContain('move 6 accepted (both agreed)');
  });

  test.each<[string, string, FormData, number]>([
    ['that are no JSON', '/v1/audit', form(files, { decisions: '{' }), 400],
    [
      'that the query has too',
      `/v1/audit?decisions=${encodeURIComponent(DECISIONS)}`,
      form(files, { decisions: DECISIONS }),
      400,
    ],
    ['of a job that are no JSON', '/v1/jobs', form(files, { decisions: '{' }), 400],
    ['of more than a megabyte', '/v1/audit', form(files, { decisions: ' '.repeat(2 ** 20 + 1) }), 413],
  ])('are refused: %s', async (_, path, body, status) => {
    const response = await service.ask(path, { method: 'POST', body });
    expect(response.status).toBe(status);
    expect(((await response.json()) as { detail: string }).detail).toContain('decisions');
  });
});
