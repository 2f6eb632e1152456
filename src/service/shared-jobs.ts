import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { addJobs, openQueue, type QueueAccess } from '../run/job-queue.js';
import { SERVICE_QUEUE } from '../run/plan-queue.js';
import { describeFolder, type Job, type JobState, type JobStatus } from './job-store.js';
import { ENDED, type ServiceJob, type ServiceJobDone } from './job-worker.js';
import { countJobs, type JobKeeper, newJob, type NewJob } from './jobs.js';
import type { ServiceLimits } from './limits.js';
import { Problem } from './problem.js';
import type { SharedStore } from './shared-store.js';
import type { Received } from './uploads.js';

/** Time between two looks at a job that is followed. */
const LOOK_MS = 300;
/** Time between two searches for jobs that the queue has lost, or never got. */
const SWEEP_MS = 10_000;
/** Longest wait for the queue before an accepted job is answered: it is in the store, and a search finds it. */
const QUEUE_MS = 2000;
/** Jobs whose uploads are kept on this machine, to look at their games. */
const KEPT_UPLOADS = 4;

export interface SharedJobsResources {
  readonly store: SharedStore;
  readonly limits: ServiceLimits;
  /** Most jobs and bytes of one tenant. */
  readonly tenantJobs: number;
  readonly tenantBytes: number;
  /** A folder of this process, which is removed at the end. */
  readonly folder: string;
}

/** Jobs that several servers accept, in one store, and that workers do, from one queue. */
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
      const { job, files } = await newJob(wanted, received);
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
    return wait(LOOK_MS);
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

  /** Adds unfinished jobs that the queue does not have: it, or a server, was lost. */
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

  /** Takes a job out of the queue, unless a worker has it, which finds out by itself. */
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
