import { GAME_COMMANDS, gameCommand, type GameCommandName } from '../options/commands.js';
import { DEFAULT_LIMITS, type Limits } from '../core/limits.js';
import { analyze } from '../referee/judge/analyze.js';
import { createOptions } from '../run/tasks/file-work.js';
import { compareGames, comparisonText } from '../toolkit/compare/compare-games.js';
import { mergeGames } from '../toolkit/compare/merge-games.js';
import type { Crosscheck } from '../toolkit/event/crosscheck.js';
import { type DeadRow, parseDeadRows } from '../run/input/dead-rows.js';
import { firstTwoGames, tablesAmong, type UploadSource } from '../run/input/uploads.js';
import { BadValue, type Source } from '../options/kinds.js';
import {
  type AnswerValues,
  type Judging,
  judgingOf as judgingByValues,
  OptionError,
  readQuery,
} from '../options/read.js';
import type { GamesToCrosscheck } from '../run/merge/list-target.js';
import type { SheetSettings } from '../run/tasks/task.js';
import { Problem } from './problem.js';

/** The query of a request: options by name. */
export type Query = Readonly<Record<string, string>>;

/** Limits of a request: files inside uploads are held in memory, so they must not be large. */
export const LIMITS: Limits = {
  ...DEFAULT_LIMITS,
  fileBytes: 256 * 1024 * 1024,
  nodesPerGame: 200_000,
  depth: 100_000,
  archiveRatio: 200,
};

/** Reads a query. Throws Problem. */
function parseQuery({ command, query, only }: QueryOrder): ReadQuery {
  const limited = ({ options, ...judging }: Judging): Judging => ({
    ...judging,
    options: { ...options, limits: LIMITS },
  });
  try {
    if (command === 'ruling') {
      const values = readQuery(command, query, sourceOf(only));
      const { game = 1, move, language, format: _form, name, ...judges } = values;
      const judging = limited(judgingByValues({ ...judges, 'max-per-code': 0 }));
      return { judging, sheet: { game, move, language }, format: undefined, name };
    }
    const values = readQuery(command, query, sourceOf(only));
    const { format, name } = values;
    return { judging: limited(gameCommand(command).judging(values)), format, name };
  } catch (error) {
    throw problemOfOption(error);
  }
}

function sourceOf(only: string | undefined): Source {
  return {
    // A request contains its JSON: no file is ever opened.
    json: (text) => (text.trimStart().startsWith('{') ? text : undefined),
    dead: (text) => deadOf(text, only),
    bytes: (text) => Buffer.from(text),
  };
}

function problemOfOption(error: unknown): unknown {
  if (!(error instanceof OptionError)) return error;
  return new Problem('bad-option', `${error.option}: ${error.message}`);
}

/** The comparison with results tables that a query requests; `undefined` if its command makes none. Throws Problem. */
async function crosscheckOf(
  name: GameCommandName | 'ruling',
  query: Query,
  source: UploadSource,
): Promise<GamesToCrosscheck | undefined> {
  const command = name === 'ruling' ? GAME_COMMANDS.crosscheck : gameCommand(name);
  const tables = command.crosscheck ? tablesAmong(source) : [];
  if (!command.crosscheck || (name === 'ruling' && tables.length === 0)) return undefined;
  try {
    return await command.crosscheck(readQuery(name, query, sourceOf('')), tables);
  } catch (error) {
    throw problemOfOption(error);
  }
}

const POINTS_ONLY = /^\s*(?:[A-Za-z]{1,2}\d{1,2}[\s;]*)*$/;

/** Reads dead stones; points alone belong to the first game of the only file. Throws BadValue. */
function deadOf(text: string, only: string | undefined): readonly DeadRow[] {
  if (POINTS_ONLY.test(text)) {
    if (only === undefined) throw new BadValue('several files were sent; give CSV: file,game,points');
    return [{ file: only, game: 1, points: text, row: 0 }];
  }
  const table = parseDeadRows(text);
  if (!table.ok) throw new BadValue(table.error);
  return table.value;
}

/** A query to read. `only`: the name of the only file, if there is just one. `source`: with the results tables, if there are any. */
export interface QueryOrder {
  readonly order: 'query';
  readonly command: GameCommandName | 'ruling';
  readonly query: Query;
  readonly only: string | undefined;
  readonly source?: UploadSource | undefined;
}

/** Games to compare with the tables of a query. `facts`: lines of JSON, one a game. */
export interface CrosscheckOrder extends Pick<QueryOrder, 'query'> {
  readonly order: 'crosscheck';
  readonly command: GameCommandName;
  readonly source: UploadSource;
  readonly facts: readonly Uint8Array[];
}

/** What a query says, as plain data. */
export interface ReadQuery extends AnswerValues {
  readonly judging: Judging;
  readonly sheet?: SheetSettings;
}

/** Reads a query, and its tables if there are any. Throws Problem. */
export async function readOptions(order: QueryOrder): Promise<ReadQuery> {
  const { command, query, source } = order;
  const read = parseQuery(order);
  const crosscheck = source && (await crosscheckOf(command, query, source));
  if (read.sheet) return { ...read, sheet: { ...read.sheet, compared: crosscheck?.crosschecking } };
  return crosscheck ? { ...read, judging: crosscheck.withConditions(read.judging) } : read;
}

/** Two records to compare. */
export interface CompareOrder extends Pick<QueryOrder, 'query'> {
  readonly order: 'compare';
  readonly source: UploadSource;
}

/** The answer to a comparison of two records, and its media type. Throws Problem. */
export async function compareBy({ query, source }: CompareOrder): Promise<{ type: string; text: string }> {
  const { format, merged, ...values } = valuesOfCompare(query);
  const { options, ...judging } = judgingByValues({ ...values, 'max-per-code': 0 });
  const games = await firstTwoGames(source, LIMITS);
  if (games.length < 2) throw new Problem('bad-body', 'send two records: two files, or one with two games');
  const optionsOf = createOptions({ ...judging, options: { ...options, limits: LIMITS }, sinks: [] });
  const [first, second] = games.map(({ file, game, bytes, charset }) => {
    const of = optionsOf(file, { firstGame: game, firstLine: 1, firstColumn: 1, charset });
    return analyze(bytes, { ...of, keepSource: true }).games[0]!;
  });
  const compared = compareGames(first!, second!);
  // Over HTTP a flag.
  if (merged) {
    if (compared.notOneGame !== '') throw new Problem('bad-body', `not one game: ${compared.notOneGame}`);
    return { type: 'application/x-go-sgf', text: mergeGames(first!, second!) };
  }
  if (format === 'text') return { type: 'text/plain; charset=utf-8', text: comparisonText(compared) };
  return { type: 'application/json', text: JSON.stringify(compared) };
}

/** The options of a comparison. Throws Problem. */
export function valuesOfCompare(query: Query) {
  try {
    return readQuery('compare', query, sourceOf(undefined));
  } catch (error) {
    throw problemOfOption(error);
  }
}

/** Compares games with the tables of a query. Throws Problem. */
export async function crosscheckBy({ command, query, source, facts }: CrosscheckOrder): Promise<Crosscheck> {
  const games = (await crosscheckOf(command, query, source))!;
  for (const bytes of facts) void games.output.target.write(bytes);
  return games.checked();
}
