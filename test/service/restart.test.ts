import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { type PackedRow, unpackRow } from '../../src/report/output/html/report-data.js';
import { makeZip } from '../batch/make-zip.js';
import { makeFolder, makeServer, tinyGame, waitForJob } from './support.js';

const BIN = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url));
const GAMES = 1500;

const children: ChildProcess[] = [];
const folders: string[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The command as it ships, on a free port; resolves with its address when it listens. */
async function serve(folder: string): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const child = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--data', folder, '--jobs', '2'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  children.push(child);
  let said = '';
  for await (const block of child.stderr) {
    said += String(block);
    const url = /listening on (\S+)/.exec(said)?.[1];
    if (url !== undefined) return { url, child };
  }
  throw new Error(`the server stopped: ${said}`);
}

test('kill -9 in the middle of a job, twice: the job finishes, each game exactly once', async () => {
  const folder = makeFolder();
  folders.push(folder);
  const entries = Array.from({ length: GAMES }, (_, i) => ({
    name: `${String(i).padStart(5, '0')}.sgf`,
    contents: tinyGame(`P${String(i)}`, `${String(i % 9)}.5`),
  }));
  const first = await serve(folder);
  const created = await fetch(`${first.url}/v1/jobs?name=a.zip`, {
    method: 'POST',
    headers: { 'content-type': 'application/zip' },
    body: new Uint8Array(makeZip(entries)),
  });
  const { id } = (await created.json()) as { id: string };
  const asked = (url: string) => (path: string) => fetch(url + path);
  await waitForJob(asked(first.url), id, ({ progress }) => progress.games >= 16);
  first.child.kill('SIGKILL');
  const second = await serve(folder);
  const again = await waitForJob(asked(second.url), id, ({ progress }) => progress.games >= 200);
  expect(again.progress.games).toBeLessThan(GAMES);
  second.child.kill('SIGKILL');
  const third = await serve(folder);
  expect(await waitForJob(asked(third.url), id)).toMatchObject({ state: 'done', progress: { games: GAMES } });
  const readers = {
    jsonl: (line: unknown) => line as { black: string },
    page: (line: unknown, i: number) => unpackRow(line as PackedRow, i + 1),
  };
  for (const [format, read] of Object.entries(readers)) {
    const lines = (await (await fetch(`${third.url}/v1/jobs/${id}/results?format=${format}`)).text())
      .trim()
      .split('\n');
    expect(lines.map((line, i) => read(JSON.parse(line), i).black)).toEqual(
      entries.map((_, i) => `P${String(i)}`),
    );
  }
});

test('kill -9 in the middle of a crosscheck, and before its tables are compared: the answers of one that was left alone', async () => {
  const folder = makeFolder();
  folders.push(folder);
  const players = Array.from({ length: 40 }, (_, i) => `Player${String(i)}`);
  const form = new FormData();
  const rows = ['round,black,white,komi,result'];
  const entries = Array.from({ length: 800 }, (_, i) => {
    const [black, white] = [players[i % 40]!, players[(i % 40) ^ 1]!];
    if (i % 3 > 0 && i < 40) rows.push(`1,${black},${white},${i % 5 === 0 ? '6.5' : '0.5'},B+`);
    return {
      name: `${String(i)}.sgf`,
      contents: tinyGame(black).replace('PW[W]', `PW[${white}]RO[${String(1 + Math.floor(i / 40))}]`),
    };
  });
  form.append('file', new Blob([new Uint8Array(makeZip(entries))]), 'a.zip');
  form.append('table', new Blob([rows.join('\n')]), 'open.csv');
  const first = await serve(folder);
  const create = async (url: string): Promise<string> => {
    const created = await fetch(`${url}/v1/jobs?command=crosscheck`, { method: 'POST', body: form });
    expect(created.status).toBe(202);
    return ((await created.json()) as { id: string }).id;
  };
  const killed = await create(first.url);
  const asked = (url: string) => (path: string) => fetch(url + path);
  await waitForJob(asked(first.url), killed, ({ progress }) => progress.games >= 16);
  first.child.kill('SIGKILL');
  const second = await serve(folder);
  const again = await waitForJob(asked(second.url), killed, ({ progress }) => progress.games >= 200);
  expect(again.progress.games).toBeLessThan(entries.length);
  second.child.kill('SIGKILL');
  const third = await serve(folder);
  expect(await waitForJob(asked(third.url), killed)).toMatchObject({ state: 'done' });
  const whole = await create(third.url);
  await waitForJob(asked(third.url), whole);
  const resultsOf = async (id: string, format: string): Promise<string> =>
    (await fetch(`${third.url}/v1/jobs/${id}/results?format=${format}`)).text();
  for (const format of ['csv', 'findings', 'jsonl', 'page', 'html'])
    expect(await resultsOf(killed, format)).toBe(await resultsOf(whole, format));
  const pairings = await resultsOf(killed, 'csv');
  expect(pairings).toMatch(/,agrees,/);
  expect(pairings).toMatch(/,differs,/);
});

test('a job whose work ended its server twice is given up', async () => {
  const folder = makeFolder();
  folders.push(folder);
  const game = `(;SZ[52]${';AB[aa:ZZ]AW[aa:ZZ]'.repeat(300)};W[])`;
  const body = new Uint8Array(makeZip([{ name: 'a.sgf', contents: Buffer.from(game.repeat(100)) }]));
  let { url, child } = await serve(folder);
  const created = await fetch(`${url}/v1/jobs?name=a.zip`, { method: 'POST', body });
  const { id } = (await created.json()) as { id: string };
  for (let death = 1; death <= 2; death++) {
    const asked = url;
    await waitForJob(
      (path) => fetch(asked + path),
      id,
      ({ state }) => state !== 'waiting',
    );
    child.kill('SIGKILL');
    ({ url, child } = await serve(folder));
  }
  const last = url;
  expect(await waitForJob((path) => fetch(last + path), id)).toMatchObject({
    state: 'failed',
    progress: { games: 0 },
  });
});

test('a client that goes away cancels its work', async () => {
  const server = await makeServer();
  try {
    const entries = Array.from({ length: 4000 }, (_, i) => ({
      name: `${String(i)}.sgf`,
      contents: tinyGame('b'),
    }));
    const gone = new AbortController();
    const response = await fetch(`${server.url}/v1/audit?format=jsonl`, {
      method: 'POST',
      headers: { 'content-type': 'application/zip' },
      body: new Uint8Array(makeZip(entries)),
      signal: gone.signal,
    });
    const reader = response.body!.getReader();
    await reader.read();
    gone.abort();
    await expect(reader.read()).rejects.toThrow();
    const waiting = async (): Promise<number> => {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      return Number(/sgf_referee_waiting_tasks\{lane="request"\} (\d+)/.exec(text)?.[1]);
    };
    while ((await waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(Number(/games_total\{command="audit"\} (\d+)/.exec(text)?.[1] ?? 0)).toBe(0);
  } finally {
    await server.remove();
  }
});
