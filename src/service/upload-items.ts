import { itemsOfKind, itemsOfUnknown, itemsOfZip, type Depth } from '../input/archives.js';
import { blocksOfFile } from '../input/file-blocks.js';
import { kindOf, kindOfBytes } from '../input/file-kinds.js';
import { bytePath, type BytesItem, type Item } from '../input/items.js';
import { LARGE_BYTES } from '../input/parts.js';
import type { Limits } from '../core/limits.js';
import type { Upload } from './uploads.js';

/** The items of uploads that are small files of games, all of them: no archive is opened for them. `undefined` for others. */
export function plainItems(uploads: readonly Upload[]): readonly BytesItem[] | undefined {
  const items: BytesItem[] = [];
  for (const { name, size, at } of uploads) {
    if (!('bytes' in at) || size > LARGE_BYTES) return undefined;
    const kind = kindOf(name);
    if (kind !== 'sgf' && (kind !== 'other' || kindOfBytes(at.bytes) !== 'sgf')) return undefined;
    items.push({ kind: 'bytes', name, bytes: at.bytes, size });
  }
  return items;
}

/** Every item of uploads, in their order; names tell what they are, else their first bytes. */
export async function* itemsOfUploads(uploads: readonly Upload[], limits: Limits): AsyncGenerator<Item> {
  const at: Depth = { limits, depth: 1 };
  for (const { name, size, at: place } of uploads) {
    const kind = kindOf(name);
    if ('path' in place) {
      const path = bytePath(place.path);
      if (kind === 'zip') yield* itemsOfZip(path, name, at);
      else if (kind === 'other') yield* itemsOfUnknownFile(name, place.path, at);
      else yield* itemsOfKind(kind, name, blocksOfFile(path), at);
    } else if (kind === 'sgf' && size <= LARGE_BYTES) yield { kind: 'bytes', name, bytes: place.bytes, size };
    else if (kind === 'other') yield* itemsOfUnknown(name, [place.bytes], at);
    else yield* itemsOfKind(kind, name, [place.bytes], at);
  }
}

const ZIP_MAGIC = 'PK\u0003\u0004';

/** A zip on disk is read there, whatever its name. */
async function* itemsOfUnknownFile(name: string, path: string, at: Depth): AsyncGenerator<Item> {
  const blocks = blocksOfFile(bytePath(path));
  const first = blocks.next();
  const head = first.done === true ? Buffer.alloc(0) : first.value;
  blocks.return(undefined);
  if (head.subarray(0, 4).toString('latin1') === ZIP_MAGIC) yield* itemsOfZip(bytePath(path), name, at);
  else yield* itemsOfUnknown(name, blocksOfFile(bytePath(path)), at);
}
