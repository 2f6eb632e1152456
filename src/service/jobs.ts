import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bodies } from './bodies.js';
import type { Command } from './commands.js';
import type { DiskSpace } from './disk-space.js';
import type { Checkpoint, Job, JobState, JobStore } from './job.js';
import { createLocalQueue, type JobQueue } from './job-queue.js';
import { NO_CHECKPOINT, onlyName, runJob, type RunnerMeans } from './job-runner.js';
import { judgingOf } from './judging.js';
import type { AnyQuery } from './option-schemas.js';
import { Problem, problemOf } from './problem.js';
import { discard, type Upload } from './uploads.js';

/** A job and how far it is. */
export interface JobStatus {
  readonly job: Job;
  readonly at: Checkpoint;
}

/** The jobs of a server. */
export interface Jobs {
  /** Throws Problem when there is no room for one more job; to be asked before its upload is received. */
  readonly checkRoom: (bytes: number) => void;
  /** Takes the uploads over. Throws Problem. */
  readonly create: (command: Command, query: AnyQuery, uploads: readonly Upload[]) => Promise<JobStatus>;
  readonly list: () => Promise<readonly JobStatus[]>;
  readonly get: (id: string) => Promise<JobStatus>;
  /** Stops a job that is not finished; its results stay. */
  readonly cancel: (id: string) => Promise<JobStatus>;
  /** Stops a job and forgets it. */
  readonly remove: (id: string) => Promise<void>;
  readonly uploadsOf: (job: Job) => readonly Upload[];
  /** Resolves when the job has made another step, or has ended. */
  readonly nextStep: (id: string) => Promise<void>;
  readonly counts: () => Readonly<Record<JobState, number>>;
  /** Stops the work; jobs that were running go on when the server starts again. What is there can still be read. */
  readonly stop: () => Promise<void>;
  readonly isStopping: () => boolean;
  readonly close: () => Promise<void>;
}

/** What jobs need besides what each of them does. */
export interface JobsMeans extends RunnerMeans {
  readonly bodies: Bodies;
  readonly space: DiskSpace;
}

/** Opens the jobs in a folder and goes on with those that were not finished. `folder`: for uploads, one file each. */
export async function openJobs(means: JobsMeans, folder: string): Promise<Jobs> {
  await mkdir(folder, { recursive: true });
  const jobs = new JobKeeper(means, folder);
  await jobs.recover();
  return jobs;
}

const UNFINISHED: ReadonlySet<JobState> = new Set(['waiting', 'running']);

class JobKeeper implements Jobs {
  private readonly means: JobsMeans;
  private readonly store: JobStore;
  private readonly folder: string;
  private readonly queue: JobQueue;
  private readonly places = new Map<string, Checkpoint>();
  private readonly states = new Map<string, JobState>();
  private readonly listeners = new Map<string, (() => void)[]>();
  private stopping = false;

  constructor(means: JobsMeans, folder: string) {
    this.means = means;
    this.store = means.store;
    this.folder = folder;
    this.queue = createLocalQueue((id, signal) => this.work(id, signal), means.limits.runningJobs);
  }

  /** Reads what is stored, removes uploads that belong to no job, and submits what is not finished. */
  async recover(): Promise<void> {
    const stored = new Set<string>();
    for (const job of await this.store.list()) {
      this.states.set(job.id, job.state);
      for (const file of job.files) stored.add(file.stored);
      const at = (await this.store.checkpoint(job.id)) ?? NO_CHECKPOINT;
      this.places.set(job.id, at);
      this.means.space.set(job.id, bytesOf(job, at));
      if (UNFINISHED.has(job.state)) this.queue.submit(job.id);
    }
    for (const name of await readdir(this.folder)) {
      if (!stored.has(name)) await rm(join(this.folder, name), { force: true, recursive: true });
    }
  }

  checkRoom(bytes: number): void {
    const { limits, space } = this.means;
    if (this.states.size >= limits.jobs) {
      throw new Problem('jobs-limit', `${String(limits.jobs)} jobs are kept; delete one of them`);
    }
    space.check(bytes);
  }

  async create(command: Command, query: AnyQuery, uploads: readonly Upload[]): Promise<JobStatus> {
    try {
      judgingOf(command, query, onlyName(uploads)); // throws what is wrong with the options
      this.checkRoom(0); // the uploads are counted already
    } catch (error) {
      await discard(uploads, this.means.bodies);
      throw error;
    }
    const files = await Promise.all(
      uploads.map(async ({ name, size, at }) => {
        if (!('path' in at)) throw new TypeError('Expected uploads of jobs on disk');
        const stored = crypto.randomUUID();
        await this.means.bodies.move(at.path, join(this.folder, stored));
        return { name, size, stored };
      }),
    );
    const job: Job = {
      id: crypto.randomUUID(),
      command,
      query,
      files,
      state: 'waiting',
      created: new Date().toISOString(),
      started: undefined,
      finished: undefined,
      problem: undefined,
    };
    await this.store.put(job);
    this.states.set(job.id, job.state);
    this.means.space.set(job.id, bytesOf(job, NO_CHECKPOINT));
    this.queue.submit(job.id);
    return this.get(job.id);
  }

  async list(): Promise<readonly JobStatus[]> {
    return (await this.store.list()).map((job) => ({ job, at: this.placeOf(job.id) }));
  }

  async get(id: string): Promise<JobStatus> {
    const job = await this.store.get(id);
    if (!job) throw new Problem('not-found', 'there is no such job');
    return { job, at: this.placeOf(id) };
  }

  async cancel(id: string): Promise<JobStatus> {
    const { job } = await this.get(id);
    if (!UNFINISHED.has(job.state)) throw new Problem('job-state', `the job is ${job.state}`);
    await this.queue.cancel(id);
    const { job: now } = await this.get(id);
    if (UNFINISHED.has(now.state))
      await this.save({ ...now, state: 'cancelled', finished: new Date().toISOString() });
    return this.get(id);
  }

  async remove(id: string): Promise<void> {
    const { job } = await this.get(id);
    await this.queue.cancel(id);
    await this.store.remove(id);
    for (const map of [this.states, this.places]) map.delete(id);
    this.means.space.drop(id);
    this.tell(id);
    for (const { stored } of job.files) await rm(join(this.folder, stored), { force: true });
  }

  uploadsOf(job: Job): readonly Upload[] {
    return job.files.map(({ name, size, stored }) => ({
      name,
      size,
      at: { path: join(this.folder, stored) },
    }));
  }

  nextStep(id: string): Promise<void> {
    return new Promise((resolve) => {
      this.listeners.set(id, [...(this.listeners.get(id) ?? []), resolve]);
    });
  }

  counts(): Readonly<Record<JobState, number>> {
    const counts = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
    for (const state of this.states.values()) counts[state]++;
    return counts;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.queue.close();
    for (const id of [...this.listeners.keys()]) this.tell(id);
  }

  isStopping(): boolean {
    return this.stopping;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.store.close();
  }

  private async work(id: string, signal: AbortSignal): Promise<void> {
    const job = await this.store.get(id);
    if (!job || !UNFINISHED.has(job.state) || isStopped(signal)) return;
    const running: Job = { ...job, state: 'running', started: job.started ?? new Date().toISOString() };
    try {
      await this.save(running);
      const end = await runJob(running, this.uploadsOf(job), this.means, signal, (behind) => {
        this.places.set(id, behind);
        this.means.space.set(id, bytesOf(job, behind));
        this.tell(id);
        this.means.space.check(0);
      });
      if (end === 'finished')
        await this.save({ ...running, state: 'done', finished: new Date().toISOString() });
    } catch (error) {
      if (isStopped(signal)) return;
      const { document } = problemOf(error);
      const failed: Job = {
        ...running,
        state: 'failed',
        finished: new Date().toISOString(),
        problem: document,
      };
      // Where even this cannot be stored, the job is tried again when the server starts.
      await this.save(failed).catch(() => this.states.set(id, 'failed'));
    }
  }

  private async save(job: Job): Promise<void> {
    await this.store.put(job);
    this.states.set(job.id, job.state);
    this.tell(job.id);
  }

  private placeOf(id: string): Checkpoint {
    return this.places.get(id) ?? NO_CHECKPOINT;
  }

  private tell(id: string): void {
    const listeners = this.listeners.get(id) ?? [];
    this.listeners.delete(id);
    for (const listener of listeners) listener();
  }
}

function isStopped(signal: AbortSignal): boolean {
  return signal.aborted;
}

function bytesOf(job: Job, at: Checkpoint): number {
  return job.files.reduce((sum, { size }) => sum + size, at.resultBytes);
}
