import { parentPort } from 'node:worker_threads';
import { reasonOf } from '../core/outcome.js';
import { createReadingOrders, type ReadingAnswer, type ReadingOrder } from '../run/input/uploads.js';
import type { Crosscheck } from '../toolkit/event/crosscheck.js';
import type { FromThread } from '../run/tasks/pool.js';
import { Problem } from './problem.js';
import * as orders from './query.js';
import type { CompareOrder, CrosscheckOrder, QueryOrder, ReadQuery } from './query.js';

/** An order to a thread that reads what senders wrote: uploads, options and tables. */
export type ReaderOrder = ReadingOrder | OptionsOrder;
/** An order whose options are read as well. */
type OptionsOrder = QueryOrder | CrosscheckOrder | CompareOrder;

export type ReaderAnswer =
  | ReadingAnswer
  | { readonly answer: 'query'; readonly read: ReadQuery }
  | { readonly answer: 'crosscheck'; readonly checked: Crosscheck }
  | { readonly answer: 'compared'; readonly said: Awaited<ReturnType<typeof orders.compareBy>> }
  /** An option or table is wrong. */
  | { readonly answer: 'refused'; readonly reason: string };

async function answerTo(order: OptionsOrder): Promise<ReaderAnswer> {
  try {
    if (order.order === 'query') return { answer: 'query', read: await orders.readOptions(order) };
    if (order.order === 'compare') return { answer: 'compared', said: await orders.compareBy(order) };
    return { answer: 'crosscheck', checked: await orders.crosscheckBy(order) };
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
    if (order.order !== 'items' && order.order !== 'more' && order.order !== 'game') {
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
