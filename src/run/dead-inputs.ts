import { scanFile } from '../sgf/scan/scan.js';
import { itemsNamed, type Inputs } from '../input/inputs.js';
import { nameOf } from '../input/items.js';
import { createReader } from '../input/reader.js';
import type { DeadTable } from './settings.js';

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
