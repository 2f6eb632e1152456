import type { Argv, CommandModule, InferredOptionTypes, Options, PositionalOptions } from 'yargs';
import { configFor } from './config.js';
import type { ExitCode } from './io.js';
import type { Context } from './run.js';
import { INPUT_OPERAND } from './shared-options.js';

type Table = Readonly<Record<string, Options>>;

/** The arguments that the options of a command give it. */
export type ArgumentsOf<T extends Table> = InferredOptionTypes<T> & { readonly input?: readonly string[] };

/** What makes a command of those that read games. */
export interface GameCommand<T extends Table, Arguments> {
  /** Its name and operand, in the words of yargs: `audit [input..]`. */
  readonly command: string;
  readonly describe: string;
  readonly options: T;
  readonly operand?: PositionalOptions;
  /** Command lines, each with what it does. */
  readonly examples: readonly [line: string, does: string][];
  readonly run: (args: Arguments, context: Context) => Promise<ExitCode>;
}

/** The command for yargs; the configuration sets the options that it shares with others. */
export function gameCommand<const T extends Table, Arguments = ArgumentsOf<T>>(
  context: Context,
  made: GameCommand<T, Arguments>,
): CommandModule<object, Arguments> {
  return {
    command: made.command,
    describe: made.describe,
    builder: (y) => {
      const read = y.positional('input', made.operand ?? INPUT_OPERAND).options(made.options);
      const configured = 'config' in made.options ? read.config(configFor(context, made.options)) : read;
      return configured.example(made.examples) as unknown as Argv<Arguments>;
    },
    handler: async (args) => context.finish(await made.run(args as Arguments, context)),
  };
}
