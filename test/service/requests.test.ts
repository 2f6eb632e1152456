import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gzipSync, inflateRawSync } from 'node:zlib';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pack } from 'tar-stream';
import { makeZip } from '../batch/make-zip.js';
import { makeService, sample, tinyGame, type TestService } from './support.js';

let service: TestService;

beforeAll(async () => {
  service = await makeService({ limits: { bodyBytes: 200_000, memoryBytes: 10_000, games: 50 } });
});
afterAll(() => service.remove());

const packed = pack();
packed.entry({ name: 'a/b.sgf' }, tinyGame('Tar'));
packed.finalize();
const blocks: Buffer[] = [];
for await (const block of packed) blocks.push(block as Buffer);
const tar = Buffer.concat(blocks);

const SGF = { 'content-type': 'application/x-go-sgf' };

function post(
  path: string,
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = SGF,
): Promise<Response> {
  return service.ask(path, { method: 'POST', body, headers });
}

interface Problem {
  readonly type: string;
  readonly status: number;
  readonly detail: string;
}

async function problem(response: Response): Promise<string> {
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  const { type, status } = (await response.json()) as Problem;
  expect(status).toBe(response.status);
  return type.replace('urn:sgf-referee:problem:', '');
}

describe('the same answers as the command', () => {
  test('audit as JSON: a row of games.csv with its findings', async () => {
    const response = await post('/v1/audit?name=ko.sgf', sample('ko/send-two-return-one-tromp-taylor.sgf'));
    expect(response.status).toBe(200);
    const games = (await response.json()) as {
      file: string;
      findings: { code: string; repeats_move: number }[];
    }[];
    expect(games.map(({ file }) => file)).toEqual(['ko.sgf']);
    expect(games[0]!.findings.map(({ code }) => code)).toContain('move/superko-positional');
  });

  test('score under two rulesets as CSV', async () => {
    const response = await post('/v1/score?rules=japanese,aga', sample('scored/winner-flips.sgf'), {
      ...SGF,
      accept: 'text/csv',
    });
    const lines = (await response.text()).split('\n');
    expect(lines[1]).toContain(',japanese,territory,');
    expect(lines[2]).toContain(',aga,territory,');
  });

  test('conversion as NDJSON: the winner changes from Japanese to AGA', async () => {
    const response = await post('/v1/convert?from=japanese&to=aga', sample('scored/winner-flips.sgf'), {
      ...SGF,
      accept: 'application/x-ndjson',
    });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const text = await response.text();
    expect(text).toContain('"result_from":"B+0.5"');
    expect(text).toContain('"result_to":"W+0.5"');
  });

  test('the report in HTML, which must not pass for a page of this server', async () => {
    const response = await post('/v1/audit?format=html', sample('scored/winner-flips.sgf'));
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox/);
    const page = await response.text();
    expect(page).toMatch(/^<!doctype html>/);
    expect(page.trimEnd()).toMatch(/<\/html>$/);
    const data = page.split('\n').findLast((line) => /^[A-Za-z0-9+/]{40,}=*$/.test(line));
    expect(inflateRawSync(Buffer.from(data!, 'base64')).toString()).toContain('Hana');
  });

  test('decisions come in the request itself', async () => {
    const decision = {
      game: 'aada75478b9d941c',
      name: 'A',
      date: '2026-11-22',
      reason: 'late',
      result: 'W+F',
    };
    const query = new URLSearchParams({ decisions: JSON.stringify({ decisions: [decision] }) });
    const given = await post(`/v1/audit?${String(query)}`, sample('scored/winner-flips.sgf'));
    expect(await given.json()).toMatchObject([
      { decided_by: 'A', decision: '2026-11-22: result W+F (late)' },
    ]);
    expect(await problem(await post('/v1/audit?decisions=3', sample('scored/winner-flips.sgf')))).toBe(
      'bad-option',
    );
  });

  test('dead stones come in the request itself, as points of the only game', async () => {
    const alive = await post('/v1/score?rules=japanese&dead=D6', sample('scored/winner-flips.sgf'));
    const [row] = (await alive.json()) as { dead_source: string }[];
    expect(row?.dead_source).toBe('given');
  });

  test('a ruleset may be JSON in the request', async () => {
    const rules = encodeURIComponent(JSON.stringify({ base: 'japanese', name: 'club', title: 'Our club' }));
    const [row] = (await (await post(`/v1/audit?rules=${rules}`, tinyGame('b'))).json()) as {
      ruleset: string;
    }[];
    expect(row?.ruleset).toBe('club');
  });
});

describe('bodies', () => {
  test.each([
    [
      'a zip without a name',
      makeZip([{ name: 'a/b.sgf', contents: tinyGame('Zip') }]),
      'application/zip',
      'upload!/a/b.sgf',
    ],
    ['gzip as octets', gzipSync(tinyGame('Gz')), 'application/octet-stream', 'upload'],
    ['plain text', Buffer.from(tinyGame('Text')), 'text/plain', 'upload'],
  ])('%s', async (_name, body, type, file) => {
    const [row] = (await (await post('/v1/audit', body, { 'content-type': type })).json()) as {
      file: string;
    }[];
    expect(row?.file).toBe(file);
  });

  test.each([
    ['SGF', Buffer.from(tinyGame('Sgf')), 'upload'],
    ['gzip', gzipSync(tinyGame('Gz')), 'upload'],
    ['a zip', makeZip([{ name: 'a/b.sgf', contents: tinyGame('Zip') }]), 'upload!/a/b.sgf'],
    ['a tar', tar, 'upload!/a/b.sgf'],
    ['a tar.gz', gzipSync(tar), 'upload!/a/b.sgf'],
    ['JSON', Buffer.from(' {"sgf": "(;GM[1])"}'), 'bad-body'],
  ])('%s without a type is known by its bytes', async (_name, body, file) => {
    // As curl sends it, too.
    for (const type of ['', 'application/octet-stream', 'application/x-www-form-urlencoded']) {
      const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
      const response = await post('/v1/audit', new Uint8Array(body), headers);
      if (file === 'bad-body') expect(await problem(response)).toBe(file);
      else expect(((await response.json()) as { file: string }[])[0]?.file).toBe(file);
    }
  });

  test('several files by multipart, one so large that it goes to disk, which is clean afterwards', async () => {
    const form = new FormData();
    form.append('file', new Blob([tinyGame('One')]), 'one.sgf');
    const large = makeZip([
      { name: 'two.sgf', contents: `${tinyGame('Two')}${' '.repeat(30_000)}`, method: 0 },
    ]);
    form.append('file', new Blob([new Uint8Array(large)]), '../../etc/passwd.zip');
    const response = await service.ask('/v1/audit', { method: 'POST', body: form });
    const rows = (await response.json()) as { file: string; black: string }[];
    expect(rows.map(({ file, black }) => [file, black])).toEqual([
      ['one.sgf', 'One'],
      ['../../etc/passwd.zip!/two.sgf', 'Two'],
    ]);
    expect(readdirSync(join(service.folder, 'bodies'))).toEqual([]);
  });

  test.each([
    ['no body', '', 'application/x-go-sgf', 'bad-body'],
    ['a picture', 'x', 'image/png', 'wrong-media-type'],
    ['an empty type', 'x', '; charset=utf-8', 'wrong-media-type'],
    ['too many bytes', 'x'.repeat(200_001), 'text/plain', 'body-limit'],
    ['too many games', '(;SZ[5])'.repeat(51), 'text/plain', 'games-limit'],
    [
      'multipart that is cut short',
      '--b\r\ncontent-disposition: form-data; name="f"; filename="a"\r\n\r\nab',
      'multipart/form-data; boundary=b',
      'bad-body',
    ],
    ['multipart without a boundary', 'x', 'multipart/form-data', 'bad-body'],
    [
      'multipart without a file',
      '--b\r\ncontent-disposition: form-data; name="f"\r\n\r\nab\r\n--b--',
      'multipart/form-data; boundary=b',
      'bad-body',
    ],
  ])('%s is a problem', async (_name, body, type, kind) => {
    const init = body === '' ? {} : { body };
    const response = await service.ask('/v1/audit', {
      method: 'POST',
      headers: { 'content-type': type },
      ...init,
    });
    expect(await problem(response)).toBe(kind);
  });

  test('a games limit on the way of a stream is its last line', async () => {
    const response = await post('/v1/audit?format=jsonl', '(;SZ[5])'.repeat(51));
    expect(response.status).toBe(200);
    const lines = (await response.text()).trim().split('\n');
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({
      problem: { type: 'urn:sgf-referee:problem:games-limit' },
    });
  });
});

describe('options', () => {
  test.each([
    ['?rules=nonsense', 'bad-option'],
    ['?rules=samples%2Fclub.json', 'bad-option'],
    ['?rules=%7B%22name%22%3A1%7D', 'bad-option'],
    ['?dead=%2Fetc%2Fpasswd', 'bad-option'],
    ['?estimator=gtp%3Agnugo', 'bad-option'],
    ['?komi=a', 'bad-option'],
    ['?komi=6.5&komi=7.5', 'bad-option'],
    ['?ignore=move/nonsense', 'bad-option'],
    ['?config=x', 'bad-option'],
    ['?__proto__=x', 'bad-option'],
    ['?constructor=x', 'bad-option'],
    ['?output=x', 'bad-option'],
    ['?format=xml', 'bad-option'],
  ])('%s is refused', async (query, kind) => {
    expect(await problem(await post(`/v1/audit${query}`, tinyGame('b')))).toBe(kind);
  });

  test('a form that is not made', async () => {
    const response = await post('/v1/score', tinyGame('b'), { ...SGF, accept: 'application/pdf' });
    expect(await problem(response)).toBe('no-such-form');
  });

  test('a body is not read where an option is wrong', async () => {
    const response = await post('/v1/convert', 'x'.repeat(300_000));
    expect(await problem(response)).toBe('bad-option');
  });
});

describe('who may ask', () => {
  test.each([
    ['another host name', { host: 'example.org' }],
    ['a page of another site', { host: 'localhost', origin: 'https://example.org' }],
  ])('%s is refused without tokens', async (_name, headers) => {
    expect(await problem(await service.ask('/v1/rulesets', { headers }))).toBe('foreign-origin');
  });

  test('a page of this server may ask', async () => {
    const headers = { host: '127.0.0.1:8361', origin: 'http://127.0.0.1:8361' };
    expect((await service.ask('/v1/rulesets', { headers })).status).toBe(200);
  });

  test('with tokens only who has one, from any host name; the health is told to all', async () => {
    const guarded = await makeService({ tokens: ['token-number-one-1', 'token-number-two-2'] });
    try {
      const status = async (authorization?: string): Promise<number> => {
        const headers: Record<string, string> = { host: 'example.org' };
        if (authorization !== undefined) headers['authorization'] = authorization;
        return (await guarded.ask('/v1/rulesets', { headers })).status;
      };
      expect(await status()).toBe(401);
      expect(await status('Bearer token-number-three')).toBe(401);
      expect(await status('Basic token-number-two-2')).toBe(401);
      expect(await status('Bearer token-number-two-2')).toBe(200);
      expect((await guarded.ask('/healthz', { headers: { host: 'example.org' } })).status).toBe(200);
      expect((await guarded.ask('/metrics', { headers: { host: 'example.org' } })).status).toBe(401);
    } finally {
      await guarded.remove();
    }
  });
});

describe('reference', () => {
  test('rulesets and findings are those of the library', async () => {
    const rulesets = (await (await service.ask('/v1/rulesets')).json()) as {
      name: string;
      komi: number | null;
    }[];
    expect(rulesets.find(({ name }) => name === 'aga')?.komi).toBe(7.5);
    const codes = (await (await service.ask('/v1/findings')).json()) as { code: string; title: string }[];
    expect(codes.find(({ code }) => code === 'move/superko-positional')?.title).toContain('superko');
  });

  test('what is not there is a problem too', async () => {
    expect(await problem(await service.ask('/v1/nothing'))).toBe('not-found');
    expect(await problem(await service.ask('/../../etc/passwd'))).toBe('not-found');
  });

  test.each([
    ['GET', '/v1/audit', 'POST'],
    ['DELETE', '/v1/jobs', 'POST, GET'],
    ['PUT', '/v1/jobs/x/results', 'GET'],
  ])('%s %s is a method that is not served; those that are stand in Allow', async (method, path, allow) => {
    const response = await service.ask(path, { method });
    expect(response.headers.get('allow')).toBe(allow);
    expect(await problem(response)).toBe('wrong-method');
  });

  test('metrics count requests and games', async () => {
    await post('/v1/audit', tinyGame('Counted'));
    const text = await (await service.ask('/metrics')).text();
    expect(text).toMatch(/sgf_referee_games_total\{command="audit"\} [1-9]/);
    expect(text).toMatch(
      /sgf_referee_request_seconds_count\{route="\/v1\/audit",method="POST",status="200"\} [1-9]/,
    );
    expect(text).toContain('process_resident_memory_bytes');
  });
});

test('whatever is asked for, the labels of the metrics are those of the table of routes', async () => {
  const guarded = await makeService({ tokens: ['token-number-one-1'] });
  const authorization = 'Bearer token-number-one-1';
  try {
    const series = async (): Promise<number> =>
      (await (await guarded.ask('/metrics', { headers: { authorization } })).text()).split('\n').length;
    const paths = [0, 1, 2].flatMap((i) => [
      `/v1/${String(i)}`,
      `/v1/jobs/${String(i)}/${String(i)}`,
      `/${String(i)}`,
    ]);
    for (const path of ['/v1/x', '/x']) await guarded.ask(path);
    await guarded.ask('/v1/x', { headers: { authorization } });
    await series(); // counts itself from now on
    const before = await series();
    for (const path of paths) {
      await guarded.ask(path);
      await guarded.ask(path, { headers: { authorization } });
    }
    expect(await series()).toBe(before);
  } finally {
    await guarded.remove();
  }
});
