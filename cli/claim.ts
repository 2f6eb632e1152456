import { join } from 'node:path';
import { journalBeside } from '../src/run/resume.js';
import { takeLock } from '../src/run/run-lock.js';
import { attempt, makeFolder } from './attempt.js';
import { checkNotRead, placeOf, type Reads } from './not-read.js';

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
