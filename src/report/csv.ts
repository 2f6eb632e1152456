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
