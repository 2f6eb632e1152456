import { parentPort } from 'node:worker_threads';

// Says that a thread was asked, and refuses.
parentPort.on('message', ({ id, message }) =>
  parentPort.postMessage({ id, answer: { answer: 'refused', reason: `a thread read ${message.order}` } }),
);
