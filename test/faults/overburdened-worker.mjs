// A worker thread that fails with every task of more than one file.
import { parentPort } from 'node:worker_threads';
import { createTaskWorker } from '../../dist/src/run/tasks/work.js';

const work = createTaskWorker(() => parentPort.postMessage('alive'));
parentPort.on('message', async ({ id, message }) => {
  const answer = await work(message);
  if (message.task.items.length > 1) throw new Error('too much');
  parentPort.postMessage({ id, answer });
});
