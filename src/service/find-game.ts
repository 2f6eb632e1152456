import { closeSync, openSync } from 'node:fs';
import { nameOf, onDisk, type Item } from '../input/items.js';
import { bytesOfFile } from '../input/zip-directory.js';
import { readEntry } from '../input/zip-entry.js';
import type { Limits } from '../core/limits.js';
import { scanFile } from '../sgf/scan/scan.js';
import type { FoundGame, WantedGame } from './reading-messages.js';
import { itemsOfUploads } from './upload-items.js';
import type { Upload } from './uploads.js';

/** The game that is looked for; `undefined` where there is none. */
export async function findGame(
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
