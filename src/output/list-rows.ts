import {
  type Cell,
  cellsOf,
  column,
  type Column,
  columnsOf,
  filled,
  type Named,
  objectOf,
} from '../columns/column.js';
import { DUPLICATE_KINDS, type DuplicateRow } from '../duplicates/game-keys.js';
import { csvLine } from './csv.js';
import { padEnd, shorten, shortenLeft, visible } from './text.js';

export const LIST_FORMATS = ['csv', 'jsonl', 'json', 'text'] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

/** A column as the formats of rows need it. */
type Shown = Named<Pick<Column, 'kind'>>;

/** What comes before all rows; '' where nothing does. */
export function listHead(format: ListFormat, columns: readonly Shown[]): string {
  const names = columns.map(({ name }) => name);
  if (format === 'csv') return csvLine(names);
  if (format !== 'text') return '';
  const rules = names.map((name) => '-'.repeat(widthOf(name)));
  return textRow(columns, names) + textRow(columns, rules);
}

/** One game as a row; in JSON an item with the comma after it. */
export function listRow(format: ListFormat, columns: readonly Shown[], cells: readonly Cell[]): string {
  switch (format) {
    case 'csv':
      return csvLine(cells);
    case 'text':
      return textRow(columns, cells);
    case 'jsonl':
      return `${JSON.stringify(objectOf(columns, cells))}\n`;
    case 'json':
      return `${JSON.stringify(objectOf(columns, cells))},\n`;
  }
}

const WIDTHS: Readonly<Record<string, number>> = {
  file: 24,
  sha256: 64,
  black: 13,
  white: 13,
  event: 20,
  place: 16,
  explanation: 60,
  result_declared: 10,
  rules_declared: 14,
};
const USUAL_WIDTH = 10;

function widthOf(column: string): number {
  return WIDTHS[column] ?? Math.max(column.length, isShort(column) ? 0 : USUAL_WIDTH);
}

/** Columns that hold small numbers only. */
function isShort(column: string): boolean {
  return /^(?:game|size|komi|moves|plays|passes|handicap|year|nodes|errors|warnings|notes|illegal)$/.test(
    column,
  );
}

function textRow(columns: readonly Shown[], cells: readonly Cell[]): string {
  const line = columns.map(({ name }, i) => {
    const width = widthOf(name);
    const text = visible(String(cells[i] ?? ''));
    return padEnd(name === 'file' ? shortenLeft(text, width) : shorten(text, width), width);
  });
  return `${line.join(' ').trimEnd()}\n`;
}

type DuplicateColumn = Column<DuplicateRow, (file: number) => string>;

/** The table of `duplicates`: one row a game of a group; the first game of a group repeats none. */
export const DUPLICATE_TABLE = {
  group: filled(column('integer', 'Number of the group, from 1', ({ group }) => group)),
  kind: filled(column(['first', ...DUPLICATE_KINDS], 'How the game repeats the other', ({ kind }) => kind)),
  file: filled(column('text', 'Name of the file', ({ file }, nameOf) => nameOf(file))),
  game: filled(column('integer', 'Number of the game in its file, from 1', ({ game }) => game)),
  of_file: column('text', 'File of the game that it repeats', (row, nameOf) =>
    row.kind === 'first' ? '' : nameOf(row.ofFile),
  ),
  of_game: column('integer', 'Number of that game', (row) => (row.kind === 'first' ? '' : row.ofGame)),
  moves: filled(column('integer', 'Moves of the game', ({ moves }) => moves)),
  differs: column('text', 'What their headers say differently', ({ differs }) => differs.join(' ')),
} satisfies Record<string, DuplicateColumn>;
const DUPLICATE_COLUMNS = columnsOf<DuplicateColumn>(DUPLICATE_TABLE);

/** What stands in front of all rows. */
export function duplicatesHead(format: ListFormat): string {
  return format === 'text' ? '' : listHead(format, DUPLICATE_COLUMNS);
}

/** One game of a group as a row; in JSON an item with the comma behind it. The `first` game has empty `of` cells. */
export function duplicateLine(
  format: ListFormat,
  row: DuplicateRow,
  nameOf: (file: number) => string,
): string {
  if (format === 'text') return textLine(row, nameOf);
  return listRow(format, DUPLICATE_COLUMNS, cellsOf(DUPLICATE_COLUMNS, row, nameOf));
}

const KIND_WIDTH = 9;

function textLine(row: DuplicateRow, nameOf: (file: number) => string): string {
  const name = placeOf(nameOf(row.file), row.game);
  if (row.kind === 'first') {
    const head = `group ${row.group}: ${row.moves} moves\n`;
    return `${row.group > 1 ? '\n' : ''}${head}  ${'first'.padEnd(KIND_WIDTH)} ${name}\n`;
  }
  const of = placeOf(nameOf(row.ofFile), row.ofGame);
  const indent = `\n  ${' '.repeat(KIND_WIDTH)} `;
  const length = row.kind === 'prefix' ? `${row.moves} moves, the beginning of ` : 'of ';
  const differs = row.differs.length > 0 ? `${indent}differs: ${row.differs.join(', ')}` : '';
  return `  ${row.kind.padEnd(KIND_WIDTH)} ${name}${indent}${length}${of}${differs}\n`;
}

function placeOf(file: string, game: number): string {
  return game === 1 ? visible(file) : `${visible(file)} game ${game}`;
}
