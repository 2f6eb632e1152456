/** What a job is. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GAME_COMMAND_NAMES, type GameCommandName } from '../options/commands.js';
import { UPLOAD_LIST } from '../run/input/uploads.js';
import { type Counts, noCounts } from '../report/output/summary.js';
import { Problem, type ProblemDocument } from './problem.js';
import type { Query } from './query.js';
import type { PlacedFinding } from '../referee/judge/report.js';
import type { SinkName } from '../report/output/formats.js';
import { type Copies, withNotes } from '../run/merge/writer.js';
import { type RecordLine, recordOf, resultOf } from '../run/parts/result-record.js';
import type { TaskResult } from '../run/tasks/task.js';

export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** States after which a job is never run again. */
export const ENDED: ReadonlySet<JobState> = new Set(['done', 'failed', 'cancelled']);

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
  const problem = storeDamaged().document;
  return {
    ...{ id, owner: '', command: 'audit', query: {}, files: [], fileCount: 0, bytes: 0, diskBytes: 0 },
    ...{ state: 'failed', created: '', started: undefined, finished: undefined, problem },
  };
}

export function storeDamaged(): Problem {
  return new Problem('store-damaged', 'delete the job and send it again');
}

/** How far a job is. */
export interface JobProgress {
  /** Results stored, or held by its worker. */
  readonly step: number;
  /** The version that made them. */
  readonly version: string;
  /** Bytes of these results, and of the files that they are from. */
  readonly bytes: number;
  readonly inputBytes: number;
  readonly counts: Counts;
}

export const NOTHING_DONE: JobProgress = {
  ...{ step: 0, version: '', bytes: 0, inputBytes: 0 },
  counts: noCounts(),
};

/** A job and its progress. */
export interface JobStatus {
  readonly job: Job;
  readonly at: JobProgress;
}

/** Disk space of the uploads and results of a job, in bytes. */
export function bytesOf({ job, at }: JobStatus): number {
  return job.diskBytes + at.bytes;
}

/** The name of the only file: dead stones given as points alone belong to it. */
export function onlyName({ files, fileCount }: Pick<Job, 'files' | 'fileCount'>): string | undefined {
  return fileCount === 1 ? files[0]!.name : undefined;
}

/** Stored with the uploads of a job, so that it can be run again from its folder alone. */
export interface Description {
  readonly job: Job;
  /** In the order of their numbers, which are their names in the folder. */
  readonly files: readonly JobFile[];
}

/** The job of a folder of uploads; `undefined` where its description cannot be read. */
export async function describedJob(folder: string): Promise<Job | undefined> {
  try {
    const { job } = JSON.parse(await readFile(join(folder, UPLOAD_LIST), 'utf8')) as Partial<Description>;
    return isJob(job) ? job : undefined;
  } catch {
    return undefined;
  }
}

/** The line before the records of a task; `copies`: of each record, games that repeat earlier ones, by the number of their unit. */
interface TaskLine {
  readonly key: string;
  readonly records: number;
  readonly copies: readonly (readonly (readonly [number, PlacedFinding])[])[];
}

/** The line before texts that belong to no task, one for each sink; their lengths. */
interface TextLine {
  readonly texts: readonly number[];
}

/** The results of a task, by its key, or texts of all sinks. */
export type Results =
  | { readonly key: string; readonly results: readonly TaskResult[]; readonly copies: readonly Copies[] }
  | { readonly texts: readonly Uint8Array[] };

/** The bytes of results, in pieces. */
export function bytesOfResults(given: Results): Uint8Array[] {
  if ('texts' in given) {
    const line: TextLine = { texts: given.texts.map(({ length }) => length) };
    return [lineOf(line), ...given.texts];
  }
  const { key, results, copies } = given;
  const line: TaskLine = { key, records: results.length, copies: copies.map((one) => [...one]) };
  return [lineOf(line), ...results.flatMap(recordOf)];
}

function lineOf(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** The results in some bytes, for a job with that many sinks. Throws Problem if they are damaged. */
export function* resultsOfBytes(bytes: Buffer, sinks: number): Generator<Results> {
  let at = 0;
  const take = (length: number): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(bytes.subarray(at, (at += length)));
  const line = (): unknown => {
    const start = at;
    at = bytes.indexOf(10, at) + 1;
    return JSON.parse(bytes.toString('utf8', start, at));
  };
  const record = (): TaskResult => {
    const result = resultOf(line() as RecordLine, sinks, take);
    if (!result) throw storeDamaged();
    return result;
  };
  try {
    while (at < bytes.length) {
      const head = line() as TaskLine | TextLine;
      if ('texts' in head) yield { texts: head.texts.map(take) };
      else
        yield {
          key: head.key,
          results: Array.from({ length: head.records }, record),
          copies: head.copies.map((one) => new Map(one)),
        };
    }
  } catch (error) {
    const isStrange = [SyntaxError, TypeError, RangeError].some((kind) => error instanceof kind);
    throw isStrange ? storeDamaged() : error;
  }
}

/** The rows of one sink. */
export function rowsOfResults(given: Results, sinks: readonly SinkName[], sink: SinkName): Uint8Array {
  const s = sinks.indexOf(sink);
  if ('texts' in given) return given.texts[s] ?? new Uint8Array();
  return Buffer.concat(given.results.map((one, i) => withNotes(one, given.copies[i]!, sinks, s)));
}
