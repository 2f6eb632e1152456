import yargs, { type Argv } from 'yargs';
import { existsSync } from 'node:fs';
import { suggestion } from '../src/core/nearest.js';
import { COMMAND_NAMES, withCommands } from './commands.js';
import { checkGivenOnce } from './given-once.js';
import { NoCommandError } from './io.js';
import type { Context } from './run.js';
import { checkTurnedOff, usageFault, type KnownOptions } from './usage-fault.js';

/** Has yargs read the words and run the command that they name. Throws what the command throws, and for wrong usage. */
export async function runByYargs(given: readonly string[], context: Context): Promise<void> {
  const { io, version } = context;
  const words = asHelp(given);
  checkCommand(words);
  let failed: unknown;
  const named = yargs()
    .scriptName('sgf-referee')
    .usage('$0 COMMAND\n\nA referee for Go game records in SGF.')
    .locale('en')
    .parserConfiguration({ 'camel-case-expansion': false });
  const parser = await withCommands(named, words, context);
  await parser
    .check((args) => {
      checkTurnedOff(words, knownOptions(parser));
      checkGivenOnce(args);
      return true;
    })
    .strict()
    .version(version)
    .help()
    .alias({ help: 'h', version: 'V' })
    // yargs lays out the help of every command that runs; wrapping it costs more than reading the words.
    .wrap(words.includes('--help') || words.includes('-h') ? 80 : null)
    .epilogue('Exit: 0 clean, 1 findings, 2 wrong usage or unreadable input, 3 internal fault.')
    .exitProcess(false)
    .fail((message, error) => {
      if (error instanceof Error && error.name !== 'YError') throw error;
      throw usageFault(error instanceof Error ? error.message : message, words, knownOptions(parser));
    })
    .parseAsync(words, {}, (error, _argv, output) => {
      failed = error;
      if (!error && output !== '') io.stdout.write(`${output.replaceAll(OPERAND_NOISE, '')}\n`);
    });
  if (failed) throw failed as Error;
}

/** What yargs adds to the operands in the help. */
const OPERAND_NOISE = / *\[array\] \[default: \[\]\]/g;

/** `help COMMAND` as `COMMAND --help`. */
function asHelp(words: readonly string[]): readonly string[] {
  return words[0] === 'help' ? [...words.slice(1, 2), '--help'] : words;
}

/** Throws UsageError where a word stands in the place of the command that is none. */
function checkCommand(words: readonly string[]): void {
  const [first] = words;
  if (words.some((word) => COMMAND_NAMES.includes(word))) return;
  if (first === undefined) throw new NoCommandError(`which command? One of: ${COMMAND_NAMES.join(', ')}`);
  if (first.startsWith('-')) return;
  const advice = existsSync(first)
    ? `; to referee it: sgf-referee audit ${first}`
    : suggestion(first, COMMAND_NAMES);
  throw new NoCommandError(`there is no command ${first}${advice}`);
}

/** The options of the command that is being read. yargs tells them; its types do not. */
function knownOptions(y: Argv): KnownOptions {
  const { key, boolean } = (y as unknown as YargsOptions).getOptions();
  const names = Object.keys(key).filter((name) => name.length > 1);
  return { names, flags: boolean.filter((name) => name.length > 1) };
}

interface YargsOptions {
  readonly getOptions: () => {
    readonly key: Readonly<Record<string, unknown>>;
    readonly boolean: readonly string[];
  };
}
