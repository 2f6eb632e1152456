import { cellsOf } from '../src/columns/column.js';
import {
  groupColumns,
  listColumn,
  NARROW_LIST_COLUMNS,
  type GameGroup,
  type Grouping,
} from '../src/columns/lists.js';
import { groupedColumns, listQuery, type ListQuery } from '../src/list/list-games.js';
import { groupedTarget, orderedTarget } from '../src/run/list-target.js';
import { NO_FRAME, type Output, type Target } from '../src/run/output.js';
import { type DataFormat, LIST_FORMATS, rowFrame, rowHead, rowText } from '../src/output/rows.js';
import { chartFrame, chartRows } from '../src/output/html/group-charts.js';
import { judgingOf, OptionError } from '../src/options/read.js';
import { type Arguments, type Command, type Context, type ExitCode, INPUT, UsageError } from './command.js';
import { runGames } from './run-games.js';
import { formatFor, formOfName, framed, listOutputs, type OutputFiles } from './output.js';

type ListArguments = Arguments<'list'>;

/** `list INPUT...`: header fields, counts and verdicts of games as a table, with a filter. */
export const list: Command<'list'> = {
  ...INPUT,
  name: 'list',
  about: 'List games: header fields, counts, verdicts, with a filter',
  examples: [
    ['$0 list games/ --where \'size=19 and black~"Lee"\'', 'Games of one player, as CSV'],
    ['$0 list games/ --needs-ruling', 'What a referee has to decide, the most severe first'],
    ['$0 list games/ --group-by player', 'Score sheets: wins by color, handicap and komi'],
    ['$0 list games/ --group-by year --output years.html', 'The same as a page of charts'],
    ['$0 list games/ --columns file,PB,PW,moves --sort=-moves', 'The longest games first'],
  ],
  run: listed,
};

async function listed(args: ListArguments, context: Context): Promise<ExitCode> {
  const { io, version } = context;
  const by = args['group-by'];
  const isPage = (args.format ?? formOfName(args.output ?? '', LIST_FORMATS)) === 'html';
  if (isPage && by === undefined) throw new OptionError('format', 'html needs --group-by');
  const format = args.files || args.count ? 'names' : formatOf(args, io);
  const query = by === undefined ? queryOf(args, format) : groupQueryOf(args, by);
  const settings = judgingOf({ ...args, format: undefined, score: query.depth === 'score' });
  const isOrdered = format === 'names' || query.sort.length > 0 || args.top !== undefined;
  const enough = new AbortController();
  const groups = groupColumns(by ?? 'player', format === 'text' ? 'narrow' : 'all');
  const columns = by === undefined ? query.columns.map(listColumn) : groups;
  const frame = format === 'names' ? NO_FRAME : rowFrame(format, () => rowHead(format, columns));

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
    const { rows, others } = listOutputs(args, files);
    if (by !== undefined && format !== 'names') {
      const rowOf = (group: GameGroup): string => rowText(format, groups, cellsOf(groups, group, undefined));
      const grouped = groupedTarget(framed(rows, isPage ? chartFrame(by) : frame, version), by, {
        limit: args.top ?? Infinity,
        rowOf: isPage ? chartRows(by) : rowOf,
      });
      return [{ sink: 'csv', target: grouped, frame: NO_FRAME }, ...others];
    }
    const target = isOrdered ? ordered(framed(rows, frame, version)) : rows;
    return [{ sink: 'csv', target, frame: isOrdered ? NO_FRAME : frame }, ...others];
  };
  return runGames(args, context, {
    settings: {
      ...settings,
      list: { query, format: by === undefined ? format : 'csv', rows: isOrdered ? 'keyed' : 'plain' },
    },
    writes: { output: args.output },
    open,
    enough: enough.signal,
    finish: () => undefined,
  });
}

/** The form of rows; those of a page have one of their own. */
function formatOf({ format, output }: ListArguments, io: Context['io']): DataFormat {
  return format === 'html' ? 'csv' : formatFor({ format, output }, io);
}

/** The query of the options. Throws UsageError. */
function queryOf(args: ListArguments, format: DataFormat | 'names'): ListQuery {
  if (args.null && !args.files) throw new OptionError('null', 'needs --files');
  const query = listQuery({
    ...columnsOf(args, format),
    needsRuling: args['needs-ruling'],
    ...(args.where === undefined ? {} : { where: args.where }),
    ...(args.sort === undefined ? {} : { sort: args.sort }),
  });
  if (!query.ok) throw new UsageError(query.error);
  return query.value;
}

/** The query whose keys groups are made of. Throws UsageError where another option asks for rows of games. */
function groupQueryOf(args: ListArguments, by: Grouping): ListQuery {
  for (const name of ['columns', 'sort', 'files', 'count', 'needs-ruling'] as const)
    if (args[name] !== undefined && args[name] !== false)
      throw new OptionError('group-by', `cannot be used with --${name}`);
  const where = args.where === undefined ? {} : { where: args.where };
  const query = listQuery({ columns: [], sort: groupedColumns(by), ...where });
  if (!query.ok) throw new UsageError(query.error);
  return query.value;
}

function columnsOf(
  { columns, 'needs-ruling': needsRuling }: ListArguments,
  format: DataFormat | 'names',
): { columns?: readonly string[] } {
  if (format === 'names') return { columns: [] };
  if (columns !== undefined) return { columns };
  return format === 'text' && !needsRuling ? { columns: NARROW_LIST_COLUMNS } : {};
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
