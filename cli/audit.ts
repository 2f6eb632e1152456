import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandModule } from 'yargs';
import { streamTarget, type Output } from '../src/batch/output.js';
import { beginReportPage, type GrowingPage } from '../src/batch/report-page.js';
import type { SinkName } from '../src/report/formats.js';
import { nothingClosed } from '../src/report/html/budget.js';
import { summaryJson, summaryText } from '../src/report/summary.js';
import { attempt } from './attempt.js';
import { configIn, CONFIG_NAME, readConfig } from './config.js';
import type { ExitCode, Io } from './io.js';
import type { OutputFiles } from './output-files.js';
import { plainArguments } from './plain-words.js';
import type { Context } from './run.js';
import { runGames } from './run-games.js';
import { journalOf } from './run-journal.js';
import { settingsOf } from './settings.js';
import { without, withSharedOptions, type SharedArguments } from './shared-options.js';

/** `audit INPUT...`: read, replay, judge, score, compare with the declared result, report. */
export function auditCommand(context: Context): CommandModule<object, SharedArguments> {
  const { io } = context;
  return {
    command: 'audit [input..]',
    describe: 'Referee games: read, replay, judge, score, compare with the result',
    builder: (y) =>
      withSharedOptions(y)
        .config(readConfig(configIn(context.argv), io.cwd))
        .example('$0 audit games/ --out report', 'A folder, with a report to look at')
        .example('$0 audit archive.zip --no-score', 'Legality only, as CSV'),
    handler: async (args) => context.finish(await audit(args, context, io)),
  };
}

/** Audits where the words are plain and no file holds further options; `no`: nothing was done. */
export async function plainAudit(words: readonly string[], context: Context): Promise<'yes' | 'no'> {
  const { io } = context;
  if (existsSync(join(io.cwd, CONFIG_NAME))) return 'no';
  const args = plainArguments(words, without('config'));
  if (args === undefined) return 'no';
  context.finish(await audit(args as unknown as SharedArguments, context, io));
  return 'yes';
}

/** What `--out` has in it. */
const FILES = ['games.csv', 'findings.csv', 'summary.json', 'index.html'] as const;

async function audit(args: SharedArguments, context: Context, io: Io): Promise<ExitCode> {
  const closed = nothingClosed();
  const settings = { ...settingsOf(args), closed };
  const { out } = args;
  const journal = journalOf(args);
  let page: GrowingPage | undefined;
  try {
    return await runGames(args, context, {
      settings,
      journal,
      writes: {
        out: out === undefined ? undefined : { folder: out, names: FILES },
        output: args.output,
      },
      open: (files) => {
        page = out === undefined ? undefined : pageIn(out, context.version, files, closed);
        return outputsOf(args, io, { files, page });
      },
      finish: (result) => {
        if (out !== undefined) {
          const summary = join(out, 'summary.json');
          attempt(summary, () => writeFileSync(summary, summaryJson(result.counts, result, context.version)));
          attempt(join(out, 'index.html'), () => page?.complete(result.counts, result));
        }
        if (!args.quiet) io.stderr.write(summaryText(result.counts, result));
      },
    });
  } finally {
    page?.close(journal !== undefined && existsSync(journal.path) ? 'kept' : 'removed');
  }
}

function pageIn(folder: string, version: string, files: OutputFiles, closed: Int32Array): GrowingPage {
  const path = join(folder, 'index.html');
  let page: GrowingPage | undefined;
  files.add(path, (from) => {
    page = beginReportPage(path, version, from, closed);
    return page.target;
  });
  return page!;
}

/** Data to a folder, a file or standard output; findings about files, which CSV has no row for, to standard error. */
function outputsOf(
  args: SharedArguments,
  io: Io,
  { files, page }: { readonly files: OutputFiles; readonly page: GrowingPage | undefined },
): Output[] {
  const outputs: Output[] = [];
  if (args.out !== undefined) {
    const folder = args.out;
    outputs.push({ sink: 'csv', target: files.open(join(folder, 'games.csv')) });
    outputs.push({ sink: 'findings', target: files.open(join(folder, 'findings.csv')) });
    if (page) outputs.push({ sink: 'html', target: page.target });
  }
  if (args.output !== undefined) {
    outputs.push({ sink: args.format ?? formatOfName(args.output), target: files.open(args.output) });
  } else if (args.out === undefined || args.format !== undefined) {
    const sink = args.format ?? (io.stdout.isTTY === true ? 'table' : 'csv');
    outputs.push({ sink, target: streamTarget(io.stdout) });
  }
  const tellsFiles = outputs.some(({ sink }) => sink !== 'csv' && sink !== 'table');
  if (!tellsFiles && !args.quiet) outputs.push({ sink: 'talk', target: streamTarget(io.stderr) });
  return outputs;
}

function formatOfName(name: string): SinkName {
  const ends: readonly (readonly [string, SinkName])[] = [
    ['.jsonl', 'jsonl'],
    ['.json', 'json'],
    ['.sarif', 'sarif'],
    ['.xml', 'junit'],
    ['.txt', 'text'],
  ];
  return ends.find(([end]) => name.toLowerCase().endsWith(end))?.[1] ?? 'csv';
}
