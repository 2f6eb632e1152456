// A worker thread that seven times in eight ends before it is given anything.
import { parentPort, threadId, workerData } from 'node:worker_threads';
import { createWork } from '../../dist/src/run/work.js';

if (threadId % 8 !== 0) process.exit(9);
const work = createWork(workerData);
parentPort.on('message', ({ id, task }) => parentPort.postMessage({ id, result: work(task) }));
