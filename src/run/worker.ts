import { parentPort } from 'node:worker_threads';
import { createReadingOrders, type ReadingOrder } from '../input/uploads.js';
import { createTaskWorker, type TaskMessage } from './work.js';
import type { FromThread } from './pool.js';

/** A message to a thread: a task, or an order to read an upload. */
interface Question {
  readonly id: number;
  readonly message: TaskMessage | ReadingOrder;
}

if (parentPort) {
  const port = parentPort;
  const post = (message: FromThread, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);
  const work = createTaskWorker(() => post('alive'));
  const read = createReadingOrders();
  const reply = async ({ id, message }: Question): Promise<void> => {
    if ('order' in message) {
      const { answer, transfer } = await read(message);
      post({ id, answer }, transfer);
      return;
    }
    const answer = await work(message);
    const { sinks, ends, keys, games, files } = answer;
    post(
      { id, answer },
      [...sinks, ends, keys, games, files].map(({ buffer }) => buffer),
    );
  };
  port.on('message', (question: Question) => void reply(question));
}
