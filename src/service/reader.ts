import { parentPort } from 'node:worker_threads';
import { reasonOf } from '../core/outcome.js';
import { createReadingOrders, type ReadingAnswer, type ReadingOrder } from '../run/input/uploads.js';
import type { Crosscheck } from '../toolkit/event/crosscheck.js';
import type { FromThread } from '../run/tasks/pool.js';
import { Problem } from './problem.js';
import { crosscheckBy, readOptions, type CrosscheckOrder, type QueryOrder, type ReadQuery } from './query.js';

/** An order to a thread that reads what senders wrote: uploads, options and tables. */
export type ReaderOrder = ReadingOrder | QueryOrder | CrosscheckOrder;

export type ReaderAnswer =
  | ReadingAnswer
  | { readonly answer: 'query'; readonly read: ReadQuery }
  | { readonly answer: 'crosscheck'; readonly checked: Crosscheck }
  /** An option or table is wrong. */
  | { readonly answer: 'refused'; readonly reason: string };

async function answerTo(order: QueryOrder | CrosscheckOrder): Promise<ReaderAnswer> {
  try {
    if (order.order === 'query') return { answer: 'query', read: await readOptions(order) };
    return { answer: 'crosscheck', checked: await crosscheckBy(order) };
  } catch (error) {
    return { answer: error instanceof Problem ? 'refused' : 'failed', reason: reasonOf(error) };
  }
}

if (parentPort) {
  const port = parentPort;
  const post = (message: FromThread, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);
  const read = createReadingOrders();
  const reply = async (id: number, order: ReaderOrder): Promise<void> => {
    if (order.order === 'query' || order.order === 'crosscheck') {
      post({ id, answer: await answerTo(order) });
      return;
    }
    const { answer, transfer } = await read(order);
    post({ id, answer }, transfer);
  };
  port.on(
    'message',
    ({ id, message }: { readonly id: number; readonly message: ReaderOrder }) => void reply(id, message),
  );
}
