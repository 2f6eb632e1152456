import type { ColumnTable } from '../report/columns/column.js';
import { comparedColumns, CONVERT_TABLE, PAIRING_TABLE, SCORE_TABLE } from '../report/columns/tables.js';
import { GAME_TABLE } from '../report/columns/games.js';
import type { TableFile } from '../toolkit/event/read-table.js';
import { type Judging, judgingOf, OptionError, type ValuesOf, withoutCopies } from './read.js';
import { conversionSummary } from '../report/output/conversion-summary.js';
import { comparedHead } from '../report/output/score-text.js';
import { TITLES, type RowTable, type SinkName } from '../report/output/formats.js';
import { sheetHead } from '../report/output/workbook.js';
import { rowHead } from '../report/output/rows.js';
import { auditSummary, type NamesShown, summaryText } from '../report/output/summary.js';
import type { GamesToCrosscheck } from '../run/merge/list-target.js';
import type { Frame } from '../run/merge/output.js';
import type { RunResult } from '../run/merge/run.js';

/** Forms of data that differ between commands. */
export type DataForm = 'xlsx' | 'csv' | 'jsonl' | 'json' | 'text' | 'html' | 'sarif' | 'junit';

/** The commands that judge games; their options are among those of `audit`. */
type Judges = 'audit' | 'score' | 'convert' | 'check' | 'crosscheck';

/** A type of rows, by its name in the API docs. */
export interface RowType {
  readonly name: string;
  readonly about: string;
  readonly columns: ColumnTable;
  /** Whether rows contain findings besides the columns. */
  readonly findings: 'in-rows' | 'none';
}

/** Rows of the games table, with findings. */
export const GAME_ROW: RowType = {
  name: 'Game',
  about: 'A game: the columns of games.csv, and its findings',
  columns: GAME_TABLE,
  findings: 'in-rows',
};

/** A command that referees games; its help, run, route and jobs derive from this. */
export interface GameCommand<Name extends Judges = Judges> {
  readonly name: Name;
  /** One line, for help and for the summary of its route. */
  readonly about: string;
  /** What it does, and what a row of its data is; describes its route. */
  readonly description: string;
  /** Command lines, each with its effect. */
  readonly examples: readonly [line: string, does: string][];
  /** How to judge the games. Throws OptionError for options that exclude each other. */
  judging(values: Partial<ValuesOf<Name>>): Judging;
  /** Prepares the comparison of all games with results tables. Throws OptionError. */
  crosscheck?(values: Partial<ValuesOf<Name>>, tables: readonly TableFile[]): Promise<GamesToCrosscheck>;
  readonly row: RowType;
  /** The output of each form; other forms are not offered. */
  sinks(values: Partial<ValuesOf<Name>>): Readonly<Partial<Record<DataForm, SinkName>>>;
  /** What surrounds the rows of a form, where that depends on the options. */
  frame?(values: Partial<ValuesOf<Name>>, form: DataForm): Frame | undefined;
  /** Name of the CSV file in the folder of `--out`, besides findings.csv and summary.json. */
  readonly file?: string;
  /** Further tables in that folder. */
  readonly beside?: readonly { readonly name: string; readonly sink: SinkName }[];
  /** Whether a folder gets an HTML report, and a terminal the table of games. */
  readonly report: 'made' | 'none';
  /** The last lines on standard error. */
  readonly summary: (result: RunResult, names: NamesShown) => string;
}

/** `audit`: read, replay, judge, score, compare with the declared result, report. */
const audit: GameCommand<'audit'> = {
  name: 'audit',
  about: 'Referee games: read, replay, judge, score, compare with the result',
  description:
    'Replays every game under its ruleset, reports each violation, scores the games that ended by counting, and compares the count with the declared result. One row per game, with its findings.',
  examples: [
    ['$0 audit games/ --out report', 'A folder, with an HTML report'],
    ['$0 audit archive.zip --no-score', 'Legality only'],
    ['$0 audit games/ --fail-on error,contradicted', 'Exit 1 also for a contradicted result'],
  ],
  judging: judgingOf,
  row: GAME_ROW,
  sinks: () => ({
    ...{ csv: 'csv', jsonl: 'jsonl', json: 'json', xlsx: 'xlsx', text: 'text' },
    ...{ html: 'html', sarif: 'sarif', junit: 'junit' },
  }),
  file: 'games.csv',
  report: 'made',
  summary: (result, names) => auditSummary(result.counts, result, names),
};

/** The forms of a command's table of rows. */
function rowSinks(table: RowTable): ReturnType<GameCommand<'score'>['sinks']> {
  return {
    ...{ csv: `${table}-csv`, jsonl: `${table}-jsonl`, json: `${table}-json`, xlsx: `${table}-xlsx` },
    ...{ text: `${table}-text`, html: `${table}-text` },
  };
}

/** `score`: the count of each game under one or several rulesets, item by item. */
const score: GameCommand<'score'> = {
  name: 'score',
  about: 'Count games under one or several rulesets, item by item',
  description:
    'Judges life and death once, and counts each game under every ruleset given. One row per game and ruleset.',
  examples: [
    ['$0 score game.sgf --rules japanese,aga', 'Both counts side by side'],
    ['$0 score round-3/ --out report', 'A folder, with its scores in files'],
  ],
  judging({ rules: scoreUnder = ['auto'], ...values }) {
    // A single ruleset judges the moves too; several only count.
    const [only] = scoreUnder;
    const rules = scoreUnder.length === 1 && only ? only : 'auto';
    const { options, ...judging } = withoutCopies(judgingOf({ ...values, rules }));
    return { ...judging, options: { ...options, accounts: { scoreUnder } } };
  },
  row: {
    name: 'Score',
    about: 'A game counted under one ruleset',
    columns: SCORE_TABLE,
    findings: 'none',
  },
  sinks: () => rowSinks('score'),
  file: 'scores.csv',
  report: 'none',
  summary: (result) => summaryText(result.counts, result),
};

/** `convert`: the result under other rules, with an itemized account of the difference. */
const convert: GameCommand<'convert'> = {
  name: 'convert',
  about: 'Convert results between rulesets, with an account of every point',
  description:
    'Computes what each result would have been under other rules, from our own count and from the declared margin, and itemizes the difference. One row per game, ruleset and basis; in a workbook one per game and ruleset.',
  examples: [
    ['$0 convert game.sgf --to aga', 'What it would have been under AGA rules, and why'],
    ['$0 convert club/ --table japanese,aga,chinese', 'One result column per ruleset'],
  ],
  judging({ from, to, table, 'komi-from': komi, 'komi-to': komiTo, ...values }) {
    if (to && table) throw new OptionError('table', 'cannot be given with to');
    const convertTo = to ?? table;
    if (!convertTo) throw new OptionError('to', 'name the ruleset to convert into');
    const { options, ...judging } = withoutCopies(judgingOf({ ...values, rules: from ?? 'auto', komi }));
    const convert = {
      ...(komiTo !== undefined && { komiToHalves: komiTo }),
      ...(table !== undefined && { sideBySide: true }),
    };
    return { ...judging, options: { ...options, accounts: { convertTo, convert } } };
  },
  row: {
    name: 'Conversion',
    about: 'A result converted into another ruleset, with every item of the difference',
    columns: CONVERT_TABLE,
    findings: 'none',
  },
  sinks: ({ table }) => rowSinks(table ? 'convert-table' : 'convert'),
  // The columns of its table are the rulesets given.
  frame({ table }, form) {
    if (!table || form === 'json' || form === 'jsonl') return undefined;
    const names = table.map(({ name }) => name);
    const columns = comparedColumns(names);
    const heads = { csv: rowHead('csv', columns), xlsx: sheetHead(TITLES['convert-table'], columns) };
    const head = form === 'csv' || form === 'xlsx' ? heads[form] : comparedHead(names);
    return { head: () => head, separator: '', tail: '' };
  },
  file: 'conversions.csv',
  report: 'none',
  summary({ counts: { conversions, severities } }) {
    const { error } = severities;
    const errors = `${String(error)} ${error === 1 ? 'error' : 'errors'} in the records: audit lists them\n`;
    return conversionSummary(conversions) + (error > 0 ? errors : '');
  },
};

/** `check`: findings about every node of every variation; nothing is scored. */
const check: GameCommand<'check'> = {
  name: 'check',
  about: 'Check SGF: every property of every node of every variation',
  description:
    'Checks the file alone: its syntax, and every property of every node of every variation. Nothing is scored. One row per game, with its findings.',
  examples: [
    ['$0 check games/ --format text', 'A line for each finding'],
    ['$0 check games/ --strict --fail-on warning', 'For an archive that follows FF[4]'],
    ['$0 check games/ --only sgf/', 'Syntax and properties only'],
  ],
  judging({ strict, lenient, ...values }) {
    if (strict && lenient) throw new OptionError('strict', 'cannot be given with lenient');
    return {
      ...withoutCopies(judgingOf({ ...values, score: false, estimator: 'none' })),
      check: strict ? 'strict' : lenient ? 'lenient' : 'default',
    };
  },
  row: GAME_ROW,
  // A check has only findings: its CSV lists them, and its HTML shows their lines.
  sinks: () => ({
    ...{ csv: 'findings', jsonl: 'jsonl', json: 'json', xlsx: 'findings-xlsx', text: 'text' },
    ...{ html: 'text', sarif: 'sarif', junit: 'junit' },
  }),
  report: 'none',
  summary: (result) => summaryText(result.counts, result),
};

/** `crosscheck`: games against the results tables of their event. */
const crosscheck: GameCommand<'crosscheck'> & Required<Pick<GameCommand<'crosscheck'>, 'crosscheck'>> = {
  name: 'crosscheck',
  about: "Compare games with an event's results tables",
  description:
    'Referees games as audit does, finds the pairing of each in the results tables of the event (EGD wall list, FFG tou, AGA report and .tde, OpenGotha and MacMahon XML, Pairgoth .tour, CSV), and compares winner, colors, handicap and komi, and our own count with the result. One row per pairing. Over HTTP the tables are the files of the form field `table`.',
  examples: [
    ['$0 crosscheck games/ --table open.xml --out report', 'With a crosstable to look at'],
    ['$0 crosscheck league/ --table results.csv --aliases nicks.csv', 'Games under the nicks of a server'],
  ],
  judging: judgingOf,
  async crosscheck({ aliases = [] }, files) {
    if (files.length === 0) throw new OptionError('table', "name the event's results table");
    // Other commands should not load the readers of tables.
    const { readTables } = await import('../toolkit/event/read-table.js');
    const { tables, findings } = readTables(files);
    const [unknown] = findings;
    if (tables.length === 0 && unknown) {
      const { value } = unknown.finding.args as { readonly value: string };
      const [head] = /^[^<{].{0,60}[,;\t].{0,60}/.exec(value) ?? [];
      const isSheet = /\.(?:xlsx?|ods)$/i.test(unknown.file);
      const columns = isSheet
        ? ': save the sheet as CSV'
        : head
          ? `; CSV needs the columns white and black, this has ${head}`
          : '';
      throw new OptionError('table', `${unknown.file}: not a results table of a known format${columns}`);
    }
    const { gamesToCrosscheck } = await import('../run/merge/list-target.js');
    return gamesToCrosscheck({ tables, findings, aliases });
  },
  row: {
    name: 'Pairing',
    about: 'A pairing of the results tables, and how its record compares',
    columns: PAIRING_TABLE,
    findings: 'none',
  },
  sinks: () => ({
    ...{ csv: 'pairings-csv', jsonl: 'pairings-jsonl', json: 'pairings-json', xlsx: 'pairings-xlsx' },
    ...{ text: 'pairings-text', html: 'html' },
  }),
  file: 'pairings.csv',
  beside: [{ name: 'games.csv', sink: 'csv' }],
  report: 'made',
  summary: (result, names) => auditSummary(result.counts, result, names),
};

/** Every command that referees games; each has a route, POST /v1/NAME, and jobs. */
export const GAME_COMMANDS = { audit, score, convert, check, crosscheck } as const satisfies Readonly<
  Record<string, GameCommand>
>;

export type GameCommandName = keyof typeof GAME_COMMANDS;
export const GAME_COMMAND_NAMES = Object.keys(GAME_COMMANDS) as readonly GameCommandName[];

/** A command by its name. */
export function gameCommand(name: GameCommandName): GameCommand {
  return GAME_COMMANDS[name];
}
