import type { Cell } from '../columns/columns.js';
import type { DuplicateRow } from '../duplicates/game-keys.js';
import { csvLine } from './csv.js';
import { padEnd, shorten, shortenLeft, visible } from './text.js';

export const LIST_FORMATS = ['csv', 'jsonl', 'json', 'text'] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

/** Cells that are text in CSV and numbers in JSON. */
const DECIMAL: ReadonlySet<string> = new Set([
  'komi',
  'declared_margin',
  'handicap_compensation',
  'komi_applied',
  'area_margin',
  'territory_margin',
]);

/** What stands in front of all rows; '' where nothing does. */
export function listHead(format: ListFormat, columns: readonly string[]): string {
  if (format === 'csv') return csvLine(columns);
  if (format !== 'text') return '';
  return (
    textRow(columns, columns) +
    textRow(
      columns,
      columns.map((column) => '-'.repeat(widthOf(column))),
    )
  );
}

/** One game as a row; in JSON an item with the comma behind it. */
export function listRow(format: ListFormat, columns: readonly string[], cells: readonly Cell[]): string {
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

/** One game by the names of its columns; empty cells are null. */
function objectOf(columns: readonly string[], cells: readonly Cell[]): Record<string, Cell | null> {
  return Object.fromEntries(
    columns.map((column, i) => {
      const cell = cells[i] ?? '';
      return [column, cell === '' ? null : DECIMAL.has(column) ? Number(cell) : cell];
    }),
  );
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

function textRow(columns: readonly string[], cells: readonly Cell[]): string {
  const line = columns.map((column, i) => {
    const width = widthOf(column);
    const text = visible(String(cells[i] ?? ''));
    return padEnd(column === 'file' ? shortenLeft(text, width) : shorten(text, width), width);
  });
  return `${line.join(' ').trimEnd()}\n`;
}

export const DUPLICATE_COLUMNS = [
  'group',
  'kind',
  'file',
  'game',
  'of_file',
  'of_game',
  'moves',
  'differs',
] as const;

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
  const isFirst = row.kind === 'first';
  return listRow(format, DUPLICATE_COLUMNS, [
    row.group,
    row.kind,
    nameOf(row.file),
    row.game,
    isFirst ? '' : nameOf(row.ofFile),
    isFirst ? '' : row.ofGame,
    row.moves,
    row.differs.join(' '),
  ]);
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
