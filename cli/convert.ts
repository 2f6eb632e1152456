import { existsSync } from 'node:fs';
import type { CommandModule } from 'yargs';
import type { AccountOptions } from '../src/referee/report.js';
import type { Frame, Output } from '../src/run/output.js';
import { comparedColumns } from '../src/columns/conversions.js';
import { conversionSummary } from '../src/output/conversion-counts.js';
import { comparedHead } from '../src/output/conversion-text.js';
import { type DataFormat, rowHead } from '../src/output/rows.js';
import type { Ruleset } from '../src/rules/ruleset.js';
import { gameCommand, type ArgumentsOf } from './command.js';
import {
  DATA_FORMAT_OPTION,
  dataOutputs,
  folderOutputs,
  type FolderTable,
  formatFor,
  NO_FRAME,
  type OutputFiles,
  writesOf,
  writeSummary,
} from './output-files.js';
import { type ExitCode, UsageError } from './io.js';
import type { Context } from './run.js';
import { runGames } from './run-games.js';
import { journalOf } from './run-journal.js';
import { komiHalves, rulesetOf, settingsOf } from './settings.js';
import { SHARED_OPTIONS, without } from './shared-options.js';

const CONVERTING = 'Converting:';

/** Options of all commands, without those whose meaning is another here. */
const KEPT = without('rules', 'komi', 'counting', 'score');

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
  out: { ...SHARED_OPTIONS.out, describe: 'Folder for conversions.csv, findings.csv, summary.json' },
  format: DATA_FORMAT_OPTION,
} as const;

const CONVERSIONS = 'conversions.csv';

type ConvertArguments = ArgumentsOf<typeof OPTIONS>;

/** `convert INPUT... --from A --to B`: the result under both, and an itemised account of the difference. */
export function convertCommand(context: Context): CommandModule<object, ConvertArguments> {
  return gameCommand(context, {
    command: 'convert [input..]',
    describe: 'Convert results between rulesets, with an account of every point',
    options: OPTIONS,
    examples: [
      ['$0 convert game.sgf --to aga', 'What it would have been under AGA rules, and why'],
      ['$0 convert club/ --table japanese,aga,chinese', 'A result column a ruleset'],
    ],
    run: convert,
  });
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
    score: true,
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
    journal: journalOf(args),
    writes: writesOf(args, [CONVERSIONS]),
    open: (files) => outputsOf(args, convertTo, { context, files }),
    finish(result) {
      const { counts } = result;
      if (args.out !== undefined) writeSummary(args.out, result, context.version);
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
  if (to?.includes(',') === true && !existsSync(to)) {
    rulesetsOf(to, '--to');
    throw new UsageError(`--to takes one ruleset; --table ${to} gives the result under each`);
  }
  if (to !== undefined) return [rulesetOf(to)];
  if (table === undefined)
    throw new UsageError('convert into what? Give --to RULESET, or --table RULESET,RULESET,...');
  return rulesetsOf(table, '--table');
}

function rulesetsOf(given: string, option: string): Ruleset[] {
  const names = given.split(',').map((name) => name.trim());
  if (names.includes('')) throw new UsageError(`${option} ${given}: a name is missing`);
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
  const { out, output: file, quiet } = args;
  const kind = args.table === undefined ? 'convert' : 'convert-table';
  const columns = args.table === undefined ? undefined : convertTo.map(({ name }) => name);
  const conversions: FolderTable = {
    name: CONVERSIONS,
    sink: `${kind}-csv`,
    ...frameOf('csv', columns),
  };
  const tables = out === undefined ? [] : folderOutputs(out, [conversions], files);
  if (out !== undefined && file === undefined && args.format === undefined) return tables;
  const format = formatFor(args, file, io);
  const [data, ...others] = dataOutputs({ sink: `${kind}-${format}`, file, format, quiet }, files);
  return [...tables, { ...data!, ...frameOf(format, columns) }, ...others];
}

/** What stands around the rows of a table, whose columns are rulesets, which no format knows beforehand. */
function frameOf(format: DataFormat, columns: readonly string[] | undefined): { frame?: Frame } {
  if (columns === undefined || format === 'json' || format === 'jsonl') return {};
  const head = format === 'csv' ? rowHead('csv', comparedColumns(columns)) : comparedHead(columns);
  return { frame: { ...NO_FRAME, head: () => head } };
}
