/**
 * Jobs and their results as objects of a store: of the data folder of a server that is alone, or of a folder or bucket that
 * several servers and their workers reach.
 *
 *     store.json               the format of all this
 *     jobs/ID.json             the job, and how far it is, when it is accepted, ends, or is to run again
 *     data/ID/uploads/NUMBER   its uploads; job.json there lists them, and has the job as it was accepted
 *     data/ID/parts/NUMBER     results, by the number of the last one
 *     data/ID/status.json      as jobs/ID.json, while a worker does it: written after each part
 *
 * Results depend on the job alone: if a worker that was thought dead goes on, it writes the same as its replacement, perhaps in
 * other parts. What is beyond the progress does not count.
 */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { type ListedUpload, UPLOAD_LIST } from '../run/input/uploads.js';
import { copyObjects } from '../run/store/folder.js';
import { newerFormat } from '../core/json.js';
import { isBucketAddress, type Store, StoreError } from '../run/store/store.js';
import {
  damagedJob,
  ENDED,
  isStatus,
  type Job,
  type JobProgress,
  type JobStatus,
  NOTHING_DONE,
  type Results,
  resultsOfBytes,
} from './job.js';

/** What a store says of itself, and the format of its objects. A store that says nothing is of the first one. */
const ABOUT = 'store.json';
const FORMAT = 1;

const recordOf = (id: string): string => `jobs/${id}.json`;
const dataOf = (id: string, name: string): string => `data/${id}/${name}`;
const listOf = (id: string): string => dataOf(id, `uploads/${UPLOAD_LIST}`);
const partOf = (id: string, last: number): string => dataOf(id, `parts/${String(last).padStart(10, '0')}`);
const progressOf = (id: string): string => dataOf(id, 'status.json');

/** Milliseconds between looks at a job that is followed. */
const POLL_MS = 300;
/** Jobs in a bucket whose uploads this machine keeps, for lookups of their games. */
const KEPT_UPLOADS = 4;

/** Jobs and their results. What a call has stored survives the process. Every call may throw StoreError. */
export class JobStore {
  readonly #objects: Store;
  readonly #folder: string;
  /** Records of jobs, with the tags by which a change shows. */
  readonly #records = new Map<string, { readonly tag: string; readonly status: JobStatus }>();
  readonly #looks = new Map<string, Promise<JobStatus | undefined>>();
  readonly #uploads = new Map<string, Promise<string>>();

  /** `folder`: of this process, for copies of uploads in a bucket. It must exist. */
  constructor(objects: Store, folder: string) {
    this.#objects = objects;
    this.#folder = folder;
  }

  /** Called before anything else. Throws StoreError for a store that a later version wrote. */
  async open(): Promise<void> {
    const bytes = await this.#objects.get(ABOUT);
    const newer = newerFormat(bytes && storedFormat(bytes), FORMAT);
    if (newer !== undefined) throw new StoreError(`${this.#objects.address}: ${newer}`);
    if (!bytes) await this.#objects.put(ABOUT, Buffer.from(JSON.stringify({ store: FORMAT })));
  }

  /**
   * Brings a folder in order that this process alone uses: no job is being done, interrupted removals are finished, and jobs
   * whose records are lost wait again.
   */
  async recover(): Promise<void> {
    const folder = this.#objects.address;
    const namesIn = (name: string): Promise<string[]> => readdir(join(folder, name)).catch(() => []);
    const uploads = await namesIn('uploads');
    // Earlier versions had uploads apart, and other results: their jobs run again.
    for (const id of uploads) {
      await this.#objects.deleteFolder(`data/${id}`);
      await this.#objects.putFolder(dataOf(id, 'uploads'), join(folder, 'uploads', id));
    }
    const known = new Set<string>();
    for (const { job } of await this.statuses()) {
      known.add(job.id);
      if (job.state === 'running') await this.leave(job);
    }
    for (const id of new Set([...known, ...(await namesIn('data'))])) {
      if (known.has(id) && (await this.#objects.find(listOf(id)))) continue;
      const listed = await this.#read(listOf(id));
      if (listed?.job.id === id) await this.accept(listed.job);
      else await this.remove(id);
    }
  }

  /** All jobs, oldest first. */
  async statuses(): Promise<readonly JobStatus[]> {
    const records: (readonly [string, string])[] = [];
    for await (const { key, tag } of this.#objects.list('jobs/'))
      if (key.endsWith('.json')) records.push([key.slice('jobs/'.length, -'.json'.length), tag]);
    const limit = pLimit(16);
    const found = await Promise.all(records.map(([id, tag]) => limit(() => this.#status(id, tag))));
    const known = found.filter((status) => status !== undefined);
    return known.sort((a, b) => (a.job.created < b.job.created ? -1 : 1));
  }

  async status(id: string): Promise<JobStatus | undefined> {
    const found = await this.#objects.find(recordOf(id));
    return found && this.#status(id, found.tag);
  }

  /** The status of a job a moment later; all who wait for it share one look. */
  later(id: string): Promise<JobStatus | undefined> {
    const look =
      this.#looks.get(id) ??
      wait(POLL_MS).then(() => {
        this.#looks.delete(id);
        return this.status(id);
      });
    this.#looks.set(id, look);
    return look;
  }

  /** Takes over the uploads of a job, which are numbered in a folder, and accepts it: a job without a record never was. */
  async create(job: Job, files: readonly ListedUpload[], folder: string): Promise<void> {
    const list = JSON.stringify({ job, at: NOTHING_DONE, files });
    await writeFile(join(folder, UPLOAD_LIST), list, { mode: 0o600, flush: true });
    await this.#objects.putFolder(dataOf(job.id, 'uploads'), folder);
    await this.accept(job);
  }

  /** A folder with the uploads of a job: that of the store, or a copy. */
  uploads(id: string): Promise<string> {
    const { address } = this.#objects;
    if (!isBucketAddress(address)) return Promise.resolve(join(address, dataOf(id, 'uploads')));
    const known = this.#uploads.get(id) ?? this.#copyUploads(id);
    known.catch(() => this.#uploads.delete(id));
    this.#uploads.delete(id);
    this.#uploads.set(id, known);
    const [oldest] = this.#uploads.keys();
    if (this.#uploads.size > KEPT_UPLOADS) this.dropUploads(oldest!);
    return known;
  }

  /** Removes the copy of the uploads of a job. */
  dropUploads(id: string): void {
    const folder = this.#uploads.get(id);
    this.#uploads.delete(id);
    void folder?.then((path) => rm(path, { recursive: true, force: true })).catch(() => undefined);
  }

  /** Stores a job that waits. */
  accept(job: Job): Promise<void> {
    return this.#write(recordOf(job.id), { job, at: NOTHING_DONE });
  }

  /** Lets a job that has ended run again. If the server is killed meanwhile, the job is as before, or waits. */
  async restart(job: Job): Promise<void> {
    await this.#objects.delete(progressOf(job.id));
    await this.accept(job);
  }

  /** Notes that a worker does a job, and returns where it continues: another version starts over. */
  async begin(job: Job, version: string): Promise<JobProgress> {
    const before = (await this.#read(progressOf(job.id)))?.at;
    const at = before?.version === version ? before : { ...NOTHING_DONE, version };
    if (at !== before) await this.#objects.deleteFolder(dataOf(job.id, 'parts'));
    await this.#write(progressOf(job.id), { job, at });
    return at;
  }

  /** Stores the next results of a job, and how far it is with them. */
  async keep({ job, at }: JobStatus, part: Uint8Array): Promise<void> {
    await this.#objects.put(partOf(job.id, at.step), part);
    await this.#write(progressOf(job.id), { job, at });
  }

  /** Notes that nobody does a job any more. */
  async leave(job: Job): Promise<void> {
    const { at = NOTHING_DONE } = (await this.#read(progressOf(job.id))) ?? {};
    await this.#write(progressOf(job.id), { job: { ...job, state: 'waiting' }, at });
  }

  /** Stores the end of a job, unless it has ended before or is gone. */
  async end(job: Job): Promise<void> {
    const status = await this.status(job.id);
    if (status && !ENDED.has(status.job.state)) await this.#write(recordOf(job.id), { job, at: status.at });
  }

  /** Removes a job with its uploads and results. Even if the server is killed, a job that has lost its list is gone. */
  async remove(id: string): Promise<void> {
    this.dropUploads(id);
    await this.#objects.delete(listOf(id));
    await this.#objects.delete(recordOf(id));
    this.#records.delete(id);
    await this.#objects.deleteFolder(`data/${id}`);
  }

  /** The results after number `done` up to number `last`, for a job with that many sinks, as far as they are there. */
  async *results(
    id: string,
    sinks: number,
    done: number,
    last: number,
  ): AsyncGenerator<readonly [number, Results]> {
    const prefix = dataOf(id, 'parts/');
    let at = done;
    for await (const { key } of at < last ? this.#objects.list(prefix, partOf(id, done)) : []) {
      const bytes = at < last ? await this.#objects.get(key) : undefined;
      const stored = bytes ? resultsOfBytes(bytes, sinks) : [];
      let number = Number(key.slice(prefix.length)) - stored.length;
      for (const one of stored) if (++number === at + 1 && number <= last) yield [(at = number), one];
    }
  }

  async #copyUploads(id: string): Promise<string> {
    const folder = await mkdtemp(join(this.#folder, 'job-'));
    await copyObjects(this.#objects, dataOf(id, 'uploads/'), folder);
    return folder;
  }

  /** `undefined` for an object that is missing or damaged. */
  async #read(key: string): Promise<JobStatus | undefined> {
    const bytes = await this.#objects.get(key);
    try {
      const value = Object(bytes && JSON.parse(bytes.toString('utf8'))) as Partial<JobStatus>;
      // Earlier versions stored a job alone.
      const { job = value, at = NOTHING_DONE } = value;
      const status = { job, at };
      return isStatus(status) ? status : undefined;
    } catch {
      return undefined;
    }
  }

  #write(key: string, status: JobStatus): Promise<void> {
    return this.#objects.put(key, Buffer.from(JSON.stringify(status)));
  }

  /** The status of a job whose record has this tag. One that cannot be read must not keep anybody from the others. */
  async #status(id: string, tag: string): Promise<JobStatus | undefined> {
    const known = this.#records.get(id);
    const read = async (): Promise<JobStatus | undefined> =>
      (await this.#read(recordOf(id))) ?? (await this.#read(listOf(id)));
    const record = known?.tag === tag ? known.status : await read();
    if (!record) return (await this.#objects.find(recordOf(id))) && damagedJob(id);
    this.#records.set(id, { tag, status: record });
    return ENDED.has(record.job.state) ? record : ((await this.#read(progressOf(id))) ?? record);
  }
}

/** The format that a store says it has; 0 where that is damaged. */
function storedFormat(bytes: Buffer): unknown {
  try {
    return (Object(JSON.parse(bytes.toString('utf8'))) as { readonly store?: unknown }).store;
  } catch {
    return 0;
  }
}
