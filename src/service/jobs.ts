import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { NOTHING_DONE } from '../run/parts/checkpoint.js';
import { createGate, type Gate } from '../run/tasks/shared-pool.js';
import type { Bodies, DiskSpace, Received } from './uploads.js';
import { gameCommand, type GameCommandName } from '../options/commands.js';
import {
  describedJob,
  describeFolder,
  MAX_KNOWN_FILES,
  onlyName,
  type Job,
  type JobFile,
  type JobState,
  type JobStatus,
} from './job-store.js';
import { type Places, type ServiceLimits, TASK_MS } from './limits.js';
import type { Query } from './query.js';
import { Problem, problemOf } from './problem.js';
import type { UploadReading } from './reading.js';
import { runJob, type RunnerResources } from './run-job.js';

/** A job to create. */
export interface NewJob {
  readonly owner: string;
  readonly command: GameCommandName;
  readonly query: Query;
}

/** What managing jobs needs. */
export interface JobsResources extends RunnerResources {
  readonly limits: ServiceLimits;
  readonly bodies: Bodies;
  readonly space: DiskSpace;
  /** Most jobs of one tenant, and those that run at a time. */
  readonly tenantJobs: number;
  readonly places: Places;
  /** Contains a folder of uploads for each job. */
  readonly folder: string;
}

type Soon<T> = T | Promise<T>;

/** The jobs that a server knows: its own, or those that it shares with others. */
export interface JobKeeper {
  /** Throws Problem when a tenant may not create another job. Call it before the upload is received. */
  readonly checkRoom: (bytes: number, tenant: string) => Soon<void>;
  /** Creates a job and takes over its uploads. Throws Problem. */
  readonly create: (wanted: NewJob, received: Received) => Promise<JobStatus>;
  /** Oldest first. */
  readonly list: () => Soon<readonly JobStatus[]>;
  /** Throws Problem. */
  readonly get: (id: string) => Soon<JobStatus>;
  /** Stops a job that is not finished; its results stay. */
  readonly cancel: (id: string) => Promise<JobStatus>;
  /** Stops a job and removes it. */
  readonly remove: (id: string) => Promise<void>;
  /** The folder with the uploads of a job. */
  readonly folderOf: (id: string) => Soon<string>;
  /** Resolves when the job may have more results. */
  readonly nextStep: (id: string) => Promise<void>;
  readonly counts: () => Soon<Readonly<Record<JobState, number>>>;
  /** Ends streams of results; the results can still be read. */
  readonly stop: () => Promise<void>;
  readonly isStopping: () => boolean;
  readonly close: () => Promise<void>;
}

/** The record of a job and its files, if its options are valid. Throws Problem. */
export async function newJob(
  { owner, command, query }: NewJob,
  { uploads, folder }: Received,
  reading: UploadReading,
): Promise<{ readonly job: Job; readonly files: readonly JobFile[] }> {
  const files = uploads.map(({ name, size, isTable }): JobFile => ({
    name,
    size,
    ...(isTable && { isTable }),
  }));
  const job: Job = {
    id: crypto.randomUUID(),
    ...{ owner, command, query },
    files: files.slice(0, MAX_KNOWN_FILES),
    fileCount: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    diskBytes: folder.bytes(),
    state: 'waiting',
    created: new Date().toISOString(),
    started: undefined,
    finished: undefined,
    problem: undefined,
  };
  // Throws Problem if an option is wrong.
  const source = gameCommand(command).crosscheck && { uploads: uploads.filter(({ isTable }) => isTable) };
  const by = { tenant: owner, signal: AbortSignal.timeout(TASK_MS) };
  await reading.query(by, { order: 'query', command, query, only: onlyName(job), source });
  return { job, files };
}

export function countJobs(jobs: readonly JobStatus[]): Record<JobState, number> {
  const counts = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
  for (const { job } of jobs) counts[job.state]++;
  return counts;
}

/** A job with which the server ends as often, without a step forward, would end it at each start. */
const MAX_BEGINNINGS = 2;
const ENDED_AGAIN = 'the server ended twice while it worked on the same files; send them in several jobs';

const UNFINISHED: ReadonlySet<JobState> = new Set(['waiting', 'running']);

/** The next step of a job, for all that wait for it. */
interface NextStep {
  readonly made: Promise<void>;
  readonly make: () => void;
}

/** A job that waits or runs. */
interface Active {
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/** The jobs of a server. Tenants take turns; the jobs of each run in the order of their creation. */
export class Jobs implements JobKeeper {
  private readonly resources: JobsResources;
  private readonly gate: Gate;
  private readonly kept = new Map<string, JobStatus>();
  private readonly active = new Map<string, Active>();
  private readonly steps = new Map<string, NextStep>();
  private stopping = false;

  private constructor(resources: JobsResources) {
    this.resources = resources;
    const { most, mostOfOne } = resources.places;
    this.gate = createGate(most, mostOfOne);
  }

  /** Opens the jobs in a folder and resumes those that were not finished. */
  static async open(resources: JobsResources): Promise<Jobs> {
    await mkdir(resources.folder, { recursive: true });
    const jobs = new Jobs(resources);
    await jobs.recover();
    return jobs;
  }

  /** Reads the stored jobs, finishes interrupted removals, and resumes unfinished jobs. */
  private async recover(): Promise<void> {
    const { store, folder } = this.resources;
    const folders = new Set(await readdir(folder));
    for (const job of await store.list()) {
      if (folders.delete(job.id)) await this.resume(job);
      else await store.remove(job.id);
    }
    // A folder is removed with its job: if the store has no job for a folder, it has lost the job, which runs again.
    for (const id of folders) {
      const job = await describedJob(join(folder, id));
      if (job?.id !== id) {
        await rm(join(folder, id), { force: true, recursive: true });
        continue;
      }
      await store.clear(id);
      await store.put(job);
      await this.resume(job);
    }
  }

  private async resume(stored: Job): Promise<void> {
    const at = await this.resources.store.checkpoint(stored.id);
    // Without a checkpoint the results are made again, even those of a finished job.
    if (!at) await this.resources.store.clear(stored.id);
    const job: Job = at || stored.state !== 'done' ? stored : { ...stored, state: 'waiting' };
    this.keep({ job, at: at ?? NOTHING_DONE });
    if (UNFINISHED.has(job.state)) this.submit(job);
  }

  /** Throws Problem when a tenant may not create another job. Call it before the upload is received. */
  checkRoom(bytes: number, tenant: string): void {
    const { limits, space, tenantJobs } = this.resources;
    if (this.kept.size >= limits.jobs) {
      throw new Problem('jobs-limit', `${String(limits.jobs)} jobs are kept; delete one of them`);
    }
    const own = this.list().filter(({ job }) => job.owner === tenant).length;
    if (own >= tenantJobs) {
      throw new Problem('jobs-limit', `${String(tenantJobs)} jobs of yours are kept; delete one of them`);
    }
    space.check(bytes, tenant);
  }

  /** Creates a job and takes over its uploads. Throws Problem. */
  async create(wanted: NewJob, received: Received): Promise<JobStatus> {
    const { folder, discard } = received;
    try {
      const { job, files } = await newJob(wanted, received, this.resources.reading);
      this.checkRoom(0, job.owner); // the uploads already count
      await describeFolder(folder, job, files);
      // The folder comes last: a job without one was never accepted.
      await this.resources.store.put(job);
      await folder.move(this.folderOf(job.id));
      this.keep({ job, at: NOTHING_DONE });
      this.submit(job);
      return this.get(job.id);
    } catch (error) {
      await discard();
      throw error;
    }
  }

  /** Oldest first. */
  list(): readonly JobStatus[] {
    return [...this.kept.values()];
  }

  /** Throws Problem. */
  get(id: string): JobStatus {
    const status = this.kept.get(id);
    if (!status) throw new Problem('not-found', 'there is no such job');
    return status;
  }

  /** Stops a job that is not finished; its results stay. */
  async cancel(id: string): Promise<JobStatus> {
    const { job } = this.get(id);
    if (!UNFINISHED.has(job.state)) throw new Problem('job-state', `the job is ${job.state}`);
    await this.halt(id);
    const { job: now } = this.get(id);
    if (UNFINISHED.has(now.state)) await this.end(now, 'cancelled');
    return this.get(id);
  }

  /** Stops a job and removes it. */
  async remove(id: string): Promise<void> {
    this.get(id);
    await this.halt(id);
    if (!this.kept.delete(id)) return; // another request removed it
    this.wake(id);
    const removeFiles = await this.resources.bodies.takeIn(this.folderOf(id));
    // On a full disk the store writes only when the files have made room; a job without files is removed at the next start.
    await removeFiles();
    this.resources.space.drop(id);
    await this.resources.store.remove(id).catch(() => undefined);
  }

  folderOf(id: string): string {
    return join(this.resources.folder, id);
  }

  /** Resolves at the next step of the job, or at its end. */
  nextStep(id: string): Promise<void> {
    const known = this.steps.get(id);
    if (known) return known.made;
    let make = (): void => undefined;
    const made = new Promise<void>((resolve) => (make = resolve));
    this.steps.set(id, { made, make });
    return made;
  }

  counts(): Readonly<Record<JobState, number>> {
    return countJobs(this.list());
  }

  /** Stops all jobs, which resume when the server starts again. Their results can still be read. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all([...this.active.keys()].map((id) => this.halt(id)));
    for (const id of [...this.steps.keys()]) this.wake(id);
  }

  isStopping(): boolean {
    return this.stopping;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.resources.store.close();
  }

  private submit({ id, owner }: Job): void {
    const stop = new AbortController();
    const done = this.gate.enter(owner, stop.signal).then(async (leave) => {
      if (leave) await this.work(id, stop.signal).finally(leave);
      this.active.delete(id);
    });
    this.active.set(id, { stop, done });
  }

  /** Stops a waiting or running job; resolves when it has stopped. */
  private async halt(id: string): Promise<void> {
    const active = this.active.get(id);
    active?.stop.abort();
    await active?.done;
  }

  /** Never rejects. */
  private async work(id: string, signal: AbortSignal): Promise<void> {
    const { job, at } = this.kept.get(id) ?? {};
    if (!job || !UNFINISHED.has(job.state)) return;
    const { step } = at!;
    const begun = { step, times: job.begun?.step === step ? job.begun.times + 1 : 1 };
    const running: Job = {
      ...job,
      begun,
      state: 'running',
      started: job.started ?? new Date().toISOString(),
    };
    try {
      if (begun.times > MAX_BEGINNINGS) throw new Problem('internal-fault', ENDED_AGAIN);
      await this.save(running);
      const end = await runJob(running, this.folderOf(id), this.resources, signal, (at) => {
        this.keep({ job: running, at });
        this.wake(id);
        this.resources.space.check(0, job.owner);
      });
      if (end === 'finished') await this.end(running, 'done');
      else await this.save({ ...running, begun: undefined });
    } catch (error) {
      if (signal.aborted) return;
      const { document } = problemOf(error);
      // If even this cannot be stored, the job runs again when the server starts.
      await this.end({ ...running, problem: document }, 'failed').catch(() => undefined);
    }
  }

  private async end(job: Job, state: JobState): Promise<void> {
    await this.save({ ...job, state, finished: new Date().toISOString() });
  }

  /** Stores a job; its new state applies even if it cannot be stored. */
  private async save(job: Job): Promise<void> {
    const { at } = this.get(job.id);
    try {
      await this.resources.store.put(job);
    } finally {
      if (this.kept.has(job.id)) this.keep({ job, at });
      this.wake(job.id);
    }
  }

  private keep(status: JobStatus): void {
    const { job, at } = status;
    this.kept.set(job.id, status);
    const bytes = at.outputs.reduce((sum, { length }) => sum + length, job.diskBytes);
    this.resources.space.set(job.id, bytes, job.owner);
  }

  private wake(id: string): void {
    const step = this.steps.get(id);
    this.steps.delete(id);
    step?.make();
  }
}
