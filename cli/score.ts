import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Argv, CommandModule, InferredOptionTypes } from 'yargs';
import type { WantedRuleset } from '../src/account-types.js';
import type { Output } from '../src/batch/output.js';
import { summaryJson, summaryText } from '../src/report/summary.js';
import { attempt } from './attempt.js';
import { configFor } from './config.js';
import { DATA_FORMAT_OPTION, dataOutputs, formatFor } from './data-output.js';
import { UsageError, type ExitCode } from './io.js';
import type { OutputFiles } from './output-files.js';
import type { Context } from './run.js';
import { runGames } from './run-games.js';
import { journalOf } from './run-journal.js';
import { rulesetOf, settingsOf } from './settings.js';
import { INPUT_OPERAND, SHARED_OPTIONS } from './shared-options.js';

const OPTIONS = {
  ...SHARED_OPTIONS,
  rules: {
    ...SHARED_OPTIONS.rules,
    describe: 'Rulesets to count under, joined by commas; auto is as RU says',
  },
  out: { ...SHARED_OPTIONS.out, describe: 'Folder for scores.csv, findings.csv, summary.json' },
  format: DATA_FORMAT_OPTION,
} as const;

type ScoreArguments = InferredOptionTypes<typeof OPTIONS> & { readonly input?: readonly string[] };

/** `score INPUT...`: the count of each game under one or several rulesets, item by item. */
export function scoreCommand(context: Context): CommandModule<object, ScoreArguments> {
  return {
    command: 'score [input..]',
    describe: 'Count games under one or several rulesets, item by item',
    builder: (y) =>
      y
        .positional('input', INPUT_OPERAND)
        .options(OPTIONS)
        .config(
          configFor(
            context,
            Object.keys(OPTIONS).filter((name) => name !== 'format'),
          ),
        )
        .example('$0 score game.sgf --rules japanese,aga', 'Both counts beside each other')
        .example(
          '$0 score round-3/ --out report',
          'A folder, with a report of files',
        ) as unknown as Argv<ScoreArguments>,
    handler: async (args) => context.finish(await score(args, context)),
  };
}

/** What `--out` has in it. */
const FILES = ['scores.csv', 'findings.csv', 'summary.json'] as const;

async function score(args: ScoreArguments, context: Context): Promise<ExitCode> {
  const { io } = context;
  if (!args.score) throw new UsageError('score counts games: --no-score is for audit and convert');
  const scoreUnder = wantedRulesets(args.rules);
  const [only] = scoreUnder;
  const { options, ...settings } = settingsOf({ ...args, rules: 'auto' });
  // One ruleset for all is the one that judges the moves; several only count.
  const rules = scoreUnder.length === 1 && only ? only : 'auto';
  const { out } = args;
  return runGames(args, context, {
    settings: {
      ...settings,
      ignore: [...settings.ignore, 'game/duplicate'],
      options: { ...options, rules, accounts: { scoreUnder } },
    },
    journal: journalOf(args),
    writes: {
      out: out === undefined ? undefined : { folder: out, names: FILES },
      output: args.output,
    },
    open: (files) => outputsOf(args, context, files),
    finish: (result) => {
      if (out !== undefined) {
        const summary = join(out, 'summary.json');
        attempt(summary, () => writeFileSync(summary, summaryJson(result.counts, result, context.version)));
      }
      if (!args.quiet) io.stderr.write(summaryText(result.counts, result));
    },
  });
}

function wantedRulesets(list: string): WantedRuleset[] {
  const names = list.split(',').map((name) => name.trim());
  const wanted = names
    .filter((name) => name !== '')
    .map((name) => (name === 'auto' ? name : rulesetOf(name)));
  if (wanted.length === 0) throw new UsageError('--rules names no ruleset');
  return wanted;
}

function outputsOf(args: ScoreArguments, { io }: Context, files: OutputFiles): Output[] {
  const { out, output: file } = args;
  const outputs: Output[] = [];
  if (out !== undefined) {
    for (const [name, sink] of [
      ['scores.csv', 'score-csv'],
      ['findings.csv', 'findings'],
    ] as const) {
      const path = join(out, name);
      outputs.push({ sink, target: files.open(path) });
    }
    if (file === undefined && args.format === undefined) return outputs;
  }
  const format = formatFor(args, file, io);
  return [
    ...outputs,
    ...dataOutputs({ sink: `score-${format}`, file, format, quiet: args.quiet }, io, files),
  ];
}
