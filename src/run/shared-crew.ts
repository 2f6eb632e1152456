import type { Task, TaskResult } from './work.js';

/** Tasks that a thread is given ahead, so that it never waits for this one. */
const AHEAD = 3;

/**
 * This thread and worker threads together. This one works from the first moment, while the others start, and one
 * start less is paid for; what is left of its time is enough to hand out tasks of a few milliseconds and write results.
 */
export function createShared(own: Crew, pool: Crew, workers: number): Crew {
  let sent = 0;
  return {
    async run(task) {
      if (sent >= workers * AHEAD) return own.run(task);
      sent++;
      try {
        return await pool.run(task);
      } finally {
        sent--;
      }
    },
    close: () => pool.close(),
  };
}

/** What does tasks: worker threads, or this thread. Results of one call are in the order of the task's items. */
export interface Crew {
  readonly run: (task: Task) => Promise<readonly TaskResult[]>;
  readonly close: () => Promise<void>;
}

/** Does tasks in this thread, letting the event loop run between them. */
export function createInThread(work: (task: Task) => TaskResult): Crew {
  return {
    async run(task) {
      await new Promise((resolve) => setImmediate(resolve));
      return [work(task)];
    },
    close: () => Promise.resolve(),
  };
}
