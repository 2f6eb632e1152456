import { parentPort, workerData } from 'node:worker_threads';
import { workFor } from './make-work.js';
import type { WorkSettings } from './settings.js';
import type { Task, TaskResult } from './work.js';

/** What goes to a worker and what comes back. */
export interface TaskMessage {
  readonly id: number;
  readonly task: Task;
}

export interface ResultMessage {
  readonly id: number;
  readonly result: TaskResult;
}

if (parentPort) {
  const port = parentPort;
  void workFor(workerData as WorkSettings).then((work) => {
    port.on('message', ({ id, task }: TaskMessage) => {
      const result = work(task);
      const { sinks, ends, keys, games, files } = result;
      const buffers = [...sinks, ends, keys, games, files].map((array) => array.buffer);
      port.postMessage({ id, result } satisfies ResultMessage, buffers);
    });
  });
}
