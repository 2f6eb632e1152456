import { type GameCommandName, gameCommand } from '../commands/commands.js';
import { DEFAULT_LIMITS, type Limits } from '../core/limits.js';
import { type DeadRow, parseDeadRows } from '../input/dead-rows.js';
import type { Judging } from '../options/judging.js';
import { BadValue, type Source } from '../options/kinds.js';
import { type AnswerValues, OptionError, readQuery } from '../options/read.js';
import { Problem } from './problem.js';

/** The options of a request by their names, as its query has them. */
export type Query = Readonly<Record<string, string>>;

/** Files inside uploads are held in memory, so that they may be no larger than this. */
const LIMITS: Limits = {
  ...DEFAULT_LIMITS,
  fileBytes: 256 * 1024 * 1024,
  nodesPerGame: 200_000,
  depth: 100_000,
  archiveRatio: 200,
};

/** How the games of a request are judged, and the form and name of its answer. */
export interface Wanted extends AnswerValues {
  readonly judging: Judging;
}

/** What a query asks of a command. `only`: the name of the file, where there is one. Throws Problem. */
export function wantedOf(name: GameCommandName, query: Query, only: string | undefined): Wanted {
  const source: Source = {
    // JSON is in the request itself: a file is never opened.
    json: (text) => (text.trimStart().startsWith('{') ? text : undefined),
    dead: (text) => deadOf(text, only),
  };
  try {
    const values = readQuery(name, query, source);
    const { format, name: answerName } = values;
    const { options, ...judging } = gameCommand(name).judging(values);
    return { judging: { ...judging, options: { ...options, limits: LIMITS } }, format, name: answerName };
  } catch (error) {
    if (error instanceof OptionError) throw new Problem('bad-option', `${error.option}: ${error.message}`);
    throw error;
  }
}

/** The judging alone. Throws Problem. */
export function judgingOf(name: GameCommandName, query: Query, only: string | undefined): Judging {
  return wantedOf(name, query, only).judging;
}

const POINTS_ONLY = /^\s*(?:[A-Za-z]{1,2}\d{1,2}[\s;]*)*$/;

/** Points alone are those of the first game of the only file. Throws BadValue. */
function deadOf(text: string, only: string | undefined): readonly DeadRow[] {
  if (POINTS_ONLY.test(text)) {
    if (only === undefined) throw new BadValue('several files were sent; give CSV: file,game,points');
    return [{ file: only, game: 1, points: text, row: 0 }];
  }
  const table = parseDeadRows(text);
  if (!table.ok) throw new BadValue(table.error);
  return table.value;
}
