import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeService, sample, tinyGame, type TestService } from './support.js';
import { pageLines } from '../support/page-data.js';

let service: TestService;

beforeAll(async () => {
  service = await makeService();
});
afterAll(() => service.remove());

const COMMANDS = [
  ['audit', '', 'scored/s5-wrong-winner.sgf'],
  ['score', 'rules=japanese,aga', 'scored/s5-wrong-winner.sgf'],
  ['convert', 'from=japanese&to=aga', 'scored/s5-wrong-winner.sgf'],
  ['check', 'strict', 'format/notes-in-a-variation.sgf'],
] as const;

async function ask(
  command: string,
  query: string,
  accept: string,
  body: string | Uint8Array,
): Promise<Response> {
  return service.ask(`/v1/${command}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-go-sgf', accept },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
}

describe.each(COMMANDS)('%s by Accept', (command, query, name) => {
  const body = sample(name);

  test.each([
    ['application/json', 'application/json', /^\[\n?\{/],
    ['application/x-ndjson', 'application/x-ndjson', /^\{.*\}\n/],
    ['application/jsonl', 'application/x-ndjson', /^\{.*\}\n/],
    ['text/csv', 'text/csv; charset=utf-8', /^file,game,/],
    ['text/html', 'text/html; charset=utf-8', /^<!doctype html>\n[^]*<\/html>\n$/],
    ['text/plain', 'text/plain; charset=utf-8', /./],
    ['*/*', 'application/json', /^\[/],
    ['image/png, text/csv;q=0.5, application/json;q=0.1', 'text/csv; charset=utf-8', /^file,game,/],
  ])('%s', async (accept, type, looks) => {
    const response = await ask(command, query, accept, body);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(await response.text()).toMatch(looks);
  });

  test('names that want to be markup are text in HTML', async () => {
    const hostile = tinyGame('</pre></script><img src=x onerror=alert(1)>');
    const file = `name=${encodeURIComponent('<img src=x onerror=alert(1)>.sgf')}`;
    const response = await ask(command, `${query}&${file}`, 'text/html', hostile);
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox/);
    const page = await response.text();
    expect(page).not.toContain('<img src');
    expect(pageLines(page)).toContain('onerror=alert(1)');
  });
});

test('the account of a conversion stands in its HTML', async () => {
  const response = await ask('convert', 'to=aga', 'text/html', sample('scored/winner-flips.sgf'));
  expect(await response.text()).toContain('B+0.5 under japanese is W+0.5 under aga: the winner changes');
});

test('SARIF is for what has findings', async () => {
  const accept = 'application/sarif+json';
  const log = (await (await ask('audit', '', accept, tinyGame('b'))).json()) as { version: string };
  expect(log.version).toBe('2.1.0');
  expect((await ask('check', '', accept, tinyGame('b'))).status).toBe(200);
  expect((await ask('score', '', accept, tinyGame('b'))).status).toBe(406);
});
