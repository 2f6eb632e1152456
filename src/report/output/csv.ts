import { stringify } from 'csv-stringify/sync';
import type { Cell } from '../columns/column.js';

/** Cells that a spreadsheet would run as a formula, full-width signs included; it may skip white space and control characters. */
const FORMULA = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@\uff0b\uff0d\uff1d\uff20])/u;
const PLAIN_NUMBER = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/;

const MARKS = /["\r\n]/;

/**
 * One row with its line feed (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe. A row with a quotation
 * mark or a line break in a cell is written by csv-stringify, which takes five times as long as joining cells.
 */
export function csvLine(cells: readonly Cell[]): string {
  let line = '';
  for (let i = 0; i < cells.length; i++) {
    const text = cellText(cells[i]!);
    if (MARKS.test(text)) return quotedLine(cells);
    if (i > 0) line += ',';
    line += text.includes(',') ? `"${text}"` : text;
  }
  return `${line}\n`;
}

function quotedLine(cells: readonly Cell[]): string {
  return stringify([cells.map(cellText)], { record_delimiter: '\n', quoted_match: /[\r\n]/ });
}

function cellText(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  return cell !== '' && mayBeFormula(cell.charCodeAt(0)) ? withoutFormula(cell) : cell;
}

/** Whether a formula may start with this character. */
function mayBeFormula(unit: number): boolean {
  return unit <= 0x20 || unit > 0x7e || unit === 0x3d || unit === 0x2b || unit === 0x2d || unit === 0x40;
}

const QUOTE = 34;
const COMMA = 44;

/** Plain numbers and a lone sign do nothing in a spreadsheet; anything else that starts like a formula gets an apostrophe. */
function withoutFormula(cell: string): string {
  if (!FORMULA.test(cell) || cell === '-' || PLAIN_NUMBER.test(cell)) return cell;
  return `'${cell}`;
}

/**
 * A row with two adjacent cells replaced: `notes` is one higher, and the code after it is filled if it was empty.
 * For a finding made after the row was written.
 */
export function addNote(row: string, code: string, notesColumn: number): string {
  const notesAt = startOfCell(row, 0, notesColumn);
  const codeAt = startOfCell(row, notesAt, 1);
  const notes = Number(row.slice(notesAt, codeAt - 1)) + 1;
  const isEmpty = row.charCodeAt(codeAt) === COMMA;
  return `${row.slice(0, notesAt)}${String(notes)},${isEmpty ? code : ''}${row.slice(codeAt)}`;
}

/** The start of the cell that is `cells` cells after the one at `at`; quoted cells may contain commas and line feeds. */
function startOfCell(row: string, at: number, cells: number): number {
  let left = cells;
  let quoted = false;
  let i = at;
  for (; left > 0; i++) {
    const unit = row.charCodeAt(i);
    if (unit === QUOTE) quoted = !quoted;
    else if (unit === COMMA && !quoted) left--;
  }
  return i;
}
