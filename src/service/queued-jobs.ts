/** Jobs that several servers accept into one store, and that workers do from one queue. */
import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addJobs, openQueue, ATTEMPTS, startWorker, type QueueAccess } from '../run/parts/job-queue.js';
import { type ChunkDone, SERVICE_QUEUE } from '../run/parts/plan-queue.js';
import { untilAborted } from '../run/merge/run.js';
import { openStore } from '../run/store/folder.js';
import { createSharedPool } from '../run/tasks/pool.js';
import { JOB_ID, type Workers } from './jobs.js';
import { JobStore } from './job-store.js';
import { JOB_MS, TASK_MS } from './limits.js';
import { createReading, readerUrl } from './reading.js';
import { doJob } from './run-job.js';

/** Longest wait for the queue before an answer, in milliseconds: a search finds the job in the store. */
const QUEUE_MS = 2000;

/** The data of a job in the queue. */
interface ServiceJob {
  readonly id: string;
  /** Most games. */
  readonly games: number;
}

/** The workers at a queue, as a server sees them. `games`: most of a job. Throws UserError. */
export async function queuedWorkers(access: QueueAccess, games: number): Promise<Workers> {
  const queue = await openQueue<ServiceJob, ChunkDone>(access, SERVICE_QUEUE);

  async function add(id: string): Promise<void> {
    const state = await queue.getJobState(id);
    if (state === 'completed' || state === 'failed') await queue.remove(id);
    else if (state !== 'unknown') return;
    await addJobs(queue, [{ id, data: { id, games } }]);
  }

  return {
    submit: ({ id }) => Promise.race([add(id), wait(QUEUE_MS)]),
    /** Unless a worker has the job: it notices by itself. */
    async halt(id) {
      await Promise.race([queue.remove(id).catch(() => 0), wait(QUEUE_MS)]);
    },
    close: () => queue.close(),
  };
}

/** Runs the jobs that servers put into a queue, until the signal fires. Throws UserError. */
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
  const folder = await mkdtemp(join(tmpdir(), 'sgf-referee-work-'));
  const store = new JobStore(await openStore(request.store), folder);
  await store.open();
  const pool = createSharedPool({ workers, url: workerUrl, taskMs: TASK_MS });
  const reading = createReading({ most: 1, mostOfOne: 1 }, readerUrl(workerUrl));

  const worker = await startWorker<ServiceJob, ChunkDone>(
    access,
    SERVICE_QUEUE,
    async (queued, stop) => {
      const { id = '', games = NaN } = Object(queued.data) as Partial<ServiceJob>;
      // Whoever reaches the queue can add jobs; this one might name any file of the store.
      if (typeof id !== 'string' || !JOB_ID.test(id) || !Number.isSafeInteger(games)) {
        access.onError(`the job ${(queued.id ?? '').slice(0, 40)} names no job of a server, and is ignored`);
        return { games: 0 };
      }
      const limits = { jobMs: JOB_MS, jobGames: games };
      const attempt = queued.attemptsMade + 1 >= ATTEMPTS ? 'last' : 'repeated';
      return { games: await doJob(id, { store, pool, reading, limits, workers, version }, stop, attempt) };
    },
    signal,
  );
  await untilAborted(new Promise(() => undefined), signal);
  await worker.close();
  await Promise.all([pool.close(), reading.close(), rm(folder, { recursive: true, force: true })]);
}
