import { closeSync, openSync } from 'node:fs';
import type { MessagePort } from 'node:worker_threads';
import type { Limits } from '../core/limits.js';
import { reasonOf } from '../core/reason.js';
import { type Item, nameOf, onDisk } from '../input/items.js';
import { bytesOfFile } from '../input/zip-directory.js';
import { readEntry } from '../input/zip-entry.js';
import { scanFile } from '../sgf/scan/scan-file.js';
import { uploadsIn } from './job.js';
import type { FoundGame, ReadingAnswer, ReadingOrder, UploadSource, WantedGame } from './reading.js';
import { itemsOfUploads, type Upload } from './uploads.js';

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

/** The game that is looked for; `undefined` where there is none. */
async function findGame(
  uploads: readonly Upload[],
  { file, game, copy }: WantedGame,
  limits: Limits,
): Promise<FoundGame | undefined> {
  let before = 0;
  let copiesLeft = copy;
  for await (const item of itemsOfUploads(uploads, limits)) {
    if (nameOf(item) !== file) continue;
    const bytes = bytesOf(item);
    if (!bytes) continue;
    if (item.kind !== 'part' || item.part === 0) before = 0;
    const scanned = scanFile(bytes, { firstGame: before + 1, limits });
    const found = scanned.games.find((one) => one.game === game);
    if (found && --copiesLeft === 0) {
      return { bytes: new Uint8Array(bytes.slice(found.start, found.end)), charset: scanned.charset.used };
    }
    before += scanned.games.length;
  }
  return undefined;
}

/** Uploads give no plain files: they are named by their senders. */
function bytesOf(item: Item): Uint8Array | undefined {
  if (item.kind === 'bytes' || item.kind === 'part') return item.bytes;
  if (item.kind !== 'zip-entry') return undefined;
  const descriptor = openSync(onDisk(item.archive), 'r');
  try {
    const contents = readEntry(bytesOfFile(descriptor, 0), item.entry);
    return contents.ok ? contents.value : undefined;
  } finally {
    closeSync(descriptor);
  }
}
