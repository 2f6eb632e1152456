import { createPool, type Crew } from '../batch/pool.js';
import type { WorkSettings } from '../batch/settings.js';
import type { Task, TaskResult } from '../batch/work.js';

/** A task that brings its settings along: the workers serve many requests. */
export interface ServiceTask extends Task {
  readonly settings: WorkSettings;
  /** Equal for equal settings, so that a worker prepares them once. */
  readonly key: string;
}

/** Requests are answered at once, jobs take their time. */
export const LANES = ['request', 'job'] as const;
export type Lane = (typeof LANES)[number];

/** The workers of a server, shared by all its requests and jobs. */
export interface SharedCrew {
  /** A crew for one run; its `close` takes back what has not begun. */
  readonly crewFor: (lane: Lane, key: string) => (settings: WorkSettings) => Crew;
  readonly waiting: (lane: Lane) => number;
  readonly close: () => Promise<void>;
}

/** Requests get so many workers for each one that jobs get, while both have work. */
const REQUESTS_PER_JOB = 3;

interface Entry {
  readonly task: ServiceTask;
  readonly owner: object;
  readonly resolve: (results: readonly TaskResult[]) => void;
  readonly reject: (error: Error) => void;
}

/** Makes the shared workers; they start when they are needed. `taskMs`: longest time of one task. */
export function createSharedCrew(request: {
  readonly workers: number;
  readonly url: URL;
  readonly taskMs: number;
}): SharedCrew {
  const { workers } = request;
  const pool = createPool({ jobs: workers, url: request.url, taskMs: request.taskMs });
  const queues: Record<Lane, Entry[]> = { request: [], job: [] };
  const inWork: Record<Lane, number> = { request: 0, job: 0 };
  // One more than there are workers, so that none waits for this thread.
  const most = workers + 1;

  function nextLane(): Lane | undefined {
    if (queues.job.length === 0) return queues.request.length === 0 ? undefined : 'request';
    if (queues.request.length === 0) return 'job';
    return inWork.job * REQUESTS_PER_JOB < inWork.request ? 'job' : 'request';
  }

  function dispatch(): void {
    while (inWork.request + inWork.job < most) {
      const lane = nextLane();
      if (lane === undefined) return;
      const { task, resolve, reject } = queues[lane].shift()!;
      inWork[lane]++;
      pool
        .run(task)
        .then(resolve, reject)
        .finally(() => {
          inWork[lane]--;
          dispatch();
        });
    }
  }

  return {
    crewFor: (lane, key) => (settings) => {
      const owner = {};
      return {
        run: (task) =>
          new Promise((resolve, reject) => {
            queues[lane].push({ task: { ...task, settings, key }, owner, resolve, reject });
            dispatch();
          }),
        close() {
          const gone = queues[lane].filter((entry) => entry.owner === owner);
          if (gone.length > 0) queues[lane] = queues[lane].filter((entry) => entry.owner !== owner);
          for (const { reject } of gone) reject(new Error('taken back'));
          return Promise.resolve();
        },
      };
    },
    waiting: (lane) => queues[lane].length,
    close: () => pool.close(),
  };
}
