import type { Cell } from '../columns/columns.js';
import { csvLine } from './csv.js';
import { padEnd, shorten, shortenLeft } from './text.js';
import { visible } from './visible.js';

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
