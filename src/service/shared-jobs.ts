import { rm, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Queue, Job as QueueJob } from 'bullmq';
import { tmpdir } from 'node:os';
import { addJobs, openQueue, ATTEMPTS, startWorker, type QueueAccess } from '../run/parts/job-queue.js';
import { SERVICE_QUEUE } from '../run/parts/plan-queue.js';
import { describeFolder, type Job, type JobState, type JobStatus } from './job-store.js';
import { countJobs, newJob, type JobKeeper, type NewJob } from './jobs.js';
import { JOB_MS, TASK_MS, type ServiceLimits } from './limits.js';
import { Problem, problemOf } from './problem.js';
import { runJob } from './run-job.js';
import { SharedStore } from './shared-store.js';
import type { Received } from './uploads.js';
import { createSharedPool } from '../run/tasks/shared-pool.js';
import { openStore } from '../run/store/open-store.js';
import { createReading, readerUrl, type UploadReading } from './reading.js';

/** Milliseconds between checks of a job that is followed. */
const POLL_MS = 300;
/** Milliseconds between searches for jobs that the queue has lost or never got. */
const SWEEP_MS = 10_000;
/** Longest wait for the queue before the answer to an accepted job, in milliseconds: a search finds the job in the store. */
const QUEUE_MS = 2000;
/** Jobs whose uploads this machine keeps, for lookups of their games. */
const KEPT_UPLOADS = 4;

export interface SharedJobsResources {
  readonly reading: UploadReading;
  readonly store: SharedStore;
  readonly limits: ServiceLimits;
  /** Most jobs and bytes of one tenant. */
  readonly tenantJobs: number;
  readonly tenantBytes: number;
  /** A folder of this process, which is removed at the end. */
  readonly folder: string;
}

/** Jobs that several servers accept into one store, and that workers run from one queue. */
export class SharedJobs implements JobKeeper {
  private readonly resources: SharedJobsResources;
  private readonly queue: Queue<ServiceJob, ServiceJobDone>;
  private readonly folder: string;
  private readonly uploads = new Map<string, Promise<string>>();
  private readonly clock: NodeJS.Timeout;
  private stopping = false;

  private constructor(resources: SharedJobsResources, queue: Queue<ServiceJob, ServiceJobDone>) {
    this.resources = resources;
    this.queue = queue;
    this.folder = resources.folder;
    this.clock = setInterval(() => void this.sweep().catch(() => undefined), SWEEP_MS);
  }

  /** Throws QueueError and StoreError. */
  static async open(resources: SharedJobsResources, access: QueueAccess): Promise<SharedJobs> {
    const queue = await openQueue<ServiceJob, ServiceJobDone>(access, SERVICE_QUEUE);
    const jobs = new SharedJobs(resources, queue);
    await jobs.sweep();
    return jobs;
  }

  async checkRoom(bytes: number, tenant: string): Promise<void> {
    const { limits, tenantJobs, tenantBytes } = this.resources;
    const kept = await this.resources.store.kept();
    const own = kept.filter(({ job }) => job.owner === tenant);
    if (kept.length >= limits.jobs) {
      throw new Problem('jobs-limit', `${String(limits.jobs)} jobs are kept; delete one of them`);
    }
    if (own.length >= tenantJobs) {
      throw new Problem('jobs-limit', `${String(tenantJobs)} jobs of yours are kept; delete one of them`);
    }
    const { diskBytes } = limits;
    for (const { statuses, most } of [
      { statuses: kept, most: diskBytes },
      { statuses: own, most: tenantBytes },
    ]) {
      const used = statuses.reduce((sum, status) => sum + bytesOf(status), 0);
      if (used + bytes <= most) continue;
      throw new Problem('disk-limit', `uploads and results may take ${String(most)} bytes; delete a job`);
    }
  }

  async create(wanted: NewJob, received: Received): Promise<JobStatus> {
    const { store } = this.resources;
    const { folder, discard } = received;
    try {
      const { job, files } = await newJob(wanted, received, this.resources.reading);
      await this.checkRoom(folder.bytes(), job.owner);
      await describeFolder(folder, job, files);
      await store.putUploads(job.id, folder.path);
      // The record comes last: a job without one was never accepted.
      await store.put(job);
      await Promise.race([this.submit([job]), wait(QUEUE_MS)]);
      return await this.get(job.id);
    } finally {
      await discard();
    }
  }

  list(): Promise<readonly JobStatus[]> {
    return this.resources.store.statuses();
  }

  async get(id: string): Promise<JobStatus> {
    const status = JOB_ID.test(id) ? await this.resources.store.status(id) : undefined;
    if (!status) throw new Problem('not-found', 'there is no such job');
    return status;
  }

  async cancel(id: string): Promise<JobStatus> {
    const { job } = await this.get(id);
    if (ENDED.has(job.state)) throw new Problem('job-state', `the job is ${job.state}`);
    await this.resources.store.put({ ...job, state: 'cancelled', finished: new Date().toISOString() });
    await this.forget(id);
    return this.get(id);
  }

  async remove(id: string): Promise<void> {
    await this.get(id);
    await this.resources.store.remove(id);
    await this.forget(id);
  }

  /** A copy of the uploads of a job on this machine. */
  folderOf(id: string): Promise<string> {
    const known = this.uploads.get(id) ?? this.resources.store.fetchUploads(id, join(this.folder, 'uploads'));
    this.uploads.delete(id);
    this.uploads.set(id, known);
    const [oldest] = this.uploads.keys();
    if (this.uploads.size > KEPT_UPLOADS) this.dropUploads(oldest!);
    return known;
  }

  nextStep(): Promise<void> {
    return wait(POLL_MS);
  }

  async counts(): Promise<Readonly<Record<JobState, number>>> {
    return countJobs(await this.list());
  }

  stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.clock);
    return Promise.resolve();
  }

  isStopping(): boolean {
    return this.stopping;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.queue.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private submit(jobs: readonly Job[]): Promise<void> {
    const games = this.resources.limits.jobGames;
    return addJobs(
      this.queue,
      jobs.map(({ id }) => ({ id, data: { id, games } })),
    );
  }

  /** Adds unfinished jobs that are missing from the queue, because the queue or a server was lost. */
  private async sweep(): Promise<void> {
    const lost: Job[] = [];
    for (const { job } of await this.list()) {
      if (ENDED.has(job.state)) continue;
      const state = await this.queue.getJobState(job.id);
      if (state === 'completed' || state === 'failed') await this.queue.remove(job.id);
      else if (state !== 'unknown') continue;
      lost.push(job);
    }
    await this.submit(lost);
  }

  /** Removes a job from the queue, unless a worker has it: the worker notices by itself. */
  private async forget(id: string): Promise<void> {
    this.dropUploads(id);
    await Promise.race([this.queue.remove(id).catch(() => 0), wait(QUEUE_MS)]);
  }

  private dropUploads(id: string): void {
    const folder = this.uploads.get(id);
    this.uploads.delete(id);
    void folder?.then((path) => rm(path, { recursive: true, force: true })).catch(() => undefined);
  }
}

const JOB_ID = /^[\da-f-]{36}$/;

function bytesOf({ job, at }: JobStatus): number {
  return at.outputs.reduce((sum, { length }) => sum + length, job.diskBytes);
}

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

/** States after which a job is never run again. */
export const ENDED: ReadonlySet<JobState> = new Set(['done', 'failed', 'cancelled']);

/** Milliseconds between checks whether a job was cancelled or removed. */
const CANCELLED_POLL_MS = 1000;

/** Runs the jobs that servers put into a queue, until the signal fires. Throws QueueError and StoreError. */
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
  const reading = createReading({ most: 1, mostOfOne: 1 }, readerUrl(workerUrl));
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
      const { id = '', games } = Object(queued.data) as Partial<ServiceJob>;
      // Whoever reaches the queue can add jobs; this one might name any file of the store.
      if (typeof id !== 'string' || !JOB_ID.test(id) || !Number.isSafeInteger(games)) {
        access.onError(`the job ${(queued.id ?? '').slice(0, 40)} names no job of a server, and is ignored`);
        return { games: 0 };
      }
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
        return { games: await work(running, games!, stop) };
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

/** Whether a job is not tried again: it would reach a limit again, but a store may come back. */
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
      () => undefined, // the next check may succeed
    );
  }, CANCELLED_POLL_MS);
  return { signal: stop.signal, end: () => clearInterval(clock) };
}
