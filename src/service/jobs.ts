import { gameCommand } from '../options/commands.js';
import type { ListedUpload } from '../run/input/uploads.js';
import { createGate } from '../run/tasks/pool.js';
import {
  bytesOf,
  ended,
  ENDED,
  MAX_KNOWN_FILES,
  onlyName,
  type Job,
  type JobState,
  type JobStatus,
} from './job.js';
import type { JobStore } from './job-store.js';
import { type Places, type ServiceLimits, TASK_MS } from './limits.js';
import { Problem } from './problem.js';
import type { UploadReading } from './reading.js';
import { doJob, type RunnerResources } from './run-job.js';
import type { DiskSpace, Received } from './uploads.js';

/** A job to create. */
type NewJob = Pick<Job, 'owner' | 'command' | 'query'>;

/** Who does the jobs of a server: its own threads, or workers at a queue. */
export interface Workers {
  /** Gives them a job that is stored, unless they have it. */
  readonly submit: (job: Job) => Promise<void> | void;
  /** Takes a job away from them. Where they are this process, it has stopped when this resolves. */
  readonly halt: (id: string) => Promise<void>;
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

/** Milliseconds between searches for jobs that the workers have lost or never got. */
const SWEEP_MS = 10_000;

/** The jobs that a server knows. */
export class Jobs {
  private readonly resources: JobsResources;
  private readonly workers: Workers;
  /** Jobs whose disk space is accounted for. */
  private counted: ReadonlySet<string> = new Set();
  private deciding: Promise<unknown> = Promise.resolve();
  /** Streams of results end in an error. */
  isStopping = false;
  private readonly clock: NodeJS.Timeout;

  private constructor(resources: JobsResources, workers: Workers) {
    this.resources = resources;
    this.workers = workers;
    this.clock = setInterval(() => void this.sweep().catch(() => undefined), SWEEP_MS);
  }

  /** Resumes the jobs that were not finished. */
  static async open(resources: JobsResources, workers: Workers): Promise<Jobs> {
    const jobs = new Jobs(resources, workers);
    await jobs.account();
    await jobs.sweep();
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
    const id = crypto.randomUUID();
    try {
      const { job, files } = await newJob(id, wanted, received, reading);
      await this.checkRoom(0, job.owner); // the uploads already count
      await store.create(job, files, folder.path);
      await this.workers.submit(job);
      return await this.get(id);
    } catch (error) {
      await store.remove(id).catch(() => undefined);
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
    await this.resources.store.end(ended(now.job, 'cancelled'));
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

  async counts(): Promise<Readonly<Record<JobState, number>>> {
    const counts = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
    for (const { job } of await this.list()) counts[job.state]++;
    return counts;
  }

  /** Stops jobs, which resume when the server starts again, and the streams of their results, which can still be read. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.clock);
    await this.workers.close();
  }

  private async sweep(): Promise<void> {
    for (const { job } of await this.list()) if (!ENDED.has(job.state)) await this.workers.submit(job);
  }

  /** Brings the accounts of disk space up to date: other servers create and remove jobs too. */
  private async account(): Promise<readonly JobStatus[]> {
    const { store, space } = this.resources;
    const kept = await store.statuses();
    const now = new Set(kept.map(({ job }) => job.id));
    for (const id of this.counted) if (!now.has(id)) space.drop(id);
    for (const status of kept) space.set(status.job.id, bytesOf(status), status.job.owner);
    this.counted = now;
    return kept;
  }
}

/** The record of a job and its files, if its options are valid. Throws Problem. */
async function newJob(
  id: string,
  { owner, command, query }: NewJob,
  { uploads, folder }: Received,
  reading: UploadReading,
): Promise<{ readonly job: Job; readonly files: readonly ListedUpload[] }> {
  const files = uploads.map(({ at: _at, ...file }) => file);
  const job: Job = {
    id,
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

/** A job that waits or runs. */
interface Active {
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/**
 * The threads of a server that is alone. Tenants take turns; the jobs of each run in the order of their creation. `places`: jobs
 * that run at a time.
 */
export function ownWorkers(
  { space, ...resources }: RunnerResources & Pick<JobsResources, 'space'>,
  { most, mostOfOne }: Places,
): Workers {
  const gate = createGate(most, mostOfOne);
  const active = new Map<string, Active>();

  function onStep(status: JobStatus): void {
    const { id, owner } = status.job;
    space.set(id, bytesOf(status), owner);
    space.check(0, owner);
  }

  async function halt(id: string): Promise<void> {
    const one = active.get(id);
    one?.stop.abort();
    await one?.done;
  }

  return {
    submit({ id, owner }) {
      if (active.has(id)) return;
      const stop = new AbortController();
      const done = gate.enter(owner, stop.signal).then(async (leave) => {
        const work = leave && doJob(id, { ...resources, onStep }, stop.signal, 'last');
        // If not even its end can be stored, a later search finds the job.
        await work?.catch(() => undefined).finally(leave);
        active.delete(id);
      });
      active.set(id, { stop, done });
    },
    halt,
    async close() {
      await Promise.all([...active.keys()].map(halt));
    },
  };
}
