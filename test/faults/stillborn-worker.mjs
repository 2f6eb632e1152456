// A worker thread that seven times in eight ends before it is given anything.
import { parentPort, threadId } from 'node:worker_threads';
import { createTaskWorker } from '../../dist/src/run/tasks/work.js';

if (threadId % 8 !== 0) process.exit(9);
const work = createTaskWorker(() => parentPort.postMessage('alive'));
parentPort.on('message', async ({ id, message }) =>
  parentPort.postMessage({ id, answer: await work(message) }),
);
