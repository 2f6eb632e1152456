import { stringify } from 'csv-stringify/sync';
import { cellsOf, objectOf, type Cell, type Column, type Named } from '../columns/column.js';
import { DUPLICATE_COLUMNS, STATISTICS_COLUMNS, type FolderCount } from '../columns/tables.js';
import { memo, plural, visible } from '../../core/text.js';
import type { DuplicateRow } from '../../toolkit/duplicates/game-keys.js';
import { padEnd, shorten, shortenPath, type Terminal, wrapped } from './text.js';
import { SEVERITIES, type Severity } from '../../core/findings/finding.js';
import type { PlacedFinding } from '../../referee/judge/report.js';

/** Formats of tables. */
export const DATA_FORMATS = ['csv', 'jsonl', 'json', 'text'] as const;
/** Formats of tables of games. */
export const OUTPUT_FORMATS = [...DATA_FORMATS, 'xlsx'] as const;
/** Formats of a list; html is for groups only. */
export const LIST_FORMATS = [...OUTPUT_FORMATS, 'html'] as const;
export type DataFormat = (typeof DATA_FORMATS)[number];

/** A column as the formats need it. */
export type RowColumn = Named<Pick<Column, 'kind'>>;

/** The text before the rows of a table; '' if there is none. `terminal`: what text has to fit. */
export function rowHead(
  format: DataFormat,
  columns: readonly RowColumn[],
  terminal?: Pick<Terminal, 'columns'>,
): string {
  const names = columns.map(({ name }) => name);
  if (format === 'csv') return csvLine(names);
  if (format !== 'text') return '';
  const rules = fittingWidths(names, terminal?.columns).map((width) => '-'.repeat(width));
  return textRow(columns, names, terminal) + textRow(columns, rules, terminal);
}

/** The text around the rows of a table, head included. */
export function rowFrame(
  format: DataFormat,
  head: () => string,
): { readonly head: () => string; readonly separator: string; readonly tail: string } {
  if (format === 'json') return { head: () => '[\n', separator: ',\n', tail: '\n]\n' };
  return { head, separator: '', tail: '' };
}

/** One row; in JSON, an item with the comma after it. `terminal`: what text has to fit. */
export function rowText(
  format: DataFormat,
  columns: readonly RowColumn[],
  cells: readonly Cell[],
  terminal?: Pick<Terminal, 'columns'>,
): string {
  switch (format) {
    case 'csv':
      return csvLine(cells);
    case 'text':
      return textRow(columns, cells, terminal);
    case 'jsonl':
      return `${JSON.stringify(objectOf(columns, cells))}\n`;
    case 'json':
      return `${JSON.stringify(objectOf(columns, cells))},\n`;
  }
}

/** Widths of text columns on a terminal; those of other columns depend on their names. */
const WIDTHS: Readonly<Record<string, number>> = {
  file: 24,
  run: 24,
  sha256: 64,
  black: 13,
  white: 13,
  player: 14,
  group: 14,
  games: 6,
  wins: 6,
  event: 20,
  needs_ruling: 14,
  code: 26,
  folder: 40,
  place: 16,
  explanation: 60,
  question: 60,
  decision: 60,
  result_declared: 10,
  result_decided: 10,
  rules_declared: 14,
};
const USUAL_WIDTH = 10;

/** Columns of small numbers, which may be narrower. */
const NARROW = /^(?:game|size|komi|moves|plays|passes|handicap|year|nodes|errors|warnings|notes|illegal)$/;

function widthOf(name: string): number {
  return WIDTHS[name] ?? (NARROW.test(name) ? name.length : Math.max(name.length, USUAL_WIDTH));
}

/** A column as wide as this is a sentence, which has a line of its own where the terminal is too narrow. */
const SENTENCE_WIDTH = 60;
/** The most that file names get of what is left. */
const LONGEST_NAME = 60;
/** The most that players' names get of it, before files. */
const LONGEST_PLAYER = 20;
const PLAYERS: readonly string[] = ['black', 'white'];
/** Columns by which a text stays wider than others where there is little room; results are short. */
const PREFERENCE: Readonly<Record<string, number>> = {
  ...{ file: 6, needs_ruling: 6, player: 6, group: 6, black: 2, white: 2 },
  ...{ result_declared: -2, result: -2 },
};
/** The least that a column is narrowed to. */
const MIN_WIDTH = 4;

/** Widths of columns that together fit; 0 for a sentence below the others. The widest ones give way, as far as they can. */
function fittingWidths(names: readonly string[], columns = Infinity): readonly number[] {
  const all = names.map(widthOf);
  const taken = (widths: readonly number[]): number =>
    widths.reduce((sum, width) => sum + (width === 0 ? 0 : width + 1), -1);
  const free = columns - taken(all);
  if (free === Infinity) return all;
  if (free >= 0) return widened(names, all, free);
  const widths = all.map((width) => (width === SENTENCE_WIDTH && all.length > 1 ? 0 : width));
  if (taken(widths) <= columns) return widened(names, widths, columns - taken(widths));
  while (taken(widths) > columns) {
    const need = widths.map((width, i) => width - (PREFERENCE[names[i]!] ?? 0));
    const at = need.lastIndexOf(Math.max(...need));
    if (widths[at]! <= MIN_WIDTH) break;
    widths[at]!--;
  }
  return widths;
}

/** Gives what is left to players' names and to files. */
function widened(names: readonly string[], widths: readonly number[], free: number): readonly number[] {
  const players = names.filter((name) => PLAYERS.includes(name)).length;
  const more = Math.min(Math.floor(free / Math.max(players, 1)), LONGEST_PLAYER - widthOf('black'));
  const rest = free - players * more;
  return widths.map((width, i) => {
    if (PLAYERS.includes(names[i]!)) return width + more;
    return names[i] === 'file' ? Math.min(width + rest, LONGEST_NAME) : width;
  });
}

function textRow(
  columns: readonly RowColumn[],
  cells: readonly Cell[],
  terminal?: Pick<Terminal, 'columns'>,
): string {
  const widths = fittingWidths(
    columns.map(({ name }) => name),
    terminal?.columns,
  );
  const texts = cells.map((cell) => visible(String(cell)));
  const line = columns.flatMap(({ name }, i) => {
    const width = widths[i]!;
    const cut = name === 'file' || name === 'folder' ? shortenPath : shorten;
    return width === 0 ? [] : [padEnd(cut(texts[i] ?? '', width), width)];
  });
  const sentences = texts.filter((text, i) => widths[i] === 0 && text !== '');
  // Where a line follows anyway, names that do not fit are written whole.
  const players = columns.flatMap(({ name }, i) => (PLAYERS.includes(name) ? [i] : []));
  const isCut = players.some((i) => shorten(texts[i]!, widths[i]!) !== texts[i]);
  const whole = isCut && sentences.length > 0 ? [players.map((i) => texts[i]!).join(' - ')] : [];
  const below = [...whole, ...sentences];
  const lines = below.flatMap((text) => wrapped(text, '    ', '  ', terminal?.columns));
  return [line.join(' ').trimEnd(), ...lines].map((one) => `${one}\n`).join('');
}

/** The text before the rows of `duplicates`. */
export function duplicatesHead(format: DataFormat): string {
  return format === 'text' ? '' : rowHead(format, DUPLICATE_COLUMNS);
}

/** One game of a group as a row; in JSON, an item with the comma after it. The `first` game has empty `of` cells. */
export function duplicateLine(
  format: DataFormat,
  row: DuplicateRow,
  nameOf: (file: number) => string,
): string {
  if (format === 'text') return textLine(row, nameOf);
  return rowText(format, DUPLICATE_COLUMNS, cellsOf(DUPLICATE_COLUMNS, row, nameOf));
}

const KIND_WIDTH = 9;

function textLine(row: DuplicateRow, nameOf: (file: number) => string): string {
  const name = gameName(nameOf(row.file), row.game);
  if (row.kind === 'first') {
    const head = `group ${row.group}: ${plural(row.moves, 'move')}\n`;
    return `${row.group > 1 ? '\n' : ''}${head}  ${'first'.padEnd(KIND_WIDTH)} ${name}\n`;
  }
  const of = gameName(nameOf(row.ofFile), row.ofGame);
  const indent = `\n  ${' '.repeat(KIND_WIDTH)} `;
  const length = row.kind === 'prefix' ? `${plural(row.moves, 'move')}, the beginning of ` : 'of ';
  const differs = row.differs.length > 0 ? `${indent}differs: ${row.differs.join(', ')}` : '';
  return `  ${row.kind.padEnd(KIND_WIDTH)} ${name}${indent}${length}${of}${differs}\n`;
}

function gameName(file: string, game: number): string {
  return game === 1 ? visible(file) : `${visible(file)} game ${game}`;
}

/** Separates an archive from the name of an entry. */
const ENTRY = '!/';

/** The folder of a file; for an entry at the top of an archive, the archive. */
function folderOf(file: string): string {
  const end = Math.max(file.lastIndexOf('/'), 0);
  if (end === 0) return file.startsWith('/') ? '/' : '.';
  return file.endsWith('!', end) ? file.slice(0, end - ENTRY.length + 1) : file.slice(0, end);
}

/** A line of JSON for each code and severity among the findings of a game or file. */
export function countLines(file: string, findings: readonly PlacedFinding[]): string {
  const counts = new Map<string, [code: string, severity: Severity, count: number]>();
  for (const found of findings) {
    const isMore = found.code === 'findings/more';
    const { code, severity } = isMore ? found.args : found;
    const key = `${code} ${severity}`;
    const one = counts.get(key) ?? [code, severity, 0];
    one[2] += isMore ? found.args.count : 1;
    counts.set(key, one);
  }
  const folder = folderOf(file);
  return [...counts.values()].map((one) => `${JSON.stringify([folder, ...one])}\n`).join('');
}

/** Adds up the lines of games and files. */
export class Statistics {
  private readonly counts = new Map<string, { findings: number; games: number }>();

  /** Takes whole lines. */
  add(lines: string): undefined {
    for (const line of lines.split('\n')) {
      if (line === '') continue;
      const [folder, code, severity, findings] = JSON.parse(line) as [string, string, Severity, number];
      const key = JSON.stringify([code, severity, folder]);
      const one = this.counts.get(key) ?? { findings: 0, games: 0 };
      one.findings += findings;
      one.games++;
      this.counts.set(key, one);
    }
  }

  /** The table, by severity, then by the number of findings. */
  text(format: DataFormat): string {
    const rows = [...this.counts].map(([key, counts]): FolderCount => {
      const [code, severity, folder] = JSON.parse(key) as [string, Severity, string];
      return { code, severity, folder, ...counts };
    });
    rows.sort(
      (a, b) =>
        SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
        b.findings - a.findings ||
        (a.code + a.folder < b.code + b.folder ? -1 : 1),
    );
    const { head, separator, tail } = rowFrame(format, () => rowHead(format, STATISTICS_COLUMNS));
    const text = rows
      .map((row) => rowText(format, STATISTICS_COLUMNS, cellsOf(STATISTICS_COLUMNS, row, undefined)))
      .join('');
    return head() + text.slice(0, text.length - separator.length || undefined) + tail;
  }
}

/** Cells that a spreadsheet would run as a formula, full-width signs included; it may skip white space and control characters. */
const FORMULA = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@\uff0b\uff0d\uff1d\uff20])/u;
const PLAIN_NUMBER = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/;

/**
 * One row with its line feed (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe. csv-stringify writes only
 * the cells with a quotation mark or a line break: it takes a microsecond a cell, and ten to start.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\n`;
}

const SPECIAL = /[",\r\n]/;
const MARKS = /["\r\n]/;

function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  if (cell === '') return '';
  const text = mayBeFormula(cell.charCodeAt(0)) ? withoutFormula(cell) : cell;
  if (!SPECIAL.test(text)) return text;
  if (!MARKS.test(text)) return `"${text}"`;
  return text.length > LONGEST_MESSAGE ? quoted(text) : quotedMessage(text);
}

function quoted(text: string): string {
  return stringify([[text]], { eof: false, quoted_match: /[\r\n]/ });
}

/** Characters of a usual message; the same one is said of many games. */
const LONGEST_MESSAGE = 200;
const quotedMessage = memo(quoted, LONGEST_MESSAGE);

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

const CSV_CELL = /(?:"((?:[^"]|"")*)"|([^,\n]*))(,|\n)/y;

/** The cells of our own CSV, as they were before `csvLine` guarded them. */
export function csvCells(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  CSV_CELL.lastIndex = 0;
  for (let found = CSV_CELL.exec(csv); found; found = CSV_CELL.exec(csv)) {
    const cell = found[1]?.replaceAll('""', '"') ?? found[2]!;
    const inside = cell.slice(1);
    row.push(cell !== inside && withoutFormula(inside) === cell ? inside : cell);
    if (found[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
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
