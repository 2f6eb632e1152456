import { analyze, type AnalyzeOptions } from '../referee/analyze.js';
import type { GameReport } from '../referee/report.js';
import { foreignKind } from '../input/file-kinds.js';
import type { FinalPosition } from './gtp-dead.js';
import { nameOf } from '../input/items.js';
import { createReader } from '../input/reader.js';
import { createOptions, partOf, type WorkSettings } from './settings.js';
import type { Task } from './work.js';

/** A game whose life and death only an estimator can tell. */
export interface OpenGame {
  /** Index of its item in the task. */
  readonly item: number;
  readonly game: number;
  readonly position: FinalPosition;
}

/**
 * Makes the function that finds the games of a task that an engine must be asked about: those that are scored and whose
 * stones are neither given nor marked nor proved. Whatever is wrong with the inputs is left to the work that reports it.
 */
export function createOpenGames(settings: WorkSettings): (task: Task) => readonly OpenGame[] {
  const reader = createReader();
  const optionsOf = createOptions({ ...settings, sinks: [] });
  return (task) => {
    const open: OpenGame[] = [];
    for (const [index, item] of task.items.entries()) {
      if (item.kind === 'trouble') continue;
      const bytes = reader.read(item);
      if (!(bytes instanceof Uint8Array) || foreignKind(bytes) !== undefined) continue;
      const options = {
        ...optionsOf(nameOf(item), partOf(item, task.charset)),
        estimator: 'none' as const,
        keepBoard: true,
        digest: () => '',
      };
      for (const { game, record, score, finalBoard } of gamesIn(bytes, options)) {
        if (score?.life.source !== 'none' || !finalBoard) continue;
        const { width, height } = record;
        open.push({ item: index, game, position: { width, height, stones: finalBoard } });
      }
    }
    reader.close();
    return open;
  };
}

/** None when the program itself fails: the work that follows meets the same fault and reports it. */
function gamesIn(bytes: Uint8Array, options: AnalyzeOptions): readonly GameReport[] {
  try {
    return analyze(bytes, options).games;
  } catch {
    return [];
  }
}
