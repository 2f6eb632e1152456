import type { Crew } from '../run/shared-crew.js';
import { createPool } from '../run/pool.js';
import type { WorkSettings } from '../run/settings.js';
import type { Task, TaskResult } from '../run/work.js';
import { Turns } from './turns.js';

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
  /** A crew for one run of a tenant; its `close` takes back what has not begun. */
  readonly crewFor: (lane: Lane, tenant: string, key: string) => (settings: WorkSettings) => Crew;
  readonly waiting: (lane: Lane) => number;
  readonly close: () => Promise<void>;
}

/** While both have work, requests get three quarters of the workers' time: a task of a job holds many games. */
const SHARES: Readonly<Record<Lane, number>> = { request: 3, job: 1 };

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
  const queues: Record<Lane, Turns<string, Entry>> = { request: new Turns(), job: new Turns() };
  const inWork: Record<Lane, number> = { request: 0, job: 0 };
  /** Milliseconds of work by share: the lane that is behind comes next. */
  const spent: Record<Lane, number> = { request: 0, job: 0 };

  function nextLane(): Lane | undefined {
    if (queues.job.size === 0) return queues.request.size === 0 ? undefined : 'request';
    if (queues.request.size === 0) return 'job';
    // Somebody waits for a request: jobs leave it a worker, where there are several.
    if (workers > 1 && inWork.job >= workers - 1) return 'request';
    return spent.job < spent.request ? 'job' : 'request';
  }

  function dispatch(): void {
    // None waits behind another in one worker: a game must not wait for the many of a job.
    while (inWork.request + inWork.job < workers) {
      const lane = nextLane();
      if (lane === undefined) return;
      const { task, resolve, reject } = queues[lane].take()!;
      inWork[lane]++;
      const started = performance.now();
      pool
        .run(task)
        .then(resolve, reject)
        .finally(() => {
          inWork[lane]--;
          spent[lane] += (performance.now() - started) / SHARES[lane];
          dispatch();
        });
    }
  }

  return {
    crewFor: (lane, tenant, key) => (settings) => {
      const owner = {};
      return {
        run: (task) =>
          new Promise((resolve, reject) => {
            // Who had nothing to do has no claim to the time that others used.
            if (queues[lane].size + inWork[lane] === 0) {
              spent[lane] = Math.max(spent[lane], spent[lane === 'job' ? 'request' : 'job']);
            }
            queues[lane].add(tenant, { task: { ...task, settings, key }, owner, resolve, reject });
            dispatch();
          }),
        close() {
          for (const { reject } of queues[lane].remove((entry) => entry.owner === owner)) {
            reject(new Error('taken back'));
          }
          return Promise.resolve();
        },
      };
    },
    waiting: (lane) => queues[lane].size,
    close: () => pool.close(),
  };
}
