import type { Readable, Writable } from 'node:stream';

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

/** No word of a command line has this character. */
const MARK = '\u0000';

/** Stands for a lone `-` while yargs reads the words. */
export const STDIN_TOKEN = `${MARK}-`;

/** The words for yargs, which drops a lone `-`, and all that is behind `--`: those that it would not take as they are get a mark. */
export function markedWords(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  const marked = (word: string): string => (/^["'`-]|^help$/.test(word) ? MARK + word : word);
  const before = end < 0 ? argv : argv.slice(0, end);
  const behind = end < 0 ? [] : argv.slice(end + 1);
  return [...before.map((word) => (word === '-' ? STDIN_TOKEN : word)), ...behind.map(marked)];
}

/** An operand as it was given. */
export function operandOf(word: string): string {
  return word.startsWith(MARK) ? word.slice(MARK.length) : word;
}

/** Wrong usage: one line that says what is wrong, and a hint. */
export class UsageError extends Error {}

/** The words name no command. */
export class NoCommandError extends UsageError {}

/** Nothing can be read or written: one line that says why. */
export class AccessError extends UsageError {}
