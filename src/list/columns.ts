import { suggestion } from '../core/nearest.js';
import { failure, success, type Outcome } from '../core/outcome.js';
import { GAME_COLUMNS } from '../columns/columns.js';

/** Columns beside those of games.csv, and beside any SGF property by its identifier. */
export const LIST_COLUMNS = [
  'black_rank',
  'white_rank',
  'black_team',
  'white_team',
  'place',
  'year',
  'time',
  'overtime',
  'origin',
  'charset',
  'format',
  'bytes',
  'plays',
  'passes',
  'setup_stones',
  'nodes',
  'variations',
  'branches',
  'comments',
  'comment_characters',
  'captures_black',
  'captures_white',
  'captures',
] as const;

/** What must be done with a game before a column is known, from the cheapest on. */
export const DEPTHS = ['read', 'replay', 'score'] as const;
export type Depth = (typeof DEPTHS)[number];

/** Columns of games.csv that reading alone tells; those up to `first_move` need the replay, the others the score. */
const READ: ReadonlySet<string> = new Set([
  'file',
  'game',
  'sha256',
  'black',
  'white',
  'event',
  'round',
  'date',
  'size',
  'handicap',
  'komi',
  'rules_declared',
  'ruleset',
  'ruleset_source',
  'moves',
  'passes_black',
  'passes_white',
  'result_declared',
  'declared_margin',
]);
const REPLAYED: ReadonlySet<string> = new Set([
  'ending',
  'illegal',
  'captures_black',
  'captures_white',
  'captures',
]);

/** Shown when nobody asks for certain columns. */
export const DEFAULT_LIST_COLUMNS: readonly string[] = [
  'file',
  'game',
  'black',
  'white',
  'date',
  'event',
  'size',
  'handicap',
  'komi',
  'rules_declared',
  'moves',
  'result_declared',
];

/** Those of them that a terminal of 80 columns has room for. */
export const NARROW_LIST_COLUMNS: readonly string[] = [
  'file',
  'game',
  'black',
  'white',
  'size',
  'moves',
  'result_declared',
];

const PROPERTY = /^[A-Z][A-Z0-9]{0,7}$/;

/** Every named column. */
export const LIST_COLUMN_NAMES: readonly string[] = [...GAME_COLUMNS, ...LIST_COLUMNS];

/** How deep a column goes. Findings, and so their counts, are only whole where the game was scored. */
export function depthOf(column: string): Depth {
  if (PROPERTY.test(column) || READ.has(column)) return 'read';
  if (REPLAYED.has(column)) return 'replay';
  return (LIST_COLUMNS as readonly string[]).includes(column) ? 'read' : 'score';
}

export function isProperty(column: string): boolean {
  return PROPERTY.test(column);
}

/** The right name of a column: a named one in any case, or a property in capitals. The error names the nearest. */
export function columnNamed(name: string): Outcome<string, string> {
  if (PROPERTY.test(name)) return success(name);
  const low = name.toLowerCase().replaceAll('-', '_');
  if (LIST_COLUMN_NAMES.includes(low)) return success(low);
  const advice = suggestion(low, LIST_COLUMN_NAMES);
  return failure(`there is no field ${name}${advice} (SGF properties are written in capitals)`);
}
