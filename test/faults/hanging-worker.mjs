// A worker thread that never ends with a file called hang.sgf.
import { parentPort, workerData } from 'node:worker_threads';
import { createWork } from '../../dist/src/run/work.js';

const work = createWork(workerData);
parentPort.on('message', ({ id, task }) => {
  Atomics.add(workerData.beat, 0, 1);
  while (task.items.some((item) => item.path?.endsWith('hang.sgf')));
  parentPort.postMessage({ id, result: work(task) });
});
