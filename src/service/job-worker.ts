import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Job as QueueJob } from 'bullmq';
import { ATTEMPTS, type QueueAccess, startWorker } from '../run/job-queue.js';
import { SERVICE_QUEUE } from '../run/plan-queue.js';
import { createSharedPool } from '../run/shared-pool.js';
import { openStore } from '../store/open-store.js';
import { runJob } from './job-runner.js';
import type { Job, JobState } from './job-store.js';
import { JOB_MS, TASK_MS } from './limits.js';
import { Problem, problemOf } from './problem.js';
import { createReading } from './reading.js';
import { SharedStore } from './shared-store.js';

/** The data of a job in the queue. */
export interface ServiceJob {
  readonly id: string;
  /** Most games. */
  readonly games: number;
}

/** The result of a job in the queue. */
export interface ServiceJobDone {
  readonly games: number;
}

/** A job that ends in these is never done again. */
export const ENDED: ReadonlySet<JobState> = new Set(['done', 'failed', 'cancelled']);

/** Time between two looks whether a job was cancelled or removed. */
const LOOK_MS = 1000;

/** Does the jobs that servers put into a queue, until the signal fires. Throws QueueError and StoreError. */
export async function workForServers(
  access: QueueAccess,
  request: {
    readonly store: string;
    readonly workers: number;
    readonly version: string;
    readonly workerUrl?: URL | undefined;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { workers, version, workerUrl, signal } = request;
  const store = new SharedStore(await openStore(request.store));
  const pool = createSharedPool({ workers, url: workerUrl, taskMs: TASK_MS });
  const reading = createReading(1, workerUrl);
  const folder = await mkdtemp(join(tmpdir(), 'sgf-referee-work-'));

  async function work(running: Job, most: number, stop: AbortSignal): Promise<number> {
    const uploads = await store.fetchUploads(running.id, folder);
    let games = 0;
    const limits = { jobMs: JOB_MS, jobGames: most };
    try {
      await store.put(running);
      await runJob(running, uploads, { store, pool, reading, limits, workers, version }, stop, (at) => {
        games = at.counts.games;
      });
      if (!stop.aborted) await store.put(ended(running, 'done'));
      return games;
    } finally {
      await rm(uploads, { recursive: true, force: true });
    }
  }

  const worker = await startWorker<ServiceJob, ServiceJobDone>(
    access,
    SERVICE_QUEUE,
    async (queued, given) => {
      const { id, games } = queued.data;
      const status = await store.status(id);
      if (!status || ENDED.has(status.job.state)) return { games: 0 };
      const running: Job = {
        ...status.job,
        ...{ state: 'running', started: status.job.started ?? new Date().toISOString() },
      };
      const unwanted = unwantedSignal(store, id);
      const stop = AbortSignal.any([given, unwanted.signal]);
      try {
        if (queued.stalledCounter >= ATTEMPTS) throw new Error('every process that worked on the job ended');
        return { games: await work(running, games, stop) };
      } catch (error) {
        if (stop.aborted) return { games: 0 };
        if (!isLast(queued, error)) throw error;
        await store.put({ ...ended(running, 'failed'), problem: problemOf(error).document });
        return { games: 0 };
      } finally {
        unwanted.end();
        if (!(await store.status(id))) await store.removeData(id);
      }
    },
    signal,
  );
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await worker.close();
  await Promise.all([pool.close(), reading.close(), rm(folder, { recursive: true, force: true })]);
}

/** Whether a job is not tried again: a limit that it reached does not change, a store may come back. */
function isLast(
  { attemptsMade, stalledCounter }: QueueJob<ServiceJob, ServiceJobDone>,
  error: unknown,
): boolean {
  return error instanceof Problem || attemptsMade + 1 >= ATTEMPTS || stalledCounter >= ATTEMPTS;
}

function ended(job: Job, state: 'done' | 'failed'): Job {
  return { ...job, state, finished: new Date().toISOString() };
}

/** A signal that fires when a server has cancelled or removed a job. */
function unwantedSignal(
  store: SharedStore,
  id: string,
): { readonly signal: AbortSignal; readonly end: () => void } {
  const stop = new AbortController();
  const clock = setInterval(() => {
    store.status(id).then(
      (status) => {
        if (!status || status.job.state === 'cancelled') stop.abort();
      },
      () => undefined, // the next look may succeed
    );
  }, LOOK_MS);
  return { signal: stop.signal, end: () => clearInterval(clock) };
}
