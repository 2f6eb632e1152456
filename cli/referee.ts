import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { GAME_ROW, type DataForm, type GameCommand } from '../src/options/commands.js';
import { severityOf, SEVERITIES, type FindingCode } from '../src/core/findings/finding.js';
import { openPairings, type Terminal } from '../src/report/output/text.js';
import type { Crosscheck } from '../src/toolkit/event/crosscheck.js';
import { Statistics, type DataFormat } from '../src/report/output/rows.js';
import { type Counts, unreadText } from '../src/report/output/summary.js';
import type { Judging } from '../src/options/read.js';
import { NO_FRAME, type Output } from '../src/run/merge/output.js';
import type { RunResult } from '../src/run/merge/run.js';
import { beginReportPage, type GrowingPage } from '../src/run/merge/report-page.js';
import { INPUT, type Arguments, type Command, type Context, type ExitCode } from './command.js';
import type { Io } from './io.js';
import { UsageError } from './errors.js';
import { attempt, earlierLeft, unfinishedOf } from './files.js';
import { runGames } from './run-games.js';
import { afterGames, gravestFirst } from './games-table.js';
import {
  folderOutputs,
  formatFor,
  formOfName,
  WORKBOOK_NEEDS_FILE,
  writesOf,
  writeSummary,
  type OutputFiles,
  terminalOf,
} from './output.js';
import { plural, visible } from '../src/core/text.js';
import { parseBaseline } from '../src/referee/judge/baseline.js';
import { BaselineText } from '../src/referee/judge/baseline-text.js';
import { BaselineUse } from '../src/run/tasks/task-output.js';
import { temporaryName } from '../src/run/tasks/rewrite.js';

/** The options common to all commands that referee games. */
type GameArguments = Arguments<'check'>;

/** A command that referees games, on the command line. */
export function refereeing(command: GameCommand): Command {
  const { name, about, examples } = command;
  return {
    ...INPUT,
    name,
    about,
    examples,
    run: (args, context) => referee(command, args as GameArguments, context),
  };
}

async function referee(command: GameCommand, args: GameArguments, context: Context): Promise<ExitCode> {
  const { io, version } = context;
  const { name } = command;
  const { out } = args;
  const hasReport = command.report === 'made';
  const terminal = terminalOf(io);
  const games = await command.crosscheck?.(args, tablesOf(args));
  const judge = (own: object): Judging => {
    const given = command.judging(own);
    return games ? games.withConditions(given) : given;
  };
  const judging = judge(args);
  refuseCombinations(args);
  if (args.fix || args['fix-unsafe']) {
    const { fixFiles } = await import('./format.js');
    const code = await fixFiles(args, io, judge);
    if (args.diff || code !== 0) return code;
  }
  // A crosscheck or statistics need all games at the end, a baseline all findings met: such a run cannot be resumed.
  const known = baselineOf(name, args, judging.ignore);
  const unfinished = games || known || args.statistics ? undefined : unfinishedOf(args);
  const writes = {
    ...writesOf(args, [command.file, ...besideOf(command), hasReport ? PAGE : undefined]),
    baseline: args['write-baseline'],
  };
  let page: GrowingPage | undefined;
  let checked: Crosscheck | undefined;
  try {
    return await runGames(args, context, {
      cache: args.cache,
      settings: hasReport ? { ...judging, terminal } : judging,
      judging: judge,
      unfinished,
      crosscheck: games && (() => (checked = games.checked())),
      baseline: known?.use,
      writes,
      open(files) {
        const folder = out === undefined ? { outputs: [] } : folderOf(out, command, args, version, files);
        ({ page } = folder);
        const outputs = [...folder.outputs, ...(games ? [games.output] : []), ...(known?.outputs ?? [])];
        return [...outputs, ...dataOf(command, args, { io, files, terminal })];
      },
      finish(result, unread) {
        if (out !== undefined) completeFolder(out, page, result, version);
        const unused = aliasesLeft(games?.unusedAliases() ?? []);
        const about = earlierLeft(writes) + (known?.finish(result, unread) ?? '') + unused;
        if (args.quiet) return;
        if (isCsvUnasked(command, args, io)) io.stderr.write(CSV_UNASKED);
        const next = hasReport ? nextSteps(command, args, io, result.counts) : '';
        const open = checked && out !== undefined ? openPairings(checked) : '';
        const names = io.stderr.isTTY === true ? 'short' : 'whole';
        const summary = command.summary(result, names);
        // A run with --out writes no line about each file.
        const files = out === undefined ? '' : unreadText(result.counts, names);
        io.stderr.write(open + files + summary + about + next);
      },
    });
  } finally {
    page?.close();
  }
}

/** Most names of a line. */
const MAX_NAMES = 3;

/** Says which aliases name nobody: the first column has names as records write them. */
function aliasesLeft(unused: readonly string[]): string {
  if (unused.length === 0) return '';
  const named = unused.slice(0, MAX_NAMES).map((nick) => JSON.stringify(visible(nick)));
  const more = unused.length > MAX_NAMES ? ` and ${String(unused.length - MAX_NAMES)} more` : '';
  return `--aliases: no record has the name ${named.join(', ')}${more}\n`;
}

/** Throws UsageError for options that exclude each other. */
function refuseCombinations(args: GameArguments): void {
  if (args.diff && !args.fix && !args['fix-unsafe'])
    throw new UsageError('--diff: give --fix or --fix-unsafe');
  if (args.statistics && args.resume)
    throw new UsageError('--resume: a run with --statistics starts from the beginning');
}

const PAGE = 'index.html';

/** What a run writes into the folder of `--out`, except its summary. */
interface FolderOutputs {
  readonly outputs: readonly Output[];
  readonly page?: GrowingPage | undefined;
}

function folderOf(
  out: string,
  command: GameCommand,
  args: GameArguments,
  version: string,
  files: OutputFiles,
): FolderOutputs {
  const tables = tablesIn(out, command, args, files);
  if (command.report === 'none') return { outputs: tables };
  const page = pageIn(out, version);
  return { outputs: [...tables, { sink: 'html', target: page.target, closed: page.closed }], page };
}

/** Writes the summary and the end of the page. Throws AccessError. */
function completeFolder(
  out: string,
  page: GrowingPage | undefined,
  result: RunResult,
  version: string,
): void {
  writeSummary(out, result, version);
  attempt(join(out, PAGE), () => page?.complete(result.counts, result));
}

/** The tables that a crosscheck names. */
function tablesOf(args: GameArguments): Arguments<'crosscheck'>['table'] & object {
  return (args as Partial<Arguments<'crosscheck'>>).table ?? [];
}

function besideOf({ beside = [] }: GameCommand): readonly string[] {
  return beside.map(({ name }) => name);
}

/** The tables in the folder of `--out`. */
function tablesIn(out: string, command: GameCommand, args: GameArguments, files: OutputFiles): Output[] {
  const sink = command.sinks(args).csv;
  if (command.file === undefined || sink === undefined) return folderOutputs(out, [], files);
  const frame = command.frame?.(args, 'csv');
  const { beside = [] } = command;
  return folderOutputs(out, [{ name: command.file, sink, ...(frame && { frame }) }, ...beside], files);
}

/** Data to a file or standard output; findings about files, which have no row in CSV, to standard error. */
function dataOf(
  command: GameCommand,
  args: GameArguments,
  { io, files, terminal }: { readonly io: Io; readonly files: OutputFiles; readonly terminal: Terminal },
): Output[] {
  const { out, output, format, quiet, statistics } = args;
  const isChosen = statistics || output !== undefined || format !== undefined;
  if (!isChosen && out !== undefined) return [];
  const lines: Output[] = quiet || out !== undefined ? [] : [{ sink: 'stderr', target: files.messages }];
  if (statistics) return [statisticsOf(args, { io, files }), ...lines];
  if (format === 'xlsx' && output === undefined && io.stdout.isTTY === true)
    throw new UsageError(WORKBOOK_NEEDS_FILE);
  const isTerminal = !isChosen && io.stdout.isTTY === true;
  if (isTerminal && command.row === GAME_ROW && command.report === 'made') {
    const target = gravestFirst(files.stdout, terminal, args.baseline !== undefined);
    // Standard error that goes elsewhere, such as to a file, gets every line.
    const isSeen = io.stderr.isTTY === true;
    const below = isSeen ? lines.map((line) => ({ ...line, target: afterGames(line.target) })) : lines;
    return [{ sink: 'table', target, frame: NO_FRAME }, ...below];
  }
  const { data, isTable } = rowsOf(command, args, files, isTerminal);
  return isTable ? [data, ...lines] : [data];
}

const CSV_UNASKED =
  'CSV, as for programs: --format text writes text to read, --out FOLDER a report with boards\n';

/** Whether standard output got CSV only because it is no terminal, as with a pager, while somebody reads standard error. */
function isCsvUnasked(
  command: GameCommand,
  { out, output, format, statistics }: GameArguments,
  { stdout, stderr }: Io,
): boolean {
  const isChosen = statistics || [out, output, format].some((one) => one !== undefined);
  return !isChosen && command.report === 'made' && stderr.isTTY === true && stdout.isTTY !== true;
}

/** The rows of a command, in the requested format. `isTable`: CSV, which has no row for a finding about a file. */
function rowsOf(
  command: GameCommand,
  args: GameArguments,
  files: OutputFiles,
  isTerminal: boolean,
): { readonly data: Output; readonly isTable: boolean } {
  const { output, format } = args;
  const sinks = command.sinks(args);
  const forms = Object.keys(sinks) as DataForm[];
  const form = format ?? (isTerminal ? 'text' : formOfName(output ?? '', forms));
  const sink = sinks[form] ?? 'csv';
  const frame = command.frame?.(args, form);
  const data: Output = {
    sink,
    target: output === undefined ? files.stdout : files.open(output),
    ...(frame && { frame }),
  };
  return { data, isTable: form === 'csv' && sink !== 'findings' };
}

/** The table of `--statistics`, written when all games are counted. */
function statisticsOf(
  args: GameArguments,
  { io, files }: { readonly io: Io; readonly files: OutputFiles },
): Output {
  const form = formatFor({ ...args, format: dataFormatOf(args.format) }, io);
  const target = args.output === undefined ? files.stdout : files.open(args.output);
  const statistics = new Statistics();
  return {
    sink: 'statistics',
    frame: NO_FRAME,
    target: {
      write: (bytes) => statistics.add(Buffer.from(bytes).toString('utf8')),
      async end() {
        await target.write(Buffer.from(statistics.text(form)));
        await target.end();
      },
    },
  };
}

/** Throws UsageError for a format that has findings only. */
function dataFormatOf(format: GameArguments['format']): DataFormat | undefined {
  if (format === 'sarif' || format === 'junit' || format === 'xlsx')
    throw new UsageError(`--statistics is a table of text; --format ${format} cannot write it`);
  return format;
}

function pageIn(folder: string, version: string): GrowingPage {
  const path = join(folder, PAGE);
  return attempt(path, () => beginReportPage(path, version));
}

/** Suggestions after an audit on a terminal: the report, the sheets to print, and the explanation of the most severe finding. */
function nextSteps(command: GameCommand, args: GameArguments, { stderr }: Io, counts: Counts): string {
  if (stderr.isTTY !== true || counts.games === 0) return '';
  const { out, input } = args;
  const code = gravest(counts);
  const isRepeatable = input.length === 1 && !input.includes('-');
  const games = isRepeatable ? visible(shellWord(input[0]!)) : '...';
  const decisions = args.decisions ? ` --decisions ${visible(shellWord(args.decisions.file))}` : '';
  const again = `sgf-referee ${command.name} ${games}${decisions} --out report`;
  const report = command.crosscheck ? [] : [`${again}  (boards and tables to look at)`];
  const isOpen = Object.values(counts.worklist.needs).some((count) => count > 0);
  const tables = tablesOf(args).map(({ name }) => ` --table ${visible(shellWord(name))}`);
  const aliases = 'aliases' in args && args.aliases !== undefined ? ' --aliases ...' : '';
  const sheets = `sgf-referee ruling ${games}${tables.join('')}${aliases}${decisions} --needs-ruling --output sheets.html`;
  const isBroken = !command.crosscheck && 'record/misprint' in counts.codes;
  const steps = [
    ...(out === undefined ? report : [`open ${join(out, 'index.html')}`]),
    ...(isOpen ? [`${sheets}  (to print)`] : []),
    ...(isBroken
      ? [`sgf-referee format ${games}${decisions} --repair --out mended  (writes probable repairs)`]
      : []),
    ...(code === undefined ? [] : [`sgf-referee explain ${code}`]),
  ];
  return steps.map((step, i) => `${i === 0 ? 'Next: ' : '      '}${step}\n`).join('');
}

/** The most severe finding code; of several, the most frequent. */
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

/** The baseline of a run. */
interface RunBaseline {
  /** Records which findings of a baseline that is read are met. */
  readonly use?: BaselineUse;
  /** Collects a baseline that is written. */
  readonly outputs: readonly Output[];
  /** Writes or prunes the file of a complete run. Returns lines for standard error. Throws AccessError. */
  readonly finish: (result: RunResult, unread: number) => string;
}

type BaselineArguments = Pick<
  Arguments<'check'>,
  'baseline' | 'write-baseline' | 'prune-baseline' | 'resume' | 'since' | 'changed'
>;

/** The baseline that the options name; `undefined` for none. `ignored`: codes that the run does not look for. Throws UsageError. */
function baselineOf(
  command: string,
  args: BaselineArguments,
  ignored: readonly FindingCode[],
): RunBaseline | undefined {
  const { baseline, 'write-baseline': written, 'prune-baseline': isPruned, resume } = args;
  if (isPruned && !baseline) throw new UsageError('--prune-baseline: give --baseline FILE');
  if (!baseline && written === undefined) return undefined;
  if (baseline && written !== undefined)
    throw new UsageError(
      '--baseline reads known findings and --write-baseline writes them: give one of them',
    );
  if (resume) throw new UsageError('--resume: a run with a baseline starts from the beginning');
  const isPart = args.changed || args.since !== undefined;
  if (isPart && (isPruned || written !== undefined))
    throw new UsageError(
      'a baseline is written and pruned by a run over all files, without --since and --changed',
    );
  if (!baseline) return writing(command, written!);
  return reading(command, baseline, { isPruned, isPart, ignored });
}

function reading(
  command: string,
  { file, baseline }: BaselineArguments['baseline'] & object,
  {
    isPruned,
    isPart,
    ignored,
  }: { readonly isPruned: boolean; readonly isPart: boolean; readonly ignored: readonly FindingCode[] },
): RunBaseline {
  const isOwn = baseline.command === command;
  if (isPruned && !isOwn)
    throw new UsageError(`--prune-baseline: ${file} was written by ${baseline.command}, not by ${command}`);
  const use = new BaselineUse(baseline);
  return {
    use,
    outputs: [],
    finish(result, unread) {
      const unmet = Object.entries(use.unmet(ignored)).sort(([, a], [, b]) => b - a);
      // Another command reports other findings, and unread files may still have them.
      if (!isOwn || isPart || unread > 0 || result.interrupted === 'yes' || unmet.length === 0) return '';
      const count = unmet.reduce((sum, [, number]) => sum + number, 0);
      const codes = unmet.slice(0, 5).map(([code, number]) => `${String(number)} ${code}`);
      const which = `${plural(count, 'known finding')} (${codes.join(', ')}${unmet.length > 5 ? ', ...' : ''})`;
      if (!isPruned) return `${visible(file)}: ${which} no longer found; --prune-baseline removes them\n`;
      replace(file, use.pruned(ignored));
      return `${visible(file)}: ${which} removed\n`;
    },
  };
}

function writing(command: string, file: string): RunBaseline {
  if (existsSync(file) && !parseBaseline(attempt(file, () => readFileSync(file, 'utf8'))).ok)
    throw new UsageError(
      `--write-baseline: ${file} exists and is not a baseline that this version reads; nothing was written`,
    );
  const text = new BaselineText();
  const target = {
    write: (bytes: Uint8Array) => text.add(Buffer.from(bytes).toString('utf8')),
    end: () => undefined,
  };
  return {
    outputs: [{ sink: 'baseline', target, frame: NO_FRAME }],
    finish({ interrupted, counts }) {
      if (interrupted === 'yes') return '';
      replace(file, text.text(command));
      const count = Object.values(counts.known).reduce((sum, number) => sum + number, 0);
      return `${plural(count, 'known finding')} in ${visible(file)}\n`;
    },
  };
}

/** Replaces the file atomically. Throws AccessError. */
function replace(file: string, text: string): void {
  const temporary = join(dirname(file), temporaryName());
  attempt(file, () => {
    try {
      writeFileSync(temporary, text);
      renameSync(temporary, file);
    } finally {
      rmSync(temporary, { force: true });
    }
  });
}
