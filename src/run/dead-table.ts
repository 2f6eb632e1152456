import { failure, type Outcome, success } from '../core/outcome.js';
import { type Inputs, itemsNamed } from '../input/inputs.js';
import { nameOf } from '../input/items.js';
import { createReader } from '../input/reader.js';
import { scanFile } from '../sgf/scan/scan-file.js';
import type { DeadRow, DeadTable } from './settings.js';

/** Reads given dead stones: CSV with the columns file, game, points (`Q16 R16`); a header line may stand above. */
export function parseDeadTable(text: string): Outcome<DeadTable, string> {
  const table = new Map<string, Map<number, DeadRow>>();
  const read = rows(text.replace(/^\ufeff/, ''));
  for (const [i, row] of read.rows.entries()) {
    if (row.length === 1 && row[0] === '') continue;
    if (i === 0 && row[0] === 'file') continue;
    const [file, game, points] = row;
    const number = Number(game);
    if (file === undefined || points === undefined || !Number.isInteger(number) || number < 1) {
      return failure(`row ${String(i + 1)} is not file,game,points`);
    }
    const games = table.get(file) ?? new Map<number, DeadRow>();
    const before = games.get(number);
    if (before) {
      return failure(
        `row ${String(i + 1)} gives game ${String(number)} of ${file} again, after row ${String(before.row)}`,
      );
    }
    games.set(number, { points, row: i + 1 });
    table.set(file, games);
  }
  if (read.rest === 'no-csv')
    return failure(
      `row ${String(read.rows.length + 1)} is no CSV: a quote or a lone carriage return stands inside a cell`,
    );
  return success(table);
}

interface Rows {
  readonly rows: readonly string[][];
  /** What stands behind the last whole row. */
  readonly rest: 'nothing' | 'no-csv';
}

/** Cells of a CSV text (RFC 4180), rows that end in LF or CRLF. */
function rows(text: string): Rows {
  const all: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) return { rows: all, rest: 'no-csv' };
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    all.push(row);
    row = [];
  }
  if (row.length > 0) all.push([...row, '']);
  return { rows: all, rest: 'nothing' };
}

/**
 * Why the first row of given dead stones that belongs to no game of the inputs is refused; '' where all do.
 * Reads the named files only. Not checked: whether the points are stones, which each game's final position tells.
 */
export async function refusedRow(table: DeadTable, inputs: Inputs): Promise<string> {
  const games = new Map<string, number>();
  const reader = createReader();
  for await (const row of itemsNamed(inputs, (name) => table.has(name))) {
    for (const item of 'kind' in row ? [row] : row) {
      if (item.kind === 'trouble') continue;
      const bytes = reader.read(item);
      const name = nameOf(item);
      const { firstGame } = item.kind === 'part' ? item : { firstGame: 1 };
      const read =
        bytes instanceof Uint8Array ? scanFile(bytes, { firstGame, limits: inputs.limits }) : undefined;
      games.set(name, (games.get(name) ?? 0) + (read?.games.length ?? 0));
    }
  }
  reader.close();
  for (const [file, rows] of table) {
    const count = games.get(file);
    for (const [game, { row }] of rows) {
      if (count === undefined) return `row ${String(row)}: ${file} is not in the input`;
      if (game > count)
        return `row ${String(row)}: ${file} has ${String(count)} ${count === 1 ? 'game' : 'games'}, no game ${String(game)}`;
    }
  }
  return '';
}
