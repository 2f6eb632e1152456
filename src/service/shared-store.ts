/**
 * The jobs of several servers, in a store that all of them and all workers reach. Each object has one kind of writer:
 *
 *     jobs/ID.json             the job as it was accepted; it exists as long as the job does
 *     data/ID/uploads/...      its uploads, and their list
 *     data/ID/steps/NUMBER     results of some tasks, by the number of the last one
 *     data/ID/progress.json    written by its worker, after each step
 *     data/ID/ended.json       written by its worker at the end
 *     data/ID/cancelled.json   written by a server
 *
 * Steps depend on the job alone, so two workers with one job, of which one was thought dead, write the same.
 */
import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { KeptGames } from '../duplicates/seen-games.js';
import type { SinkName } from '../output/formats.js';
import { type Checkpoint, NOTHING_DONE } from '../run/checkpoint.js';
import type { Store } from '../store/store.js';
import type { Job, JobStatus, JobStore, Step } from './job-store.js';

/** A job store that several processes use. */
export interface SharedStore extends JobStore {
  /** All jobs, oldest first. */
  readonly statuses: () => Promise<readonly JobStatus[]>;
  /** All jobs, perhaps as they were earlier; this reads little. */
  readonly kept: () => Promise<readonly JobStatus[]>;
  readonly status: (id: string) => Promise<JobStatus | undefined>;
  readonly putUploads: (id: string, folder: string) => Promise<void>;
  /** Copies the uploads of a job into a new folder inside another one, whose path it returns. */
  readonly fetchUploads: (id: string, into: string) => Promise<string>;
  /** Removes all that belongs to a job that exists no more. */
  readonly removeData: (id: string) => Promise<void>;
}

const recordOf = (id: string): string => `jobs/${id}.json`;
const dataOf = (id: string, name: string): string => `data/${id}/${name}`;
const stepKey = (id: string, step: number): string => dataOf(id, `steps/${String(step).padStart(10, '0')}`);

/** Results that wait to be stored: an eighth of those that are, within bounds, so that a job has not too many objects. */
const SHARE = 8;
const LEAST_BYTES = 64 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;

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

export function sharedStore(objects: Store): SharedStore {
  const inProgress = new Map<string, InProgress>();
  const accepted = new Map<string, Job>();
  const ended = new Map<string, JobStatus>();

  async function read<T>(key: string): Promise<T | undefined> {
    const bytes = await objects.get(key);
    return bytes && (JSON.parse(bytes.toString('utf8')) as T);
  }

  const write = (key: string, value: unknown): Promise<void> =>
    objects.put(key, Buffer.from(JSON.stringify(value)));

  async function acceptedJob(id: string): Promise<Job | undefined> {
    const job = accepted.get(id) ?? (await read<Job>(recordOf(id)));
    if (job) accepted.set(id, job);
    return job;
  }

  async function status(id: string): Promise<JobStatus | undefined> {
    // A job that is known may have been removed since.
    if (accepted.has(id) && !(await objects.find(recordOf(id)))) forget(id);
    return listedStatus(id);
  }

  /** The status of a job that exists. */
  async function listedStatus(id: string): Promise<JobStatus | undefined> {
    const known = ended.get(id);
    if (known) return known;
    const [job, end, cancelled, progress] = await Promise.all([
      acceptedJob(id),
      read<JobStatus>(dataOf(id, 'ended.json')),
      read<Job>(dataOf(id, 'cancelled.json')),
      read<JobStatus>(dataOf(id, 'progress.json')),
    ]);
    if (!job) return undefined;
    const at = progress?.at ?? NOTHING_DONE;
    if (end) ended.set(id, end);
    return end ?? (cancelled && { job: cancelled, at }) ?? progress ?? { job, at };
  }

  function forget(id: string): void {
    accepted.delete(id);
    ended.delete(id);
  }

  async function flush(id: string): Promise<void> {
    const own = inProgress.get(id);
    if (!own || own.waiting.length === 0) return;
    const names = own.waiting[0]!.parts.map(([sink]) => sink);
    const parts = names.map((_, i) => Buffer.concat(own.waiting.map(({ parts: some }) => some[i]![1])));
    const head: StepHead = {
      games: own.waiting.map(({ games }) => games).filter(({ files }) => files.length > 0),
      sinks: names.map((sink, i) => [sink, parts[i]!.length]),
    };
    await objects.put(
      stepKey(id, own.at.step),
      Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...parts]),
    );
    own.waiting = [];
    own.bytes = 0;
    await write(dataOf(id, 'progress.json'), { job: own.job, at: own.at });
  }

  async function* steps(id: string, from: number): AsyncGenerator<readonly [number, StepHead, Buffer]> {
    const prefix = dataOf(id, 'steps/');
    for await (const { key } of objects.list(prefix)) {
      const step = Number(key.slice(prefix.length));
      const bytes = step < from ? undefined : await objects.get(key);
      if (!bytes) continue;
      const line = bytes.indexOf(10);
      yield [step, JSON.parse(bytes.toString('utf8', 0, line)) as StepHead, bytes.subarray(line + 1)];
    }
  }

  async function ids(): Promise<string[]> {
    const found: string[] = [];
    for await (const { key } of objects.list('jobs/')) found.push(key.slice('jobs/'.length, -'.json'.length));
    return found;
  }

  async function removeData(id: string): Promise<void> {
    for await (const { key } of objects.list(`data/${id}/`)) await objects.delete(key);
  }

  return {
    status,
    removeData,
    statuses: () => sorted(ids, listedStatus),
    kept: () =>
      sorted(ids, async (id) => {
        const job = await acceptedJob(id);
        return ended.get(id) ?? (job && { job, at: NOTHING_DONE });
      }),
    async list() {
      return (await this.statuses()).map(({ job }) => job);
    },
    async put(job) {
      const { id, state } = job;
      if (state === 'waiting') return write(recordOf(id), job);
      if (state === 'cancelled') return write(dataOf(id, 'cancelled.json'), job);
      if (state === 'running') {
        const at = (await read<JobStatus>(dataOf(id, 'progress.json')))?.at ?? NOTHING_DONE;
        inProgress.set(id, { job, at, waiting: [], bytes: 0 });
        return write(dataOf(id, 'progress.json'), { job, at });
      }
      await flush(id);
      const at = inProgress.get(id)?.at ?? NOTHING_DONE;
      inProgress.delete(id);
      // The first end counts.
      if (!(await objects.find(dataOf(id, 'ended.json')))) {
        await write(dataOf(id, 'ended.json'), { job, at });
      }
    },
    async remove(id) {
      await objects.delete(recordOf(id));
      forget(id);
      await removeData(id);
    },
    clear: removeData,
    async checkpoint(id) {
      return (await read<JobStatus>(dataOf(id, 'progress.json')))?.at;
    },
    async append(id, step, checkpoint) {
      const own = inProgress.get(id)!;
      own.at = checkpoint;
      own.waiting.push(step);
      own.bytes += step.parts.reduce((sum, [, { length }]) => sum + length, 0);
      const total = checkpoint.outputs.reduce((sum, { length }) => sum + length, 0);
      const enough = Math.min(Math.max((total - own.bytes) / SHARE, LEAST_BYTES), MOST_BYTES);
      if (own.bytes >= enough) await flush(id);
    },
    async *parts(id, sink, fromStep) {
      for await (const [step, head, bytes] of steps(id, fromStep)) {
        let at = 0;
        for (const [name, length] of head.sinks) {
          if (name === sink && length > 0) yield [step, bytes.subarray(at, at + length)];
          at += length;
        }
      }
    },
    async *games(id) {
      const step = (await this.checkpoint(id))?.step ?? 0;
      for await (const [number, head] of steps(id, 0)) if (number <= step) yield* head.games;
    },
    async putUploads(id, folder) {
      const limit = pLimit(8);
      const names = await readdir(folder);
      await Promise.all(
        names.map((name) => limit(() => objects.putFile(dataOf(id, `uploads/${name}`), join(folder, name)))),
      );
    },
    async fetchUploads(id, into) {
      await mkdir(into, { recursive: true });
      const folder = await mkdtemp(join(into, 'job-'));
      const prefix = dataOf(id, 'uploads/');
      for await (const { key } of objects.list(prefix)) {
        await fetchObject(objects, key, join(folder, key.slice(prefix.length)));
      }
      return folder;
    },
    close: () => Promise.resolve(),
  };
}

async function sorted(
  ids: () => Promise<readonly string[]>,
  statusOf: (id: string) => Promise<JobStatus | undefined>,
): Promise<readonly JobStatus[]> {
  const limit = pLimit(16);
  const found = await Promise.all((await ids()).map((id) => limit(() => statusOf(id))));
  const known = found.filter((status) => status !== undefined);
  return known.sort((a, b) => (a.job.created < b.job.created ? -1 : 1));
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
