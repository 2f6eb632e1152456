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
  for (const cell of cells) if (typeof cell === 'string' && needsCare(cell)) return csvLineByLibrary(cells);
  return `${cells.join(',')}\n`;
}

/** A cell that needs quotes (RFC 4180) or that a spreadsheet would run as a formula, full-width signs included. */
function needsCare(cell: string): boolean {
  for (let i = 0; i < cell.length; i++) {
    const unit = cell.charCodeAt(i);
    if (unit === COMMA || unit === QUOTE || unit === LINE_FEED || unit === RETURN) return true;
    if (i === 0 && (unit < DIGIT_ZERO || unit > LETTER_Z) && FORMULA.test(cell)) return true;
    if (i === 0 && (unit === EQUALS || unit === AT)) return true;
  }
  return false;
}

const LINE_FEED = 10;
const RETURN = 13;
const QUOTE = 34;
const COMMA = 44;
const DIGIT_ZERO = 48;
const EQUALS = 61;
const AT = 64;
const LETTER_Z = 122;

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
  const starts = cellStarts(row);
  const notesAt = starts[notesColumn]!;
  const codeAt = starts[notesColumn + 1]!;
  const codeEnd = starts[notesColumn + 2]! - 1;
  const notes = Number(row.slice(notesAt, codeAt - 1)) + 1;
  return `${row.slice(0, notesAt)}${String(notes)},${row.slice(codeAt, codeEnd) || code}${row.slice(codeEnd)}`;
}

/** Where each cell of a row begins; quoted cells may hold commas and line feeds. */
function cellStarts(row: string): number[] {
  const starts = [0];
  let quoted = false;
  for (let i = 0; i < row.length; i++) {
    const unit = row.charCodeAt(i);
    if (unit === 0x22) quoted = !quoted;
    else if (unit === 0x2c && !quoted) starts.push(i + 1);
  }
  return starts;
}
