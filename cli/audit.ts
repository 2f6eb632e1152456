import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandModule } from 'yargs';
import { type FindingCode, severityOf } from '../src/findings/catalogue.js';
import { SEVERITIES } from '../src/findings/finding.js';
import type { SinkName } from '../src/output/formats.js';
import { gameTable, LINE_BREAK, PLAIN_TERMINAL, RANKS, type Terminal } from '../src/output/game-table.js';
import { nothingClosed } from '../src/output/html/budget.js';
import { type Counts, summaryText } from '../src/output/summary.js';
import type { Output, Target } from '../src/run/output.js';
import { beginReportPage, type GrowingPage } from '../src/run/report-page.js';
import { gameCommand } from './command.js';
import { CONFIG_NAME } from './config.js';
import { attempt, type ExitCode, type Io, STDIN_TOKEN } from './io.js';
import {
  folderOutputs,
  type FolderTable,
  NO_FRAME,
  type OutputFiles,
  writesOf,
  writeSummary,
} from './output-files.js';
import { plainArguments } from './plain-words.js';
import { runGames } from './run-games.js';
import { journalOf } from './run-journal.js';
import type { Context } from './run.js';
import { settingsOf } from './settings.js';
import { SHARED_OPTIONS, type SharedArguments, without } from './shared-options.js';

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
  if (!tellsFiles && !quiet) outputs.push({ sink: 'stderr', target: files.talk });
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

/** What a person can do after an audit, on a terminal: look at the report or make one, and read what the gravest finding means. */
function nextSteps(
  { out, input }: { readonly out: string | undefined; readonly input?: readonly string[] },
  { stderr }: Io,
  counts: Counts,
): string {
  if (stderr.isTTY !== true || counts.games === 0) return '';
  const code = gravest(counts);
  const isRepeatable = input?.length === 1 && !input.includes(STDIN_TOKEN);
  const again = `sgf-referee audit ${isRepeatable ? shellWord(input[0]!) : '...'} --out report`;
  const steps = [
    out === undefined ? `${again}  (boards and tables to look at)` : `open ${join(out, 'index.html')}`,
    ...(code === undefined ? [] : [`sgf-referee explain ${code}`]),
  ];
  return steps.map((step, i) => `${i === 0 ? 'Next: ' : '      '}${step}\n`).join('');
}

/** The gravest kind of finding, the most frequent of its severity. */
function gravest({ codes }: Counts): FindingCode | undefined {
  const rank = ([code, count]: [string, number]): [number, number] => [
    SEVERITIES.indexOf(severityOf(code as FindingCode)),
    -count,
  ];
  const sorted = Object.entries(codes).sort((a, b) => {
    const [one, other] = [rank(a), rank(b)];
    return one[0] - other[0] || one[1] - other[1] || (a[0] < b[0] ? -1 : 1);
  });
  return sorted[0]?.[0] as FindingCode | undefined;
}

function shellWord(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Games that a terminal shows at most: who has more looks at a report. */
const MOST_GAMES = 100;

/**
 * Takes rows of a `GameTable`, and when all have come writes the head and the gravest games first, each rank in the order of the
 * input. How many are left out is told.
 */
function gravestFirst(target: Target, head: string): Target {
  const ranks: string[][] = Array.from({ length: RANKS }, () => []);
  let games = 0;
  let open = '';
  return {
    write(bytes) {
      const rows = (open + Buffer.from(bytes).toString('utf8')).split('\n');
      open = rows.pop()!;
      games += rows.length;
      for (const row of rows) {
        const rank = ranks[Number(row[0])]!;
        if (rank.length < MOST_GAMES) rank.push(row.slice(1).replace(LINE_BREAK, '\n'));
      }
      return undefined;
    },
    async end() {
      const shown = ranks.flat().slice(0, MOST_GAMES);
      const more = games - shown.length;
      const tail = more === 0 ? '' : `and ${more} more; --out FOLDER writes them all, as does --format csv\n`;
      if (games > 0)
        await target.write(Buffer.from(`${head}${shown.map((row) => `${row}\n`).join('')}${tail}`));
      await target.end();
    },
  };
}
