/**
 * Jobs and their results as objects of a store: in the folder of a server that is alone, or in a folder or bucket that several
 * servers and all workers can reach. Each object has one kind of writer:
 *
 *     jobs/ID.json             the job as it was accepted, with the decisions since; it exists as long as the job does
 *     data/ID/uploads/...      its uploads, and their list; those of a server that is alone are in uploads/ID
 *     data/ID/steps/NUMBER     results, by the number of the last one
 *     data/ID/progress.json    written by its worker, after each step
 *     data/ID/ended.json       written by its worker at the end
 *     data/ID/cancelled.json   written by a server
 *
 * Steps depend on the job alone: if a worker that was thought dead goes on, it writes the same as its replacement.
 */
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { UPLOAD_LIST } from '../run/input/uploads.js';
import { copyObject } from '../run/parts/part-file.js';
import { LockedError, takeLock } from '../run/parts/run-lock.js';
import { openFolder } from '../run/store/folder.js';
import type { Store } from '../run/store/store.js';
import {
  damagedJob,
  describedJob,
  type Description,
  ENDED,
  isJob,
  type Job,
  type JobFile,
  type JobProgress,
  type JobStatus,
  NOTHING_DONE,
  type Results,
  resultsOfBytes,
} from './job.js';
import type { BodyFolder } from './uploads.js';

const recordOf = (id: string): string => `jobs/${id}.json`;
const dataOf = (id: string, name: string): string => `data/${id}/${name}`;
const stepKey = (id: string, step: number): string => dataOf(id, `steps/${String(step).padStart(10, '0')}`);

/** Results that wait to be stored: an eighth of those stored already, within bounds, so that a job does not have too many objects. */
const SHARE = 8;
const MIN_BYTES = 64 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;

/** Milliseconds between checks of a job that is followed, where other processes do it. */
const POLL_MS = 300;

/** What the worker of a job knows of it. */
interface InProgress {
  job: Job;
  at: JobProgress;
  /** How far its results are stored. */
  stored: JobProgress;
  waiting: Uint8Array[];
}

/** The next change of a job, for all that wait for it. */
interface Change {
  readonly made: Promise<void>;
  readonly make: () => void;
}

/** What a server that is alone has of its jobs. */
interface Own {
  readonly folder: string;
  /** Contains a folder of uploads for each job. */
  readonly uploads: string;
  /** Oldest first: nobody else changes them. */
  readonly jobs: Map<string, JobStatus>;
  /** Lets another server have the folder. */
  readonly release: () => void;
}

/** Jobs and their results. What a call has stored survives the process. Every call may throw StoreError. */
export class JobStore {
  readonly #objects: Store;
  readonly #own: Own | undefined;
  readonly #inProgress = new Map<string, InProgress>();
  readonly #accepted = new Map<string, Job>();
  /** Tags of the records of jobs, which show that another server has changed one. */
  readonly #tags = new Map<string, string>();
  readonly #ended = new Map<string, JobStatus>();
  readonly #changes = new Map<string, Change>();

  /** `own`: the jobs are those of this process alone. */
  constructor(objects: Store, own?: Own) {
    this.#objects = objects;
    this.#own = own;
  }

  /**
   * Opens the jobs of a server that is alone, finishes interrupted removals, and makes jobs whose records are lost wait again: their
   * uploads say what they are. Throws an Error with a message for the user.
   */
  static async openOwn(folder: string): Promise<JobStore> {
    const records = join(folder, 'jobs');
    const names = await readdir(records).catch(() => []);
    if (names.some((name) => /^(?:CURRENT|LOCK|MANIFEST-.*)$|\.ldb$/.test(name)))
      throw new Error(
        `the jobs in ${records} were stored by an earlier version. Move that folder elsewhere: all jobs then run again from their uploads, which are kept next to it`,
      );
    const uploads = join(folder, 'uploads');
    await mkdir(uploads, { recursive: true, mode: 0o700 });
    const own: Own = { folder, uploads, jobs: new Map(), release: lockOf(folder) };
    const store = new JobStore(openFolder(folder), own);
    try {
      await store.#recover(own, await readdir(join(folder, 'data')).catch(() => []));
      return store;
    } catch (error) {
      own.release();
      throw error;
    }
  }

  async #recover({ uploads, jobs }: Own, data: readonly string[]): Promise<void> {
    const folders = new Set(await readdir(uploads));
    const found = await this.#sorted((id) => this.#readJob(id));
    // A folder is removed before its job: a job without one was being removed.
    for (const status of found) {
      const { id, created, state } = status.job;
      if (!folders.has(id)) await this.#objects.delete(recordOf(id));
      else if (ENDED.has(state) && created !== '') jobs.set(id, status);
      // Nobody does it yet.
      else if (created !== '') jobs.set(id, { ...status, job: { ...status.job, state: 'waiting' } });
    }
    for (const id of folders) {
      if (jobs.has(id)) continue;
      const job = await describedJob(join(uploads, id));
      await this.#removeData(id);
      if (job?.id === id) {
        await this.accept(job);
        continue;
      }
      await this.#objects.delete(recordOf(id));
      await rm(join(uploads, id), { force: true, recursive: true });
    }
    for (const id of data) if (!jobs.has(id)) await this.#removeData(id);
  }

  /** All jobs, oldest first. */
  async statuses(): Promise<readonly JobStatus[]> {
    return this.#own ? [...this.#own.jobs.values()] : this.#sorted((id) => this.#readJob(id));
  }

  /** All jobs, perhaps in an earlier state; this reads little. */
  async kept(): Promise<readonly JobStatus[]> {
    if (this.#own) return this.statuses();
    return this.#sorted(async (id) => {
      const job = await this.#acceptedJob(id);
      return this.#ended.get(id) ?? (job && { job, at: NOTHING_DONE });
    });
  }

  async status(id: string): Promise<JobStatus | undefined> {
    if (this.#own) return this.#own.jobs.get(id);
    // A job that is known may have been removed since, or run again with other decisions.
    const { tag = '' } = (await this.#objects.find(recordOf(id))) ?? {};
    if (tag === '' || tag !== this.#tags.get(id)) this.#forget(id);
    if (tag !== '') this.#tags.set(id, tag);
    return this.#readJob(id);
  }

  /** Resolves when the job may have changed. */
  changed(id: string): Promise<void> {
    if (!this.#own) return wait(POLL_MS);
    const known = this.#changes.get(id);
    if (known) return known.made;
    let make = (): void => undefined;
    const made = new Promise<void>((resolve) => (make = resolve));
    this.#changes.set(id, { made, make });
    return made;
  }

  /** Lets everybody go on who waits for a change. */
  wakeAll(): void {
    for (const id of [...this.#changes.keys()]) this.#wake(id);
  }

  /** Takes over the uploads of a job that is not accepted yet, and describes them. */
  async keepUploads(job: Job, files: readonly JobFile[], folder: BodyFolder): Promise<void> {
    const description: Description = { job, files };
    const list = join(folder.path, UPLOAD_LIST);
    await writeFile(list, JSON.stringify(description), { mode: 0o600, flush: true });
    if (this.#own) return folder.move(join(this.#own.uploads, job.id));
    const limit = pLimit(8);
    const put = (name: string) =>
      this.#objects.putFile(dataOf(job.id, `uploads/${name}`), join(folder.path, name));
    await Promise.all((await readdir(folder.path)).map((name) => limit(put, name)));
  }

  /** The folder with the uploads of a job, where it is on this machine. */
  ownUploads(id: string): string | undefined {
    return this.#own && join(this.#own.uploads, id);
  }

  /** Copies the uploads of a job into a new folder inside `into`, and returns its path. */
  async fetchUploads(id: string, into: string): Promise<string> {
    await mkdir(into, { recursive: true });
    const folder = await mkdtemp(join(into, 'job-'));
    const prefix = dataOf(id, 'uploads/');
    for await (const { key } of this.#objects.list(prefix))
      await copyObject(this.#objects, key, join(folder, key.slice(prefix.length)));
    return folder;
  }

  /** Stores a waiting job. Its uploads are there before it: a job without a record was never accepted. */
  async accept(job: Job): Promise<void> {
    await this.#write(recordOf(job.id), job);
    this.#note({ job, at: NOTHING_DONE });
  }

  /** Lets a job that has ended run again. If the server is killed meanwhile, the job is as before, or waits. */
  async restart(job: Job): Promise<void> {
    await this.#write(recordOf(job.id), job);
    for (const name of ['progress.json', 'cancelled.json', 'ended.json'])
      await this.#objects.delete(dataOf(job.id, name));
    for await (const [, key] of this.#stepsOf(job.id)) await this.#objects.delete(key);
    this.#forget(job.id);
    this.#note({ job, at: NOTHING_DONE });
  }

  /** Notes that a worker does a job, and returns where it continues: another version starts over. */
  async begin(job: Job, version: string): Promise<JobProgress> {
    const before = await this.#progress(job.id);
    const at = before.version === version ? before : { ...NOTHING_DONE, version };
    // What comes after the last progress is the next one's of this version, if another worker is about to store that.
    const isLeft = (step: number): boolean => step > at.step && (this.#own !== undefined || at !== before);
    for await (const [step, key] of this.#stepsOf(job.id)) if (isLeft(step)) await this.#objects.delete(key);
    this.#inProgress.set(job.id, { job, at, stored: at, waiting: [] });
    await this.#flush(job.id);
    this.#note({ job, at });
    return at;
  }

  /** Takes the next results and how far the job is with them, and stores them when there are enough. */
  async append(id: string, results: Uint8Array, at: JobProgress): Promise<void> {
    const own = this.#inProgress.get(id)!;
    own.at = at;
    own.waiting.push(results);
    const { bytes } = own.stored;
    const enough = Math.min(Math.max(bytes / SHARE, MIN_BYTES), MAX_BYTES);
    if (at.bytes - bytes >= enough) await this.#flush(id);
    this.#note({ job: own.job, at });
  }

  /** Stores what a worker has of a job that it was told to leave. */
  async leave(job: Job): Promise<void> {
    const own = this.#inProgress.get(job.id);
    if (!own) return;
    own.job = job;
    try {
      await this.#flush(job.id);
    } finally {
      this.#inProgress.delete(job.id);
      this.#note({ job, at: own.stored });
    }
  }

  /** Forgets what a worker has of a job that others may do now. */
  drop(id: string): void {
    this.#inProgress.delete(id);
  }

  /** Stores the end of a job, done or failed, unless it has ended before. It applies even if it cannot be stored. */
  async end(job: Job): Promise<void> {
    const { id } = job;
    const own = this.#inProgress.get(id);
    let at = own?.stored ?? (await this.#progress(id));
    try {
      await this.#flush(id);
      at = own?.at ?? at;
      if (!(await this.#objects.find(dataOf(id, 'ended.json'))))
        await this.#write(dataOf(id, 'ended.json'), { job, at });
    } finally {
      this.#inProgress.delete(id);
      this.#note({ job, at });
    }
  }

  /** Stores that a job is not to be done any more. */
  async cancel({ job, at }: JobStatus): Promise<void> {
    try {
      await this.#write(dataOf(job.id, 'cancelled.json'), job);
    } finally {
      this.#note({ job, at });
    }
  }

  /** Removes a job with its uploads and results. Even if the server is killed, a job that has lost its uploads is gone. */
  async remove(id: string): Promise<void> {
    const removed = this.#own && join(this.#own.uploads, `${id}.removed`);
    if (removed !== undefined) await rename(this.ownUploads(id)!, removed);
    this.#own?.jobs.delete(id);
    this.#wake(id);
    await this.#objects.delete(recordOf(id));
    this.#forget(id);
    await this.#removeData(id);
    if (removed !== undefined) await rm(removed, { force: true, recursive: true });
  }

  /** Removes what a worker stored of a job that no longer exists. */
  async removeIfGone(id: string): Promise<void> {
    if (!(await this.status(id))) await this.#removeData(id);
  }

  /** The results after the first `done`, for a job with that many sinks, each with its number; also those that are not stored yet. */
  async *results(id: string, sinks: number, done: number): AsyncGenerator<readonly [number, Results]> {
    const own = this.#inProgress.get(id);
    // Taken first: they may be stored meanwhile.
    const held = Buffer.concat(own?.waiting ?? []);
    const before = own ? own.at.step - own.waiting.length : Infinity;
    let last = done;
    for await (const [end, key] of done < before ? this.#stepsOf(id) : []) {
      const bytes = end <= last ? undefined : await this.#objects.get(key);
      if (!bytes) continue;
      const stored = resultsOfBytes(bytes, sinks);
      let number = end - stored.length;
      for (const one of stored) if (++number > last) yield [(last = number), one];
    }
    let number = before;
    for (const one of resultsOfBytes(held, sinks)) if (++number > last) yield [(last = number), one];
  }

  close(): void {
    this.#own?.release();
  }

  /** The numbers and keys of the objects with results. */
  async *#stepsOf(id: string): AsyncGenerator<readonly [number, string]> {
    const prefix = dataOf(id, 'steps/');
    for await (const { key } of this.#objects.list(prefix)) yield [Number(key.slice(prefix.length)), key];
  }

  async #progress(id: string): Promise<JobProgress> {
    return (await this.#readStatus(dataOf(id, 'progress.json')))?.at ?? NOTHING_DONE;
  }

  #note(status: JobStatus): void {
    this.#own?.jobs.set(status.job.id, status);
    this.#wake(status.job.id);
  }

  #wake(id: string): void {
    const change = this.#changes.get(id);
    this.#changes.delete(id);
    change?.make();
  }

  async #removeData(id: string): Promise<void> {
    if (this.#own) return rm(join(this.#own.folder, 'data', id), { force: true, recursive: true });
    for await (const { key } of this.#objects.list(`data/${id}/`)) await this.#objects.delete(key);
  }

  /** `undefined` for an object that is missing or damaged. */
  async #read<T>(key: string): Promise<T | undefined> {
    const bytes = await this.#objects.get(key);
    try {
      return bytes && (JSON.parse(bytes.toString('utf8')) as T);
    } catch {
      return undefined;
    }
  }

  /** `undefined` for a status that is missing or damaged. */
  async #readStatus(key: string): Promise<JobStatus | undefined> {
    const status = await this.#read<Partial<JobStatus> | null>(key);
    return isJob(status?.job) && typeof status.at?.counts === 'object' ? (status as JobStatus) : undefined;
  }

  #write(key: string, value: unknown): Promise<void> {
    return this.#objects.put(key, Buffer.from(JSON.stringify(value)));
  }

  async #acceptedJob(id: string): Promise<Job | undefined> {
    const known = this.#accepted.get(id);
    if (known) return known;
    const job = await this.#read<Job>(recordOf(id));
    if (isJob(job)) this.#accepted.set(id, job);
    // A job that exists and cannot be read must not keep anybody from the others.
    else return (await this.#objects.find(recordOf(id))) && damagedJob(id);
    return job;
  }

  /** The status of a job that exists. */
  async #readJob(id: string): Promise<JobStatus | undefined> {
    const known = this.#ended.get(id);
    if (known) return known;
    const [job, end, cancelled, progress] = await Promise.all([
      this.#acceptedJob(id),
      this.#readStatus(dataOf(id, 'ended.json')),
      this.#read<Job>(dataOf(id, 'cancelled.json')),
      this.#readStatus(dataOf(id, 'progress.json')),
    ]);
    if (!job) return undefined;
    const at = progress?.at ?? NOTHING_DONE;
    if (end) this.#ended.set(id, end);
    return end ?? (isJob(cancelled) ? { job: cancelled, at } : (progress ?? { job, at }));
  }

  #forget(id: string): void {
    this.#accepted.delete(id);
    this.#ended.delete(id);
    this.#tags.delete(id);
  }

  /** Stores the results that wait, and then how far the job is. */
  async #flush(id: string): Promise<void> {
    const own = this.#inProgress.get(id);
    if (!own) return;
    const { job, at, waiting } = own;
    if (waiting.length > 0) {
      await this.#objects.put(stepKey(id, at.step), Buffer.concat(waiting));
      own.waiting = [];
    }
    await this.#write(dataOf(id, 'progress.json'), { job, at });
    own.stored = at;
  }

  /** What is known of each job, oldest first. */
  async #sorted(statusOf: (id: string) => Promise<JobStatus | undefined>): Promise<readonly JobStatus[]> {
    const ids: string[] = [];
    for await (const { key } of this.#objects.list('jobs/'))
      ids.push(key.slice('jobs/'.length, -'.json'.length));
    const limit = pLimit(16);
    const found = await Promise.all(ids.map((id) => limit(statusOf, id)));
    const known = found.filter((status) => status !== undefined);
    return known.sort((a, b) => (a.job.created < b.job.created ? -1 : 1));
  }
}

/** Locks a data folder for this process. Throws an Error with a message for the user. */
function lockOf(folder: string): () => void {
  try {
    return takeLock(join(folder, 'serve.lock'));
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    throw new Error(`the data folder is in use by another server: ${error.message}`, { cause: error });
  }
}
