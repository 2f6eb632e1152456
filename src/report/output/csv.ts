import { stringify } from 'csv-stringify/sync';
import type { Cell } from '../columns/column.js';

/** Cells that a spreadsheet would run as a formula, full-width signs included; it may skip white space and control characters. */
const FORMULA = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@\uff0b\uff0d\uff1d\uff20])/u;
const PLAIN_NUMBER = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/;

/** One row with its line feed, by csv-stringify. Text that a spreadsheet would run as a formula gets an apostrophe. */
export function csvLine(cells: readonly Cell[]): string {
  return stringify([cells.map((cell) => (typeof cell === 'number' ? String(cell) : withoutFormula(cell)))], {
    record_delimiter: '\n',
    quoted_match: /[\r\n]/,
  });
}

const scratch = new Uint8Array(64 * 1024);
const decoder = new TextDecoder();

/**
 * A row as `csvLine` writes it, for games.csv and findings.csv, which have millions of rows: csv-stringify takes 1 us per cell, ten times
 * as long as `writeCsvLine`.
 */
export function hotCsvLine(cells: readonly Cell[]): string {
  const end = writeCsvLine(cells, scratch, 0);
  return end < 0 ? csvLine(cells) : decoder.decode(scratch.subarray(0, end));
}

/**
 * Writes a row from `at` on, as `csvLine` would in UTF-8, and returns its end. Returns -1 if the row has a formula or a
 * character outside the basic plane, or does not fit; the bytes from `at` on are then meaningless.
 */
export function writeCsvLine(cells: readonly Cell[], bytes: Uint8Array, at: number): number {
  let end = at;
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]!;
    if (i > 0) bytes[end++] = COMMA;
    if (typeof cell === 'number' && cell >= 0 && cell < 1000 && Number.isInteger(cell)) {
      if (end + 4 > bytes.length) return -1;
      if (cell >= 100) bytes[end++] = ZERO + Math.floor(cell / 100);
      if (cell >= 10) bytes[end++] = ZERO + (Math.floor(cell / 10) % 10);
      bytes[end++] = ZERO + (cell % 10);
      continue;
    }
    const text = typeof cell === 'number' ? String(cell) : cell;
    // At most three bytes per UTF-16 unit (a doubled quote takes two), quotes around the cell, and a comma or line feed.
    if (end + text.length * 3 + 4 > bytes.length) return -1;
    if (text.length === 0) continue;
    if (typeof cell === 'string' && isFormula(cell)) return -1;
    end = writeText(text, bytes, end);
    if (end < 0) return -1;
  }
  if (end >= bytes.length) return -1;
  bytes[end++] = LINE_FEED;
  return end;
}

/** Writes a cell, in quotes where it needs them; -1 if it has characters outside the basic plane. */
function writeText(text: string, bytes: Uint8Array, at: number): number {
  let end = at;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit <= 0x7f) {
      if (wantsQuotes(unit)) return writeQuoted(text, bytes, at);
      bytes[end++] = unit;
    } else if ((end = writeWide(unit, bytes, end)) < 0) return -1;
  }
  return end;
}

function writeQuoted(text: string, bytes: Uint8Array, at: number): number {
  let end = at;
  bytes[end++] = QUOTE;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit <= 0x7f) {
      if (unit === QUOTE) bytes[end++] = QUOTE;
      bytes[end++] = unit;
    } else if ((end = writeWide(unit, bytes, end)) < 0) return -1;
  }
  bytes[end++] = QUOTE;
  return end;
}

/** Writes a character of two or three bytes; -1 for a surrogate. */
function writeWide(unit: number, bytes: Uint8Array, at: number): number {
  let end = at;
  if (unit <= 0x7ff) {
    bytes[end++] = 0xc0 | (unit >> 6);
    bytes[end++] = 0x80 | (unit & 0x3f);
  } else if (unit >= 0xd800 && unit <= 0xdfff) {
    return -1;
  } else {
    bytes[end++] = 0xe0 | (unit >> 12);
    bytes[end++] = 0x80 | ((unit >> 6) & 0x3f);
    bytes[end++] = 0x80 | (unit & 0x3f);
  }
  return end;
}

/** Whether a cell with this character needs quotes (RFC 4180). */
function wantsQuotes(unit: number): boolean {
  return unit <= COMMA && (unit === COMMA || unit === QUOTE || unit === LINE_FEED || unit === RETURN);
}

/** Whether a spreadsheet would run the cell as a formula. */
function isFormula(cell: string): boolean {
  return startsFormula(cell.charCodeAt(0)) && withoutFormula(cell) !== cell;
}

const LINE_FEED = 10;
const RETURN = 13;
const QUOTE = 34;
const COMMA = 44;
const ZERO = 48;

/** Whether a formula may start with this character. */
function startsFormula(unit: number): boolean {
  return unit <= 0x20 || unit > 0x7e || unit === 0x3d || unit === 0x2b || unit === 0x2d || unit === 0x40;
}

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
