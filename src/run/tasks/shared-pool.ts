import { createPool } from './pool.js';
import type { Runner, Task, TaskResult, WorkSettings } from './task.js';

/** Requests are answered at once, jobs may wait. */
export const LANES = ['request', 'job'] as const;
export type Lane = (typeof LANES)[number];

/** Worker threads that many runs share. */
export interface SharedPool {
  /** The runner for one run of a client. */
  readonly runnerFor: (lane: Lane, client: string) => (settings: WorkSettings) => Runner;
  readonly waiting: (lane: Lane) => number;
  readonly close: () => Promise<void>;
}

/** While both lanes have tasks, requests get three quarters of the time: a task of a job holds many games. */
const SHARES: Readonly<Record<Lane, number>> = { request: 3, job: 1 };

interface Waiting {
  readonly client: string;
  readonly task: Task;
  readonly settings: WorkSettings;
  /** The runner that submitted it. */
  readonly owner: object;
  readonly resolve: (results: readonly TaskResult[]) => void;
  readonly reject: (error: Error) => void;
}

/** Workers start on demand. `taskMs`: longest time for a game; `mostOfOne`: workers that one client may hold. */
export function createSharedPool(request: {
  readonly workers: number;
  readonly mostOfOne?: number;
  readonly url?: URL | undefined;
  readonly taskMs: number;
}): SharedPool {
  const { workers, mostOfOne = workers } = request;
  const held = new Map<string, number>();
  const isAdmitted = (client: string): boolean => (held.get(client) ?? 0) < mostOfOne;
  const pool = createPool(request);
  const queues: Record<Lane, Turns<string, Waiting>> = { request: new Turns(), job: new Turns() };
  const inProgress: Record<Lane, number> = { request: 0, job: 0 };
  /** Milliseconds of work divided by the lane's share: the lane with less comes next. */
  const spent: Record<Lane, number> = { request: 0, job: 0 };

  function nextLane(): Lane | undefined {
    const [job, request] = [queues.job.has(isAdmitted), queues.request.has(isAdmitted)];
    if (!job) return request ? 'request' : undefined;
    if (!request) return 'job';
    // Where there are several workers, jobs leave one to the waiting requests.
    if (workers > 1 && inProgress.job >= workers - 1) return 'request';
    return spent.job < spent.request ? 'job' : 'request';
  }

  function dispatch(): void {
    // Never queue tasks in a worker: a request must not wait for the many games of a job.
    while (inProgress.request + inProgress.job < workers) {
      const lane = nextLane();
      if (lane === undefined) return;
      const { client, task, settings, resolve, reject } = queues[lane].take(isAdmitted)!;
      inProgress[lane]++;
      held.set(client, (held.get(client) ?? 0) + 1);
      const started = performance.now();
      pool
        .run(task, settings)
        .then(resolve, reject)
        .finally(() => {
          inProgress[lane]--;
          held.set(client, held.get(client)! - 1);
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
            queues[lane].add(client, { client, task, settings, owner, resolve, reject });
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

/** A queue that serves its owners in turn, so that none waits for all items of another. */
export class Turns<Owner, T> {
  private readonly waiting = new Map<Owner, T[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(owner: Owner, what: T): void {
    const own = this.waiting.get(owner);
    if (own) own.push(what);
    else this.waiting.set(owner, [what]);
    this.count++;
  }

  /** The oldest item of the next owner among those admitted; `undefined` if there is none. */
  take(isAdmitted: (owner: Owner) => boolean = () => true): T | undefined {
    for (const [owner, own] of this.waiting) {
      if (!isAdmitted(owner)) continue;
      const what = own.shift();
      // An owner who had a turn goes to the end.
      this.waiting.delete(owner);
      if (own.length > 0) this.waiting.set(owner, own);
      this.count--;
      return what;
    }
    return undefined;
  }

  /** Whether an owner among those admitted waits. */
  has(isAdmitted: (owner: Owner) => boolean): boolean {
    return [...this.waiting.keys()].some(isAdmitted);
  }

  /** Removes and returns items that are no longer wanted. */
  remove(isUnwanted: (what: T) => boolean): T[] {
    const removed: T[] = [];
    for (const [owner, own] of this.waiting) {
      const left = own.filter((what) => {
        if (!isUnwanted(what)) return true;
        removed.push(what);
        return false;
      });
      if (left.length > 0) this.waiting.set(owner, left);
      else this.waiting.delete(owner);
    }
    this.count -= removed.length;
    return removed;
  }
}

/** Admits a limited number at a time; clients take turns. */
export interface Gate {
  /** Resolves with a function to call at the end, or `undefined` when the signal fires first. */
  readonly enter: (client: string, signal: AbortSignal) => Promise<(() => void) | undefined>;
}

interface Waiter {
  readonly client: string;
  readonly admit: () => void;
}

/** `most`: how many at a time; `mostOfOne`: how many of one client. */
export function createGate(most: number, mostOfOne: number): Gate {
  const waiting = new Turns<string, Waiter>();
  const inside = new Map<string, number>();
  let total = 0;

  function next(): void {
    while (total < most) {
      const waiter = waiting.take((client) => (inside.get(client) ?? 0) < mostOfOne);
      if (!waiter) return;
      total++;
      inside.set(waiter.client, (inside.get(waiter.client) ?? 0) + 1);
      waiter.admit();
    }
  }

  function leave(client: string): void {
    total--;
    const left = inside.get(client)! - 1;
    if (left > 0) inside.set(client, left);
    else inside.delete(client);
    next();
  }

  return {
    enter: (client, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) {
          resolve(undefined);
          return;
        }
        const stop = (): void => {
          waiting.remove((one) => one === waiter);
          resolve(undefined);
        };
        const waiter: Waiter = {
          client,
          admit() {
            signal.removeEventListener('abort', stop);
            resolve(() => leave(client));
          },
        };
        signal.addEventListener('abort', stop, { once: true });
        waiting.add(client, waiter);
        next();
      }),
  };
}
