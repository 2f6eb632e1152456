import { existsSync } from 'node:fs';
import yargs, { type CommandModule, type Options } from 'yargs';
import { GAME_COMMAND_NAMES, gameCommand } from '../src/options/commands.js';
import { oneLine, suggestion, visible } from '../src/core/text.js';
import type { Row } from '../src/options/kinds.js';
import { OptionError, OPTIONS_BY_FILE, optionsOf, readOptions } from '../src/options/read.js';
import { COMMON_OPTIONS, OPTIONS } from '../src/options/table.js';
import { packageVersion } from '../src/run/merge/version.js';
import type { Command, Context, ExitCode, Operands } from './command.js';
import type { Io } from './io.js';
import { UserError } from '../src/core/outcome.js';
import { AccessError, NoCommandError, UsageError } from './errors.js';
import type { ConfigValues } from './config-file.js';
import { ArgumentsByFile, configurable, Configuration } from './configuration.js';
import { optionFiles } from './files.js';

/**
 * Runs a command line and returns the exit code; everything it touches comes through `io`.
 * Never throws: reports wrong usage in one line and a hint, a lack of memory for WebAssembly or an internal fault in one line.
 */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    if (argv.length === 0) {
      await runCommandLine(['--help'], { io: { ...io, stdout: io.stderr }, version: packageVersion() });
      throw new NoCommandError('which command? It is the first word: sgf-referee audit games/');
    }
    return await runCommandLine(argv, { io, version: packageVersion() });
  } catch (error) {
    return report(error, argv, io);
  }
}

function report(error: unknown, words: readonly string[], io: Io): ExitCode {
  const message = visible(error instanceof Error ? error.message.split('\n')[0]! : String(error));
  if (error instanceof UserError) {
    const command =
      /^[a-z]+$/.test(words[0] ?? '') && !(error instanceof NoCommandError) ? `${words[0]!} ` : '';
    const hint = error instanceof UsageError ? `Try: sgf-referee ${command}--help\n` : '';
    io.stderr.write(`sgf-referee: ${message}\n${hint}`);
    return 2;
  }
  if (error instanceof Error && error.name === 'NoMemoryError') {
    io.stderr.write(`sgf-referee: ${message}\n`);
    return 2;
  }
  io.stderr.write(`sgf-referee: internal fault: ${message}\n`);
  return 3;
}

/** Parses the words with yargs and runs their command. Throws what the command throws, and UsageError. */
async function runCommandLine(argv: readonly string[], context: Context): Promise<ExitCode> {
  const { io, version } = context;
  const { words, help } = asHelp(markedWords(argv));
  checkCommand(words);
  const named = COMMAND_NAMES.filter((name) => words.includes(name));
  const known = optionsOf(named[0] ?? '');
  let parser = yargs()
    .scriptName('sgf-referee')
    .usage('$0 COMMAND\n\nA referee for Go game records in SGF.')
    .locale('en')
    .parserConfiguration({ 'camel-case-expansion': false });
  // All commands if none is named: for help, and for suggestions on a wrong name.
  for (const name of named.length > 0 ? named : COMMAND_NAMES)
    parser = parser.command(
      moduleOf(await COMMANDS[name]!(), help ?? 'all', context, (finished) => (code = finished)),
    );
  // `cli/bin.ts` shows them.
  if (named.length === 0) parser.option('licenses', { type: 'boolean', describe: 'Show all licenses' });
  let failed: unknown;
  let code: ExitCode = 0;
  await parser
    .check(() => {
      checkTurnedOff(words, known);
      return true;
    })
    .strict()
    .version(version)
    .help()
    .alias({ help: 'h', version: 'V' })
    // yargs lays out the help of every command that runs; wrapping it takes longer than parsing the words.
    .wrap(help === undefined ? null : columnsOf(io))
    .epilogue(EXITS)
    .exitProcess(false)
    .fail((message, error) => {
      if (error instanceof Error && error.name !== 'YError') throw error;
      throw usageFault(error instanceof Error ? error.message : message, words, known);
    })
    .parseAsync(words, {}, (error, _argv, output) => {
      failed = error;
      const text = output.replaceAll(OPERAND_NOISE, '');
      if (!error && text !== '') io.stdout.write(`${named.length > 0 ? text : underHeadings(text)}\n`);
    });
  if (failed) throw failed as Error;
  return code;
}

/** What yargs adds to the operands in the help. */
const OPERAND_NOISE = / {0,200}\[array\] \[default: \[\]\]/g;

/** The first command of each group in the list of all; yargs has one list without groups. */
const HEADINGS: Readonly<Record<string, string>> = {
  audit: 'Referee games',
  format: 'Look at records and rewrite them',
  rules: 'Look up rules, findings and settings',
  gtp: 'For other programs',
  plan: 'Many machines, and a server',
};

function underHeadings(help: string): string {
  const list = help.replace('\nCommands:\n', '');
  return list.replaceAll(/^ {2}sgf-referee (\w+)/gm, (line, name: string) =>
    name in HEADINGS ? `\n${HEADINGS[name]!}:\n${line}` : line,
  );
}

const EXITS = 'Exit: 0 clean, 1 findings, 2 wrong usage or unreadable input, 3 internal fault.';

const PLAIN_COLUMNS = 80;
/** The eye loses its line in longer ones. */
const MAX_COLUMNS = 140;

/** The width of the help: that of the terminal. */
function columnsOf({ stdout }: Io): number {
  return Math.min((stdout.isTTY && stdout.columns) || PLAIN_COLUMNS, MAX_COLUMNS);
}

/** Which options the help of a command shows. */
type Help = 'common' | 'all';
/** A command with more options has a short help. */
const MAX_OPTIONS_SHOWN = 12;

/** A command for yargs. */
function moduleOf(
  command: Command,
  help: Help,
  context: Context,
  finish: (code: ExitCode) => void,
): CommandModule {
  const { name, about, operands = '', operand = {}, examples } = command;
  return {
    command: `${name} ${operands}`.trim(),
    describe: about,
    builder: (y) => {
      for (const [one, options] of Object.entries(operand)) y.positional(one, options);
      const rows = optionsOf(name);
      const isLong = rows.length > MAX_OPTIONS_SHOWN;
      // yargs shows headings in the order of their first options.
      const common = isLong ? rows.filter((row) => COMMON_OPTIONS.includes(row.name)) : [];
      const others = rows.filter((row) => !common.includes(row));
      const isHidden = isLong && help === 'common';
      const more = isHidden ? `${String(others.length)} more options: $0 ${name} --help all\n` : '';
      return y
        .options(Object.fromEntries(common.map((row) => yargsOption(row, 'Common options'))))
        .options(Object.fromEntries(others.map((row) => yargsOption(row, row.group, isHidden))))
        .example([...examples])
        .epilogue(more + EXITS);
    },
    handler: async (raw) => {
      const given = Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, unmarked(value)]));
      const input = Object.keys(operand).flatMap((one) => given[one] ?? []) as string[];
      try {
        const args = { ...valuesOf(name, given, input, context), input };
        finish(await command.run(args, context));
      } catch (error) {
        throw error instanceof OptionError ? new UsageError(`--${error.option}: ${error.message}`) : error;
      }
    },
  };
}

/** An option for yargs, which gets no default, because a configuration may set the value. */
function yargsOption(
  { name, takes, about, alias, ...row }: Row,
  group: string,
  hidden = false,
): [string, Options] {
  const byDefault = row.defaultWords ?? (takes.type === 'boolean' ? undefined : row.default);
  const { choices } = takes;
  return [
    name,
    {
      type: takes.type,
      group: `${group}:`,
      describe: about,
      hidden,
      ...(takes.type !== 'boolean' && { requiresArg: true }),
      ...(choices && { choices }),
      ...(alias !== undefined && { alias }),
      ...(byDefault !== undefined && { defaultDescription: String(byDefault) }),
    },
  ];
}

/**
 * The values of a command's options: from the words, else from the configuration, else their defaults. Throws UsageError and
 * OptionError.
 */
function valuesOf(
  name: string,
  given: Readonly<Record<string, unknown>>,
  input: readonly string[],
  { io }: Context,
): Pick<Operands, 'optionFiles' | 'byFile'> {
  const files = optionFiles();
  const named = given['config'] as string | undefined;
  const own = configurable(name).map((row) => row.name);
  if (!optionsOf(name).some((row) => row.name === 'config'))
    return { ...readOptions(name as 'audit', given, files), optionFiles: files.paths };
  const configuration = new Configuration(named, io, input);
  for (const warning of configuration.warnings) io.stderr.write(`sgf-referee: ${warning}\n`);
  if (named !== undefined) files.paths.push(named);
  const runWide = own.filter((option) => !OPTIONS_BY_FILE.includes(option));
  const base = configuration.values();

  function read(
    configured: ConfigValues,
    sourceOf: (option: string) => string,
  ): ReturnType<typeof readOptions<'audit'>> {
    const values = { ...pick(base, runWide), ...pick(configured, own), ...given };
    try {
      return readOptions(name as 'audit', values, files);
    } catch (error) {
      if (!(error instanceof OptionError) || given[error.option] !== undefined) throw error;
      throw new UsageError(`${sourceOf(error.option)}: ${error.option}: ${error.message}`);
    }
  }

  const values = read(base, () => configuration.base?.path ?? '');
  const byFile = new ArgumentsByFile(configuration, {
    whole: values,
    base: pick(base, OPTIONS_BY_FILE),
    read: (configured, sourceOf) => read({ ...base, ...cleared, ...configured }, sourceOf),
  });
  return { ...values, optionFiles: files.paths, byFile };
}

/** The options that may differ between files, none of them set. */
const cleared: ConfigValues = Object.fromEntries(OPTIONS_BY_FILE.map((name) => [name, undefined]));

function pick(values: ConfigValues, names: readonly string[]): ConfigValues {
  const own = names.filter((name) => values[name] !== undefined);
  return Object.fromEntries(own.map((name) => [name, values[name]]));
}

/** No word of a command line contains this character. */
const MARK = '\u0000';

/** The words for yargs, with a mark on those that it would drop (a lone `-`) or misread after `--`. */
function markedWords(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  const marked = (word: string): string => (/^["'`-]|^help$/.test(word) ? MARK + word : word);
  const before = end < 0 ? argv : argv.slice(0, end);
  const after = end < 0 ? [] : argv.slice(end + 1);
  return [...before.map((word) => (word === '-' ? MARK + word : word)), ...after.map(marked)];
}

/** A value, or each of an array, without its mark. */
function unmarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarked);
  return typeof value === 'string' && value.startsWith(MARK) ? value.slice(MARK.length) : value;
}

/** `help COMMAND` as `COMMAND --help`, and which help is wanted: `--help all` shows every option. */
function asHelp(given: readonly string[]): { words: readonly string[]; help?: Help } {
  const words = given[0] === 'help' ? [...given.slice(1, 2), '--help', ...given.slice(2)] : given;
  const at = words.findIndex((word) => word === '--help' || word === '-h');
  if (at < 0) return { words };
  const isAll = words[at + 1] === 'all';
  return { words: words.filter((_, i) => !isAll || i !== at + 1), help: isAll ? 'all' : 'common' };
}

/** Throws UsageError if no word is a command. */
function checkCommand(words: readonly string[]): void {
  const [first] = words;
  if (words.some((word) => COMMAND_NAMES.includes(word))) return;
  if (first === undefined || first.startsWith('-')) return;
  const advice = existsSync(first)
    ? `; to referee it: sgf-referee audit ${first}`
    : suggestion(first, COMMAND_NAMES);
  throw new NoCommandError(`there is no command ${first}${advice}`);
}

/** An error of yargs in our words: what is wrong, and what was probably meant. */
function usageFault(message: string, words: readonly string[], known: readonly Row[]): UserError {
  const line = oneLine(message);
  const [, unknown] = /^Unknown (?:argument|command)s?: (.*)$/.exec(line) ?? [];
  if (unknown !== undefined) return unknownWord(unknown.split(', ')[0]!, words, known);
  const [, without] = /^Not enough arguments following: (.*)$/.exec(line) ?? [];
  if (without !== undefined) return new UsageError(`--${without} needs a value`);
  const [, choice] = line.split('Argument: ');
  if (choice?.includes(', Choices: ')) {
    const [option = '', given = '', list = ''] = choice
      .split(/, Given: |, Choices: /)
      .map((one) => one.replaceAll('"', ''));
    const choices = list.split(', ');
    const advice = (given.length > 2 && suggestion(given, choices)) || `; expected ${choices.join(', ')}`;
    return new UsageError(`--${option}: ${given} is not known${advice}`);
  }
  if (/^Not enough non-option arguments/.test(line)) {
    const missing = words[0] === undefined ? undefined : MISSING.get(words[0]);
    return missing === undefined
      ? new AccessError('nothing to read: give a file, or -')
      : new UsageError(missing);
  }
  return new UsageError(line);
}

/** What commands lack that take other operands than games. */
const MISSING: ReadonlyMap<string, string> = new Map([
  ['completion', 'completion: give bash, zsh or fish'],
  ['conformance', "conformance: give the program to ask, as in 'gtp:gnugo --mode gtp'"],
  ['compare', 'compare: give two records'],
]);

/** Throws UsageError for `--no-NAME` of an option with a value, which yargs would accept. */
function checkTurnedOff(words: readonly string[], known: readonly Row[]): void {
  const flags = known.filter(({ takes }) => takes.type === 'boolean').map(({ name }) => name);
  for (const word of optionsIn(words)) {
    const name = word.startsWith('--no-') ? word.slice('--no-'.length) : undefined;
    if (name !== undefined && !flags.includes(name)) throw unknownWord(word.slice(2), words, known);
  }
}

function unknownWord(name: string, words: readonly string[], known: readonly Row[]): UsageError {
  const forms = [`--${name}`, `--no-${name}`, `-${name}`];
  const typed = optionsIn(words).find((word) => forms.includes(word) || isAmongLetters(name, word));
  const dotted = words.find((word) => forms.some((form) => word.startsWith(`${form}.`)));
  if (dotted !== undefined)
    return new UsageError(`there is no option ${dotted}; give a file of that name after --`);
  if (typed === undefined) return new UsageError(`unexpected argument: ${name}`);
  if (typed === '--table' && words.includes('audit'))
    return new UsageError(
      'there is no option --table; to compare with it: sgf-referee crosscheck INPUT --table FILE',
    );
  if (name.length === 1) return new UsageError(`there is no option -${name}`);
  const off = '--no-';
  const candidates = known.filter(({ takes }) => !typed.startsWith(off) || takes.type === 'boolean');
  const names = candidates.map((row) => row.name);
  const advice = typed.startsWith(off)
    ? suggestion(typed.slice(off.length), names, off)
    : suggestion(name, [...names, 'help', 'version'], '--');
  return new UsageError(
    `there is no option ${typed}${elsewhere(typed.replace(/^--(?:no-)?/, '')) || advice}`,
  );
}

/** Most commands that are named for an option. */
const MAX_NAMED = 3;

/** `; list has it`: commands that have an option of that name, '' for none. */
function elsewhere(name: string): string {
  const rows: readonly Row[] = OPTIONS;
  const on = [...new Set(rows.filter((row) => row.name === name).flatMap((row) => row.on))];
  const named = on.slice(0, MAX_NAMED).join(', ') + (on.length > MAX_NAMED ? ' and others' : '');
  return on.length === 0 ? '' : `; ${named} ${on.length === 1 ? 'has' : 'have'} it`;
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

type Load = () => Promise<Command>;

const referees = GAME_COMMAND_NAMES.map((name): [string, Load] => [
  name,
  async () => (await import('./referee.js')).refereeing(gameCommand(name)),
]);

/** Every command by its name, loaded when it is needed; those that referee games are in `src/options`. */
export const COMMANDS: Readonly<Record<string, Load>> = {
  ...Object.fromEntries(referees),
  ruling: async () => (await import('./show.js')).ruling,
  format: async () => (await import('./format.js')).format,
  show: async () => (await import('./show.js')).show,
  list: async () => (await import('./list.js')).list,
  duplicates: async () => (await import('./list.js')).duplicates,
  compare: async () => (await import('./compare.js')).compare,
  rules: async () => (await import('./reference.js')).rules,
  explain: async () => (await import('./reference.js')).explain,
  config: async () => (await import('./reference.js')).config,
  completion: async () => (await import('./completion.js')).completionOf(allCommands),
  gtp: async () => (await import('./gtp.js')).gtp,
  conformance: async () => (await import('./conformance.js')).conformance,
  plan: async () => (await import('./plan.js')).plan,
  work: async () => (await import('./plan.js')).work,
  merge: async () => (await import('./plan.js')).merge,
  queue: async () => (await import('./plan.js')).queue,
  cache: async () => (await import('./cache.js')).cache,
  serve: async () => (await import('./serve.js')).serve,
};

export const COMMAND_NAMES = Object.keys(COMMANDS);

function allCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(COMMANDS).map((load) => load()));
}
