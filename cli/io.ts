import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { reasonOf } from '../src/core/reason.js';

/** A stream that may be a terminal. */
type Output = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Whether colors are wanted there: NO_COLOR, FORCE_COLOR, TERM and CI decide. */
  readonly hasColors?: () => boolean;
};

/** Everything the command touches besides files; a test gives its own. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  /** Variables of the environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where `sgf-referee.config.json` is looked for. */
  readonly cwd: string;
  /** Fires when the user interrupts the run. */
  readonly signal?: AbortSignal;
  /** Script of the worker threads, where it is not the built one. */
  readonly workerUrl?: URL;
  /** Milliseconds between points of the journal, where not the usual ones. */
  readonly journalMs?: number;
}

/** 0 clean; 1 findings at or above `--fail-on`; 2 wrong usage or an input that could not be read; 3 internal fault; 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

/** Wrong usage: one line that says what is wrong, and a hint. */
export class UsageError extends Error {}

/** The words name no command. */
export class NoCommandError extends UsageError {}

/** Nothing can be read or written: one line that says why. */
export class AccessError extends UsageError {}

/** Does what may fail at a path of the user's. Throws AccessError. */
export function attempt<T>(path: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new AccessError(`cannot write ${path}: ${writeReason(path, error)}`);
  }
}

function writeReason(path: string, error: unknown): string {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return reasonOf(error);
  return existsSync(dirname(path)) ? 'nothing can be made there' : `there is no folder ${dirname(path)}`;
}

/** Makes a folder of the user's, and those above it, where they are missing. Throws AccessError. */
export function makeFolder(path: string, mode = 0o777): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  // Step by step: in a folder such as /proc, where nothing can be made, `mkdirSync` with `recursive` tries without end.
  if (!existsSync(above)) makeFolder(above, mode);
  attempt(path, () => mkdirSync(path, { mode }));
}

/** Whether a folder is there already. Throws AccessError where something else is. */
export function isFolder(path: string): boolean {
  return attempt(path, () => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats && !stats.isDirectory()) throw new Error('it is a file, not a folder');
    return stats !== undefined;
  });
}

/** Loads what needs a package that may be left out of an install. Throws UsageError with the command that adds it. */
export async function withOptional<T>(name: string, purpose: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Without the binary for this system a native package is there and cannot be loaded.
    const isMissing =
      code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_DLOPEN_FAILED';
    if (!isMissing && !/native b(inding|uild)/i.test(message)) throw error;
    throw new UsageError(
      `${purpose} needs the package ${name}, which is not installed: npm install ${name} (with -g, if sgf-referee was)`,
    );
  }
}

const WIDTH = 80;

/** Text in lines of at most 80 columns, broken at blanks; its own line breaks stay. Later lines begin with `hanging`. */
export function paragraph(text: string, indent = '', hanging = indent): string {
  const lines: string[] = [];
  for (const given of text.split('\n')) {
    let line = indent;
    for (const word of given.split(' ')) {
      if (line.trim() !== '' && line.length + 1 + word.length > WIDTH) {
        lines.push(line);
        line = hanging;
      }
      line += line.length > 0 && line.trim() !== '' ? ` ${word}` : word;
    }
    lines.push(line.trimEnd());
  }
  return lines.map((line) => `${line}\n`).join('');
}
