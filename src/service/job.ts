import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOAD_LIST } from '../input/uploads.js';
import type { BodyFolder } from './bodies.js';
import type { GameCommandName } from '../commands/commands.js';
import type { Query } from './judging.js';
import type { ProblemDocument } from './problem.js';

export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A file of a job. */
export interface JobFile {
  readonly name: string;
  readonly size: number;
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
