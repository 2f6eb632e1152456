// A worker thread that ends in the middle of a task, at a random moment between half and all of LIFE milliseconds after its start.
import { parentPort, workerData } from 'node:worker_threads';
import { createWork } from '../../dist/src/run/work.js';

const work = createWork(workerData);
const end = performance.now() + Number(process.env.LIFE) * (0.5 + Math.random() / 2);
parentPort.on('message', ({ id, task }) => {
  const result = work(task);
  if (performance.now() > end) process.exit(9);
  parentPort.postMessage({ id, result });
});
