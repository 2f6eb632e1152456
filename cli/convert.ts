import type { Argv, CommandModule, InferredOptionTypes } from 'yargs';
import type { AccountOptions } from '../src/account-types.js';
import type { Output } from '../src/batch/output.js';
import { conversionSummary } from '../src/report/convert-counts.js';
import { tableColumns, tableTextHead } from '../src/report/convert-table.js';
import { csvLine } from '../src/report/csv.js';
import type { Ruleset } from '../src/rules/ruleset.js';
import { configFor } from './config.js';
import { DATA_FORMAT_OPTION, dataOutputs, formatFor, type DataFormat } from './data-output.js';
import { UsageError, type ExitCode } from './io.js';
import type { OutputFiles } from './output-files.js';
import type { Context } from './run.js';
import { runGames } from './run-games.js';
import { komiHalves, rulesetOf, settingsOf } from './settings.js';
import { INPUT_OPERAND, SHARED_OPTIONS, without } from './shared-options.js';

const CONVERTING = 'Converting:';

/** Options of all commands, without those whose meaning is another here. */
const KEPT = without('rules', 'komi', 'counting', 'out', 'format', 'resume');

const OPTIONS = {
  from: {
    type: 'string',
    default: 'auto',
    group: CONVERTING,
    requiresArg: true,
    describe: 'Ruleset of the results: a name, a JSON file, or auto (as RU says)',
  },
  to: {
    type: 'string',
    group: CONVERTING,
    requiresArg: true,
    describe: 'Ruleset to convert them into',
  },
  table: {
    type: 'string',
    group: CONVERTING,
    requiresArg: true,
    describe: 'Rulesets joined by commas: the result under each',
  },
  'komi-from': {
    type: 'string',
    group: CONVERTING,
    requiresArg: true,
    describe: "Komi of the from side, not the file's",
  },
  'komi-to': {
    type: 'string',
    group: CONVERTING,
    requiresArg: true,
    describe: 'Komi of the to side: standard, same, or points (default: standard, but an agreed komi stays)',
  },
  ...KEPT,
  out: { ...SHARED_OPTIONS.output, describe: 'The same as --output' },
  format: DATA_FORMAT_OPTION,
} as const;

type ConvertArguments = InferredOptionTypes<typeof OPTIONS> & { readonly input?: readonly string[] };

/** `convert INPUT... --from A --to B`: the result under both, and an itemised account of the difference. */
export function convertCommand(context: Context): CommandModule<object, ConvertArguments> {
  return {
    command: 'convert [input..]',
    describe: 'Convert results between rulesets, with an account of every point',
    builder: (y) =>
      y
        .positional('input', INPUT_OPERAND)
        .options(OPTIONS)
        .config(configFor(context, Object.keys(KEPT)))
        .example('$0 convert game.sgf --to aga', 'What it would have been under AGA rules, and why')
        .example(
          '$0 convert club/ --table japanese,aga,chinese',
          'A result column a ruleset',
        ) as unknown as Argv<ConvertArguments>,
    handler: async (args) => context.finish(await convert(args, context)),
  };
}

async function convert(args: ConvertArguments, context: Context): Promise<ExitCode> {
  const { io } = context;
  const convertTo = targets(args);
  const komi = args['komi-from'];
  const { options, ...settings } = settingsOf({
    ...args,
    rules: args.from,
    komi: undefined,
    counting: undefined,
  });
  const accounts: AccountOptions = { convertTo, convert: komiOfTo(args['komi-to']) };
  return runGames(args, context, {
    settings: {
      ...settings,
      ignore: [...settings.ignore, 'game/duplicate'],
      options: {
        ...options,
        komiHalves: komi === undefined ? undefined : komiHalves(komi, 'komi-from'),
        accounts,
      },
    },
    writes: { output: args.out ?? args.output },
    open: (files) => outputsOf(args, convertTo, { context, files }),
    finish: ({ counts }) => {
      if (args.quiet) return;
      io.stderr.write(conversionSummary(counts.conversions));
      const { error } = counts.severities;
      if (error > 0)
        io.stderr.write(
          `${String(error)} ${error === 1 ? 'error' : 'errors'} in the records: audit tells which\n`,
        );
    },
  });
}

function targets({ to, table }: ConvertArguments): Ruleset[] {
  if (to !== undefined && table !== undefined) throw new UsageError('give --to or --table, not both');
  if (to !== undefined) return [rulesetOf(to)];
  if (table === undefined)
    throw new UsageError('convert into what? Give --to RULESET, or --table RULESET,RULESET,...');
  const names = table.split(',').map((name) => name.trim());
  if (names.includes('')) throw new UsageError(`--table ${table}: a name is missing`);
  return names.map(rulesetOf);
}

function komiOfTo(given: string | undefined): NonNullable<AccountOptions['convert']> {
  if (given === undefined) return {};
  return { komiToHalves: given === 'same' || given === 'standard' ? given : komiHalves(given, 'komi-to') };
}

function outputsOf(
  args: ConvertArguments,
  convertTo: readonly Ruleset[],
  { context, files }: { readonly context: Context; readonly files: OutputFiles },
): Output[] {
  const { io } = context;
  const file = args.out ?? args.output;
  const format = formatFor(args, file, io);
  const { quiet } = args;
  if (args.table === undefined)
    return dataOutputs({ sink: `convert-${format}`, file, format, quiet }, io, files);
  const outputs = dataOutputs({ sink: `convert-table-${format}`, file, format, quiet }, io, files);
  const head = headOf(
    format,
    convertTo.map(({ name }) => name),
  );
  if (head !== '') void outputs[0]?.target.write(Buffer.from(head));
  return outputs;
}

/** The columns of a table are its rulesets, which no format knows beforehand. */
function headOf(format: DataFormat, names: readonly string[]): string {
  if (format === 'csv') return csvLine(tableColumns(names));
  return format === 'text' ? tableTextHead(names) : '';
}
