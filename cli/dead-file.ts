import { readFileSync } from 'node:fs';
import type { DeadTable } from '../src/batch/settings.js';
import { UsageError } from './io.js';

/** Reads `--dead FILE`: CSV with the columns file, game, points (`Q16 R16`); a header line may stand above. */
export function readDeadFile(path: string): DeadTable {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new UsageError(`cannot read the dead stones file ${path}`);
  }
  const table = new Map<string, Map<number, string>>();
  for (const [i, row] of rows(text.replace(/^\ufeff/, '')).entries()) {
    if (row.length === 1 && row[0] === '') continue;
    if (i === 0 && row[0] === 'file') continue;
    const [file, game, points] = row;
    const number = Number(game);
    if (file === undefined || points === undefined || !Number.isInteger(number) || number < 1) {
      throw new UsageError(`${path}: row ${String(i + 1)} is not file,game,points`);
    }
    const games = table.get(file) ?? new Map<number, string>();
    games.set(number, points);
    table.set(file, games);
  }
  return table;
}

/** Cells of a CSV text (RFC 4180), rows that end in LF or CRLF. */
function rows(text: string): string[][] {
  const all: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) break;
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    all.push(row);
    row = [];
  }
  return all;
}
