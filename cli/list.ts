import type { CommandModule } from 'yargs';
import { orderedTarget } from '../src/run/list-target.js';
import type { Frame, Output, Target } from '../src/run/output.js';
import { listQuery, type ListQuery } from '../src/list/list-games.js';
import { listColumn, NARROW_LIST_COLUMNS } from '../src/columns/lists.js';
import { type DataFormat, rowHead } from '../src/output/rows.js';
import { gameCommand, type ArgumentsOf } from './command.js';
import {
  DATA_FORMAT_OPTION,
  dataOutputs,
  formatFor,
  frameAround,
  framed,
  NO_FRAME,
  type OutputFiles,
} from './output-files.js';
import { type ExitCode, UsageError } from './io.js';
import { wordsIn } from '../src/findings/code-selection.js';
import type { Context } from './run.js';
import { runGames } from './run-games.js';
import { settingsOf, whole } from './settings.js';
import { without } from './shared-options.js';

const LISTING = 'Listing:';

const OPTIONS = {
  columns: {
    type: 'string',
    group: LISTING,
    requiresArg: true,
    describe: 'Columns, joined by commas: names as in games.csv, or SGF properties',
  },
  where: {
    type: 'string',
    group: LISTING,
    requiresArg: true,
    describe: 'Games to list, such as: size=19 and black~"Lee"',
  },
  sort: {
    type: 'string',
    group: LISTING,
    requiresArg: true,
    describe: 'Columns to sort by, joined by commas; --sort=-name: largest first',
  },
  top: { type: 'number', group: LISTING, requiresArg: true, describe: 'Games that are listed at most' },
  count: { type: 'boolean', default: false, group: LISTING, describe: 'Only how many games there are' },
  files: { type: 'boolean', default: false, group: LISTING, describe: 'Only names of files, for pipes' },
  null: {
    type: 'boolean',
    default: false,
    alias: '0',
    group: LISTING,
    describe: 'With --files: a zero byte behind each name',
  },
  ...without('out', 'score', 'variations', 'resume', 'force', 'engine-seconds', 'max-per-code'),
  format: DATA_FORMAT_OPTION,
} as const;

type ListArguments = ArgumentsOf<typeof OPTIONS>;

/** `list INPUT...`: header fields, counts and verdicts of games as a table, with a filter. */
export function listCommand(context: Context): CommandModule<object, ListArguments> {
  return gameCommand(context, {
    command: 'list [input..]',
    describe: 'List games: header fields, counts, verdicts, with a filter',
    options: OPTIONS,
    examples: [
      ['$0 list games/ --where \'size=19 and black~"Lee"\'', 'Games of one player, as CSV'],
      ['$0 list games/ --columns file,PB,PW,moves --sort=-moves', 'The longest games first'],
    ],
    run: list,
  });
}

async function list(args: ListArguments, context: Context): Promise<ExitCode> {
  const { io, version } = context;
  if (args.estimator.startsWith('gtp:')) {
    throw new UsageError('list asks no engine: --estimator is one of the built-in ones');
  }
  const format = args.files || args.count ? 'names' : formatFor(args, args.output, io);
  const query = queryOf(args, format);
  const settings = settingsOf({
    ...args,
    score: query.depth === 'score',
    variations: false,
    'engine-seconds': 1,
  });
  const isOrdered = format === 'names' || query.sort.length > 0 || args.top !== undefined;
  const enough = new AbortController();
  const frame = frameOf(format, query);

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
    const data = dataOutputs({ sink: 'csv', file: args.output, format: 'csv', quiet: args.quiet }, files);
    const [rows, ...others] = data;
    const target = isOrdered ? ordered(framed(rows!.target, frame, version)) : rows!.target;
    return [{ sink: 'csv', target, frame: isOrdered ? NO_FRAME : frame }, ...others];
  };
  return runGames(args, context, {
    settings: { ...settings, list: { query, format, rows: isOrdered ? 'keyed' : 'plain' } },
    writes: { output: args.output },
    open,
    enough: enough.signal,
    finish: () => undefined,
  });
}

/** What the options ask for, checked. Throws UsageError. */
function queryOf(args: ListArguments, format: DataFormat | 'names'): ListQuery {
  if (args.top !== undefined) whole('top', args.top, 1);
  if (args.null && !args.files) throw new UsageError('--null goes with --files');
  const query = listQuery({
    ...columnsOf(args, format),
    ...(args.where === undefined ? {} : { where: args.where }),
    ...(args.sort === undefined ? {} : { sort: wordsIn([args.sort]) }),
  });
  if (!query.ok) throw new UsageError(query.error);
  return query.value;
}

function columnsOf(
  { columns }: ListArguments,
  format: DataFormat | 'names',
): { columns?: readonly string[] } {
  if (format === 'names') return { columns: [] };
  if (columns !== undefined) return { columns: wordsIn([columns]) };
  return format === 'text' ? { columns: NARROW_LIST_COLUMNS } : {};
}

function frameOf(format: DataFormat | 'names', { columns }: ListQuery): Frame {
  return format === 'names' ? NO_FRAME : frameAround(format, rowHead(format, columns.map(listColumn)));
}

/** Takes rows and writes at the end how many there were. */
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
