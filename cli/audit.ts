import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandModule } from 'yargs';
import type { Output } from '../src/run/output.js';
import { beginReportPage, type GrowingPage } from '../src/run/report-page.js';
import type { SinkName } from '../src/output/formats.js';
import { gameTable, PLAIN_TERMINAL, type Terminal } from '../src/output/game-table.js';
import { nothingClosed } from '../src/output/html/budget.js';
import { summaryText } from '../src/output/summary.js';
import { attempt } from './attempt.js';
import { gameCommand } from './command.js';
import { CONFIG_NAME } from './config.js';
import { NO_FRAME } from './data-output.js';
import { folderOutputs, writesOf, writeSummary, type FolderTable } from './folder-output.js';
import { gravestFirst } from './gravest-first.js';
import type { ExitCode, Io } from './io.js';
import { nextSteps } from './next-steps.js';
import type { OutputFiles } from './output-files.js';
import { plainArguments } from './plain-words.js';
import type { Context } from './run.js';
import { runGames } from './run-games.js';
import { journalOf } from './run-journal.js';
import { settingsOf } from './settings.js';
import { SHARED_OPTIONS, without, type SharedArguments } from './shared-options.js';

/** `audit INPUT...`: read, replay, judge, score, compare with the declared result, report. */
export function auditCommand(context: Context): CommandModule<object, SharedArguments> {
  return gameCommand(context, {
    command: 'audit [input..]',
    describe: 'Referee games: read, replay, judge, score, compare with the result',
    options: SHARED_OPTIONS,
    examples: [
      ['$0 audit games/ --out report', 'A folder, with a report to look at'],
      ['$0 audit archive.zip --no-score', 'Legality only'],
      ['$0 audit games/ --fail-on error,contradicted', 'Exit 1 also where a result does not hold'],
    ],
    run: audit,
  });
}

/** Audits where the words are plain and no file holds further options; `no`: nothing was done. */
export async function plainAudit(words: readonly string[], context: Context): Promise<'yes' | 'no'> {
  const { io } = context;
  if (existsSync(join(io.cwd, CONFIG_NAME))) return 'no';
  const args = plainArguments(words, without('config'));
  if (args === undefined) return 'no';
  context.finish(await audit(args as unknown as SharedArguments, context));
  return 'yes';
}

async function audit(args: SharedArguments, context: Context): Promise<ExitCode> {
  const { io } = context;
  const closed = nothingClosed();
  const terminal = terminalOf(io);
  const settings = { ...settingsOf(args), closed, terminal };
  const { out } = args;
  const journal = journalOf(args);
  let page: GrowingPage | undefined;
  try {
    return await runGames(args, context, {
      settings,
      journal,
      writes: writesOf(args, [GAMES.name, PAGE]),
      open(files) {
        const tables = out === undefined ? [] : folderOutputs(out, [GAMES], files);
        page = out === undefined ? undefined : pageIn(out, context.version, files, closed);
        if (page) tables.push({ sink: 'html', target: page.target });
        return [...tables, ...outputsOf(args, io, files, terminal)];
      },
      finish(result) {
        if (out !== undefined) {
          writeSummary(out, result, context.version);
          attempt(join(out, PAGE), () => page?.complete(result.counts, result));
        }
        if (args.quiet) return;
        io.stderr.write(summaryText(result.counts, result) + nextSteps(args, io, result.counts));
      },
    });
  } finally {
    page?.close(journal !== undefined && existsSync(journal.path) ? 'kept' : 'removed');
  }
}

const PAGE = 'index.html';
const GAMES: FolderTable = { name: 'games.csv', sink: 'csv' };

function terminalOf({ stdout }: Io): Terminal {
  return {
    // A terminal that knows no width says 0.
    columns: stdout.columns || PLAIN_TERMINAL.columns,
    colors: stdout.hasColors?.() === true ? 'yes' : 'no',
  };
}

function pageIn(folder: string, version: string, files: OutputFiles, closed: Int32Array): GrowingPage {
  const path = join(folder, PAGE);
  let page: GrowingPage | undefined;
  files.add(path, (from) => {
    page = beginReportPage(path, version, from, closed);
    return page.target;
  });
  return page!;
}

/** Data to a file or standard output; findings about files, which CSV has no row for, to standard error. */
function outputsOf(args: SharedArguments, io: Io, files: OutputFiles, terminal: Terminal): Output[] {
  const { out, output, format, quiet } = args;
  const outputs: Output[] = [];
  if (output !== undefined) {
    outputs.push({ sink: format ?? formatOfName(output), target: files.open(output) });
  } else if (format === undefined && out === undefined && io.stdout.isTTY === true) {
    const target = gravestFirst(files.stdout, gameTable(terminal).head);
    outputs.push({ sink: 'table', target, frame: NO_FRAME });
  } else if (out === undefined || format !== undefined) {
    outputs.push({ sink: format ?? 'csv', target: files.stdout });
  }
  const tellsFiles = out !== undefined || outputs.some(({ sink }) => sink !== 'csv' && sink !== 'table');
  if (!tellsFiles && !quiet) outputs.push({ sink: 'talk', target: files.talk });
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
