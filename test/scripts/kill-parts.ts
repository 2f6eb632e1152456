/**
 * Kills what makes the parts of a plan at random moments, and compares what is merged with one run:
 * `npm run kill-parts -- INPUT... --worker 30 --redis 10 --merge 10 --same 10 --emptied 10 [--chunks 20] [--seed 1]`.
 *
 * worker: one of two workers is killed and a third one takes part; by turns they share the folder of the plan, and Redis.
 * redis: the server of the queue is killed as in a power cut, and started again. merge: the merge is killed, which may leave whole
 * files alone, and is done again. same: two workers are given each chunk at the same time. emptied: the queue loses all jobs.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openQueue } from '../../src/run/parts/job-queue.js';
import { MERGED_FILES } from '../../src/run/parts/plan-run.js';
import { queueOf, RUNS } from '../../src/run/parts/plan-queue.js';
import { seededRandom } from '../accuracy/random.js';
import { differing } from '../faults/stopped-runs.js';
import { type QueueServer, startQueueServer } from '../support/queue-server.js';

const number = (value: string) => ({ type: 'string', default: value }) as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ worker: number('0'), redis: number('0'), merge: number('0') },
    ...{ same: number('0'), emptied: number('0'), chunks: number('20'), seed: number('1') },
  },
});
const random = seededRandom(Number(values.seed));
const chunks = Number(values.chunks);
const place = mkdtempSync(join(tmpdir(), 'sgf-referee-kill-'));
const at = (name: string): string => join(place, name);
const inputs = positionals.map((name) => resolve(name));
/** Workers take 20 ms and more for each task; locks of queues last a second. */
const SCRIPT = fileURLToPath(new URL('../../../test/queue/run.mjs', import.meta.url));
const LOCK_MS = 1000;

interface Running {
  readonly process: ChildProcess;
  /** Exit code, and what it wrote to standard error. */
  readonly ended: Promise<readonly [number | null, string]>;
}

const processes = new Set<ChildProcess>();

function start(words: readonly string[]): Running {
  const child = spawn(process.execPath, [SCRIPT, String(LOCK_MS), ...words], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (block: Buffer) => (said += block.toString()));
  processes.add(child);
  const ended = new Promise<readonly [number | null, string]>((done) => {
    child.on('close', (code) => {
      processes.delete(child);
      done([code, said]);
    });
  });
  return { process: child, ended };
}

async function succeed(...running: readonly Running[]): Promise<void> {
  for (const one of running) {
    const [code, said] = await one.ended;
    if (code === null || code > 1) throw new Error(`exit ${String(code)}: ${said.slice(-500)}`);
  }
}

async function kill({ process: child, ended }: Running): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

const worker = (queue?: QueueServer): Running =>
  start(['work', '--plan', 'job', '--jobs', '1', ...(queue ? ['--queue', queue.url] : [])]);
const merge = (): Running => start(['merge', 'job', '--out', 'merged', '--quiet', '--fail-on', 'never']);

function parts(): number {
  return existsSync(at('job/parts'))
    ? readdirSync(at('job/parts')).filter((name) => name.endsWith('.part')).length
    : 0;
}

/** Time that a chunk takes with two workers; measured by the first trial. */
let chunkMs = 300;

/** Waits for some number of parts, and then for some share of the time of a chunk. Returns the number. */
async function randomMoment(): Promise<string> {
  const wanted = Math.floor(random() * chunks);
  while (parts() < wanted) await wait(5);
  await wait(random() * chunkMs);
  return `with ${String(parts())} parts`;
}

async function withQueue<T>(does: (server: QueueServer) => Promise<T>): Promise<T> {
  const server = await startQueueServer();
  try {
    return await does(server);
  } finally {
    for (const one of processes) one.kill('SIGKILL');
    await server.close();
  }
}

async function workerKilled(queue?: QueueServer): Promise<string> {
  const victim = worker(queue);
  const other = worker(queue);
  const when = await randomMoment();
  await kill(victim);
  await succeed(other, worker(queue));
  return when;
}

function serverKilled(): Promise<string> {
  return withQueue(async (server) => {
    const workers = [worker(server), worker(server)];
    const when = await randomMoment();
    await server.kill();
    await wait(200);
    await server.start();
    await succeed(...workers);
    return when;
  });
}

/** Time that a merge writes; measured by the first trial. */
let writingMs = 0;

/** Resolves when the merge has begun to write. */
async function writing(): Promise<void> {
  while (!existsSync(at('merged/.merge')) && !existsSync(at('merged/index.html'))) await wait(1);
}

/** What is done with a plan until each chunk has a part, in words. `turn` counts from 0. */
const TRIALS: Readonly<Record<string, (turn: number) => Promise<string>>> = {
  worker(turn) {
    if (turn % 2 === 0) return workerKilled();
    return withQueue(async (server) => `redis, ${await workerKilled(server)}`);
  },
  redis: serverKilled,
  async merge() {
    await succeed(worker());
    if (writingMs === 0) {
      const whole = merge();
      await writing();
      const began = performance.now();
      await succeed(whole);
      writingMs = performance.now() - began;
      rmSync(at('merged'), { recursive: true });
    }
    const killed = merge();
    await writing();
    const after = random() * writingMs;
    await wait(after);
    await kill(killed);
    const left = MERGED_FILES.filter((name) => existsSync(at(`merged/${name}`)));
    const others =
      left.length === 0 ? [] : differing(at('whole'), at('merged')).filter((name) => left.includes(name));
    if (others.length > 0) throw new Error(`the killed merge left ${others.join(', ')}`);
    return `after ${after.toFixed(0)} of ${writingMs.toFixed(0)} ms of writing, with ${String(left.length)} files`;
  },
  async same() {
    for (let chunk = 0; chunk < chunks; chunk++) {
      const words = ['work', '--plan', 'job', '--jobs', '1', '--chunk', String(chunk)];
      await succeed(start(words), start(words));
    }
    return 'each chunk by two workers';
  },
  emptied() {
    return withQueue(async (server) => {
      const workers = [worker(server), worker(server)];
      const when = await randomMoment();
      const access = { url: server.url, onError: () => undefined };
      const runs = await openQueue(access, RUNS);
      const names = [...(await runs.getJobs()).map(({ id }) => queueOf(id!)), RUNS];
      await runs.close();
      for (const name of names) {
        const queue = await openQueue(access, name);
        await queue.obliterate({ force: true });
        await queue.close();
      }
      await succeed(...workers);
      return when;
    });
  },
};

const options = ['--no-score', '--quiet', '--fail-on', 'never'];
await succeed(start(['audit', ...inputs, ...options, '--out', 'whole']));
let failures = 0;
for (const [fault, trial] of Object.entries(TRIALS)) {
  const times = Number(values[fault as keyof typeof values]);
  for (let turn = 0; turn < times; turn++) {
    for (const name of ['job', 'merged']) rmSync(at(name), { recursive: true, force: true });
    await succeed(
      start(['plan', ...inputs, '--no-score', '--chunks', values.chunks, '--out', 'job', '--quiet']),
    );
    const began = performance.now();
    const happened = await trial(turn);
    chunkMs = Math.min(chunkMs, (performance.now() - began) / chunks);
    const made = parts();
    await succeed(merge());
    const others = differing(at('whole'), at('merged'));
    const isSame = others.length === 0 && made === chunks;
    if (!isSame) failures++;
    const what = isSame ? 'identical' : `${String(made)} parts, DIFFERS: ${others.join(', ')}`;
    console.log(`${fault} ${String(turn + 1)}: ${happened}: ${what}`);
  }
}
rmSync(place, { recursive: true, force: true });
console.log(`${String(failures)} failed, seed ${values.seed}`);
process.exitCode = failures === 0 ? 0 : 1;
