import { readFileSync } from 'node:fs';
import { parseDeadTable } from '../src/batch/dead-table.js';
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
  const table = parseDeadTable(text);
  if (table.ok) return table.value;
  throw new UsageError(`${path}: ${table.error}`);
}
