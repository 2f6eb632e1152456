import type { Readable, Writable } from 'node:stream';

/** Everything the command touches besides files; a test gives its own. */
export interface Io {
  readonly stdin: Readable;
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
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

/** Stands for a lone `-` while yargs reads the words. */
export const STDIN_TOKEN = '\u0000-';

/** Wrong usage: one line that says what is wrong, and a hint. */
export class UsageError extends Error {}
