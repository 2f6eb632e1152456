/**
 * The jobs of several servers, in a store that all of them and all workers can reach. Each object has one kind of writer:
 *
 *     jobs/ID.json             the job as it was accepted; it exists as long as the job does
 *     data/ID/uploads/...      its uploads, and their list
 *     data/ID/steps/NUMBER     results of some tasks, by the number of the last one
 *     data/ID/progress.json    written by its worker, after each step
 *     data/ID/ended.json       written by its worker at the end
 *     data/ID/cancelled.json   written by a server
 *
 * Steps depend on the job alone: if a worker that was thought dead goes on, it writes the same as its replacement.
 */
import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { KeptGames } from '../toolkit/duplicates/game-keys.js';
import type { SinkName } from '../report/output/formats.js';
import { type Checkpoint, NOTHING_DONE } from '../run/parts/checkpoint.js';
import type { Store } from '../run/store/store.js';
import { damagedJob, isJob, type Job, type JobStatus, type JobStore, type Step } from './job-store.js';

const recordOf = (id: string): string => `jobs/${id}.json`;
const dataOf = (id: string, name: string): string => `data/${id}/${name}`;
const stepKey = (id: string, step: number): string => dataOf(id, `steps/${String(step).padStart(10, '0')}`);

/** Results that wait to be stored: an eighth of those stored already, within bounds, so that a job does not have too many objects. */
const SHARE = 8;
const MIN_BYTES = 64 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;

/** What a worker knows of a job in progress. */
interface InProgress {
  job: Job;
  at: Checkpoint;
  waiting: Step[];
  bytes: number;
}

/** The first line of a step. */
interface StepHead {
  readonly games: readonly KeptGames[];
  readonly sinks: readonly (readonly [SinkName, length: number])[];
}

/** A job store that several processes use. */
export class SharedStore implements JobStore {
  readonly #objects: Store;
  readonly #inProgress = new Map<string, InProgress>();
  readonly #accepted = new Map<string, Job>();
  readonly #ended = new Map<string, JobStatus>();

  constructor(objects: Store) {
    this.#objects = objects;
  }

  /** All jobs, oldest first. */
  statuses(): Promise<readonly JobStatus[]> {
    return this.#sorted((id) => this.#listedStatus(id));
  }

  /** All jobs, perhaps in an earlier state; this reads little. */
  kept(): Promise<readonly JobStatus[]> {
    return this.#sorted(async (id) => {
      const job = await this.#acceptedJob(id);
      return this.#ended.get(id) ?? (job && { job, at: NOTHING_DONE });
    });
  }

  async status(id: string): Promise<JobStatus | undefined> {
    // A job that is known may have been removed since.
    if (this.#accepted.has(id) && !(await this.#objects.find(recordOf(id)))) this.#forget(id);
    return this.#listedStatus(id);
  }

  async list(): Promise<readonly Job[]> {
    return (await this.statuses()).map(({ job }) => job);
  }

  async put(job: Job): Promise<void> {
    const { id, state } = job;
    if (state === 'waiting') return this.#write(recordOf(id), job);
    if (state === 'cancelled') return this.#write(dataOf(id, 'cancelled.json'), job);
    if (state === 'running') {
      const at = (await this.checkpoint(id)) ?? NOTHING_DONE;
      this.#inProgress.set(id, { job, at, waiting: [], bytes: 0 });
      return this.#write(dataOf(id, 'progress.json'), { job, at });
    }
    await this.#flush(id);
    const at = this.#inProgress.get(id)?.at ?? NOTHING_DONE;
    this.#inProgress.delete(id);
    // Only the first end is kept.
    if (!(await this.#objects.find(dataOf(id, 'ended.json')))) {
      await this.#write(dataOf(id, 'ended.json'), { job, at });
    }
  }

  async remove(id: string): Promise<void> {
    await this.#objects.delete(recordOf(id));
    this.#forget(id);
    await this.removeData(id);
  }

  clear(id: string): Promise<void> {
    return this.removeData(id);
  }

  /** Removes everything that belongs to a job that no longer exists. */
  async removeData(id: string): Promise<void> {
    for await (const { key } of this.#objects.list(`data/${id}/`)) await this.#objects.delete(key);
  }

  async checkpoint(id: string): Promise<Checkpoint | undefined> {
    return (await this.#readStatus(dataOf(id, 'progress.json')))?.at;
  }

  async append(id: string, step: Step, checkpoint: Checkpoint): Promise<void> {
    const own = this.#inProgress.get(id)!;
    own.at = checkpoint;
    own.waiting.push(step);
    own.bytes += step.parts.reduce((sum, [, { length }]) => sum + length, 0);
    const total = checkpoint.outputs.reduce((sum, { length }) => sum + length, 0);
    const enough = Math.min(Math.max((total - own.bytes) / SHARE, MIN_BYTES), MAX_BYTES);
    if (own.bytes >= enough) await this.#flush(id);
  }

  async *parts(id: string, sink: SinkName, fromStep: number): AsyncGenerator<readonly [number, Buffer]> {
    for await (const [step, head, bytes] of this.#steps(id, fromStep)) {
      let at = 0;
      for (const [name, length] of head.sinks) {
        if (name === sink && length > 0) yield [step, bytes.subarray(at, at + length)];
        at += length;
      }
    }
  }

  async *games(id: string): AsyncGenerator<KeptGames> {
    const step = (await this.checkpoint(id))?.step ?? 0;
    for await (const [number, head] of this.#steps(id, 0)) if (number <= step) yield* head.games;
  }

  async putUploads(id: string, folder: string): Promise<void> {
    const limit = pLimit(8);
    const names = await readdir(folder);
    const put = (name: string) => this.#objects.putFile(dataOf(id, `uploads/${name}`), join(folder, name));
    await Promise.all(names.map((name) => limit(put, name)));
  }

  /** Copies the uploads of a job into a new folder inside `into`, and returns its path. */
  async fetchUploads(id: string, into: string): Promise<string> {
    await mkdir(into, { recursive: true });
    const folder = await mkdtemp(join(into, 'job-'));
    const prefix = dataOf(id, 'uploads/');
    for await (const { key } of this.#objects.list(prefix)) {
      await fetchObject(this.#objects, key, join(folder, key.slice(prefix.length)));
    }
    return folder;
  }

  close(): Promise<void> {
    return Promise.resolve();
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
    return isJob(status?.job) && Array.isArray(status.at?.outputs) ? (status as JobStatus) : undefined;
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
  async #listedStatus(id: string): Promise<JobStatus | undefined> {
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
  }

  async #flush(id: string): Promise<void> {
    const own = this.#inProgress.get(id);
    if (!own || own.waiting.length === 0) return;
    const names = own.waiting[0]!.parts.map(([sink]) => sink);
    const parts = names.map((_, i) => Buffer.concat(own.waiting.map(({ parts: some }) => some[i]![1])));
    const head: StepHead = {
      games: own.waiting.map(({ games }) => games).filter(({ files }) => files.length > 0),
      sinks: names.map((sink, i) => [sink, parts[i]!.length]),
    };
    await this.#objects.put(
      stepKey(id, own.at.step),
      Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...parts]),
    );
    own.waiting = [];
    own.bytes = 0;
    await this.#write(dataOf(id, 'progress.json'), { job: own.job, at: own.at });
  }

  async *#steps(id: string, from: number): AsyncGenerator<readonly [number, StepHead, Buffer]> {
    const prefix = dataOf(id, 'steps/');
    for await (const { key } of this.#objects.list(prefix)) {
      const step = Number(key.slice(prefix.length));
      const bytes = step < from ? undefined : await this.#objects.get(key);
      if (!bytes) continue;
      const line = bytes.indexOf(10);
      yield [step, JSON.parse(bytes.toString('utf8', 0, line)) as StepHead, bytes.subarray(line + 1)];
    }
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

const BLOCK_BYTES = 8 * 1024 * 1024;

async function fetchObject(objects: Store, key: string, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for (let at = 0, length = BLOCK_BYTES; length === BLOCK_BYTES; at += length) {
      const block = (await objects.range(key, at, BLOCK_BYTES)) ?? Buffer.alloc(0);
      await file.writeFile(block);
      length = block.length;
    }
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
