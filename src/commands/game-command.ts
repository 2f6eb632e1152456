import type { ColumnTable } from '../columns/column.js';
import { GAME_TABLE } from '../columns/games.js';
import type { Judging } from '../options/judging.js';
import type { ValuesOf } from '../options/read.js';
import type { SinkName } from '../output/formats.js';
import type { Frame } from '../run/output.js';
import type { RunResult } from '../run/run.js';

/** Forms of data, on the command line and over HTTP, without those that are the same for every command. */
export type DataForm = 'csv' | 'jsonl' | 'json' | 'text' | 'html' | 'sarif' | 'junit';

/** The command that judges games: `audit`, or one with the same options or some of them. */
type Judges = 'audit' | 'score' | 'convert' | 'check';

/** A type of rows, by its name in the API docs. */
export interface RowType {
  readonly name: string;
  readonly about: string;
  readonly columns: ColumnTable;
  /** Whether rows have their findings beside the columns. */
  readonly findings: 'in-rows' | 'none';
}

/** Rows of the games table, with findings. */
export const GAME_ROW: RowType = {
  name: 'Game',
  about: 'A game: the columns of games.csv, and its findings',
  columns: GAME_TABLE,
  findings: 'in-rows',
};

/** A command that referees games: all that its help, its run, its route and its jobs are made of. */
export interface GameCommand<Name extends Judges = Judges> {
  readonly name: Name;
  /** One line, for help and for the summary of its route. */
  readonly about: string;
  /** What it does and what a row of its data is, for the description of its route. */
  readonly description: string;
  /** Command lines, each with what it does. */
  readonly examples: readonly [line: string, does: string][];
  /** How games are judged. Throws OptionError for options that exclude each other. */
  judging(values: Partial<ValuesOf<Name>>): Judging;
  readonly row: RowType;
  /** The output that makes each form; a form without one is not offered. */
  sinks(values: Partial<ValuesOf<Name>>): Readonly<Partial<Record<DataForm, SinkName>>>;
  /** What is around the rows of a form, where that depends on the options. */
  frame?(values: Partial<ValuesOf<Name>>, form: DataForm): Frame | undefined;
  /** Name of the CSV file in the folder of `--out`; findings.csv and summary.json are always there. */
  readonly file?: string;
  /** Whether a folder gets a report to look at, and a terminal the table of games. */
  readonly report: 'made' | 'none';
  /** What the run ends with on standard error. */
  readonly summary: (result: RunResult) => string;
}
