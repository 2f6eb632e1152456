import { createEnginePool, type FinalPosition } from '../engine/engine-pool.js';
import { foreignKind } from '../input/file-names.js';
import { nameOf } from '../input/item.js';
import { createReader } from '../input/item-reader.js';
import { analyze, type AnalyzeOptions } from '../../referee/judge/analyze.js';
import type { EngineAnswer } from '../../referee/judge/options.js';
import type { GameReport } from '../../referee/judge/report.js';
import { createOptions, partOf } from './file-work.js';
import type { RunnerRequest, Runner, Task, WorkSettings } from './task.js';
import { createWork, type Work } from './work.js';

/**
 * Runs tasks in this thread with the verdicts of external engines: it finds the games that need a verdict, queries at most
 * `wanted` engines at a time, then runs the task with their answers. Nearly all time goes to the engines, so they run in
 * parallel rather than threads. An answer depends on the position alone, so rows do not depend on `wanted`.
 */
export function startEngines({ settings, wanted }: RunnerRequest): Runner {
  const pool = createEnginePool({ engine: settings.engine!, engines: wanted });
  const prepared = new Map<WorkSettings, { readonly openGames: OpenGames; readonly work: Work }>();

  function preparedFor(own: WorkSettings): { readonly openGames: OpenGames; readonly work: Work } {
    const means = prepared.get(own) ?? { openGames: createOpenGames(own), work: createWork(own) };
    prepared.set(own, means);
    return means;
  }

  async function ask({ item, game, position }: OpenGame): Promise<readonly [string, EngineAnswer]> {
    const answer = await pool.ask(position);
    return [
      answerKey(item, game),
      answer.ok ? { points: answer.value, source: 'estimated' } : { failed: answer.error },
    ];
  }

  return {
    async run(task, own = settings) {
      const { openGames, work } = preparedFor(own);
      const found = new Map(await Promise.all(openGames(task).map(ask)));
      return [work(task, (item, game) => found.get(answerKey(item, game)))];
    },
    close() {
      pool.close();
      return Promise.resolve();
    },
  };
}

function answerKey(item: number, game: number): string {
  return `${String(item)} ${String(game)}`;
}

type OpenGames = (task: Task) => readonly OpenGame[];

/** A game whose life and death only an estimator can judge. */
interface OpenGame {
  /** Index of its item in the task. */
  readonly item: number;
  readonly game: number;
  readonly position: FinalPosition;
}

/**
 * Makes the function that finds the games of a task that need an engine: scored games whose dead stones are neither given
 * nor marked nor proved. Faults of the inputs are left to the work that reports them.
 */
function createOpenGames(settings: WorkSettings): OpenGames {
  const reader = createReader();
  const optionsOf = createOptions({ ...settings, sinks: [] });
  return (task) => {
    const open: OpenGame[] = [];
    for (const [index, item] of task.items.entries()) {
      if (item.kind === 'trouble') continue;
      const bytes = reader.read(item);
      if (!(bytes instanceof Uint8Array) || foreignKind(bytes) !== undefined) continue;
      const options = {
        ...optionsOf(nameOf(item), partOf(item, task.start?.charset)),
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

/** None on a fault of the program: the work that follows meets the same fault and reports it. */
function gamesIn(bytes: Uint8Array, options: AnalyzeOptions): readonly GameReport[] {
  try {
    return analyze(bytes, options).games;
  } catch {
    return [];
  }
}
