import type { EngineAnswer } from '../referee/options.js';
import type { EngineSettings } from '../engine/command.js';
import { createEnginePool } from './gtp-pool.js';
import { createOpenGames, type OpenGame } from './gtp-positions.js';
import type { Crew } from './crew.js';
import type { WorkSettings } from './settings.js';
import { createWork, type Answers, type Task } from './work.js';

/**
 * Does tasks in this thread, with the verdicts of an outside engine: first it finds the games that need one, then it asks
 * the engines, at most `jobs` at a time, then it does the task with their answers. The engines are the ones that take the
 * time, so they and not threads share the work. An answer depends on the position alone, so rows do not depend on `jobs`.
 */
export function createEngineCrew(request: {
  readonly settings: WorkSettings;
  readonly engine: EngineSettings;
  readonly jobs: number;
}): Crew {
  const pool = createEnginePool({ engine: request.engine, engines: request.jobs });
  const openGames = createOpenGames(request.settings);
  const work = createWork(request.settings);

  async function ask({ item, game, position }: OpenGame): Promise<readonly [string, EngineAnswer]> {
    const answer = await pool.ask(position);
    return [
      answerKey(item, game),
      answer.ok ? { points: answer.value, source: 'estimated' } : { failed: answer.error },
    ];
  }

  return {
    async run(task: Task) {
      const found = new Map(await Promise.all(openGames(task).map(ask)));
      const answers: Answers = (item, game) => found.get(answerKey(item, game));
      return [work(task, answers)];
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
