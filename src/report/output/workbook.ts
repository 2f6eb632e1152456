import type { PlacedFinding } from '../../referee/judge/report.js';
import { FINDING_COLUMNS, findingCells, NO_BOARD } from '../columns/tables.js';
import { GAME_COLUMNS } from '../columns/games.js';
import { namesOf, type Cell, type ColumnKind, type Named } from '../columns/column.js';

/*
 * A workbook for Excel. Its output is made in parts as the others are, of lines of JSON: an object begins a sheet, an array is the
 * number of a sheet and the cells of a row. `workbook` makes the file of them, when all are there.
 */

/** Columns as a sheet needs them. */
export type SheetColumns = readonly Named<{ readonly kind: ColumnKind }>[];

/** Columns that hold days; other texts that look like days are none. */
const DAYS: ReadonlySet<string> = new Set(['date']);

/** The sheet of games under other rules. */
export const CONVERSIONS = 'Conversions';

/** The line that begins a sheet. */
export function sheetHead(sheet: string, columns: SheetColumns): string {
  return `${JSON.stringify({ sheet, columns: columns.map(({ name, kind }) => [name, kind]) })}\n`;
}

/** The line of one row. */
export function sheetRow(sheet: number, cells: readonly Cell[]): string {
  return `${JSON.stringify([sheet, ...cells])}\n`;
}

const NOTES = namesOf(GAME_COLUMNS).indexOf('notes');
const FIRST_CODE = namesOf(GAME_COLUMNS).indexOf('first_code');

/** The lines of a game, with one more note: counted in its row, and listed before the other findings. */
export function workbookWithNote(part: string, file: string, game: number, found: PlacedFinding): string {
  const end = part.indexOf('\n');
  const [sheet, ...cells] = JSON.parse(part.slice(0, end)) as [number, ...Cell[]];
  cells[NOTES] = Number(cells[NOTES]) + 1;
  if (cells[FIRST_CODE] === '') cells[FIRST_CODE] = found.code;
  const note = sheetRow(1, findingCells(file, game, found, NO_BOARD));
  return sheetRow(sheet, cells) + note + part.slice(end + 1);
}

/** The sheets of games and of their findings. */
export function gameSheets(): string {
  return sheetHead('Games', GAME_COLUMNS) + sheetHead('Findings', FINDING_COLUMNS);
}

/** Rows that a sheet of Excel holds below its head; a table with more goes on in a further sheet. */
const MAX_ROWS = 1_048_575;
const MAX_WIDTH = 40;

/** A sheet with its rows, which are in the order of the columns. */
export interface Sheet {
  readonly sheet: string;
  readonly columns: readonly (readonly [name: string, kind: ColumnKind])[];
  readonly rows: (readonly Cell[])[];
}

type ExcelCell =
  string | number | { readonly value: Date; readonly type: DateConstructor; readonly format: string } | null;

/**
 * The file of a workbook, from all lines of its output: numbers and whole days are numbers and days, and everything else is
 * text, which no spreadsheet runs. The head of each sheet stays in view, and each of its columns can be filtered.
 */
export async function workbook(lines: string): Promise<Uint8Array> {
  const sheets: Sheet[] = [];
  for (const line of lines.split('\n')) {
    if (line === '') continue;
    const given = JSON.parse(line) as [number, ...Cell[]] | Omit<Sheet, 'rows'>;
    if (Array.isArray(given)) sheets[given[0]]!.rows.push(given.slice(1));
    else sheets.push({ ...given, rows: [] });
  }
  return fileOf(sheets);
}

/** The file of a workbook. */
export async function fileOf(sheets: readonly Sheet[]): Promise<Uint8Array<ArrayBuffer>> {
  const { default: writeFile } = await import('write-excel-file/universal');
  const pages = sheets.flatMap(pagesOf);
  const filter = (xml: string, _: unknown, { sheetIndex }: { readonly sheetIndex: number }): string => {
    const { columns, data } = pages[sheetIndex]!;
    const last = `${letters(columns.length)}${String(data.length)}`;
    return xml.replace('</sheetData>', `</sheetData><autoFilter ref="A1:${last}"/>`);
  };
  const features = [{ files: { transform: { 'xl/worksheets/sheet{id}.xml': { transform: filter } } } }];
  const file = await writeFile(pages, { features }).toBlob();
  return new Uint8Array(await file.arrayBuffer());
}

/** The letters of a column, from 1: `A` to `Z`, then `AA`. */
function letters(column: number): string {
  const above = Math.floor((column - 1) / 26);
  return (above > 0 ? letters(above) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}

/** A sheet, in as many sheets as its rows need. */
function pagesOf({ sheet, columns, rows }: Sheet) {
  const pages = Math.max(1, Math.ceil(rows.length / MAX_ROWS));
  const head = columns.map(([name]) => ({ value: name, fontWeight: 'bold' as const }));
  return Array.from({ length: pages }, (_, page) => {
    const own = rows.slice(page * MAX_ROWS, (page + 1) * MAX_ROWS);
    return {
      sheet: page === 0 ? sheet : `${sheet} ${String(page + 1)}`,
      data: [head, ...own.map((row) => row.map((cell, i) => excelCell(cell, columns[i]!)))],
      columns: columns.map((column, i) => ({ width: widthOf(column[0], own, i) })),
      stickyRowsCount: 1,
    };
  });
}

function excelCell(cell: Cell, [name, kind]: Sheet['columns'][number]): ExcelCell {
  if (cell === '') return null;
  if (typeof cell === 'number') return cell;
  if (kind === 'decimal' || kind === 'number' || kind === 'integer') return Number(cell);
  // The size of a square board is a number; that of another is `9x13`.
  if (name === 'size' && /^\d{1,2}$/.test(cell)) return Number(cell);
  if (!DAYS.has(name) || !/^\d{4}-\d\d-\d\d$/.test(cell)) return cell;
  const day = new Date(`${cell}T00:00:00Z`);
  // Excel counts days from 1900 on.
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(cell);
  return !isDay || cell < '1900-03-01' ? cell : { value: day, type: Date, format: 'yyyy-mm-dd' };
}

/** Rows that decide the width of a column. */
const MEASURED = 200;

function widthOf(name: string, rows: readonly (readonly Cell[])[], column: number): number {
  const lengths = rows.slice(0, MEASURED).map((row) => String(row[column] ?? '').length);
  return Math.min(MAX_WIDTH, Math.max(name.length, ...lengths) + 2);
}
