import type { Readable, Writable } from 'node:stream';
import type { PositionalOptions } from 'yargs';
import type { CommandName, ValuesOf } from '../src/options/read.js';

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

/** What a command works with besides its arguments. */
export interface Context {
  readonly io: Io;
  readonly version: string;
}

/** What a command gets: the values of its options, its operands, and the files that its options named. */
export type Arguments<Name extends CommandName> = ValuesOf<Name> & Operands;

export interface Operands {
  readonly input: readonly string[];
  readonly optionFiles: readonly string[];
}

/** A command, as its help and its run need it. */
export interface Command<Name extends string = string> {
  readonly name: Name;
  readonly about: string;
  /** As help shows them, by their names: `[input..]`. */
  readonly operands?: string;
  readonly operand?: Readonly<Record<string, PositionalOptions>>;
  /** Command lines, each with what it does. */
  readonly examples?: readonly [line: string, does: string][];
  run(
    args: Name extends CommandName ? Arguments<Name> : Operands,
    context: Context,
  ): Promise<ExitCode> | ExitCode;
}

/** The operands of commands that read many files. */
export const INPUT = {
  operands: '[input..]',
  operand: {
    input: { type: 'string', array: true, describe: 'File, folder, quoted glob, or - for standard input' },
  },
} as const;

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
