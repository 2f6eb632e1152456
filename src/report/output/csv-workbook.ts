import { GAME_COLUMNS } from '../columns/games.js';
import { comparedColumns, FINDING_COLUMNS, PAIRING_COLUMNS } from '../columns/tables.js';
import { csvCells, csvLine } from './rows.js';
import { CONVERSIONS, fileOf, type SheetColumns } from './workbook.js';

/** Workbooks and parts of tables that are there as CSV. Only what needs one loads this. */

/** A table that is there as our own CSV, with its head. */
export interface CsvTable {
  readonly sheet: string;
  readonly columns: SheetColumns;
  readonly csv: string;
}

/** The workbook of such tables, a sheet each. */
export async function workbookOfCsv(tables: readonly CsvTable[]): Promise<Uint8Array<ArrayBuffer>> {
  return fileOf(
    tables.map(({ sheet, columns, csv }) => {
      const [, ...rows] = csvCells(csv);
      return { sheet, columns: columns.map(({ name, kind }) => [name, kind]), rows };
    }),
  );
}

/** The tables of a run, by the names of their files. */
type TableName = 'games.csv' | 'pairings.csv' | 'findings.csv';
const TABLES: Readonly<Record<TableName, Omit<CsvTable, 'csv'>>> = {
  'games.csv': { sheet: 'Games', columns: GAME_COLUMNS },
  'pairings.csv': { sheet: 'Pairings', columns: PAIRING_COLUMNS },
  'findings.csv': { sheet: 'Findings', columns: FINDING_COLUMNS },
};

/** Games under several rulesets: rows of CSV without their head. */
interface ConvertedGames {
  readonly rulesets: readonly string[];
  readonly rows: readonly string[];
}

/** The workbook of the tables of a run, and of its games under other rules if there are any. */
export function workbookOfRun(
  tables: readonly (readonly [name: TableName, csv: string])[],
  { rulesets, rows }: ConvertedGames,
): Promise<Uint8Array<ArrayBuffer>> {
  const columns = comparedColumns(rulesets);
  const csv = csvLine(columns.map(({ name }) => name)) + rows.join('');
  const converted = rows.length === 0 ? [] : [{ sheet: CONVERSIONS, columns, csv }];
  return workbookOfCsv([...tables.map(([name, text]) => ({ ...TABLES[name], csv: text })), ...converted]);
}

/** Of our own CSV, the head and the rows of these games. */
export function rowsOfGames(
  csv: string,
  games: readonly { readonly file: string; readonly game: number }[],
): string {
  const [head = [], ...rows] = csvCells(csv);
  const [file, game] = [head.indexOf('file'), head.indexOf('game')];
  const wanted = new Set(games.map((one) => JSON.stringify([one.file, String(one.game)])));
  const found = rows.filter((row) => wanted.has(JSON.stringify([row[file], row[game]])));
  return [head, ...found].map(csvLine).join('');
}
