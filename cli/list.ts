import { needsScore } from '../src/report/columns/games.js';
import { cellsOf, type Cell } from '../src/report/columns/column.js';
import { DUPLICATE_COLUMNS } from '../src/report/columns/tables.js';
import {
  groupColumns,
  listColumn,
  shownName,
  DEFAULT_LIST_COLUMNS,
  NARROW_LIST_COLUMNS,
  type GameGroup,
  type Grouping,
} from '../src/report/columns/lists.js';
import { groupedColumns, listQuery, openQuery, type ListQuery } from '../src/report/list/list-games.js';
import { comparedTarget, groupedTarget, orderedTarget } from '../src/run/merge/list-target.js';
import { csvAsWorkbook, NO_FRAME, type Output, type Target } from '../src/run/merge/output.js';
import {
  LIST_FORMATS,
  rowFrame,
  rowHead,
  rowText,
  type DataFormat,
  duplicateLine,
  duplicatesHead,
} from '../src/report/output/rows.js';
import { GAME_COMMANDS } from '../src/options/commands.js';
import { judgingOf, OptionError } from '../src/options/read.js';
import { INPUT, type Arguments, type Command, type Context, type ExitCode } from './command.js';
import { UsageError } from './errors.js';
import { runGames, readsOf } from './run-games.js';
import {
  formatFor,
  formOfName,
  framed,
  isWorkbook,
  listOutputs,
  textTerminal,
  type OutputFiles,
} from './output.js';
import { plural, thousands } from '../src/core/text.js';
import { escapeXml } from '../src/report/picture/drawing.js';
import { Readable } from 'node:stream';
import { createComparison, type Comparison } from '../src/toolkit/duplicates/find-duplicates.js';
import { DUPLICATE_KINDS, EQUAL_KINDS } from '../src/toolkit/duplicates/game-keys.js';
import { claimed, isOtherFile } from './files.js';
import { allOfStdin, inputNames } from './input-names.js';

type ListArguments = Arguments<'list'>;

/** `list INPUT...`: header fields, counts and verdicts of games as a table, with a filter. */
export const list: Command<'list'> = {
  ...INPUT,
  name: 'list',
  about: 'List games: header fields, counts, verdicts, with a filter',
  examples: [
    ['$0 list games/ --where \'size=19 and black~"Lee"\'', 'Games of one player, as CSV'],
    ['$0 list games/ --needs-ruling', 'What a referee has to decide, the most severe first'],
    ['$0 list games/ --needs-ruling --table open.xml', 'Also where a results table differs'],
    ['$0 list games/ --group-by player', 'Score sheets: wins by color, handicap and komi'],
    ['$0 list games/ --group-by year --output years.html', 'The same as a page of charts'],
    ['$0 list games/ --columns file,PB,PW,moves --sort=-moves', 'The longest games first'],
  ],
  run: listed,
};

function settingsOf(args: ListArguments, { depth }: ListQuery): ReturnType<typeof judgingOf> {
  return judgingOf({ ...args, format: undefined, score: args.score && needsScore(depth) });
}

async function listed(args: ListArguments, context: Context): Promise<ExitCode> {
  const { io, version } = context;
  const by = args['group-by'];
  const isPage = (args.format ?? formOfName(args.output ?? '', LIST_FORMATS)) === 'html';
  const isSheet = args.format !== 'html' && isWorkbook({ format: args.format, output: args.output }, io);
  if (isPage && by === undefined) throw new OptionError('format', 'html needs --group-by');
  const format = args.files || args.count ? 'names' : formatOf(args, io);
  const query = by === undefined ? queryOf(args, format) : groupQueryOf(args, by);
  const { table, aliases } = args;
  const games = table && (await GAME_COMMANDS.crosscheck.crosscheck({ aliases }, table));
  const asked = games ? openQuery(query) : query;
  const settings = settingsOf(args, asked);
  const isOrdered = games || format === 'names' || query.sort.length > 0 || args.top !== undefined;
  const rows = games ? 'compared' : isOrdered ? 'keyed' : 'plain';
  const enough = new AbortController();
  const groups = groupColumns(by ?? 'player', format === 'text' ? 'narrow' : 'all');
  const columns = by === undefined ? query.columns.map(listColumn) : groups;
  const terminal = textTerminal({ format, output: args.output }, io);
  const frame = format === 'names' ? NO_FRAME : rowFrame(format, () => rowHead(format, columns, terminal));

  const ordered = (target: Target): Target => {
    const inner = args.count ? countingTarget(target) : target;
    return orderedTarget(inner, {
      descending: query.sort.map(({ descending }) => descending),
      limit: args.top ?? Infinity,
      repeats: args.files && !args.count ? 'dropped' : 'kept',
      end: format === 'names' ? (args.null && !args.count ? '\0' : '\n') : '',
      onFull: () => enough.abort(),
    });
  };
  const open = (files: OutputFiles): Output[] => {
    const { rows: plain, others } = listOutputs(args, files, io);
    const data = format === 'csv' && isSheet ? csvAsWorkbook(plain, { sheet: 'Games', columns }) : plain;
    if (by !== undefined && format !== 'names') {
      const rowOf = (group: GameGroup): string => {
        const shown = format === 'text' ? { ...group, name: shownName(group) } : group;
        return rowText(format, groups, cellsOf(groups, shown, undefined), terminal);
      };
      const grouped = groupedTarget(framed(data, isPage ? chartFrame(by) : frame, version), by, {
        limit: args.top ?? Infinity,
        rowOf: isPage ? chartRows(by) : rowOf,
      });
      return [{ sink: 'csv', target: grouped, frame: NO_FRAME }, ...others];
    }
    const sorted = isOrdered ? ordered(framed(data, frame, version)) : data;
    const rowOf = (file: string, cells: readonly Cell[]): string =>
      format === 'names' ? file : rowText(format, columns, cells, terminal);
    const target = games ? comparedTarget(sorted, games.crosschecking, query, rowOf) : sorted;
    return [{ sink: 'csv', target, frame: isOrdered ? NO_FRAME : frame }, ...others];
  };
  return runGames(args, context, {
    settings: {
      ...settings,
      terminal,
      list: { query: asked, format, rows },
    },
    writes: { output: args.output },
    open,
    enough: enough.signal,
    finish: () => undefined,
  });
}

/** The format of rows; the rows of an HTML page have their own. */
function formatOf({ format, output }: ListArguments, io: Context['io']): DataFormat {
  return format === 'html' ? 'csv' : formatFor({ format, output }, io);
}

/** The query of the options. Throws UsageError. */
function queryOf(args: ListArguments, format: DataFormat | 'names'): ListQuery {
  if (args.null && !args.files) throw new OptionError('null', 'needs --files');
  if (args.decided && !args.decisions) throw new OptionError('decided', 'needs --decisions');
  const query = listQuery({
    ...columnsOf(args, format),
    needsRuling: args['needs-ruling'],
    decided: args.decided,
    ...(args.where === undefined ? {} : { where: args.where }),
    ...(args.sort === undefined ? {} : { sort: args.sort }),
  });
  if (!query.ok) throw new UsageError(query.error);
  return query.value;
}

/** The query whose sort keys form the groups. Throws OptionError if another option requires rows of games. */
function groupQueryOf(args: ListArguments, by: Grouping): ListQuery {
  for (const name of ['columns', 'sort', 'files', 'count', 'needs-ruling', 'decided', 'table'] as const)
    if (args[name] !== undefined && args[name] !== false)
      throw new OptionError('group-by', `cannot be used with --${name}`);
  const where = args.where === undefined ? {} : { where: args.where };
  const query = listQuery({ columns: [], sort: groupedColumns(by), ...where });
  if (!query.ok) throw new UsageError(query.error);
  return query.value;
}

function columnsOf(
  { columns, 'needs-ruling': needsRuling, decided, decisions }: ListArguments,
  format: DataFormat | 'names',
): { columns?: readonly string[] } {
  if (format === 'names') return { columns: [] };
  if (columns || needsRuling) return columns ? { columns } : {};
  const usual = format === 'text' ? NARROW_LIST_COLUMNS : DEFAULT_LIST_COLUMNS;
  const more = decided ? ['decided_by', 'decision'] : [];
  return { columns: decisions ? [...usual, 'result_decided', ...more] : usual };
}

/** Counts rows and writes their number at the end. */
function countingTarget(target: Target): Target {
  let count = 0;
  return {
    write(bytes) {
      for (const byte of bytes) if (byte === 10) count++;
      return undefined;
    },
    async end() {
      await target.write(Buffer.from(`${String(count)}\n`));
      await target.end();
    },
  };
}

/** Height of a bar and width of the longest, in pixels. */
const HEIGHT = 14;
const LONGEST = 480;

const STYLE = `:root{color-scheme:light dark}body{font:15px/1.4 system-ui,sans-serif;margin:1.5em}
table{border-collapse:collapse}caption{text-align:left;margin-bottom:.6em}th,td{padding:.1em .8em .1em 0;text-align:left}
tbody th{overflow-wrap:anywhere}td.n{text-align:right}td:last-child{width:100%}
svg{display:block;width:100%;max-width:${String(LONGEST + 1)}px;height:${String(HEIGHT + 1)}px}.b{fill:#222}.w{fill:#fff}.o{fill:#9a9a9a}rect{stroke:#777;stroke-width:1}`;

const TITLES: Readonly<Record<Grouping, string>> = {
  player: 'Games by player',
  ruleset: 'Games by ruleset',
  event: 'Games by event',
  year: 'Games by year',
};

/** What the parts of a bar show, in order: for a player, the player's own wins. */
function legendOf(by: Grouping): readonly string[] {
  return by === 'player'
    ? ['won as Black', 'won as White', 'not won']
    : ['Black won', 'White won', 'neither, or not recorded'];
}

/** The text around the rows of `chartRows`: a complete page without scripts that loads nothing. */
export function chartFrame(by: Grouping): {
  readonly head: () => string;
  readonly separator: string;
  readonly tail: string;
} {
  const title = TITLES[by];
  const [black, white, other] = legendOf(by);
  const head = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>
<table><caption>Bars: ${black!} (black), ${white!} (white), ${other!} (gray). Wins are those that RE declares.</caption>
<thead><tr><th scope="col">${by}</th><th scope="col">games</th><th scope="col">moves a game</th><th scope="col">results</th></tr></thead>
<tbody>
`;
  return { head: () => head, separator: '', tail: '</tbody></table></main></body></html>\n' };
}

/** Returns a function that writes the row of a group. The largest group must come first: its bar is the longest. */
export function chartRows(by: Grouping): (group: GameGroup) => string {
  const legend = legendOf(by);
  let most = 0;
  return (group) => {
    const { games, black, white, moves } = group;
    most ||= games;
    const counts = [black.wins, white.wins, Math.max(0, games - black.wins - white.wins)];
    let x = 0.5;
    const parts = counts.map((count, i) => {
      const width = (count * LONGEST) / most;
      const part = `<rect class="${'bwo'[i]!}" x="${x.toFixed(1)}" y="0.5" width="${width.toFixed(1)}" height="${String(HEIGHT)}"/>`;
      x += width;
      return count === 0 ? '' : part;
    });
    const said = counts.map((count, i) => `${thousands(count)} ${legend[i]!}`).join(', ');
    const size = `viewBox="0 0 ${String(LONGEST + 1)} ${String(HEIGHT + 1)}" preserveAspectRatio="none"`;
    return `<tr><th scope="row">${escapeXml(shownName(group))}</th><td class="n">${thousands(games)}</td><td class="n">${thousands(moves / games)}</td><td><svg ${size} role="img" aria-label="${plural(games, 'game')}: ${said}"><title>${said}</title>${parts.join('')}</svg></td></tr>\n`;
  };
}

type DuplicatesArguments = Arguments<'duplicates'>;

/** `duplicates INPUT...`: groups of equal games. */
export const duplicates: Command<'duplicates'> = {
  ...INPUT,
  name: 'duplicates',
  about: 'Find duplicate games: identical, mirrored, cut short, or recorded differently',
  examples: [
    ['$0 duplicates games/', 'Groups of duplicates'],
    ['$0 duplicates games/ --kind result', 'Same moves, different results'],
  ],
  run: compare,
};

async function compare(args: DuplicatesArguments, context: Context): Promise<ExitCode> {
  const { io } = context;
  if (args.null && !args.files) throw new OptionError('null', 'needs --files');
  const names = [...(await inputNames(args, io))];
  const reads = readsOf(args, names, io);
  return claimed({ output: args.output }, reads, () => compared(args, names, context));
}

async function compared(
  args: DuplicatesArguments,
  names: readonly string[],
  context: Context,
): Promise<ExitCode> {
  const { io } = context;
  const fewest = args['min-moves'];
  const format = formatFor(args, io);
  const isSheet = isWorkbook(args, io);
  const run = { ...args, input: names, 'files-from': undefined };
  // Standard input can be read only once; it is held for the second pass.
  const held = names.includes('-') ? await allOfStdin(io) : [];
  const again = (): Context => ({ ...context, io: { ...io, stdin: Readable.from(held) } });
  const { options } = judgingOf({ limit: args.limit, score: false, estimator: 'none' });
  const settings = { options, ignore: [], dead: undefined };
  const kinds = args.kind ?? (args.files ? EQUAL_KINDS : DUPLICATE_KINDS);
  // Nothing shows which of two records that differ is the better one.
  if (args.files && (kinds.includes('near') || kinds.includes('part')))
    throw new UsageError(
      '--files names files to delete, and records of the kinds near and part differ: compare them without it',
    );
  const comparison = createComparison(fewest, new Set(kinds));
  let rows: Target | undefined;

  const code = await runGames(run, again(), {
    settings: { ...settings, duplicates: { fewest } },
    writes: 'claimed',
    open(files): Output[] {
      const list = listOutputs(args, files, io);
      const table = { sheet: 'Duplicates', columns: DUPLICATE_COLUMNS };
      rows = isSheet && !args.files ? csvAsWorkbook(list.rows, table) : list.rows;
      return [{ sink: 'csv', target: comparison.keys, frame: NO_FRAME }, ...list.others];
    },
    finish: () => undefined,
  });
  if (code === 130 || !rows) return code;
  const question = comparison.question();
  if (question) {
    const second = await runGames(run, again(), {
      settings: { ...settings, duplicates: { fewest, sought: question.sought } },
      only: question.isIn,
      writes: 'claimed',
      open: () => [{ sink: 'csv', target: comparison.beginnings, frame: NO_FRAME }],
      finish: () => undefined,
    });
    if (second === 130) return second;
  }
  if (args.files) {
    await writeFiles(rows, comparison, args.null ? '\0' : '\n');
    return code;
  }
  const frame = rowFrame(format, () => duplicatesHead(format));
  const copies = await writeRows(framed(rows, frame, context.version), comparison, format);
  if (!args.quiet) io.stderr.write(`${copies} of ${plural(comparison.games(), 'game')} repeat others\n`);
  return code;
}

/** Characters written at a time. */
const BLOCK = 64 * 1024;

async function writeRows(target: Target, comparison: Comparison, format: DataFormat): Promise<number> {
  let text = '';
  let copies = 0;
  for (const row of comparison.rows()) {
    if (row.kind !== 'first') copies++;
    text += duplicateLine(format, row, comparison.nameOf);
    if (text.length < BLOCK) continue;
    await target.write(Buffer.from(text));
    text = '';
  }
  await target.write(Buffer.from(text));
  await target.end();
  return copies;
}

async function writeFiles(target: Target, comparison: Comparison, end: string): Promise<void> {
  const files = comparison.needlessFiles(isOtherFile);
  await target.write(Buffer.from(files.map((name) => name + end).join('')));
  await target.end();
}
