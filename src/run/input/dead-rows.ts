import { failure, type Outcome, success } from '../../core/outcome.js';
import { scanFile } from '../../sgf/scan/scan-file.js';
import { type Inputs, itemsNamed } from './inputs.js';
import { nameOf, rowOf } from './item.js';
import { createReader } from './item-reader.js';

/** Dead stones given for one game. */
export interface DeadRow {
  readonly file: string;
  readonly game: number;
  /** Points such as `Q16 R16`. */
  readonly points: string;
  /** Row of the table, from 1; 0 without a table. */
  readonly row: number;
}

/**
 * Reads given dead stones: CSV with the columns file, game, points (`Q16 R16`), with or without a header line.
 * The error is a line for the user. Not checked: the points.
 */
export function parseDeadRows(text: string): Outcome<readonly DeadRow[], string> {
  const dead: DeadRow[] = [];
  const rowOf = new Map<string, number>();
  const { rows, isWhole } = rowsOf(text.replace(/^\ufeff/, ''));
  for (const [i, row] of rows.entries()) {
    if (row.length === 1 && row[0] === '') continue;
    if (i === 0 && row[0] === 'file') continue;
    const [file, game, points] = row;
    const number = Number(game);
    if (file === undefined || points === undefined || !Number.isInteger(number) || number < 1) {
      return failure(`row ${String(i + 1)} is not file,game,points`);
    }
    const key = `${String(number)} ${file}`;
    const before = rowOf.get(key);
    if (before !== undefined) {
      return failure(
        `row ${String(i + 1)} gives game ${String(number)} of ${file} again, after row ${String(before)}`,
      );
    }
    rowOf.set(key, i + 1);
    dead.push({ file, game: number, points, row: i + 1 });
  }
  if (!isWhole)
    return failure(
      `row ${String(rows.length + 1)} is not CSV: a cell has a quote or a lone carriage return in it`,
    );
  return success(dead);
}

/** Cells of a CSV text (RFC 4180) whose rows end in LF or CRLF; `isWhole` is false where the text after the last row is not CSV. */
function rowsOf(text: string): { readonly rows: readonly string[][]; readonly isWhole: boolean } {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) return { rows, isWhole: false };
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push([...row, '']);
  return { rows, isWhole: true };
}

/**
 * Why the first row that belongs to no game of the inputs is refused; '' if there is none. Reads only the named files.
 * Not checked: whether the points are stones, which each game's final position decides.
 */
export async function refusedRow(dead: readonly DeadRow[], inputs: Inputs): Promise<string> {
  const files = new Set(dead.map(({ file }) => file));
  const games = new Map<string, number>();
  const reader = createReader();
  for await (const row of itemsNamed(inputs, (name) => files.has(name))) {
    for (const item of rowOf(row)) {
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
  for (const { file, game, row } of dead) {
    const count = games.get(file);
    if (count === undefined) return `row ${String(row)}: ${file} is not in the input`;
    if (game > count)
      return `row ${String(row)}: ${file} has ${String(count)} ${count === 1 ? 'game' : 'games'}, no game ${String(game)}`;
  }
  return '';
}
