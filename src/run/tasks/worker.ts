import { parentPort } from 'node:worker_threads';
import { createTaskWorker, type TaskMessage } from './work.js';
import type { FromThread } from './pool.js';

/** A message to a thread. */
interface Question {
  readonly id: number;
  readonly message: TaskMessage;
}

if (parentPort) {
  const port = parentPort;
  const post = (message: FromThread, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);
  const work = createTaskWorker(() => post('alive'));
  const reply = async ({ id, message }: Question): Promise<void> => {
    const answer = await work(message);
    const { sinks, ends, keys, games, files } = answer;
    post(
      { id, answer },
      [...sinks, ends, keys, games, files].map(({ buffer }) => buffer),
    );
  };
  port.on('message', (question: Question) => void reply(question));
}
