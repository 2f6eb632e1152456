import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { gameText, rowsOf } from '../cli/harness.js';
import { type ObjectStorage, startObjectStorage } from '../support/object-storage.js';
import { withProgram } from '../support/programs.js';
import { type QueueServer, startQueueServer } from '../support/queue-server.js';

const SCRIPT = fileURLToPath(new URL('run.mjs', import.meta.url));
const CLIENTS = Number(process.env['CLIENTS'] ?? 24);
const GAMES = 3;
/** Jobs of a killed worker are done again after this time. */
const LOCK_MS = 2000;

let bucket: ObjectStorage;
let folder: string;
let queue: QueueServer;
const processes: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sgf-referee-servers-'));
  bucket = await startObjectStorage();
}, 60_000);
afterEach(async () => {
  for (const one of processes.splice(0)) await end(one, 'SIGKILL');
  await queue.close();
}, 60_000);
afterAll(async () => {
  await bucket.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

function start(line: string): ChildProcess {
  const child = spawn(process.execPath, [SCRIPT, String(LOCK_MS), ...line.split(' ')], {
    cwd: folder,
    env: { ...process.env, ...bucket.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  processes.push(child);
  return child;
}

async function end(one: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (one.exitCode !== null || one.signalCode !== null) return;
  const exit = new Promise<void>((resolve) => one.once('exit', () => resolve()));
  one.kill(signal);
  await exit;
}

interface Server {
  readonly process: ChildProcess;
  readonly url: string;
}

async function startServer(shared: string): Promise<Server> {
  const child = start(`serve --port 0 --jobs 1 --max-jobs 1000 ${shared}`);
  let said = '';
  child.stderr!.on('data', (block: Buffer) => (said += block.toString()));
  for (;;) {
    const url = /listening on (\S+)/.exec(said)?.[1];
    if (url !== undefined) return { process: child, url };
    if (child.exitCode !== null) throw new Error(`the server ended: ${said}`);
    await wait(20);
  }
}

interface JobStatus {
  readonly id: string;
  readonly state: string;
  readonly problem?: unknown;
  readonly progress: { readonly games: number };
}

async function jsonOf(url: string, options: RequestInit, status: number): Promise<unknown> {
  const answer = await fetch(url, options);
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${String(answer.status)} ${text}`);
  return JSON.parse(text);
}

/** Uploads the games of a client, and returns the job. */
async function post({ url }: Server, client: number): Promise<JobStatus> {
  const body = Array.from({ length: GAMES }, (_unused, game) => gameText(client + game)).join('');
  const headers = { 'content-type': 'application/x-go-sgf' };
  return (await jsonOf(`${url}/v1/jobs?command=audit`, { method: 'POST', headers, body }, 202)) as JobStatus;
}

async function endedJobs(url: string): Promise<readonly JobStatus[]> {
  for (;;) {
    const { jobs } = (await jsonOf(`${url}/v1/jobs`, {}, 200)) as { readonly jobs: readonly JobStatus[] };
    if (jobs.every(({ state }) => state !== 'waiting' && state !== 'running')) return jobs;
    await wait(200);
  }
}

withProgram('redis-server', () => {
  it.each(['folder/jobs', 's3://games/jobs'])(
    '%s: two servers and three workers; one of each is killed, and each accepted job ends once',
    async (store) => {
      queue = await startQueueServer();
      await eachEndsOnce(store);
    },
    240_000,
  );
});

async function eachEndsOnce(store: string): Promise<void> {
  const shared = `--queue ${queue.url} --store ${store}`;
  const [left, killed] = await Promise.all([startServer(shared), startServer(shared)]);
  const workers = [1, 2, 3].map(() => start(`work ${shared} --jobs 1`));
  const accepted = new Map<string, number>();
  let isKilled = false;
  const clients = Array.from({ length: CLIENTS }, async (_unused, client) => {
    const server = client % 2 === 0 ? left : killed;
    try {
      accepted.set((await post(server, client)).id, client);
    } catch (error) {
      if (server === left || !isKilled) throw error;
    }
    if (isKilled || accepted.size < CLIENTS / 4) return;
    isKilled = true;
    await Promise.all([end(killed.process, 'SIGKILL'), end(workers[0]!, 'SIGKILL')]);
  });
  await Promise.all(clients);
  expect(accepted.size).toBeGreaterThanOrEqual(CLIENTS / 2);

  const jobs = await endedJobs(left.url);
  // A job whose server was killed before it answered may be there, too.
  expect(jobs.map(({ id }) => id)).toEqual(expect.arrayContaining([...accepted.keys()]));
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length);
  expect(jobs.filter(({ state, progress }) => state !== 'done' || progress.games !== GAMES)).toEqual([]);
  for (const [id, client] of accepted) {
    const csv = await (await fetch(`${left.url}/v1/jobs/${id}/results?format=csv`)).text();
    expect(rowsOf(csv).map((row) => row[1])).toEqual(['1', '2', '3']);
    if (client >= 4) continue;
    const game = await fetch(`${left.url}/v1/jobs/${id}/game?file=upload&game=2`);
    expect(await game.text()).toBe(gameText(client + 1));
  }
  const [{ id }] = jobs as [JobStatus];
  expect((await fetch(`${left.url}/v1/jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await fetch(`${left.url}/v1/jobs/${id}`)).status).toBe(404);
  expect((await endedJobs(left.url)).length).toBe(jobs.length - 1);
}
