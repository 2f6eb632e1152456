import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { GAME_COMMAND_NAMES, type GameCommandName } from '../options/commands.js';
import type { KeptGames } from '../toolkit/duplicates/game-keys.js';
import { UPLOAD_LIST } from '../run/input/uploads.js';
import type { SinkName } from '../report/output/formats.js';
import type { Checkpoint } from '../run/parts/checkpoint.js';
import type { BodyFolder } from './uploads.js';
import { Problem, type ProblemDocument } from './problem.js';
import type { Query } from './query.js';

export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A file of a job. */
export interface JobFile {
  readonly name: string;
  readonly size: number;
  /** Whether it is a results table instead of games. */
  readonly isTable?: boolean | undefined;
}

/** Most files that the record of a job names. */
export const MAX_KNOWN_FILES = 100;

/** The stored record of a job. Times are ISO 8601. */
export interface Job {
  readonly id: string;
  /** Name of the tenant that owns it. */
  readonly owner: string;
  readonly command: GameCommandName;
  readonly query: Query;
  /** The first of its files, `MAX_KNOWN_FILES` at most. */
  readonly files: readonly JobFile[];
  readonly fileCount: number;
  /** Bytes of all files, and their disk space. */
  readonly bytes: number;
  readonly diskBytes: number;
  readonly state: JobState;
  readonly created: string;
  readonly started: string | undefined;
  readonly finished: string | undefined;
  readonly problem: ProblemDocument | undefined;
  /** How often its work began at this step, as far as the server did not stop it in peace. */
  readonly begun?: { readonly step: number; readonly times: number } | undefined;
}

/** Whether a stored record is a job. */
export function isJob(value: unknown): value is Job {
  const { id, owner, command, query, files, state, created } = (value ?? {}) as Partial<Job>;
  return (
    [id, owner, created].every((one) => typeof one === 'string') &&
    GAME_COMMAND_NAMES.includes(command!) &&
    JOB_STATES.includes(state!) &&
    typeof query === 'object' &&
    Array.isArray(files)
  );
}

/** Stands for a job whose record cannot be read: administrators see it, and may delete it. */
export function damagedJob(id: string): Job {
  const problem = new Problem('store-damaged', 'delete the job and send it again').document;
  return {
    ...{ id, owner: '', command: 'audit', query: {}, files: [], fileCount: 0, bytes: 0, diskBytes: 0 },
    ...{ state: 'failed', created: '', started: undefined, finished: undefined, problem },
  };
}

/** A job and its progress. */
export interface JobStatus {
  readonly job: Job;
  readonly at: Checkpoint;
}

/** The name of the only file: dead stones given as points alone belong to it. */
export function onlyName({ files, fileCount }: Pick<Job, 'files' | 'fileCount'>): string | undefined {
  return fileCount === 1 ? files[0]!.name : undefined;
}

/** Stored with the uploads of a job, so that it can be run again from its folder alone. */
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

/** The results of some items, stored together with the checkpoint after them. */
export interface Step {
  readonly parts: readonly (readonly [SinkName, Uint8Array])[];
  readonly games: KeptGames;
}

/** The database of jobs and their results. Every call is atomic, and its effect survives the process. */
export interface JobStore {
  /** The readable jobs, oldest first. */
  readonly list: () => Promise<readonly Job[]>;
  readonly put: (job: Job) => Promise<void>;
  /** Removes a job with its results. */
  readonly remove: (id: string) => Promise<void>;
  /** Removes the results of a job. */
  readonly clear: (id: string) => Promise<void>;
  readonly checkpoint: (id: string) => Promise<Checkpoint | undefined>;
  /** Stores the results of some items and the checkpoint after them. */
  readonly append: (id: string, step: Step, checkpoint: Checkpoint) => Promise<void>;
  /** The parts of one output from `fromStep` on, each with the number of its step. */
  readonly parts: (
    id: string,
    sink: SinkName,
    fromStep: number,
  ) => AsyncIterable<readonly [number, Uint8Array]>;
  /** Games that later ones are compared with. */
  readonly games: (id: string) => AsyncIterable<KeptGames>;
  readonly close: () => Promise<void>;
}

/** Digits of a step in a key: padded numbers sort in order. */
const DIGITS = 10;
/** Sorts after every character of a key. */
const END = '\uffff';

const jobKey = (id: string): string => `job!${id}`;
const checkpointKey = (id: string): string => `at!${id}`;
const stepKey = (number: number): string => String(number).padStart(DIGITS, '0');
const partsKey = (id: string, sink: string): string => `part!${id}!${sink}!`;
const gamesKey = (id: string): string => `seen!${id}!`;

/** Opens a store in a LevelDB database, which one process at a time can open. Throws an Error with a message for the user. */
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

/** Whether the file CURRENT is missing: LevelDB would take the folder for a new one and empty it. */
async function hasNoCurrent(folder: string): Promise<boolean> {
  try {
    const names = await readdir(folder);
    return !names.includes('CURRENT') && names.some((name) => /^MANIFEST-|\.(?:ldb|log)$/.test(name));
  } catch {
    return false; // there is no folder yet
  }
}

/** System errors, after which the store may be intact. */
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
    `the job store ${folder} is damaged (${reason}). Move it elsewhere: all jobs then run again from their uploads, which are kept next to it`,
  );
}

function written(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
}

/** `undefined` for a damaged record. A record of an older version may lack fields. */
function parsed<T>(bytes: Uint8Array): (Partial<T> & T) | undefined {
  try {
    return parse(bytes) as T;
  } catch {
    return undefined;
  }
}
