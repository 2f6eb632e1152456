import { type Crosscheck, type Crosschecking, crosscheckFacts } from '../../toolkit/event/crosscheck.js';
import { conditionsOf } from '../../toolkit/event/table.js';
import type { GameFacts } from '../../toolkit/event/game-facts.js';
import type { Output } from './output.js';
import type { WorkSettings } from '../tasks/task.js';

/** The games of a run, kept until all of them are known. */
export interface GamesToCrosscheck {
  /** Takes the facts of games. */
  readonly output: Output;
  readonly checked: () => Crosscheck;
  /** Settings whose conditions, if any, take missing values from the results table, provided there is exactly one. */
  readonly withConditions: <T extends Pick<WorkSettings, 'event'>>(settings: T) => T;
}

/** Memory grows by some hundred bytes a game. */
export function gamesToCrosscheck(crosschecking: Crosschecking): GamesToCrosscheck {
  const games: GameFacts[] = [];
  return {
    output: {
      sink: 'facts',
      target: {
        write(bytes) {
          const lines = Buffer.from(bytes).toString('utf8').trimEnd().split('\n');
          for (const line of lines) if (line !== '') games.push(JSON.parse(line) as GameFacts);
          return undefined;
        },
        end: () => undefined,
      },
    },
    checked: () => crosscheckFacts(crosschecking, games),
    withConditions(settings) {
      const [table, ...others] = crosschecking.tables;
      if (!settings.event || !table || others.length > 0) return settings;
      return { ...settings, event: { ...conditionsOf(table), ...settings.event } };
    },
  };
}
