import type { CommandModule } from 'yargs';
import type { Output } from '../src/run/output.js';
import type { CheckProfile } from '../src/check/check-file.js';
import type { SinkName } from '../src/output/formats.js';
import { summaryText } from '../src/output/summary.js';
import { gameCommand, type ArgumentsOf } from './command.js';
import { folderOutputs, type OutputFiles, writesOf, writeSummary } from './output-files.js';
import { type ExitCode, UsageError } from './io.js';
import type { Context } from './run.js';
import { runGames } from './run-games.js';
import { journalOf } from './run-journal.js';
import { settingsOf, UNJUDGED } from './settings.js';
import { SHARED_OPTIONS, without } from './shared-options.js';

const CHECKING = 'Checking:';

const OPTIONS = {
  strict: { type: 'boolean', default: false, group: CHECKING, describe: 'What breaks a format is an error' },
  lenient: { type: 'boolean', default: false, group: CHECKING, describe: 'Leave out what is style only' },
  ...without('komi', 'counting', 'dead', 'estimator', 'engine-seconds', 'score'),
  out: { ...SHARED_OPTIONS.out, describe: 'Folder for findings.csv, summary.json' },
  format: { ...SHARED_OPTIONS.format, describe: 'Form of the findings; csv, or text on a terminal' },
} as const;

type CheckArguments = ArgumentsOf<typeof OPTIONS>;

/** `check INPUT...`: findings about every node of every variation; nothing is scored. */
export function checkCommand(context: Context): CommandModule<object, CheckArguments> {
  return gameCommand(context, {
    command: 'check [input..]',
    describe: 'Check SGF: every property of every node of every variation',
    options: OPTIONS,
    examples: [
      ['$0 check games/ --format text', 'A line for each finding'],
      ['$0 check games/ --strict --fail-on warning', 'For an archive that keeps to FF[4]'],
      ['$0 check games/ --only sgf/', 'Syntax and properties only'],
    ],
    run: check,
  });
}

function check(args: CheckArguments, context: Context): Promise<ExitCode> {
  if (args.strict && args.lenient) throw new UsageError('--strict and --lenient exclude each other');
  const profile: CheckProfile = args.strict ? 'strict' : args.lenient ? 'lenient' : 'default';
  const { rules, illegal, variations } = args;
  const settings = settingsOf({
    ...args,
    ...UNJUDGED,
    rules,
    'default-rules': args['default-rules'],
    illegal,
    variations,
  });
  const { io } = context;
  return runGames(args, context, {
    settings: { ...settings, ignore: [...settings.ignore, 'game/duplicate'], check: profile },
    journal: journalOf(args),
    writes: writesOf(args, []),
    open: (files) => outputsOf(args, context, files),
    finish(result) {
      if (args.out !== undefined) writeSummary(args.out, result, context.version);
      if (!args.quiet) io.stderr.write(summaryText(result.counts, result));
    },
  });
}

function outputsOf(args: CheckArguments, { io }: Context, files: OutputFiles): Output[] {
  const { out, output, format } = args;
  const tables = out === undefined ? [] : folderOutputs(out, [], files);
  if (out !== undefined && output === undefined && format === undefined) return tables;
  const form = format ?? (output === undefined && io.stdout.isTTY === true ? 'text' : 'csv');
  const sink: SinkName = form === 'csv' ? 'findings' : form;
  return [...tables, { sink, target: output === undefined ? files.stdout : files.open(output) }];
}
