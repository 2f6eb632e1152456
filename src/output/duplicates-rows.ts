import { listHead, listRow, type ListFormat } from './list-rows.js';
import { visible } from './visible.js';
import type { DuplicateRow } from '../duplicates/kinds.js';

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
