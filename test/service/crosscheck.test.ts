import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageLines } from '../support/page-data.js';
import { makeService, type TestService } from './support.js';

let service: TestService;
beforeAll(async () => {
  service = await makeService();
});
afterAll(() => service.remove());

function game(header: string): string {
  return `(;GM[1]FF[4]SZ[19]RU[Japanese]KM[6.5]${header};B[pd];W[dp];B[pp];W[dd])`;
}

const TABLE = 'round,white,black,komi,result\n1,Baden Kor,Lipi Ran,6.5,W+\n1,Anna Berg,Olle Ek,6.5,B+\n';

function body(...fields: readonly (readonly [field: string, name: string, text: string])[]): FormData {
  const form = new FormData();
  for (const [field, name, text] of fields) form.append(field, new Blob([text]), name);
  return form;
}

const EVENT = body(
  ['file', 'a.sgf', game('PB[Lipi Ran]PW[Baden Kor]RE[W+R]')],
  ['table', 'open.csv', TABLE],
  ['file', 'b.sgf', game('PB[ek23]PW[Anna Berg]RE[W+R]')],
);
const ALIASES = `aliases=${encodeURIComponent('nick,name\nek23,Olle Ek')}`;

interface Row {
  readonly file: string;
  readonly verdict: string;
}

describe('at once', () => {
  test.each(['json', 'jsonl'])('%s has a row a pairing', async (format) => {
    const response = await service.ask(`/v1/crosscheck?format=${format}&${ALIASES}`, {
      method: 'POST',
      body: EVENT,
    });
    const text = await response.text();
    expect([response.status, text]).toEqual([200, expect.any(String)]);
    const lines = text.trim().split('\n');
    const rows = (format === 'json' ? JSON.parse(text) : JSON.parse(`[${lines.join(',')}]`)) as Row[];
    expect(rows.map(({ file, verdict }) => [file, verdict])).toEqual([
      ['a.sgf', 'agrees'],
      ['b.sgf', 'differs'],
    ]);
  });

  test('findings are those of the tables, too', async () => {
    const response = await service.ask(`/v1/crosscheck?format=findings`, { method: 'POST', body: EVENT });
    const text = await response.text();
    expect(text).toContain('open.csv,,table/no-record,note');
    expect(text).toContain('b.sgf,1,table/not-listed,warning');
  });

  test.each([
    ['without a table', body(['file', 'a.sgf', game('')]), '', "table: name the event's results table"],
    [
      'with a table that is none',
      body(['file', 'a.sgf', game('')], ['table', 'x', 'nothing']),
      '',
      'x: not a',
    ],
    ['with aliases that are none', EVENT, '?aliases=x', 'expected nick,name'],
  ])('%s: a problem', async (_, form, query, detail) => {
    const response = await service.ask(`/v1/crosscheck${query}`, { method: 'POST', body: form });
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ detail: expect.stringContaining(detail) as unknown }),
    ]);
  });

  test('for other commands the field means nothing', async () => {
    const response = await service.ask('/v1/audit', {
      method: 'POST',
      body: body(['table', 'a.sgf', game('PB[A]PW[B]RE[W+R]')]),
    });
    expect(((await response.json()) as Row[]).map(({ file }) => file)).toEqual(['a.sgf']);
  });
});

test('as a job: pairings, findings, and the crosstable in page and report', async () => {
  const made = await service.ask(`/v1/jobs?command=crosscheck&${ALIASES}`, { method: 'POST', body: EVENT });
  const { id } = (await made.json()) as { id: string };
  const results = async (form: string): Promise<string> =>
    (await service.ask(`/v1/jobs/${id}/results?format=${form}&follow=true`)).text();
  expect(await results('csv')).toMatch(/W\+R,,,agrees,,\n.*B\+,b\.sgf,1,W\+R,,,differs/);
  expect((await results('jsonl')).trim().split('\n')).toHaveLength(2);
  expect(await results('findings')).toContain('b.sgf,1,table/result-differs,error');
  const page = (await results('page'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(page.filter((line) => 'crosstable' in line)).toHaveLength(1);
  expect(page).toContainEqual(expect.objectContaining({ file: 'b.sgf', game: 1 }));
  expect(pageLines(await results('html'))).toContain('\nX{"title"');
  const { summary } = (await (await service.ask(`/v1/jobs/${id}`)).json()) as { summary: object };
  expect(summary).toMatchObject({ games: 2, errors: 1 });
});
