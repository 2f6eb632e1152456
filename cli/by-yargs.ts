import { existsSync } from 'node:fs';
import yargs, { type Argv } from 'yargs';
import { suggestion } from '../src/core/nearest.js';
import { COMMAND_NAMES, withCommands } from './commands.js';
import { AccessError, NoCommandError, UsageError } from './io.js';
import type { Context } from './run.js';

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

/** What a command knows of its options. */
interface KnownOptions {
  readonly names: readonly string[];
  /** Those without a value, which `--no-NAME` turns off. */
  readonly flags: readonly string[];
}

/** What yargs says of wrong words, said as everywhere else: what is wrong, and what was meant. */
function usageFault(message: string, words: readonly string[], known: KnownOptions): UsageError {
  const line = message.replace(/\s*\n\s*/g, ' ');
  const [, unknown] = /^Unknown (?:argument|command)s?: (.*)$/.exec(line) ?? [];
  if (unknown !== undefined) return unknownWord(unknown.split(', ')[0]!, words, known);
  const [, without] = /^Not enough arguments following: (.*)$/.exec(line) ?? [];
  if (without !== undefined) return new UsageError(`--${without} needs a value`);
  const choice = /Argument: (\S+), Given: "?(.*?)"?, Choices: (.*)$/.exec(line);
  if (choice) {
    const [, option = '', given = '', list = ''] = choice;
    const choices = list.split(', ').map((one) => one.replaceAll('"', ''));
    const advice = suggestion(given, choices) || `; expected ${choices.join(', ')}`;
    return new UsageError(`--${option} ${given} is not known${advice}`);
  }
  if (/^Not enough non-option arguments/.test(line))
    return new AccessError('nothing to read: give a file, or -');
  return new UsageError(line);
}

/** Options with a value that are turned off by `--no-NAME`, which yargs takes for a value. Throws UsageError. */
function checkTurnedOff(words: readonly string[], known: KnownOptions): void {
  for (const word of optionsIn(words)) {
    const name = word.startsWith('--no-') ? word.slice('--no-'.length) : undefined;
    if (name !== undefined && !known.flags.includes(name)) throw unknownWord(word.slice(2), words, known);
  }
}

function unknownWord(name: string, words: readonly string[], known: KnownOptions): UsageError {
  const forms = [`--${name}`, `--no-${name}`, `-${name}`];
  const typed = optionsIn(words).find((word) => forms.includes(word) || isAmongLetters(name, word));
  const dotted = words.find((word) => forms.some((form) => word.startsWith(`${form}.`)));
  if (dotted !== undefined)
    return new UsageError(`there is no option ${dotted}; a file of that name goes after --`);
  if (typed === undefined) return new UsageError(`unexpected argument: ${name}`);
  const isOff = typed.startsWith('--no-');
  if (name.length === 1) return new UsageError(`there is no option -${name}`);
  const advice = isOff
    ? suggestion(typed.slice('--no-'.length), known.flags, '--no-')
    : suggestion(name, known.names, '--');
  return new UsageError(`there is no option ${typed}${advice}`);
}

/** `z` in `-qz`. */
function isAmongLetters(name: string, word: string): boolean {
  return name.length === 1 && /^-[^-]/.test(word) && word.includes(name);
}

/** The options among the words, without their values. */
function optionsIn(words: readonly string[]): string[] {
  const end = words.indexOf('--');
  const before = end < 0 ? words : words.slice(0, end);
  return before.filter((word) => word.startsWith('-')).map((word) => word.replace(/=.*$/s, ''));
}

/** Words that may come several times: operands, and lists. */
const LISTS: ReadonlySet<string> = new Set(['_', 'input', 'ignore', 'only', 'limit', 'fail-on']);

/** Throws UsageError when an option that holds one value was given several times. */
function checkGivenOnce(args: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(args)) {
    if (Array.isArray(value) && !LISTS.has(name)) throw new UsageError(`--${name} may be given once`);
  }
}
