// A worker thread that takes its time, and ends the whole process as soon as it gets a file called kill.sgf.
import { parentPort } from 'node:worker_threads';
import { createTaskWorker } from '../../dist/src/run/tasks/work.js';

const alive = () => parentPort.postMessage('alive');
const work = createTaskWorker(alive);
parentPort.on('message', async ({ id, message }) => {
  alive();
  if (message.task.items.some((item) => item.path?.endsWith('kill.sgf')))
    process.kill(process.pid, 'SIGKILL');
  await new Promise((resolve) => setTimeout(resolve, 20));
  parentPort.postMessage({ id, answer: await work(message) });
});
