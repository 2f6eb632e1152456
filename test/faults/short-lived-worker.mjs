// A worker thread that ends in the middle of a task, at a random moment between half and all of LIFE milliseconds after its start.
import { parentPort } from 'node:worker_threads';
import { createTaskWorker } from '../../dist/src/run/tasks/work.js';

const work = createTaskWorker(() => parentPort.postMessage('alive'));
const end = performance.now() + Number(process.env.LIFE) * (0.5 + Math.random() / 2);
parentPort.on('message', async ({ id, message }) => {
  const answer = await work(message);
  if (performance.now() > end) process.exit(9);
  parentPort.postMessage({ id, answer });
});
