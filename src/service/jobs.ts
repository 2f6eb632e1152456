import { gameCommand, type GameCommandName } from '../options/commands.js';
import { createGate, type Gate } from '../run/tasks/pool.js';
import {
  bytesOf,
  ENDED,
  MAX_KNOWN_FILES,
  onlyName,
  type Job,
  type JobFile,
  type JobState,
  type JobStatus,
} from './job.js';
import type { JobStore } from './job-store.js';
import { type Places, type ServiceLimits, TASK_MS } from './limits.js';
import { Problem, problemOf } from './problem.js';
import type { Query } from './query.js';
import type { UploadReading } from './reading.js';
import { runJob, type RunnerResources } from './run-job.js';
import type { DiskSpace, Received } from './uploads.js';

/** A job to create. */
export interface NewJob {
  readonly owner: string;
  readonly command: GameCommandName;
  readonly query: Query;
}

/** Who does the jobs of a server: its own threads, or workers at a queue. */
export interface Workers {
  /** Gives them a job that is stored. */
  readonly submit: (job: Job) => Promise<void> | void;
  /** Takes a job away from them. Where they are this process, it has stopped when this resolves. */
  readonly halt: (id: string) => Promise<void>;
  /** A folder with the uploads of a job. */
  readonly folderOf: (id: string) => Promise<string> | string;
  /** Stops all jobs, which go on later. */
  readonly close: () => Promise<void>;
}

/** What managing jobs needs. */
export interface JobsResources {
  readonly reading: UploadReading;
  readonly store: JobStore;
  readonly limits: ServiceLimits;
  readonly space: DiskSpace;
  /** Most jobs of one tenant. */
  readonly tenantJobs: number;
}

export const JOB_ID = /^[\da-f-]{36}$/;

/** The jobs that a server knows. */
export class Jobs {
  private readonly resources: JobsResources;
  private readonly workers: Workers;
  /** Jobs whose disk space is accounted for. */
  private counted: ReadonlySet<string> = new Set();
  private deciding: Promise<unknown> = Promise.resolve();
  private stopping = false;

  private constructor(resources: JobsResources, workers: Workers) {
    this.resources = resources;
    this.workers = workers;
  }

  static async open(resources: JobsResources, workers: Workers): Promise<Jobs> {
    const jobs = new Jobs(resources, workers);
    await jobs.account();
    return jobs;
  }

  /** Throws Problem when a tenant may not create another job. Call it before the upload is received. */
  async checkRoom(bytes: number, tenant: string): Promise<void> {
    const { limits, space, tenantJobs } = this.resources;
    const kept = await this.account();
    if (kept.length >= limits.jobs) {
      throw new Problem('jobs-limit', `${String(limits.jobs)} jobs are kept; delete one of them`);
    }
    if (kept.filter(({ job }) => job.owner === tenant).length >= tenantJobs) {
      throw new Problem('jobs-limit', `${String(tenantJobs)} jobs of yours are kept; delete one of them`);
    }
    space.check(bytes, tenant);
  }

  /** Creates a job and takes over its uploads. Throws Problem. */
  async create(wanted: NewJob, received: Received): Promise<JobStatus> {
    const { store, reading } = this.resources;
    const { folder, discard } = received;
    let id: string | undefined;
    try {
      const { job, files } = await newJob(wanted, received, reading);
      await this.checkRoom(0, job.owner); // the uploads already count
      ({ id } = job);
      await store.keepUploads(job, files, folder);
      await store.accept(job);
      await this.workers.submit(job);
      return await this.get(job.id);
    } catch (error) {
      if (id !== undefined) await store.remove(id).catch(() => undefined);
      throw error;
    } finally {
      await discard();
      await this.account();
    }
  }

  /** Oldest first. */
  list(): Promise<readonly JobStatus[]> {
    return this.resources.store.statuses();
  }

  /** Throws Problem. */
  async get(id: string): Promise<JobStatus> {
    const status = JOB_ID.test(id) ? await this.resources.store.status(id) : undefined;
    if (!status) throw new Problem('not-found', 'there is no such job');
    return status;
  }

  /** Stops a job that is not finished; its results stay. */
  async cancel(id: string): Promise<JobStatus> {
    const { job } = await this.get(id);
    if (ENDED.has(job.state)) throw new Problem('job-state', `the job is ${job.state}`);
    await this.workers.halt(id);
    const now = await this.get(id);
    if (!ENDED.has(now.job.state))
      await this.resources.store.cancel({ ...now, job: ended(now.job, 'cancelled') });
    return this.get(id);
  }

  /** Lets a job that is done run again with other decisions, '' for none. Throws Problem. */
  decide(id: string, decisions: string): Promise<JobStatus> {
    const turn = this.deciding.then(async () => {
      const { job } = await this.get(id);
      if (job.state !== 'done')
        throw new Problem('job-state', `the job is ${job.state}; it takes decisions once it is done`);
      const { decisions: _decisions, ...others } = job.query;
      const query = decisions === '' ? others : { ...others, decisions };
      const { begun: _begun, ...known } = job;
      const again: Job = { ...known, query, state: 'waiting', started: undefined, finished: undefined };
      await this.workers.halt(id);
      await this.resources.store.restart(again);
      await this.workers.submit(again);
      return this.get(id);
    });
    this.deciding = turn.catch(() => undefined);
    return turn;
  }

  /** Stops a job and removes it. */
  async remove(id: string): Promise<void> {
    await this.get(id);
    await this.workers.halt(id);
    if (!(await this.resources.store.status(id))) return; // another request removed it
    await this.resources.store.remove(id);
    await this.account();
  }

  /** The folder with the uploads of a job. */
  folderOf(id: string): Promise<string> | string {
    return this.workers.folderOf(id);
  }

  /** Resolves when the job may have more results, or have ended. */
  nextStep(id: string): Promise<void> {
    return this.resources.store.changed(id);
  }

  async counts(): Promise<Readonly<Record<JobState, number>>> {
    const counts = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
    for (const { job } of await this.list()) counts[job.state]++;
    return counts;
  }

  /** Stops jobs, which resume when the server starts again, and the streams of their results, which can still be read. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.workers.close();
    this.resources.store.wakeAll();
  }

  isStopping(): boolean {
    return this.stopping;
  }

  async close(): Promise<void> {
    await this.stop();
    this.resources.store.close();
  }

  /** Brings the accounts of disk space up to date: other servers create and remove jobs too. */
  private async account(): Promise<readonly JobStatus[]> {
    const { store, space } = this.resources;
    const kept = await store.kept();
    const now = new Set(kept.map(({ job }) => job.id));
    for (const id of this.counted) if (!now.has(id)) space.drop(id);
    for (const status of kept) space.set(status.job.id, bytesOf(status), status.job.owner);
    this.counted = now;
    return kept;
  }
}

/** The record of a job and its files, if its options are valid. Throws Problem. */
async function newJob(
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
    owner,
    command,
    query,
    files: files.slice(0, MAX_KNOWN_FILES),
    fileCount: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    diskBytes: folder.bytes,
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

/** A job that a worker begins. */
export function begun(job: Job): Job {
  return { ...job, state: 'running', started: job.started ?? new Date().toISOString() };
}

export function ended(job: Job, state: 'done' | 'failed' | 'cancelled', error?: unknown): Job {
  const problem = error === undefined ? job.problem : problemOf(error).document;
  return { ...job, state, problem, finished: new Date().toISOString() };
}

/** A job with which the server ends as often, without a step forward, would end it at each start. */
const MAX_BEGINNINGS = 2;
const ENDED_AGAIN = 'the server ended twice while it worked on the same files; send them in several jobs';

/** A job that waits or runs. */
interface Active {
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/** The threads of a server that is alone. Tenants take turns; the jobs of each run in the order of their creation. */
export class OwnWorkers implements Workers {
  private readonly resources: RunnerResources & Pick<JobsResources, 'space'>;
  private readonly gate: Gate;
  private readonly active = new Map<string, Active>();

  private constructor(resources: OwnWorkers['resources'], { most, mostOfOne }: Places) {
    this.resources = resources;
    this.gate = createGate(most, mostOfOne);
  }

  /** Resumes the jobs that were not finished. `places`: jobs that run at a time. */
  static async open(resources: OwnWorkers['resources'], places: Places): Promise<OwnWorkers> {
    const workers = new OwnWorkers(resources, places);
    for (const { job } of await resources.store.statuses()) if (!ENDED.has(job.state)) workers.submit(job);
    return workers;
  }

  submit({ id, owner }: Job): void {
    const stop = new AbortController();
    const done = this.gate.enter(owner, stop.signal).then(async (leave) => {
      if (leave) await this.work(id, stop.signal).finally(leave);
      this.active.delete(id);
    });
    this.active.set(id, { stop, done });
  }

  async halt(id: string): Promise<void> {
    const active = this.active.get(id);
    active?.stop.abort();
    await active?.done;
  }

  folderOf(id: string): string {
    return this.resources.store.ownUploads(id)!;
  }

  async close(): Promise<void> {
    await Promise.all([...this.active.keys()].map((id) => this.halt(id)));
  }

  /** Never rejects. */
  private async work(id: string, signal: AbortSignal): Promise<void> {
    const { store, space } = this.resources;
    const { job, at } = (await store.status(id)) ?? {};
    if (!job || ENDED.has(job.state)) return;
    const { step } = at!;
    const times = job.begun?.step === step ? job.begun.times + 1 : 1;
    const running: Job = { ...begun(job), begun: { step, times } };
    try {
      if (times > MAX_BEGINNINGS) throw new Problem('internal-fault', ENDED_AGAIN);
      const end = await runJob(running, this.folderOf(id), this.resources, signal, (now) => {
        space.set(id, bytesOf({ job, at: now }), job.owner);
        space.check(0, job.owner);
      });
      if (end === 'finished') await store.end(ended(running, 'done'));
      else await store.leave({ ...running, begun: undefined });
    } catch (error) {
      if (signal.aborted) return store.leave(running).catch(() => undefined);
      // If even this cannot be stored, the job runs again when the server starts.
      await store.end(ended(running, 'failed', error)).catch(() => undefined);
    }
  }
}
