import { createPool } from './pool.js';
import type { Runner } from './runners.js';
import type { Task, TaskResult, WorkSettings } from './task.js';
import { Turns } from './turns.js';

/** Requests are answered at once, jobs take their time. */
export const LANES = ['request', 'job'] as const;
export type Lane = (typeof LANES)[number];

/** Worker threads that many runs share. */
export interface SharedPool {
  /** What does the tasks of one run of a client. */
  readonly runnerFor: (lane: Lane, client: string) => (settings: WorkSettings) => Runner;
  readonly waiting: (lane: Lane) => number;
  readonly close: () => Promise<void>;
}

/** While both have tasks, requests get three quarters of the workers' time: a task of a job holds many games. */
const SHARES: Readonly<Record<Lane, number>> = { request: 3, job: 1 };

interface Waiting {
  readonly task: Task;
  readonly settings: WorkSettings;
  /** The runner that it came from. */
  readonly owner: object;
  readonly resolve: (results: readonly TaskResult[]) => void;
  readonly reject: (error: Error) => void;
}

/** The workers start when they are needed. `taskMs`: longest time of a game. */
export function createSharedPool(request: {
  readonly workers: number;
  readonly url?: URL | undefined;
  readonly taskMs: number;
}): SharedPool {
  const { workers } = request;
  const pool = createPool(request);
  const queues: Record<Lane, Turns<string, Waiting>> = { request: new Turns(), job: new Turns() };
  const inProgress: Record<Lane, number> = { request: 0, job: 0 };
  /** Milliseconds of work divided by the lane's share: the lane with less comes next. */
  const spent: Record<Lane, number> = { request: 0, job: 0 };

  function nextLane(): Lane | undefined {
    if (queues.job.size === 0) return queues.request.size === 0 ? undefined : 'request';
    if (queues.request.size === 0) return 'job';
    // A request waits: jobs leave it a worker, where there are several.
    if (workers > 1 && inProgress.job >= workers - 1) return 'request';
    return spent.job < spent.request ? 'job' : 'request';
  }

  function dispatch(): void {
    // No task waits for another in one worker: a game must not wait for the many of a job.
    while (inProgress.request + inProgress.job < workers) {
      const lane = nextLane();
      if (lane === undefined) return;
      const { task, settings, resolve, reject } = queues[lane].take()!;
      inProgress[lane]++;
      const started = performance.now();
      pool
        .run(task, settings)
        .then(resolve, reject)
        .finally(() => {
          inProgress[lane]--;
          spent[lane] += (performance.now() - started) / SHARES[lane];
          dispatch();
        });
    }
  }

  return {
    runnerFor: (lane, client) => (settings) => {
      const owner = {};
      return {
        run: (task) =>
          new Promise((resolve, reject) => {
            // An idle lane earns no credit for the time that the other used.
            if (queues[lane].size + inProgress[lane] === 0) {
              spent[lane] = Math.max(spent[lane], spent[lane === 'job' ? 'request' : 'job']);
            }
            queues[lane].add(client, { task, settings, owner, resolve, reject });
            dispatch();
          }),
        close() {
          for (const { reject } of queues[lane].remove((one) => one.owner === owner)) {
            reject(new Error('the run has ended'));
          }
          return Promise.resolve();
        },
      };
    },
    waiting: (lane) => queues[lane].size,
    close: () => pool.close(),
  };
}
