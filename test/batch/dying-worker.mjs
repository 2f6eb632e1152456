// A worker thread that fails as soon as it gets a file called kill.sgf.
import { parentPort } from 'node:worker_threads';
import { createTaskWorker } from '../../dist/src/run/tasks/work.js';

const alive = () => parentPort.postMessage('alive');
const work = createTaskWorker(alive);
parentPort.on('message', async ({ id, message }) => {
  alive();
  if (message.task.items.some((item) => item.path?.endsWith('kill.sgf'))) throw new Error('dead');
  parentPort.postMessage({ id, answer: await work(message) });
});
