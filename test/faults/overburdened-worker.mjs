// A worker thread that fails with every task of more than one file.
import { parentPort, workerData } from 'node:worker_threads';
import { createWork } from '../../dist/src/run/work.js';

const work = createWork(workerData);
parentPort.on('message', ({ id, task }) => {
  const result = work(task);
  if (task.items.length > 1) throw new Error('too much');
  parentPort.postMessage({ id, result });
});
