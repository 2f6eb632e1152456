/** What a job is. */
import { GAME_COMMAND_NAMES, type GameCommandName } from '../options/commands.js';
import type { ListedUpload } from '../run/input/uploads.js';
import { type Counts, noCounts } from '../report/output/summary.js';
import { Problem, problemOf, type ProblemDocument } from './problem.js';
import type { Query } from './query.js';
import type { PlacedFinding } from '../referee/judge/report.js';
import type { SinkName } from '../report/output/formats.js';
import { type Copies, withNotes } from '../run/merge/writer.js';
import { entriesOf, entryOf, recordOf, resultsIn } from '../run/parts/result-record.js';
import { bytesInMemory } from '../run/input/zip.js';
import type { TaskResult } from '../run/tasks/task.js';

export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** States after which a job is never run again. */
export const ENDED: ReadonlySet<JobState> = new Set(['done', 'failed', 'cancelled']);

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
  readonly files: readonly ListedUpload[];
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

/** Stands for a job whose record cannot be read: administrators see it, and may delete it. */
export function damagedJob(id: string): JobStatus {
  const problem = storeDamaged().document;
  const job: Job = {
    ...{ id, owner: '', command: 'audit', query: {}, files: [], fileCount: 0, bytes: 0, diskBytes: 0 },
    ...{ state: 'failed', created: '', started: undefined, finished: undefined, problem },
  };
  return { job, at: NOTHING_DONE };
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

/** Whether a stored value is a job and its progress. */
export function isStatus(value: unknown): value is JobStatus {
  const { job, at } = Object(value) as Partial<JobStatus>;
  const { id, owner, command, query, files, state, created } = Object(job) as Partial<Job>;
  return (
    [id, owner, created].every((one) => typeof one === 'string') &&
    GAME_COMMAND_NAMES.includes(command!) &&
    JOB_STATES.includes(state!) &&
    [query, at?.counts].every((one) => typeof one === 'object') &&
    Array.isArray(files)
  );
}

/** A job at its end. */
export function ended(job: Job, state: 'done' | 'failed' | 'cancelled', error?: unknown): Job {
  const problem = error === undefined ? job.problem : problemOf(error).document;
  return { ...job, state, problem, finished: new Date().toISOString() };
}

/** Disk space of the uploads and results of a job, in bytes. */
export function bytesOf({ job, at }: JobStatus): number {
  return job.diskBytes + at.bytes;
}

/** The name of the only file: dead stones given as points alone belong to it. */
export function onlyName({ files, fileCount }: Pick<Job, 'files' | 'fileCount'>): string | undefined {
  return fileCount === 1 ? files[0]!.name : undefined;
}

/**
 * The results of a task, by its key, and of each the games that repeat earlier ones. Texts that belong to no task are a result
 * without games, its key is ''.
 */
export interface Results {
  readonly key: string;
  readonly results: readonly TaskResult[];
  readonly copies: readonly Copies[];
}

/** What the entry of results says. */
interface StoredLine {
  readonly key: string;
  readonly copies: readonly (readonly (readonly [number, PlacedFinding])[])[];
}

/** The entry that is stored of results. */
export function bytesOfResults({ key, results, copies }: Results): Buffer {
  const line: StoredLine = { key, copies: copies.map((one) => [...one]) };
  return entryOf(line, results.flatMap(recordOf));
}

/** The results in some bytes, for a job with that many sinks. Throws Problem if they are damaged. */
export function resultsOfBytes(bytes: Buffer, sinks: number): Results[] {
  const source = bytesInMemory(bytes);
  const all: Results[] = [];
  let end = 0;
  for (const entry of entriesOf<StoredLine>(source)) {
    ({ end } = entry);
    const { key, copies } = entry.line;
    const results = resultsIn(entry, source, sinks);
    if (!results) throw storeDamaged();
    all.push({ key, results, copies: copies.map((one) => new Map(one)) });
  }
  if (end < bytes.length) throw storeDamaged();
  return all;
}

/** The rows of one sink. */
export function rowsOfResults(
  { results, copies }: Results,
  sinks: readonly SinkName[],
  sink: SinkName,
): Uint8Array {
  const s = sinks.indexOf(sink);
  return Buffer.concat(results.map((one, i) => withNotes(one, copies[i]!, sinks, s)));
}
