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
import { contentOf, entriesOf, entryOf, recordOf, resultsIn } from '../run/parts/result-record.js';
import { bytesInMemory } from '../run/input/zip.js';
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

/** The results of a task, by its key, or texts of all sinks that belong to no task. */
export type Results =
  | { readonly key: string; readonly results: readonly TaskResult[]; readonly copies: readonly Copies[] }
  | { readonly texts: readonly Uint8Array[] };

/** What the entry of results says: `copies`, of each record, games that repeat earlier ones; or the lengths of texts. */
type StoredLine =
  | { readonly key: string; readonly copies: readonly (readonly (readonly [number, PlacedFinding])[])[] }
  | { readonly texts: readonly number[] };

/** The entry that is stored of results. */
export function bytesOfResults(given: Results): Buffer {
  if ('texts' in given) return entryOf({ texts: given.texts.map(({ length }) => length) }, given.texts);
  const { key, results, copies } = given;
  return entryOf({ key, copies: copies.map((one) => [...one]) }, results.flatMap(recordOf));
}

/** The results in some bytes, for a job with that many sinks. Throws Problem if they are damaged. */
export function resultsOfBytes(bytes: Buffer, sinks: number): Results[] {
  const source = bytesInMemory(bytes);
  const all: Results[] = [];
  let end = 0;
  for (const entry of entriesOf<StoredLine>(source)) {
    ({ end } = entry);
    const { line } = entry;
    if ('texts' in line) {
      const content = contentOf(entry, source);
      if (!content) throw storeDamaged();
      let at = 0;
      all.push({ texts: line.texts.map((length) => content.subarray(at, (at += length))) });
    } else {
      const results = resultsIn(entry, source, sinks);
      if (!results) throw storeDamaged();
      all.push({ key: line.key, results, copies: line.copies.map((one) => new Map(one)) });
    }
  }
  if (end < bytes.length) throw storeDamaged();
  return all;
}

/** The rows of one sink. */
export function rowsOfResults(given: Results, sinks: readonly SinkName[], sink: SinkName): Uint8Array {
  const s = sinks.indexOf(sink);
  if ('texts' in given) return given.texts[s] ?? new Uint8Array();
  return Buffer.concat(given.results.map((one, i) => withNotes(one, given.copies[i]!, sinks, s)));
}
