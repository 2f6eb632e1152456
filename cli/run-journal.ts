import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunIdentity } from '../src/run/journal.js';
import { journalBeside } from '../src/run/resume.js';
import { takeLock } from '../src/run/run-lock.js';
import type { WorkSettings } from '../src/run/task.js';
import { attempt, isFolder, makeFolder, UsageError } from './io.js';
import { checkNotRead, placeOf, type Reads } from './not-read.js';

/** Where the journal of a run stands, and what tells that a run is the same. */
export interface RunJournal {
  readonly path: string;
  /** Names and forms of the outputs, as asked for. */
  readonly outputs: RunIdentity[string];
  /** `unless-there`: from the beginning, where no unfinished run would be lost. */
  readonly from: 'go-on' | 'the-beginning' | 'unless-there';
}

/** In the folder of the output, or beside its file. Throws UsageError when the run that should go on has neither. */
export function journalOf(args: {
  readonly out: string | undefined;
  readonly output: string | undefined;
  readonly format: string | undefined;
  readonly resume: boolean;
  readonly force: boolean;
}): RunJournal | undefined {
  const { out, output, format, resume, force } = args;
  if (resume && force) throw new UsageError('--resume goes on and --force begins anew: give one of them');
  if (out !== undefined) isFolder(out);
  const path =
    out === undefined ? output && attempt(output, () => journalBeside(output)) : join(out, 'run.journal');
  if (path === undefined || path === '') {
    if (resume) throw new UsageError('--resume goes on with files: give --out FOLDER or --output FILE');
    return undefined;
  }
  const outputs = JSON.stringify([out ?? '', output ?? '', format ?? '']);
  return { path, outputs, from: resume ? 'go-on' : force ? 'the-beginning' : 'unless-there' };
}

/** Throws UsageError where the run would overwrite an unfinished one without being told to. */
export function checkUnfinished({ path, from }: RunJournal): void {
  if (from !== 'unless-there' || !existsSync(path)) return;
  throw new UsageError(
    `there is an unfinished run (${path}): give --resume to go on with it, or --force to begin anew`,
  );
}

/** The files that a command writes, as the options name them. */
export interface Writes {
  /** The folder of `--out`, and the names of the files in it. */
  readonly out?: { readonly folder: string; readonly names: readonly string[] } | undefined;
  readonly output?: string | undefined;
}

/**
 * Runs a command that writes files, none of which is one that it reads, while no other run writes them. Both are known
 * before anything is written. Throws UsageError.
 */
export async function claimed<T>(writes: Writes, reads: Reads, run: () => Promise<T>): Promise<T> {
  await checkNotRead(pathsOf(writes), reads);
  const release = lock(writes);
  try {
    return await run();
  } finally {
    for (const one of release) one();
  }
}

function pathsOf({ out, output }: Writes): string[] {
  const paths = (out?.names ?? []).map((name) => join(out!.folder, name));
  if (out) paths.push(join(out.folder, 'run.journal'));
  if (output === undefined) return paths;
  const journal = journalBeside(output);
  return [...paths, output, ...(journal === undefined ? [] : [journal])];
}

function lock({ out, output }: Writes): (() => void)[] {
  const release: (() => void)[] = [];
  const take = (path: string, lockPath: string): void => {
    try {
      release.push(attempt(path, () => takeLock(lockPath)));
    } catch (error) {
      for (const one of release) one();
      throw error;
    }
  };
  if (out) {
    makeFolder(out.folder);
    take(out.folder, join(out.folder, 'run.lock'));
  }
  // What is no plain file, such as a terminal, can be written by many.
  if (output !== undefined && journalBeside(output) !== undefined) take(output, `${placeOf(output)}.lock`);
  return release;
}

/** What must be equal for a run to go on where another stopped; the number of jobs need not. */
export function identityOf(run: {
  readonly version: string;
  readonly names: Iterable<string>;
  readonly settings: Omit<WorkSettings, 'sinks'>;
  /** Names and forms of the outputs, as asked for. */
  readonly outputs: string;
}): RunIdentity {
  const { options, ignore, dead, engine, check } = run.settings;
  return {
    version: run.version,
    inputs: hashOfNames(run.names),
    judging: hashOf([options, engine, check]),
    ignore: [...ignore].sort().join(' '),
    dead: hashOf(dead ?? []),
    output: run.outputs,
  };
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function hashOfNames(names: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${JSON.stringify(name)}\n`);
  return hash.digest('hex');
}
