import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SinkName } from '../output/formats.js';
import type { Counts } from '../output/summary.js';
import type { LargeFile } from '../run/large-file.js';
import type { BodyFolder } from './bodies.js';
import type { GameCommandName } from '../commands/commands.js';
import type { Query } from './judging.js';
import type { ProblemDocument } from './problem.js';
import type { Upload } from './uploads.js';

export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A file of a job. */
export interface JobFile {
  readonly name: string;
  readonly size: number;
}

/** So many files of a job are known without looking into its folder. */
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

/** How far a job is: everything that its first `items` items gave is stored. */
export interface Checkpoint {
  readonly items: number;
  /** Number of the next step. */
  readonly step: number;
  readonly inputBytes: number;
  /** Bytes of the results, by form: what is read of them must be as much. */
  readonly resultBytes: Readonly<Partial<Record<SinkName, number>>>;
  readonly counts: Counts;
  /** Set in the middle of a large file. */
  readonly within: LargeFile | undefined;
}

/** A game that later ones are compared with: four words of its key, its file and number. */
export type SeenGame = readonly [number, number, number, number, string, number];

/** What became of some items: kept together with the checkpoint behind them, or not at all. */
export interface Step {
  readonly parts: readonly (readonly [SinkName, Uint8Array])[];
  readonly seen: readonly SeenGame[];
}

/** Where jobs and their results are kept. Every call is atomic; what it was told outlives the process. */
export interface JobStore {
  /** Those that can be read, oldest first. */
  readonly list: () => Promise<readonly Job[]>;
  readonly put: (job: Job) => Promise<void>;
  /** Forgets a job with its results. */
  readonly remove: (id: string) => Promise<void>;
  /** Forgets the results of a job. */
  readonly clear: (id: string) => Promise<void>;
  readonly checkpoint: (id: string) => Promise<Checkpoint | undefined>;
  /** Keeps the results of some items and the place behind them in one go. */
  readonly append: (id: string, step: Step, behind: Checkpoint) => Promise<void>;
  /** The parts of one form of output, from a step on, each with the number of its step. */
  readonly parts: (
    id: string,
    sink: SinkName,
    fromStep: number,
  ) => AsyncIterable<readonly [number, Uint8Array]>;
  readonly seen: (id: string) => AsyncIterable<SeenGame>;
  readonly close: () => Promise<void>;
}

/** Beside the uploads of a job: what it is, and all its files. The job can be done again from its folder alone. */
const DESCRIPTION = 'job.json';

interface Description {
  readonly job: Job;
  /** In the order of their numbers, which are their names in the folder. */
  readonly files: readonly JobFile[];
}

export async function describeFolder(folder: BodyFolder, job: Job, files: readonly JobFile[]): Promise<void> {
  const description: Description = { job, files };
  await writeFile(join(folder.path, DESCRIPTION), JSON.stringify(description), { mode: 0o600, flush: true });
}

/** The job of a folder; `undefined` where nothing that can be read says what it is. */
export async function describedJob(folder: string): Promise<Job | undefined> {
  try {
    return (JSON.parse(await readFile(join(folder, DESCRIPTION), 'utf8')) as Description).job;
  } catch {
    return undefined;
  }
}

/** The uploads of a folder. Throws where its description cannot be read. */
export function uploadsIn(folder: string): readonly Upload[] {
  const { files } = JSON.parse(readFileSync(join(folder, DESCRIPTION), 'utf8')) as Description;
  return files.map(({ name, size }, i) => ({ name, size, at: { path: join(folder, String(i)) } }));
}
