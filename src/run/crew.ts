import type { Task, TaskResult } from './work.js';

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
