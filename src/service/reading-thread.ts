import type { MessagePort } from 'node:worker_threads';
import { reasonOf, type Item } from '../input/items.js';
import { findGame } from './find-game.js';
import { uploadsIn } from './job-folder.js';
import type { ReadingAnswer, ReadingOrder, UploadSource } from './reading-messages.js';
import { itemsOfUploads } from './upload-items.js';
import type { Upload } from './uploads.js';

/** Items of one answer: few at first, so that the work can begin. */
const FIRST_ITEMS = 8;
const MOST_ITEMS = 128;
const MOST_BYTES = 512 * 1024;

/** Reads uploads in a thread of its own, one order after another: what an archive costs is up to who made it. */
export function serveReading(port: MessagePort): void {
  let more: (() => void) | undefined;
  const answer = (what: ReadingAnswer, bytes: readonly Uint8Array<ArrayBuffer>[]): void =>
    port.postMessage(
      what,
      bytes.map(({ buffer }) => buffer),
    );

  async function items({ source, limits, skip }: ReadingOrder & { order: 'items' }): Promise<void> {
    let row: Item[] = [];
    let size = 0;
    let most = FIRST_ITEMS;
    let left = skip;
    const send = (isLast: boolean): void => {
      // What a worker of another thread holds on to must not be given away with it.
      const owned = row.map((item) =>
        'bytes' in item ? { ...item, bytes: new Uint8Array(item.bytes) } : item,
      );
      const bytes = owned.flatMap((item) => ('bytes' in item ? [item.bytes] : []));
      answer({ answer: 'items', items: owned, isLast }, bytes);
      row = [];
      size = 0;
      most = Math.min(most * 2, MOST_ITEMS);
    };
    for await (const item of itemsOfUploads(uploadsOf(source), limits)) {
      if (left-- > 0) continue;
      row.push(item);
      size += item.size;
      if (row.length < most && size < MOST_BYTES) continue;
      const asked = new Promise<void>((resolve) => (more = resolve));
      send(false);
      await asked;
    }
    send(true);
  }

  async function game(order: ReadingOrder & { order: 'game' }): Promise<void> {
    const found = await findGame(uploadsOf(order.source), order.wanted, order.limits);
    answer({ answer: 'game', found }, found ? [found.bytes] : []);
  }

  port.on('message', (order: ReadingOrder) => {
    if (order.order === 'more') more?.();
    else {
      const work = order.order === 'items' ? items(order) : game(order);
      work.catch((error: unknown) => answer({ answer: 'failed', reason: reasonOf(error) }, []));
    }
  });
}

function uploadsOf(source: UploadSource): readonly Upload[] {
  return 'uploads' in source ? source.uploads : uploadsIn(source.folder);
}
