// A worker thread that fails as soon as it gets a file called kill.sgf.
import { parentPort, workerData } from 'node:worker_threads';
import { createWork } from '../../dist/src/run/work.js';

const work = createWork(workerData);
parentPort.on('message', ({ id, task }) => {
  Atomics.add(workerData.beat, 0, 1);
  if (task.items.some((item) => item.path?.endsWith('kill.sgf'))) throw new Error('dead');
  parentPort.postMessage({ id, result: work(task) });
});
