import { listGames, type ListQuery } from '../list/list-games.js';
import { listRow, type ListFormat } from '../output/list-rows.js';
import { createPlainWork } from './plain-work.js';
import type { WorkSettings } from './settings.js';
import type { Task, TaskResult } from './work.js';

/** How a run lists games instead of reporting on them. */
export interface ListSettings {
  readonly query: ListQuery;
  /** `names`: the file of each game, a row each. */
  readonly format: ListFormat | 'names';
  /** `keyed`: each row is a line of JSON with the row and the cells to sort by, for whoever sorts or counts them. */
  readonly rows: 'plain' | 'keyed';
}

/** Makes the function that lists the games of tasks, a row each. */
export function createListWork(
  settings: WorkSettings,
  { query, format, rows }: ListSettings,
): (task: Task) => TaskResult {
  return createPlainWork(settings, (bytes, name, options, sink) => {
    const { games, read, charset, errors } = listGames(bytes, query, options);
    for (const { cells, keys } of games) {
      const row = format === 'names' ? name : listRow(format, query.columns, cells);
      sink.append(rows === 'plain' ? row : `${JSON.stringify([row, ...keys])}\n`);
    }
    return { games: read, charset, errors };
  });
}
