import type { PositionalOptions } from 'yargs';
import type { ArgumentsByFile } from './configuration.js';
import type { CommandName, ValuesOf } from '../src/options/read.js';
import { UsageError } from './errors.js';
import type { Io } from './io.js';

/** 0 clean; 1 findings at or above `--fail-on`; 2 wrong usage or an input that could not be read; 3 internal fault; 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

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
  /** Words that a shell offers for its operands; without them, files. */
  readonly offers?: readonly string[];
  /** Command lines, each with its effect. */
  readonly examples: readonly [line: string, does: string][];
  run(
    args: Name extends CommandName ? Arguments<Name> : Operands,
    context: Context,
  ): Promise<ExitCode> | ExitCode;
}

/** The operands of commands that read many files. */
export const INPUT = {
  operands: '[input..]',
  operand: {
    input: {
      type: 'string',
      array: true,
      describe: 'File, folder, quoted glob, entry (a.zip!/b.sgf), or - for standard input',
    },
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
