import type { Argv, CommandModule, InferredOptionTypes } from 'yargs';
import { streamTarget, type Output } from '../src/batch/output.js';
import type { CheckProfile } from '../src/check.js';
import { FINDING_CODES } from '../src/core/catalogue.js';
import type { SinkName } from '../src/report/formats.js';
import { summaryText } from '../src/report/summary.js';
import { UsageError, type ExitCode } from './io.js';
import type { OutputFiles } from './output-files.js';
import type { Context } from './run.js';
import { runGames } from './run-games.js';
import { settingsOf } from './settings.js';
import { INPUT_OPERAND, SHARED_OPTIONS, without } from './shared-options.js';

const CHECKING = 'Checking:';

const OPTIONS = {
  strict: { type: 'boolean', default: false, group: CHECKING, describe: 'What breaks a format is an error' },
  lenient: { type: 'boolean', default: false, group: CHECKING, describe: 'Leave out what is style only' },
  only: {
    type: 'string',
    array: true,
    group: CHECKING,
    requiresArg: true,
    describe: 'Finding codes to tell, joined by commas; no others',
  },
  ...without('out', 'score', 'resume', 'config', 'engine-seconds', 'estimator', 'dead', 'format'),
  format: { ...SHARED_OPTIONS.format, describe: 'Form of the findings; csv, or text on a terminal' },
} as const;

type CheckArguments = InferredOptionTypes<typeof OPTIONS> & { readonly input?: readonly string[] };

/** `check INPUT...`: findings about every node of every variation; nothing is scored. */
export function checkCommand(context: Context): CommandModule<object, CheckArguments> {
  return {
    command: 'check [input..]',
    describe: 'Check SGF: every property of every node of every variation',
    builder: (y) =>
      y
        .positional('input', INPUT_OPERAND)
        .options(OPTIONS)
        .example('$0 check games/ --format text', 'A line for each finding')
        .example(
          '$0 check games/ --strict --fail-on warning',
          'For an archive that keeps to FF[4]',
        ) as unknown as Argv<CheckArguments>,
    handler: async (args) => context.finish(await check(args, context)),
  };
}

async function check(args: CheckArguments, context: Context): Promise<ExitCode> {
  if (args.strict && args.lenient) throw new UsageError('--strict and --lenient exclude each other');
  const profile: CheckProfile = args.strict ? 'strict' : args.lenient ? 'lenient' : 'default';
  const judging = {
    ...args,
    score: false,
    estimator: 'none',
    'engine-seconds': 1,
    dead: undefined,
    config: undefined,
  };
  const settings = settingsOf(judging);
  const ignore = new Set([...settings.ignore, 'game/duplicate' as const]);
  if (args.only !== undefined) {
    const wanted = new Set(settingsOf({ ...judging, ignore: args.only }).ignore);
    for (const code of FINDING_CODES) if (!wanted.has(code)) ignore.add(code);
  }
  const { io } = context;
  return runGames(args, context, {
    settings: { ...settings, ignore: [...ignore], check: profile },
    writes: { output: args.output },
    open: (files) => [outputOf(args, context, files)],
    finish: (result) => {
      if (!args.quiet) io.stderr.write(summaryText(result.counts, result));
    },
  });
}

function outputOf(args: CheckArguments, { io }: Context, files: OutputFiles): Output {
  const format = args.format ?? (args.output === undefined && io.stdout.isTTY === true ? 'text' : 'csv');
  const sink: SinkName = format === 'csv' ? 'findings' : format;
  return { sink, target: args.output === undefined ? streamTarget(io.stdout) : files.open(args.output) };
}
