import type { Readable, Writable } from 'node:stream';
import type { PositionalOptions } from 'yargs';
import type { ArgumentsByFile } from './configuration.js';
import type { CommandName, ValuesOf } from '../src/options/read.js';

/** A stream that may be a terminal. */
type Output = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Whether to use colors: NO_COLOR, FORCE_COLOR, TERM and CI decide. */
  readonly hasColors?: () => boolean;
};

/** Everything the command touches besides files; tests pass their own. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  /** Environment variables. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The folder that may hold `sgf-referee.config.json`. */
  readonly cwd: string;
  /** Fires when the user interrupts the run. */
  readonly signal?: AbortSignal;
  /** Script of the worker threads; default: the built one. */
  readonly workerUrl?: URL;
  /** Milliseconds between checkpoints; default: the usual interval. */
  readonly journalMs?: number;
  /** Milliseconds that the lock of a queue's job lasts; default: the usual time. */
  readonly lockMs?: number;
}

/** 0 clean; 1 findings at or above `--fail-on`; 2 wrong usage or an input that could not be read; 3 internal fault; 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

/** Wrong usage, in one line; a hint follows. */
export class UsageError extends Error {}

/** The words name no command. */
export class NoCommandError extends UsageError {}

/** Something cannot be read or written; the message says why, in one line. */
export class AccessError extends UsageError {}

/** What a command works with besides its arguments. */
export interface Context {
  readonly io: Io;
  readonly version: string;
}

/** The values of a command's options, its operands, and the files that its options named. */
export type Arguments<Name extends CommandName> = ValuesOf<Name> & Operands;

export interface Operands {
  readonly input: readonly string[];
  readonly optionFiles: readonly string[];
  /** The options of each file, where configurations may set them. */
  readonly byFile?: ArgumentsByFile;
}

/** A command of the command line. */
export interface Command<Name extends string = string> {
  readonly name: Name;
  readonly about: string;
  /** In the notation of yargs: `[input..]`. */
  readonly operands?: string;
  readonly operand?: Readonly<Record<string, PositionalOptions>>;
  /** Command lines, each with its effect. */
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

/** Calls `load`, which needs optional packages. Throws UsageError with the command that installs them. */
export async function withOptional<T>(
  packages: string | readonly string[],
  purpose: string,
  load: () => Promise<T>,
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // A native package without a binary for this system installs, but cannot be loaded.
    const isMissing =
      code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_DLOPEN_FAILED';
    if (!isMissing && !/native b(inding|uild)/i.test(message)) throw error;
    const names = [packages].flat();
    const [noun, verb] = names.length === 1 ? ['package', 'is'] : ['packages', 'are'];
    throw new UsageError(
      `${purpose} needs the ${noun} ${names.join(' and ')}, which ${verb} not installed: npm install ${names.join(' ')} (with -g, if sgf-referee was)`,
    );
  }
}
