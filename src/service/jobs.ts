import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bodies, DiskSpace } from './bodies.js';
import type { GameCommandName } from '../commands/commands.js';
import type { Query } from './judging.js';
import {
  type Checkpoint,
  describedJob,
  describeFolder,
  type Job,
  type JobFile,
  type JobState,
  type JobStore,
  MOST_KNOWN_FILES,
} from './job.js';
import { createLocalQueue, type JobQueue } from './job-queue.js';
import { NO_CHECKPOINT, onlyName, runJob, type RunnerMeans } from './job-runner.js';
import { judgingOf } from './judging.js';
import { Problem, problemOf } from './problem.js';
import type { Received } from './uploads.js';

/** A job and how far it is. */
export interface JobStatus {
  readonly job: Job;
  readonly at: Checkpoint;
}

/** The jobs of a server. */
export interface Jobs {
  /** Throws Problem when there is no room for one more job of a tenant; to be asked before its upload is received. */
  readonly checkRoom: (bytes: number, tenant: string) => void;
  /** Takes the uploads over. Throws Problem. */
  readonly create: (asked: NewJob, received: Received) => Promise<JobStatus>;
  /** Oldest first. */
  readonly list: () => readonly JobStatus[];
  readonly get: (id: string) => JobStatus;
  /** Stops a job that is not finished; its results stay. */
  readonly cancel: (id: string) => Promise<JobStatus>;
  /** Stops a job and forgets it. */
  readonly remove: (id: string) => Promise<void>;
  readonly folderOf: (id: string) => string;
  /** Resolves when the job has made another step, or has ended. */
  readonly nextStep: (id: string) => Promise<void>;
  readonly counts: () => Readonly<Record<JobState, number>>;
  /** Stops the work; jobs that were running go on when the server starts again. What is there can still be read. */
  readonly stop: () => Promise<void>;
  readonly isStopping: () => boolean;
  readonly close: () => Promise<void>;
}

/** What a job is asked to do. */
export interface NewJob {
  readonly owner: string;
  readonly command: GameCommandName;
  readonly query: Query;
}

/** What jobs need besides what each of them does. */
export interface JobsMeans extends RunnerMeans {
  readonly bodies: Bodies;
  readonly space: DiskSpace;
  /** Most jobs of one tenant. */
  readonly tenantJobs: number;
}

/** Opens the jobs in a folder and goes on with those that were not finished. `folder`: for uploads, a folder for each job. */
export async function openJobs(means: JobsMeans, folder: string): Promise<Jobs> {
  await mkdir(folder, { recursive: true });
  const jobs = new JobKeeper(means, folder);
  await jobs.recover();
  return jobs;
}

const UNFINISHED: ReadonlySet<JobState> = new Set(['waiting', 'running']);

/** Who waits for the next step of a job, all of them together. */
interface Step {
  readonly made: Promise<void>;
  readonly make: () => void;
}

class JobKeeper implements Jobs {
  private readonly means: JobsMeans;
  private readonly store: JobStore;
  private readonly folder: string;
  private readonly queue: JobQueue;
  private readonly places = new Map<string, Checkpoint>();
  private readonly kept = new Map<string, Job>();
  private readonly steps = new Map<string, Step>();
  private stopping = false;

  constructor(means: JobsMeans, folder: string) {
    this.means = means;
    this.store = means.store;
    this.folder = folder;
    this.queue = createLocalQueue((id, signal) => this.work(id, signal), means.limits.runningJobs);
  }

  /** Reads what is stored, finishes what was being removed, and submits what is not finished. */
  async recover(): Promise<void> {
    const folders = new Set(await readdir(this.folder));
    for (const job of await this.store.list()) {
      if (folders.delete(job.id)) await this.goOn(job);
      else await this.store.remove(job.id);
    }
    // A folder goes when its job is removed: one that nobody knows is a job that the store has lost, and is done again.
    for (const id of folders) {
      const job = await describedJob(join(this.folder, id));
      if (job?.id !== id) {
        await rm(join(this.folder, id), { force: true, recursive: true });
        continue;
      }
      await this.store.clear(id);
      await this.store.put(job);
      await this.goOn(job);
    }
  }

  private async goOn(stored: Job): Promise<void> {
    const at = await this.store.checkpoint(stored.id);
    // Without a place to go on from the results are made anew, also those of a job that was done.
    if (!at) await this.store.clear(stored.id);
    const job: Job = at || stored.state !== 'done' ? stored : { ...stored, state: 'waiting' };
    this.kept.set(job.id, job);
    this.places.set(job.id, at ?? NO_CHECKPOINT);
    this.means.space.set(job.id, bytesOf(job, at ?? NO_CHECKPOINT), job.owner);
    if (UNFINISHED.has(job.state)) this.queue.submit(job.id, job.owner);
  }

  checkRoom(bytes: number, tenant: string): void {
    const { limits, space, tenantJobs } = this.means;
    if (this.kept.size >= limits.jobs) {
      throw new Problem('jobs-limit', `${String(limits.jobs)} jobs are kept; delete one of them`);
    }
    let own = 0;
    for (const { owner } of this.kept.values()) if (owner === tenant) own++;
    if (own >= tenantJobs) {
      throw new Problem('jobs-limit', `${String(tenantJobs)} jobs of yours are kept; delete one of them`);
    }
    space.check(bytes, tenant);
  }

  async create(
    { owner, command, query }: NewJob,
    { uploads, folder, discard }: Received,
  ): Promise<JobStatus> {
    const files = uploads.map(({ name, size }): JobFile => ({ name, size }));
    const job: Job = {
      id: crypto.randomUUID(),
      ...{ owner, command, query },
      files: files.slice(0, MOST_KNOWN_FILES),
      fileCount: files.length,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
      diskBytes: folder.bytes(),
      state: 'waiting',
      created: new Date().toISOString(),
      started: undefined,
      finished: undefined,
      problem: undefined,
    };
    try {
      judgingOf(command, query, onlyName(job)); // throws what is wrong with the options
      this.checkRoom(0, owner); // the uploads are counted already
      await describeFolder(folder, job, files);
      // The folder comes last: a job without one was never accepted.
      await this.store.put(job);
      await folder.move(join(this.folder, job.id));
    } catch (error) {
      await discard();
      throw error;
    }
    this.kept.set(job.id, job);
    this.means.space.set(job.id, bytesOf(job, NO_CHECKPOINT), owner);
    this.queue.submit(job.id, owner);
    return this.get(job.id);
  }

  list(): readonly JobStatus[] {
    return [...this.kept.values()].map((job) => ({ job, at: this.placeOf(job.id) }));
  }

  get(id: string): JobStatus {
    const job = this.kept.get(id);
    if (!job) throw new Problem('not-found', 'there is no such job');
    return { job, at: this.placeOf(id) };
  }

  async cancel(id: string): Promise<JobStatus> {
    const { job } = this.get(id);
    if (!UNFINISHED.has(job.state)) throw new Problem('job-state', `the job is ${job.state}`);
    await this.queue.cancel(id);
    const { job: now } = this.get(id);
    if (UNFINISHED.has(now.state))
      await this.save({ ...now, state: 'cancelled', finished: new Date().toISOString() });
    return this.get(id);
  }

  async remove(id: string): Promise<void> {
    this.get(id);
    await this.queue.cancel(id);
    if (!this.kept.delete(id)) return; // somebody else was as quick
    this.places.delete(id);
    this.tell(id);
    const removeFiles = await this.means.bodies.takeIn(this.folderOf(id));
    await this.store.remove(id);
    await removeFiles();
    this.means.space.drop(id);
  }

  folderOf(id: string): string {
    return join(this.folder, id);
  }

  nextStep(id: string): Promise<void> {
    const known = this.steps.get(id);
    if (known) return known.made;
    let make = (): void => undefined;
    const made = new Promise<void>((resolve) => (make = resolve));
    this.steps.set(id, { made, make });
    return made;
  }

  counts(): Readonly<Record<JobState, number>> {
    const counts = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
    for (const { state } of this.kept.values()) counts[state]++;
    return counts;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.queue.close();
    for (const id of [...this.steps.keys()]) this.tell(id);
  }

  isStopping(): boolean {
    return this.stopping;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.store.close();
  }

  private async work(id: string, signal: AbortSignal): Promise<void> {
    const job = this.kept.get(id);
    if (!job || !UNFINISHED.has(job.state) || isStopped(signal)) return;
    const running: Job = { ...job, state: 'running', started: job.started ?? new Date().toISOString() };
    try {
      await this.save(running);
      const end = await runJob(running, this.folderOf(id), this.means, signal, (behind) => {
        this.places.set(id, behind);
        this.means.space.set(id, bytesOf(job, behind), job.owner);
        this.tell(id);
        this.means.space.check(0, job.owner);
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
      await this.save(failed).catch(() => this.kept.set(id, failed));
    }
  }

  private async save(job: Job): Promise<void> {
    await this.store.put(job);
    this.kept.set(job.id, job);
    this.tell(job.id);
  }

  private placeOf(id: string): Checkpoint {
    return this.places.get(id) ?? NO_CHECKPOINT;
  }

  private tell(id: string): void {
    const step = this.steps.get(id);
    this.steps.delete(id);
    step?.make();
  }
}

function isStopped(signal: AbortSignal): boolean {
  return signal.aborted;
}

function bytesOf(job: Job, at: Checkpoint): number {
  return Object.values(at.resultBytes).reduce((sum, bytes) => sum + bytes, job.diskBytes);
}
