import type { Task, WorkSettings, TaskResult } from './task.js';

/** Executes the tasks of a run. */
export interface Runner {
  /** The results are in the order of the task's items. `settings`: if they differ from the run's. */
  readonly run: (task: Task, settings?: WorkSettings) => Promise<readonly TaskResult[]>;
  /** Stops tasks in progress and drops the others. */
  readonly close: () => Promise<void>;
}

/** What a runner is for. */
export interface RunnerRequest {
  readonly settings: WorkSettings;
  /** Threads that the user wants. */
  readonly wanted: number;
  /** Threads that fit into the limits of the process and have work to do. */
  readonly threads: number;
  /** Script of the worker threads; by default the built one. */
  readonly workerUrl?: URL | undefined;
}
