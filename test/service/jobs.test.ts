import { afterEach, describe, expect, test } from 'vitest';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { ANSWER_FORMS, type AnswerForm } from '../../src/options/table.js';
import { type PackedRow, unpackRow } from '../../src/report/output/html/report-data.js';
import { makeZip } from '../batch/make-zip.js';
import { makeFolder, makeService, tinyGame, waitForJob, type TestService } from './support.js';
import { pageLines } from '../support/page-data.js';

const open: TestService[] = [];

afterEach(async () => {
  for (const service of open.splice(0)) await service.remove();
});

async function serviceWith(wanted: Parameters<typeof makeService>[0] = {}): Promise<TestService> {
  const service = await makeService(wanted);
  open.push(service);
  return service;
}

function zipOf(games: number): Buffer {
  return makeZip(
    Array.from({ length: games }, (_, i) => ({
      name: `${String(i).padStart(4, '0')}.sgf`,
      contents: tinyGame(`P${String(i)}`),
    })),
  );
}

async function submit(service: TestService, body: Buffer, query = ''): Promise<string> {
  const response = await service.ask(`/v1/jobs?name=a.zip${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/zip' },
    body: new Uint8Array(body),
  });
  expect(response.status).toBe(202);
  const { id } = (await response.json()) as { id: string };
  expect(response.headers.get('location')).toBe(`/v1/jobs/${id}`);
  return id;
}

async function text(service: TestService, path: string): Promise<string> {
  return (await service.ask(path)).text();
}

/** An answer that can be compared: what a workbook holds, a report's data without the time. */
async function contents(answer: Response, form: AnswerForm): Promise<unknown> {
  if (form === 'xlsx') {
    const sheets = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    return Object.entries(sheets).filter(([name]) => name.includes('sheet'));
  }
  const whole = await answer.text();
  if (form === 'json') return JSON.parse(whole);
  return form === 'html' ? pageLines(whole) : whole;
}

describe('a job', () => {
  test('runs, tells its progress, and keeps its results in every form', async () => {
    const service = await serviceWith();
    const id = await submit(service, zipOf(30));
    const job = await waitForJob(service.ask, id);
    expect(job).toMatchObject({ state: 'done', progress: { games: 30 } });
    const csv = (await text(service, `/v1/jobs/${id}/results?format=csv`)).trim().split('\n');
    expect(csv).toHaveLength(31);
    expect(csv[1]).toContain('a.zip!/0000.sgf,1,');
    const lines = (await text(service, `/v1/jobs/${id}/results`)).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { black: string }).black)).toEqual(
      Array.from({ length: 30 }, (_, i) => `P${String(i)}`),
    );
    expect(JSON.parse(await text(service, `/v1/jobs/${id}/results?format=json`))).toHaveLength(30);
    expect(await text(service, `/v1/jobs/${id}/results?format=findings`)).toContain('game/duplicate');
    const junit = await service.ask(`/v1/jobs/${id}/results?format=junit`);
    expect([junit.status, await junit.text()]).toEqual([
      400,
      expect.stringContaining('format: must be one of json, jsonl, csv,'),
    ]);
    const foo = await service.ask('/v1/jobs?command=foo', { method: 'POST', body: zipOf(1) });
    expect([foo.status, await foo.text()]).toEqual([
      400,
      expect.stringContaining('command: must be one of audit, '),
    ]);
    const report = await text(service, `/v1/jobs/${id}/results?format=html`);
    expect(pageLines(report)).toContain('P29');
    expect(report.trimEnd()).toMatch(/<\/html>$/);
  });

  test('its results are those of one run of the command, in each of its formats, duplicates too', async () => {
    const service = await serviceWith();
    const body = zipOf(20);
    const id = await submit(service, body);
    await waitForJob(service.ask, id);
    for (const form of ANSWER_FORMS) {
      const once = await service.ask(`/v1/audit?name=a.zip&format=${form}`, {
        method: 'POST',
        headers: { 'content-type': 'application/zip' },
        body: new Uint8Array(body),
      });
      const results = await service.ask(`/v1/jobs/${id}/results?format=${form}`);
      expect(results.headers.get('content-type')).toBe(once.headers.get('content-type'));
      expect(await contents(results, form), form).toEqual(await contents(once, form));
    }
    const accept = 'application/sarif+json';
    const sarif = await service.ask(`/v1/jobs/${id}/results`, { headers: { accept } });
    expect(sarif.headers.get('content-type')).toBe(accept);
  });

  test('without a format that its command lacks', async () => {
    const service = await serviceWith();
    const id = await submit(service, zipOf(3), '&command=score');
    await waitForJob(service.ask, id);
    const [, ...rows] = (await text(service, `/v1/jobs/${id}/results?format=csv`)).trim().split('\n');
    expect(rows).toHaveLength(3);
    expect((await service.ask(`/v1/jobs/${id}/results?format=xlsx`)).status).toBe(200);
    expect((await service.ask(`/v1/jobs/${id}/results?format=sarif`)).status).toBe(406);
  });

  test('what a large file at its end holds besides games is among its findings', async () => {
    const service = await serviceWith();
    const body = makeZip([{ name: 'a.sgf', contents: `${tinyGame('P')}\n\0`.repeat(3000) }]);
    const id = await submit(service, body, '&no-score=true');
    await waitForJob(service.ask, id);
    const findings = await text(service, `/v1/jobs/${id}/results?format=findings`);
    expect(findings.match(/sgf\/text-outside/g)).toHaveLength(1);
  });

  test('its results can be followed while it runs', async () => {
    const service = await serviceWith();
    const id = await submit(service, zipOf(40));
    const rows = (await text(service, `/v1/jobs/${id}/results?format=page&follow=true`)).trim().split('\n');
    expect(rows).toHaveLength(40);
  });

  test('gives one game as SGF', async () => {
    const service = await serviceWith();
    const id = await submit(service, zipOf(3));
    await waitForJob(service.ask, id);
    const file = encodeURIComponent('a.zip!/0002.sgf');
    expect(await text(service, `/v1/jobs/${id}/game?file=${file}&game=1`)).toBe(tinyGame('P2'));
    expect((await service.ask(`/v1/jobs/${id}/game?file=${file}&game=2`)).status).toBe(404);
    expect(
      (await service.ask(`/v1/jobs/${id}/game?file=${encodeURIComponent('/etc/passwd')}&game=1`)).status,
    ).toBe(404);
  });

  test('uploads of one name get names of their own; games of one name and number in an archive are told apart', async () => {
    const service = await serviceWith();
    const form = new FormData();
    const zip = makeZip([
      { name: 'a.sgf', contents: tinyGame('P3') },
      { name: 'a.sgf', contents: `${tinyGame('P4')}${tinyGame('P5')}` },
    ]);
    const files = [
      ['t.sgf', tinyGame('P1')],
      ['t.sgf', tinyGame('P2')],
      ['t.zip', new Uint8Array(zip)],
    ] as const;
    for (const [name, contents] of files) form.append('file', new Blob([contents]), name);
    const created = await service.ask('/v1/jobs', { method: 'POST', body: form });
    const { id } = (await created.json()) as { id: string };
    await waitForJob(service.ask, id);
    const rows = (await text(service, `/v1/jobs/${id}/results?format=csv`)).trim().split('\n').slice(1);
    expect(rows.map((row) => row.split(',').filter((_cell, i) => [0, 1, 3].includes(i)))).toEqual([
      ['t.sgf', '1', 'P1'],
      ['t (2).sgf', '1', 'P2'],
      ['t.zip!/a.sgf', '1', 'P3'],
      ['t.zip!/a.sgf', '1', 'P4'],
      ['t.zip!/a.sgf', '2', 'P5'],
    ]);
    const game = (query: string): Promise<string> => text(service, `/v1/jobs/${id}/game?${query}`);
    expect(await game('file=t.sgf&game=1')).toBe(tinyGame('P1'));
    expect(await game('file=t%20(2).sgf&game=1')).toBe(tinyGame('P2'));
    expect(await game('file=t.zip!/a.sgf&game=1')).toBe(tinyGame('P3'));
    expect(await game('file=t.zip!/a.sgf&game=1&copy=2')).toBe(tinyGame('P4'));
    expect(await game('file=t.zip!/a.sgf&game=2')).toBe(tinyGame('P5'));
    expect(await game('file=t.zip!/a.sgf&game=1&copy=3')).toContain('not-found');
    expect(await game('file=t.sgf&game=1&copy=0')).toContain('bad-option');
  });

  test('converts, with the options of that command', async () => {
    const service = await serviceWith();
    const id = await submit(service, zipOf(2), '&command=convert&to=aga&komi-to=standard');
    await waitForJob(service.ask, id);
    expect(await text(service, `/v1/jobs/${id}/results?format=csv`)).toContain(',japanese,aga,computed,');
    const page = await text(service, `/v1/jobs/${id}/results?format=html`);
    expect(page).toContain('aga, komi 7.5');
    expect(page.trimEnd()).toMatch(/<\/html>$/);
  });

  test('is deleted with its results and its upload', async () => {
    const service = await serviceWith();
    const id = await submit(service, zipOf(3));
    await waitForJob(service.ask, id);
    expect((await service.ask(`/v1/jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await service.ask(`/v1/jobs/${id}`)).status).toBe(404);
    expect((await service.ask(`/v1/jobs/${id}/results`)).status).toBe(404);
    expect(['jobs', 'data'].map((name) => readdirSync(join(service.folder, name)))).toEqual([[], []]);
    expect(await (await service.ask('/v1/jobs')).json()).toEqual({ jobs: [] });
  });

  test('takes decisions once it is done, and keeps them with its results over a restart', async () => {
    const folder = makeFolder();
    const first = await makeService({ folder });
    const id = await submit(first, zipOf(3));
    await waitForJob(first.ask, id);
    const put = (body: string): Promise<Response> =>
      first.ask(`/v1/jobs/${id}/decisions`, { method: 'PUT', body });
    const wrong = await put('{"decisions":[{"game":"1"}]}');
    expect(wrong.status).toBe(400);
    expect(((await wrong.json()) as { detail: string }).detail).toContain('decision 1: game: must be');
    expect((await put(`{"decisions":[]${' '.repeat(1 << 20)}}`)).status).toBe(413);

    const decision = {
      game: '0'.repeat(16),
      name: 'A. Referee',
      date: '2026-11-22',
      reason: 'late',
      result: 'W+F',
    };
    const decisions = JSON.stringify({ decisions: [decision] });
    for (let time = 1; time <= 3; time++) {
      expect((await put(decisions)).status).toBe(200);
      expect((await waitForJob(first.ask, id)).state).toBe('done');
    }
    expect(await text(first, `/v1/jobs/${id}/results?format=findings`)).toContain('decision/no-game');
    await first.close();

    const second = await serviceWith({ folder });
    const job = (await (await second.ask(`/v1/jobs/${id}`)).json()) as { options: { decisions?: string } };
    expect(job.options.decisions).toBe(decisions);
    expect(await text(second, `/v1/jobs/${id}/results?format=findings`)).toContain('decision/no-game');
    expect((await text(second, `/v1/jobs/${id}/results?format=csv`)).trim().split('\n')).toHaveLength(4);
    const none = await second.ask(`/v1/jobs/${id}/decisions`, { method: 'PUT', body: '{"decisions":[]}' });
    expect(none.status).toBe(200);
    await waitForJob(second.ask, id);
    expect(await text(second, `/v1/jobs/${id}/results?format=findings`)).not.toContain('decision/no-game');
  });

  test('is cancelled; what it has stays, and those behind it run', async () => {
    const service = await serviceWith();
    const first = await submit(service, zipOf(3000));
    const second = await submit(service, zipOf(2));
    await waitForJob(service.ask, first, ({ progress }) => progress.games > 0);
    const cancelled = await service.ask(`/v1/jobs/${first}/cancel`, { method: 'POST' });
    const { state, progress } = (await cancelled.json()) as { state: string; progress: { games: number } };
    expect(state).toBe('cancelled');
    const lines = (await text(service, `/v1/jobs/${first}/results`)).trim().split('\n');
    expect(lines).toHaveLength(progress.games);
    expect((await waitForJob(service.ask, second)).state).toBe('done');
    expect((await service.ask(`/v1/jobs/${first}/cancel`, { method: 'POST' })).status).toBe(409);
  });

  test.each([
    ['games', { jobGames: 20 }, 'games-limit'],
    ['disk', { diskBytes: 60_000 }, 'disk-limit'],
    ['time', { jobMs: 1 }, 'time-limit'],
  ] as const)('fails at the limit of %s', async (_name, limits, kind) => {
    const service = await serviceWith({ limits });
    const job = await waitForJob(service.ask, await submit(service, zipOf(100)));
    expect(job).toMatchObject({ state: 'failed', problem: { type: `urn:sgf-referee:problem:${kind}` } });
  });

  test('finds no room: too many jobs, too little disk, too large an upload', async () => {
    const service = await serviceWith({ limits: { jobs: 1, jobBytes: 5000 } });
    const ask = async (bytes: number): Promise<number> =>
      (
        await service.ask('/v1/jobs', {
          method: 'POST',
          headers: { 'content-type': 'text/plain' },
          body: ' '.repeat(bytes),
        })
      ).status;
    expect(await ask(5001)).toBe(413);
    expect(readdirSync(join(service.folder, 'bodies'))).toEqual([]);
    expect(await ask(100)).toBe(202);
    expect(await ask(100)).toBe(503);
  });
});

test('a deleted job makes room for the next one', async () => {
  const service = await serviceWith({ limits: { diskBytes: 90_000 } });
  const send = async (): Promise<Response> => {
    const headers = { 'content-type': 'text/plain' };
    return service.ask('/v1/jobs', { method: 'POST', headers, body: ' '.repeat(50_000) });
  };
  const first = await send();
  const { id } = (await first.json()) as { id: string };
  await waitForJob(service.ask, id);
  expect([first.status, (await send()).status]).toEqual([202, 507]);
  expect((await service.ask(`/v1/jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await send()).status).toBe(202);
});

test('a server that is stopped and started goes on: each game once, duplicates as in one run', async () => {
  const folder = makeFolder();
  const first = await makeService({ folder });
  const body = zipOf(600);
  const id = await submit(first, body);
  await waitForJob(first.ask, id, ({ progress }) => progress.games >= 8);
  await first.close();
  const second = await serviceWith({ folder });
  const before = (await (await second.ask(`/v1/jobs/${id}`)).json()) as { progress: { games: number } };
  expect(before.progress.games).toBeGreaterThanOrEqual(8);
  expect((await waitForJob(second.ask, id)).progress.games).toBe(600);
  const csv = (await text(second, `/v1/jobs/${id}/results?format=csv`)).trim().split('\n').slice(1);
  expect(csv.map((line) => line.split(',')[0])).toEqual(
    Array.from({ length: 600 }, (_, i) => `a.zip!/${String(i).padStart(4, '0')}.sgf`),
  );
  const findings = await text(second, `/v1/jobs/${id}/results?format=findings`);
  expect(findings.match(/game\/duplicate/g)).toHaveLength(599);
  expect(findings.match(/game\/duplicate.*a\.zip!\/0000\.sgf/g)).toHaveLength(599);
});

test('a large file that is cut into parts goes on in the middle, its games numbered through', async () => {
  const folder = makeFolder();
  const first = await makeService({ folder });
  const games = Array.from({ length: 4000 }, (_, i) => tinyGame(`P${String(i)}`)).join('\n');
  const response = await first.ask('/v1/jobs?name=all.sgf&no-score=true', {
    method: 'POST',
    headers: { 'content-type': 'application/x-go-sgf' },
    body: games,
  });
  const { id } = (await response.json()) as { id: string };
  await waitForJob(first.ask, id, ({ progress }) => progress.games > 0);
  await first.close();
  const second = await serviceWith({ folder });
  await waitForJob(second.ask, id);
  const rows = (await text(second, `/v1/jobs/${id}/results?format=page`)).trim().split('\n');
  const seen = rows.map((line, i) => unpackRow(JSON.parse(line) as PackedRow, i + 1));
  expect(seen.map(({ game }) => game)).toEqual(Array.from({ length: 4000 }, (_, i) => i + 1));
  expect(seen.at(-1)?.black).toBe('P3999');
});
