/** Jobs that several servers accept into one store, and that workers do from one queue. */
import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Queue, Job as QueueJob } from 'bullmq';
import { addJobs, openQueue, ATTEMPTS, startWorker, type QueueAccess } from '../run/parts/job-queue.js';
import { type ChunkDone, SERVICE_QUEUE } from '../run/parts/plan-queue.js';
import { openStore } from '../run/store/folder.js';
import { createSharedPool } from '../run/tasks/pool.js';
import { begun, ended, JOB_ID, type Workers } from './jobs.js';
import { ENDED, type Job } from './job.js';
import { JobStore } from './job-store.js';
import { JOB_MS, TASK_MS, type ServiceLimits } from './limits.js';
import { Problem } from './problem.js';
import { createReading, readerUrl } from './reading.js';
import { runJob } from './run-job.js';

/** Milliseconds between searches for jobs that the queue has lost or never got. */
const SWEEP_MS = 10_000;
/** Longest wait for the queue before the answer to an accepted job, in milliseconds: a search finds the job in the store. */
const QUEUE_MS = 2000;
/** Jobs whose uploads this machine keeps, for lookups of their games. */
const KEPT_UPLOADS = 4;

/** The data of a job in the queue. */
interface ServiceJob {
  readonly id: string;
  /** Most games. */
  readonly games: number;
}

interface QueuedResources {
  readonly store: JobStore;
  readonly limits: Pick<ServiceLimits, 'jobGames'>;
  /** A folder of this process, which is removed at the end. */
  readonly folder: string;
}

/** The workers at a queue, as a server sees them. */
export class QueuedWorkers implements Workers {
  private readonly resources: QueuedResources;
  private readonly queue: Queue<ServiceJob, ChunkDone>;
  private readonly uploads = new Map<string, Promise<string>>();
  private readonly clock: NodeJS.Timeout;

  private constructor(resources: QueuedResources, queue: Queue<ServiceJob, ChunkDone>) {
    this.resources = resources;
    this.queue = queue;
    this.clock = setInterval(() => void this.sweep().catch(() => undefined), SWEEP_MS);
  }

  /** Throws UserError. */
  static async open(resources: QueuedResources, access: QueueAccess): Promise<QueuedWorkers> {
    const workers = new QueuedWorkers(resources, await openQueue(access, SERVICE_QUEUE));
    await workers.sweep();
    return workers;
  }

  async submit(job: Job): Promise<void> {
    await Promise.race([this.add([job]), wait(QUEUE_MS)]);
  }

  /** Removes a job from the queue, unless a worker has it: the worker notices by itself. */
  async halt(id: string): Promise<void> {
    this.dropUploads(id);
    await Promise.race([this.queue.remove(id).catch(() => 0), wait(QUEUE_MS)]);
  }

  /** A copy of the uploads of a job on this machine. */
  folderOf(id: string): Promise<string> {
    const { store, folder } = this.resources;
    const known = this.uploads.get(id) ?? store.fetchUploads(id, join(folder, 'uploads'));
    this.uploads.delete(id);
    this.uploads.set(id, known);
    const [oldest] = this.uploads.keys();
    if (this.uploads.size > KEPT_UPLOADS) this.dropUploads(oldest!);
    return known;
  }

  async close(): Promise<void> {
    clearInterval(this.clock);
    await this.queue.close();
    await rm(this.resources.folder, { recursive: true, force: true });
  }

  private add(jobs: readonly Job[]): Promise<void> {
    const games = this.resources.limits.jobGames;
    return addJobs(
      this.queue,
      jobs.map(({ id }) => ({ id, data: { id, games } })),
    );
  }

  /** Adds unfinished jobs that are missing from the queue, because the queue or a server was lost. */
  private async sweep(): Promise<void> {
    const lost: Job[] = [];
    for (const { job } of await this.resources.store.statuses()) {
      if (ENDED.has(job.state)) continue;
      const state = await this.queue.getJobState(job.id);
      if (state === 'completed' || state === 'failed') await this.queue.remove(job.id);
      else if (state !== 'unknown') continue;
      lost.push(job);
    }
    await this.add(lost);
  }

  private dropUploads(id: string): void {
    const folder = this.uploads.get(id);
    this.uploads.delete(id);
    void folder?.then((path) => rm(path, { recursive: true, force: true })).catch(() => undefined);
  }
}

/** Milliseconds between checks whether a job was cancelled or removed. */
const CANCELLED_POLL_MS = 1000;

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
  const store = new JobStore(await openStore(request.store));
  const pool = createSharedPool({ workers, url: workerUrl, taskMs: TASK_MS });
  const reading = createReading({ most: 1, mostOfOne: 1 }, readerUrl(workerUrl));
  const folder = await mkdtemp(join(tmpdir(), 'sgf-referee-work-'));

  async function work(running: Job, most: number, stop: AbortSignal): Promise<number> {
    const uploads = await store.fetchUploads(running.id, folder);
    let games = 0;
    const limits = { jobMs: JOB_MS, jobGames: most };
    try {
      await runJob(running, uploads, { store, pool, reading, limits, workers, version }, stop, (at) => {
        games = at.counts.games;
      });
      if (!stop.aborted) await store.end(ended(running, 'done'));
      return games;
    } finally {
      await rm(uploads, { recursive: true, force: true });
    }
  }

  const worker = await startWorker<ServiceJob, ChunkDone>(
    access,
    SERVICE_QUEUE,
    async (queued, given) => {
      const { id = '', games } = Object(queued.data) as Partial<ServiceJob>;
      // Whoever reaches the queue can add jobs; this one might name any file of the store.
      if (typeof id !== 'string' || !JOB_ID.test(id) || !Number.isSafeInteger(games)) {
        access.onError(`the job ${(queued.id ?? '').slice(0, 40)} names no job of a server, and is ignored`);
        return { games: 0 };
      }
      const status = await store.status(id);
      if (!status || ENDED.has(status.job.state)) return { games: 0 };
      const running = begun(status.job);
      const unwanted = unwantedSignal(store, id);
      const stop = AbortSignal.any([given, unwanted.signal]);
      try {
        if (queued.stalledCounter >= ATTEMPTS) throw new Error('every process that worked on the job ended');
        return { games: await work(running, games!, stop) };
      } catch (error) {
        if (stop.aborted) return { games: 0 };
        if (!isLast(queued, error)) throw error;
        await store.end(ended(running, 'failed', error));
        return { games: 0 };
      } finally {
        unwanted.end();
        store.drop(id);
        await store.removeIfGone(id);
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

/** Whether a job is not tried again: it would reach a limit again, but a store may come back. */
function isLast({ attemptsMade, stalledCounter }: QueueJob<ServiceJob, ChunkDone>, error: unknown): boolean {
  return error instanceof Problem || attemptsMade + 1 >= ATTEMPTS || stalledCounter >= ATTEMPTS;
}

/** A signal that fires when a server has cancelled or removed a job. */
function unwantedSignal(
  store: JobStore,
  id: string,
): { readonly signal: AbortSignal; readonly end: () => void } {
  const stop = new AbortController();
  const clock = setInterval(() => {
    store.status(id).then(
      (status) => {
        if (!status || status.job.state === 'cancelled') stop.abort();
      },
      () => undefined, // the next check may succeed
    );
  }, CANCELLED_POLL_MS);
  return { signal: stop.signal, end: () => clearInterval(clock) };
}
