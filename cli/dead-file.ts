import { readFileSync } from 'node:fs';
import { parseDeadTable } from '../src/run/dead-table.js';
import { reasonOf } from '../src/input/items.js';
import type { DeadTable } from '../src/run/settings.js';
import { UsageError } from './io.js';

/** Reads `--dead FILE`: CSV with the columns file, game, points (`Q16 R16`); a header line may stand above. */
export function readDeadFile(path: string): DeadTable {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const reason = `cannot read the dead stones file ${path}: ${reasonOf(error)}`;
    throw new UsageError(`${reason}; --dead takes a CSV file with the columns file, game, points`);
  }
  const table = parseDeadTable(text);
  if (table.ok) return table.value;
  throw new UsageError(`${path}: ${table.error}`);
}
