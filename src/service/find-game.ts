import { closeSync, openSync } from 'node:fs';
import { nameOf, onDisk, type Item } from '../batch/items.js';
import { bytesOfFile } from '../batch/zip-directory.js';
import { readEntry } from '../batch/zip-entry.js';
import type { Limits } from '../core/limits.js';
import { scanFile } from '../sgf/scan.js';
import { Problem } from './problem.js';
import { itemsOfUploads, type Upload } from './uploads.js';

/** A game's own bytes, cut out of the uploads, and the label of the charset that its file is in. Throws Problem. */
export async function findGame(
  uploads: readonly Upload[],
  file: string,
  game: number,
  limits: Limits,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly charset: string }> {
  let before = 0;
  for await (const item of itemsOfUploads(uploads, limits)) {
    if (nameOf(item) !== file) continue;
    const bytes = bytesOf(item);
    if (!bytes) continue;
    const scanned = scanFile(bytes, { firstGame: before + 1, limits });
    const found = scanned.games.find((one) => one.game === game);
    if (found) {
      return { bytes: new Uint8Array(bytes.slice(found.start, found.end)), charset: scanned.charset.used };
    }
    before += scanned.games.length;
    if (item.kind !== 'part') break;
  }
  throw new Problem('not-found', 'there is no such game in the uploads');
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
