import { DUPLICATE_KINDS, type DuplicateRow } from '../duplicates/game-keys.js';
import { column, type Column, columnsOf, filled } from './column.js';

type DuplicateColumn = Column<DuplicateRow, (file: number) => string>;

/** The table of `duplicates`: one row a game of a group; the first game of a group repeats none. */
export const DUPLICATE_TABLE = {
  group: column('integer!', 'Number of the group, from 1', ({ group }) => group),
  kind: filled(column(['first', ...DUPLICATE_KINDS], 'How the game repeats the other', ({ kind }) => kind)),
  file: column('text!', 'Name of the file', ({ file }, nameOf) => nameOf(file)),
  game: column('integer!', 'Number of the game in its file, from 1', ({ game }) => game),
  of_file: column('text', 'File of the game that it repeats', (row, nameOf) =>
    row.kind === 'first' ? '' : nameOf(row.ofFile),
  ),
  of_game: column('integer', 'Number of that game', (row) => (row.kind === 'first' ? '' : row.ofGame)),
  moves: column('integer!', 'Moves of the game', ({ moves }) => moves),
  differs: column('text', 'What their headers say differently', ({ differs }) => differs.join(' ')),
} satisfies Record<string, DuplicateColumn>;

/** Its columns in their permanent order. */
export const DUPLICATE_COLUMNS = columnsOf<DuplicateColumn>(DUPLICATE_TABLE);
