import type { PositionalOptions } from 'yargs';
import type { CommandName, ValuesOf } from '../src/options/read.js';
import type { ExitCode } from './io.js';
import type { Context } from './run.js';

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
