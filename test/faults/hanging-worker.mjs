// A worker thread that never ends with a file called hang.sgf.
import { parentPort } from 'node:worker_threads';
import { createTaskWorker } from '../../dist/src/run/tasks/work.js';

const alive = () => parentPort.postMessage('alive');
const work = createTaskWorker(alive);
parentPort.on('message', async ({ id, message }) => {
  alive();
  while (message.task.items.some((item) => item.path?.endsWith('hang.sgf')));
  parentPort.postMessage({ id, answer: await work(message) });
});
