import type { CommandModule } from 'yargs';
import type { WantedRuleset } from '../src/referee/report.js';
import type { Output } from '../src/run/output.js';
import { summaryText } from '../src/output/summary.js';
import { gameCommand, type ArgumentsOf } from './command.js';
import {
  DATA_FORMAT_OPTION,
  dataOutputs,
  folderOutputs,
  type FolderTable,
  formatFor,
  type OutputFiles,
  writesOf,
  writeSummary,
} from './output-files.js';
import { type ExitCode, UsageError } from './io.js';
import type { Context } from './run.js';
import { runGames } from './run-games.js';
import { journalOf } from './run-journal.js';
import { rulesetOf, settingsOf } from './settings.js';
import { SHARED_OPTIONS, without } from './shared-options.js';

const OPTIONS = {
  ...without('score'),
  rules: {
    ...SHARED_OPTIONS.rules,
    describe: 'Rulesets to count under, joined by commas; auto is as RU says',
  },
  out: { ...SHARED_OPTIONS.out, describe: 'Folder for scores.csv, findings.csv, summary.json' },
  format: DATA_FORMAT_OPTION,
} as const;

type ScoreArguments = ArgumentsOf<typeof OPTIONS>;

/** `score INPUT...`: the count of each game under one or several rulesets, item by item. */
export function scoreCommand(context: Context): CommandModule<object, ScoreArguments> {
  return gameCommand(context, {
    command: 'score [input..]',
    describe: 'Count games under one or several rulesets, item by item',
    options: OPTIONS,
    examples: [
      ['$0 score game.sgf --rules japanese,aga', 'Both counts beside each other'],
      ['$0 score round-3/ --out report', 'A folder, with its scores in files'],
    ],
    run: score,
  });
}

async function score(args: ScoreArguments, context: Context): Promise<ExitCode> {
  const { io } = context;
  const scoreUnder = wantedRulesets(args.rules);
  const [only] = scoreUnder;
  const { options, ...settings } = settingsOf({ ...args, rules: 'auto', score: true });
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
    writes: writesOf(args, [SCORES.name]),
    open: (files) => outputsOf(args, context, files),
    finish: (result) => {
      if (out !== undefined) writeSummary(out, result, context.version);
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
  const tables = out === undefined ? [] : folderOutputs(out, [SCORES], files);
  if (out !== undefined && file === undefined && args.format === undefined) return tables;
  const format = formatFor(args, file, io);
  return [...tables, ...dataOutputs({ sink: `score-${format}`, file, format, quiet: args.quiet }, files)];
}

const SCORES: FolderTable = { name: 'scores.csv', sink: 'score-csv' };
