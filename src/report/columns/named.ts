/** What each column of each table that commands write means, by its name. */
import type { Column, Named } from './column.js';
import { columnsOf } from './column.js';
import { GAME_COLUMNS } from './games.js';
import { groupColumns, GROUPINGS, LIST_TABLE } from './lists.js';
import {
  comparedColumns,
  COMPUTED_COLUMNS,
  CONVERT_COLUMNS,
  DUPLICATE_COLUMNS,
  FINDING_COLUMNS,
  PAIRING_COLUMNS,
  QUEUE_COLUMNS,
  SCORE_COLUMNS,
  STATISTICS_COLUMNS,
} from './tables.js';

type Told = Named<Pick<Column, 'about'>>;

/** Tables by what writes them. */
const TABLES: readonly (readonly [table: string, columns: readonly Told[]])[] = [
  ['games.csv', GAME_COLUMNS],
  ['findings.csv', FINDING_COLUMNS],
  ['score', SCORE_COLUMNS],
  ['convert', CONVERT_COLUMNS],
  ['convert --format xlsx', COMPUTED_COLUMNS],
  ['convert --table', comparedColumns([])],
  ['list', columnsOf<Column>(LIST_TABLE)],
  ...GROUPINGS.map((by) => [`list --group-by ${by}`, groupColumns(by)] as const),
  ['duplicates', DUPLICATE_COLUMNS],
  ['crosscheck', PAIRING_COLUMNS],
  ['--statistics', STATISTICS_COLUMNS],
  ['queue', QUEUE_COLUMNS],
];

/** What columns of that name mean, each with the tables that have it. */
export function columnsNamed(name: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [table, columns] of TABLES)
    for (const { about } of columns.filter((one) => one.name === name))
      found.set(about, [...(found.get(about) ?? []), table]);
  return found;
}
