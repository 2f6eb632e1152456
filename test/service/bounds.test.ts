import { afterEach, describe, expect, test } from 'vitest';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeService, tinyGame, type TestService } from './support.js';

const open: TestService[] = [];
afterEach(async () => {
  for (const service of open.splice(0)) await service.remove();
});

async function serviceWith(wanted: Parameters<typeof makeService>[0] = {}): Promise<TestService> {
  const service = await makeService(wanted);
  open.push(service);
  return service;
}

async function kindOf(response: Response): Promise<string> {
  if (response.ok) return String(response.status);
  return ((await response.json()) as { type: string }).type.replace('urn:sgf-referee:problem:', '');
}

const FORM = { 'content-type': 'multipart/form-data; boundary=b' };
const SGF = { 'content-type': 'application/x-go-sgf' };

function form(parts: number, head: string, contents: string): string {
  const part = `--b\r\ncontent-disposition: form-data; name="f"${head}\r\n\r\n${contents}\r\n`;
  return `${part.repeat(parts)}--b--\r\n`;
}

describe('files of a form', () => {
  test.each([
    ['files', '; filename="a.sgf"', tinyGame('b'), '200'],
    ['files without contents', '; filename="a.sgf"', '', '200'],
    // Alone they are no files.
    ['fields of text', '', 'text', 'bad-body'],
  ])('%s: up to the limit', async (_, head, contents, kind) => {
    const service = await serviceWith({ limits: { files: 5 } });
    const send = (path: string, parts: number): Promise<Response> =>
      service.ask(path, { method: 'POST', headers: FORM, body: form(parts, head, contents) });
    expect(await kindOf(await send('/v1/audit', 5))).toBe(kind);
    expect(await kindOf(await send('/v1/audit', 6))).toBe('files-limit');
    expect(await kindOf(await send('/v1/jobs', 6))).toBe('files-limit');
    expect(readdirSync(join(service.folder, 'bodies'))).toEqual([]);
  });

  test('each counts on the disk, however small', async () => {
    const service = await serviceWith({ limits: { diskBytes: 50_000 } });
    const send = async (parts: number): Promise<string> => {
      const body = form(parts, '; filename="a.sgf"', '');
      return kindOf(await service.ask('/v1/jobs', { method: 'POST', headers: FORM, body }));
    };
    expect(await send(20)).toBe('disk-limit');
    expect(await send(10)).toBe('202');
    expect(await send(10)).toBe('disk-limit');
  });

  test('of a job with many the first are shown', async () => {
    const service = await serviceWith();
    const body = form(120, '; filename="a.sgf"', '');
    const created = await service.ask('/v1/jobs', { method: 'POST', headers: FORM, body });
    const job = (await created.json()) as { files: unknown[]; file_count: number };
    expect([job.files.length, job.file_count]).toEqual([100, 120]);
    const { jobs } = (await (await service.ask('/v1/jobs')).json()) as { jobs: (typeof job)[] };
    expect([jobs[0]?.files.length, jobs[0]?.file_count]).toEqual([3, 120]);
  });

  test('what stands before the first part is bounded too', async () => {
    const service = await serviceWith({ limits: { bodyBytes: 1000 } });
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(Buffer.alloc(100_000, 'x')),
    });
    expect(await kindOf(await service.ask('/v1/audit', { method: 'POST', headers: FORM, body }))).toBe(
      'body-limit',
    );
  });
});

/** A body that begins and never goes on. */
function idleBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('(;')) });
}

describe('bodies that do not come', () => {
  test.each(['/v1/audit', '/v1/jobs'])('%s: are given up', async (path) => {
    const service = await serviceWith({ limits: { bodyGraceMs: 50, bodyRate: 1000 } });
    const response = await service.ask(path, { method: 'POST', headers: SGF, body: idleBody() });
    expect(response.status).toBe(408);
    expect(await kindOf(response)).toBe('slow-body');
    expect(readdirSync(join(service.folder, 'bodies'))).toEqual([]);
  });

  test('make room for other requests of the same client', async () => {
    const service = await serviceWith({ limits: { tenantRequests: 2 } });
    const send = (body: string | ReadableStream<Uint8Array>): Promise<Response> =>
      service.ask('/v1/audit', { method: 'POST', headers: SGF, body });
    const idle = [send(idleBody()), send(idleBody())];
    for (;;) {
      const response = await send(tinyGame('b'));
      if (response.status === 200) break;
      expect(await kindOf(response)).toBe('requests-limit');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await kindOf(await Promise.race(idle))).toBe('slow-body');
  });

  test('leave the others their places', async () => {
    const tokens = ['token-of-alice-01 alice', 'token-of-bob-0001 bob'];
    const service = await serviceWith({ tokens, limits: { tenantRequests: 2, requests: 2 } });
    const send = (token: string, body: string | ReadableStream<Uint8Array>): Promise<Response> =>
      service.ask('/v1/audit', {
        method: 'POST',
        headers: { ...SGF, authorization: `Bearer ${token}` },
        body,
      });
    void send('token-of-alice-01', idleBody());
    void send('token-of-alice-01', idleBody());
    expect(await kindOf(await send('token-of-alice-01', tinyGame('b')))).toBe('requests-limit');
    expect(await kindOf(await send('token-of-bob-0001', tinyGame('b')))).toBe('200');
  });
});

describe('answers that are made whole', () => {
  test.each([
    ['json', 'answer-limit'],
    ['html', 'answer-limit'],
    ['jsonl', '200'],
  ])('%s: within the limit', async (format, kind) => {
    const service = await serviceWith({ limits: { answerBytes: 2000 } });
    const body = tinyGame('b').repeat(30);
    expect(
      await kindOf(await service.ask(`/v1/audit?format=${format}`, { method: 'POST', headers: SGF, body })),
    ).toBe(kind);
  });

  test('and within what all of them may take, which is free again afterwards', async () => {
    const service = await serviceWith({ limits: { heldBytes: 300_000, memoryBytes: 0 } });
    const send = async (games: number): Promise<Response> =>
      service.ask('/v1/audit?format=csv', {
        method: 'POST',
        headers: SGF,
        body: tinyGame('b').repeat(games),
      });
    for (let i = 0; i < 3; i++) {
      const response = await send(500);
      expect(response.status).toBe(200);
      expect((await response.text()).split('\n')).toHaveLength(502);
    }
    expect(await kindOf(await send(4000))).toBe('requests-limit');
    expect((await send(500)).status).toBe(200);
  });
});
