import { stringify } from 'csv-stringify/sync';
import type { Cell } from './columns.js';

/** Cells that a spreadsheet would run as a formula, full-width signs included. */
const FORMULA = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;
const PLAIN_NUMBER = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/;

/**
 * One row with its line feed. The usual row has no cell that needs quotes and is joined by hand;
 * the library writes the others. Both give the same bytes.
 */
export function csvLine(cells: readonly Cell[]): string {
  let row = '';
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]!;
    if (typeof cell === 'string' && cell.length > 0 && needsCare(cell)) return csvLineByLibrary(cells);
    row += i === 0 ? String(cell) : `,${cell}`;
  }
  return `${row}\n`;
}

/**
 * Writes the usual row into bytes behind `at`, as `csvLine` would have it in UTF-8, and tells where it ends; -1 where
 * it is no usual row or there is no room, and then the bytes behind `at` mean nothing.
 */
export function writeCsvLine(cells: readonly Cell[], bytes: Uint8Array, at: number): number {
  let end = at;
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]!;
    if (i > 0) bytes[end++] = COMMA;
    if (typeof cell === 'number' && cell >= 0 && cell < 10 && Number.isInteger(cell)) {
      bytes[end++] = ZERO + cell;
      continue;
    }
    const text = typeof cell === 'number' ? String(cell) : cell;
    // A UTF-16 unit never takes more than three bytes; the comma or line feed behind a cell takes one.
    if (end + text.length * 3 + 2 > bytes.length) return -1;
    if (text.length === 0) continue;
    if (typeof cell === 'string' && startsFormula(text.charCodeAt(0)) && withoutFormula(cell) !== cell)
      return -1;
    end = writeText(text, bytes, end);
    if (end < 0) return -1;
  }
  if (end >= bytes.length) return -1;
  bytes[end++] = LINE_FEED;
  return end;
}

/** Writes a cell that needs no quotes; -1 where it needs them, or has characters beyond the basic plane. */
function writeText(text: string, bytes: Uint8Array, at: number): number {
  let end = at;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit <= 0x7f) {
      if (unit <= COMMA && (unit === COMMA || unit === QUOTE || unit === LINE_FEED || unit === RETURN))
        return -1;
      bytes[end++] = unit;
    } else if (unit <= 0x7ff) {
      bytes[end++] = 0xc0 | (unit >> 6);
      bytes[end++] = 0x80 | (unit & 0x3f);
    } else if (unit >= 0xd800 && unit <= 0xdfff) {
      return -1;
    } else {
      bytes[end++] = 0xe0 | (unit >> 12);
      bytes[end++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[end++] = 0x80 | (unit & 0x3f);
    }
  }
  return end;
}

/** A cell that needs quotes (RFC 4180) or that a spreadsheet would run as a formula. */
function needsCare(cell: string): boolean {
  if (startsFormula(cell.charCodeAt(0)) && withoutFormula(cell) !== cell) return true;
  for (let i = 0; i < cell.length; i++) {
    const unit = cell.charCodeAt(i);
    if (unit <= COMMA && (unit === COMMA || unit === QUOTE || unit === LINE_FEED || unit === RETURN))
      return true;
  }
  return false;
}

const LINE_FEED = 10;
const RETURN = 13;
const QUOTE = 34;
const COMMA = 44;
const ZERO = 48;

/** Tab, carriage return, `+`, `-`, `=`, `@`, and the last four in full width. */
function startsFormula(unit: number): boolean {
  switch (unit) {
    case 0x09:
    case RETURN:
    case 0x2b:
    case 0x2d:
    case 0x3d:
    case 0x40:
    case 0xff0b:
    case 0xff0d:
    case 0xff1d:
    case 0xff20:
      return true;
    default:
      return false;
  }
}

/** The same row by csv-stringify, whatever its cells hold. */
export function csvLineByLibrary(cells: readonly Cell[]): string {
  return stringify([cells.map((cell) => (typeof cell === 'number' ? String(cell) : withoutFormula(cell)))], {
    record_delimiter: '\n',
    quoted_match: /[\r\n]/,
  });
}

/** Plain numbers and a lone sign do nothing in a spreadsheet; anything else that starts like a formula gets an apostrophe. */
function withoutFormula(cell: string): string {
  if (!FORMULA.test(cell) || cell === '-' || PLAIN_NUMBER.test(cell)) return cell;
  return `'${cell}`;
}

/**
 * A row with the cells in two neighbouring columns replaced: `notes` one higher, and the code behind it filled
 * when it was empty. For a finding that is made after the row was written.
 */
export function addNote(row: string, code: string, notesColumn: number): string {
  const notesAt = startOfCell(row, 0, notesColumn);
  const codeAt = startOfCell(row, notesAt, 1);
  const notes = Number(row.slice(notesAt, codeAt - 1)) + 1;
  const isEmpty = row.charCodeAt(codeAt) === COMMA;
  return `${row.slice(0, notesAt)}${String(notes)},${isEmpty ? code : ''}${row.slice(codeAt)}`;
}

/** Where the cell begins that is so many cells behind the one at `at`; quoted cells may hold commas and line feeds. */
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
