import { type Column, column, columnsOf } from './column.js';

/** What is in a queue, and how fast it is worked on. */
export interface QueueState {
  /** The plan as its first worker named it, or `service`. */
  readonly run: string;
  /** Chunks of the plan; `undefined` for the service. */
  readonly jobs: number | undefined;
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
  readonly workers: number;
  /** Of finished jobs, at most the last 1000; `undefined` where none has finished. */
  readonly pace: Pace | undefined;
}

/** Games and jobs that were finished in some seconds. */
export interface Pace {
  readonly games: number;
  readonly jobs: number;
  readonly seconds: number;
}

/** The table of `queue`: one row a run. */
export const QUEUE_COLUMNS = columnsOf<Column<QueueState, undefined>>({
  run: column(
    'text!',
    'Plan, as its first worker named it, or service: the jobs of servers',
    ({ run }) => run,
  ),
  jobs: column('integer', 'Chunks of the plan', ({ jobs }) => jobs ?? ''),
  waiting: column('integer!', 'Jobs that no worker has', ({ waiting }) => waiting),
  active: column('integer!', 'Jobs in progress', ({ active }) => active),
  failed: column('integer!', 'Jobs that failed three times', ({ failed }) => failed),
  workers: column('integer!', 'Workers that are connected', ({ workers }) => workers),
  games_a_second: column('number', 'Games a second of the last jobs', ({ pace }) =>
    pace ? Math.round((10 * pace.games) / pace.seconds) / 10 : '',
  ),
  seconds_left: column(
    'integer',
    'Seconds until all jobs are done, at that pace',
    ({ waiting, active, pace }) =>
      waiting + active === 0 ? 0 : pace ? Math.ceil(((waiting + active) * pace.seconds) / pace.jobs) : '',
  ),
});
