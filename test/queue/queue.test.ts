import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Queue } from 'bullmq';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openQueue } from '../../src/run/parts/job-queue.js';
import { queueOf, RUNS } from '../../src/run/parts/plan-queue.js';
import { gameText, makePlace, type Place } from '../cli/harness.js';
import { differing } from '../faults/stopped-runs.js';
import { withProgram } from '../support/programs.js';
import { type QueueServer, startQueueServer } from '../support/queue-server.js';

const SCRIPT = fileURLToPath(new URL('run.mjs', import.meta.url));
/** Chunks of some files each; a task of a worker takes 20 ms and more. */
const CHUNKS = 20;
const GAMES = 300;
/** The time that locks last: short, so that jobs of killed processes are soon done again. */
const LOCK_MS = 1000;

let place: Place;
const at = (name: string): string => join(place.path, name);

/** A process of the command. */
interface Running {
  readonly process: ChildProcess;
  /** What it wrote to standard error, and to standard output. */
  readonly said: () => string;
  readonly out: () => string;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

const processes: Running[] = [];

function start(line: string): Running {
  const child = spawn(process.execPath, [SCRIPT, String(LOCK_MS), ...line.split(' ')], {
    cwd: place.path,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let out = '';
  child.stdout.on('data', (block: Buffer) => (out += block.toString()));
  child.stderr.on('data', (block: Buffer) => (said += block.toString()));
  const ended = new Promise<number | string>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? ''));
  });
  const running = { process: child, said: () => said, out: () => out, ended };
  processes.push(running);
  return running;
}

/** Returns what it wrote. */
async function succeeds(line: string, code = 0): Promise<string> {
  const { ended, said, out } = start(line);
  expect([await ended, said()]).toEqual([code, '']);
  return out();
}

let server: QueueServer;
const work = (): Running => start(`work --plan job --jobs 1 --queue ${server.url}`);

async function partsAreThere(least: number): Promise<void> {
  const count = (): number =>
    existsSync(at('job/parts'))
      ? readdirSync(at('job/parts')).filter((name) => name.endsWith('.part')).length
      : 0;
  while (count() < least) await wait(10);
}

async function allSucceed(workers: readonly Running[]): Promise<void> {
  const failed = async ({ ended, said }: Running): Promise<string> => ((await ended) === 0 ? '' : said());
  expect(await Promise.all(workers.map(failed))).toEqual(workers.map(() => ''));
}

async function expectBytesOfOneRun(): Promise<void> {
  await succeeds('merge job --out merged --quiet');
  expect(differing(at('whole'), at('merged'))).toEqual([]);
}

/** The queue of the only run that there is. */
async function openedQueue(): Promise<Queue> {
  const access = { url: server.url, onError: () => undefined };
  const runs = await openQueue(access, RUNS);
  const [run] = await runs.getJobs();
  await runs.close();
  return openQueue(access, queueOf(run!.id!));
}

beforeAll(async () => {
  place = makePlace();
  for (let i = 0; i < GAMES; i++) place.put(`in/${String(i).padStart(3, '0')}.sgf`, gameText(i % 250));
  await succeeds('audit in --no-score --out whole --quiet');
}, 60_000);
afterAll(() => place.remove());
beforeEach(async () => {
  for (const name of ['job', 'merged']) rmSync(at(name), { recursive: true, force: true });
  await succeeds(`plan in --no-score --chunks ${String(CHUNKS)} --out job --quiet`);
}, 60_000);
afterEach(async () => {
  for (const { process, ended } of processes.splice(0)) {
    process.kill('SIGKILL');
    await ended;
  }
  await server.close();
});

withProgram('redis-server', () => {
  it('a worker that is stopped and one that is killed, with two others', async () => {
    server = await startQueueServer();
    const stopped = work();
    await partsAreThere(1);
    stopped.process.kill('SIGTERM');
    expect(await stopped.ended).toBe(130);
    const queue = await openedQueue();
    // Its job is given back before its lock has run out.
    expect(await queue.getJobCounts('active', 'failed')).toEqual({ active: 0, failed: 0 });
    expect(await queue.getWaitingCount()).toBeGreaterThan(0);
    await queue.close();
    const victim = work();
    const others = [work(), work()];
    await partsAreThere(4);
    victim.process.kill('SIGKILL');
    const shown = (await succeeds(`queue ${server.url} --format jsonl`)).trim();
    expect(JSON.parse(shown)).toMatchObject({ run: 'job', jobs: CHUNKS, failed: 0 });
    await allSucceed(others);
    await expectBytesOfOneRun();
    const metrics = await succeeds(`queue ${server.url} --metrics`);
    expect(metrics).toMatch(/^# HELP sgf_referee_queue_jobs .*\n# TYPE sgf_referee_queue_jobs gauge\n/);
    expect(metrics).toContain(`sgf_referee_queue_jobs{run="job"} ${String(CHUNKS)}\n`);
    expect(metrics).toContain('sgf_referee_queue_seconds_left{run="job"} 0\n');
  });

  it('the server is killed, and later loses all jobs', async () => {
    server = await startQueueServer();
    const workers = [work(), work()];
    await partsAreThere(2);
    await server.kill();
    await wait(200);
    await server.start();
    await partsAreThere(5);
    const queue = await openedQueue();
    await queue.obliterate({ force: true });
    await queue.close();
    await allSucceed(workers);
    await expectBytesOfOneRun();
  });

  it.each([
    ['after the last part: it ends', CHUNKS, undefined, 0],
    ['and the worker is stopped', 2, 'SIGTERM', 130],
  ] as const)('the server is gone for good, %s', async (_, least, signal, code) => {
    server = await startQueueServer();
    const { process, ended, said } = work();
    await partsAreThere(least);
    await server.kill();
    await wait(200);
    if (signal) process.kill(signal);
    expect([await ended, said()]).toEqual([code, expect.anything()]);
    if (code === 0) await expectBytesOfOneRun();
  });

  it('a file that ends every process that reads it costs only itself', async () => {
    server = await startQueueServer();
    place.put('in/kill.sgf', gameText(5));
    try {
      await succeeds('plan in --no-score --chunks 2 --out job --quiet');
      const codes: (number | string)[] = [];
      while (codes.at(-1) === undefined || codes.at(-1) === 'SIGKILL') codes.push(await work().ended);
      // Three attempts, then one for 256, 16 and 1 files; the last worker reports that a file was lost.
      expect(codes).toEqual([...Array<string>(6).fill('SIGKILL'), 3]);
      await succeeds('merge job --out merged --quiet --fail-on never', 3);
      const findings = readFileSync(at('merged/findings.csv'), 'utf8').split('\n');
      const lost = findings.filter((line) => line.includes('internal/worker-lost'));
      expect(lost).toEqual([expect.stringMatching(/^in\/kill\.sgf,.*the process ended each time/)]);
      expect(readFileSync(at('merged/games.csv'), 'utf8').trim().split('\n')).toHaveLength(GAMES + 1);
    } finally {
      rmSync(at('in/kill.sgf'));
    }
  });
});
