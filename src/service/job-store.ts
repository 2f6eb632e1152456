import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import type { GameCommandName } from '../commands/commands.js';
import type { KeptGames } from '../duplicates/seen-games.js';
import { UPLOAD_LIST } from '../input/uploads.js';
import type { SinkName } from '../output/formats.js';
import type { Checkpoint } from '../run/checkpoint.js';
import type { BodyFolder } from './bodies.js';
import type { ProblemDocument } from './problem.js';
import type { Query } from './requests.js';

export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A file of a job. */
export interface JobFile {
  readonly name: string;
  readonly size: number;
  /** A results table, not games. */
  readonly isTable?: boolean | undefined;
}

/** Files of a job that are known without looking into its folder. */
export const MOST_KNOWN_FILES = 100;

/** What is known about a job, and kept over restarts. Times are ISO 8601. */
export interface Job {
  readonly id: string;
  /** Name of the tenant whose job it is. */
  readonly owner: string;
  readonly command: GameCommandName;
  readonly query: Query;
  /** The first of its files, `MOST_KNOWN_FILES` at most. */
  readonly files: readonly JobFile[];
  readonly fileCount: number;
  /** Bytes of all files, and those that they take on the disk. */
  readonly bytes: number;
  readonly diskBytes: number;
  readonly state: JobState;
  readonly created: string;
  readonly started: string | undefined;
  readonly finished: string | undefined;
  readonly problem: ProblemDocument | undefined;
}

/** Points alone name dead stones of the only file. */
export function onlyName({ files, fileCount }: Pick<Job, 'files' | 'fileCount'>): string | undefined {
  return fileCount === 1 ? files[0]!.name : undefined;
}

/** Beside the uploads of a job: what it is, and all its files. The job can be done again from its folder alone. */
interface Description {
  readonly job: Job;
  /** In the order of their numbers, which are their names in the folder. */
  readonly files: readonly JobFile[];
}

export async function describeFolder(folder: BodyFolder, job: Job, files: readonly JobFile[]): Promise<void> {
  const description: Description = { job, files };
  await writeFile(join(folder.path, UPLOAD_LIST), JSON.stringify(description), { mode: 0o600, flush: true });
}

/** The job of a folder; `undefined` where its description cannot be read. */
export async function describedJob(folder: string): Promise<Job | undefined> {
  try {
    return (JSON.parse(await readFile(join(folder, UPLOAD_LIST), 'utf8')) as Description).job;
  } catch {
    return undefined;
  }
}

/** What some items gave: kept together with the checkpoint after them, or not at all. */
export interface Step {
  readonly parts: readonly (readonly [SinkName, Uint8Array])[];
  readonly games: KeptGames;
}

/** Where jobs and their results are kept. Every call is atomic, and what it kept survives the process. */
export interface JobStore {
  /** Those that can be read, oldest first. */
  readonly list: () => Promise<readonly Job[]>;
  readonly put: (job: Job) => Promise<void>;
  /** Removes a job with its results. */
  readonly remove: (id: string) => Promise<void>;
  /** Removes the results of a job. */
  readonly clear: (id: string) => Promise<void>;
  readonly checkpoint: (id: string) => Promise<Checkpoint | undefined>;
  /** Keeps the results of some items and the checkpoint after them in one go. */
  readonly append: (id: string, step: Step, checkpoint: Checkpoint) => Promise<void>;
  /** The parts of one form of output, from a step on, each with the number of its step. */
  readonly parts: (
    id: string,
    sink: SinkName,
    fromStep: number,
  ) => AsyncIterable<readonly [number, Uint8Array]>;
  /** Games that later ones are compared with. */
  readonly games: (id: string) => AsyncIterable<KeptGames>;
  readonly close: () => Promise<void>;
}

/** Steps are padded, so that the order of keys is theirs. */
const DIGITS = 10;
/** After every character of a key. */
const END = '\uffff';

const jobKey = (id: string): string => `job!${id}`;
const checkpointKey = (id: string): string => `at!${id}`;
const stepKey = (number: number): string => String(number).padStart(DIGITS, '0');
const partsKey = (id: string, sink: string): string => `part!${id}!${sink}!`;
const gamesKey = (id: string): string => `seen!${id}!`;

/** A store in a LevelDB of this folder, which one process opens at a time. Throws an Error with a line for the user when it cannot be opened. */
export async function openJobStore(folder: string): Promise<JobStore> {
  if (await hasNoCurrent(folder)) throw damaged(folder, 'its file CURRENT is missing');
  const db = new ClassicLevel<string, Uint8Array>(folder, { keyEncoding: 'utf8', valueEncoding: 'view' });
  try {
    await db.open();
  } catch (error) {
    throw refusal(folder, error);
  }

  async function clear(id: string): Promise<void> {
    await db.del(checkpointKey(id));
    for (const range of [`part!${id}!`, gamesKey(id)]) await db.clear({ gt: range, lt: range + END });
  }

  return {
    async list() {
      const jobs: Job[] = [];
      try {
        for await (const bytes of db.values({ gt: 'job!', lt: `job!${END}` })) {
          const job = parsed<Job>(bytes);
          if (job?.fileCount !== undefined) jobs.push(job);
        }
      } catch (error) {
        throw refusal(folder, { cause: error });
      }
      return jobs.sort((a, b) => (a.created < b.created ? -1 : 1));
    },
    put: (job) => db.put(jobKey(job.id), written(job), { sync: true }),
    async remove(id) {
      await db.del(jobKey(id), { sync: true });
      await clear(id);
    },
    clear,
    async checkpoint(id) {
      const bytes = await db.get(checkpointKey(id));
      const found = bytes && parsed<Checkpoint>(bytes);
      return found?.outputs && found;
    },
    async append(id, { parts, games }, checkpoint) {
      const step = stepKey(checkpoint.step);
      const batch = db.batch().put(checkpointKey(id), written(checkpoint));
      for (const [sink, bytes] of parts) {
        if (bytes.length > 0) batch.put(partsKey(id, sink) + step, bytes);
      }
      if (games.files.length > 0) batch.put(gamesKey(id) + step, written(games));
      await batch.write();
    },
    async *parts(id, sink, fromStep) {
      const range = partsKey(id, sink);
      for await (const [key, bytes] of db.iterator({ gte: range + stepKey(fromStep), lt: range + END })) {
        yield [Number(key.slice(range.length)), bytes];
      }
    },
    async *games(id) {
      const range = gamesKey(id);
      for await (const bytes of db.values({ gt: range, lt: range + END })) yield parse(bytes) as KeptGames;
    },
    close: () => db.close(),
  };
}

/** LevelDB takes a folder without its file CURRENT for a new one, and removes what is in it. */
async function hasNoCurrent(folder: string): Promise<boolean> {
  try {
    const names = await readdir(folder);
    return !names.includes('CURRENT') && names.some((name) => /^MANIFEST-|\.(?:ldb|log)$/.test(name));
  } catch {
    return false; // there is none yet
  }
}

/** Reasons outside the store: it may be whole. */
const OF_THE_DISK =
  /^(?:Permission denied|Read-only|No space left|Disk quota|Too many open|Input\/output|EEXIST|file already)/;

function refusal(folder: string, error: unknown): Error {
  const { cause } = error as { readonly cause?: { readonly code?: string; readonly message?: string } };
  const reason = cause?.message?.split(': ').at(-1) ?? 'unknown reason';
  if (cause?.code === 'LEVEL_LOCKED') return new Error('the data folder is in use by another server');
  if (OF_THE_DISK.test(reason)) return new Error(`the job store ${folder} cannot be opened: ${reason}`);
  return damaged(folder, reason);
}

function damaged(folder: string, reason: string): Error {
  return new Error(
    `the job store ${folder} is damaged (${reason}). Move it away: all jobs are then done again, as their uploads are kept beside it`,
  );
}

function written(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
}

/** `undefined` for what is not JSON: a record that the disk has damaged. Fields may be missing in that of an older version. */
function parsed<T>(bytes: Uint8Array): (Partial<T> & T) | undefined {
  try {
    return parse(bytes) as T;
  } catch {
    return undefined;
  }
}
