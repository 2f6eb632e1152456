import { closeSync, createReadStream, fstatSync, openSync, type Stats } from 'node:fs';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { finding } from '../../core/findings/finding.js';
import type { Limits } from '../../core/limits.js';
import { reasonOf } from '../../core/outcome.js';
import { type Depth, entriesOfZip, itemsOfKind, itemsOfUnknown } from './archives.js';
import { blocksBetween, blocksOfAddress, bytesOfRemote, openAddress } from './fetching.js';
import { type FileKind, kindOf } from './file-names.js';
import {
  addressOf,
  type BytePath,
  displayName,
  findingOf,
  isAddress,
  type Item,
  type Items,
  onDisk,
  trouble,
  type TroubleItem,
  type ZipEntry,
} from './item.js';
import { BLOCK_BYTES, blocksOfFile, bytesOfFile, isChanged, opened, WHILE_READ } from './item-reader.js';
import { itemsOfBlocks, LARGE_BYTES } from './blocks.js';

/** The items of a zip on disk or at an address; its small entries are read there later. */
export function itemsOfZip(path: BytePath, name: string, at: Depth): AsyncGenerator<Items> {
  return isAddress(path) ? itemsOfZipElsewhere(path, name, at) : itemsOfZipOnDisk(path, name, at);
}

async function* itemsOfZipElsewhere(path: BytePath, name: string, at: Depth): AsyncGenerator<Items> {
  try {
    const { tag, content } = await openAddress(addressOf(path));
    if (content.kind === 'stream') yield* itemsOfKind('zip', name, content.blocks, at);
    else
      yield* entriesOfZip(bytesOfRemote(content, tag), name, at, {
        path,
        tag,
        unpacked: (entry, start) =>
          inflated(Readable.from(blocksBetween(content, tag, start, start + entry.packed)), entry),
      });
  } catch (error) {
    yield trouble(name, findingOf(error, 'file/unreadable'));
  }
}

async function* itemsOfZipOnDisk(path: BytePath, name: string, at: Depth): AsyncGenerator<Items> {
  let descriptor: number;
  let before: Stats;
  try {
    descriptor = opened(() => openSync(onDisk(path), 'r'));
    before = fstatSync(descriptor);
  } catch (error) {
    yield trouble(name, finding('file/unreadable', { reason: reasonOf(error) }));
    return;
  }
  try {
    yield* entriesOfZip(bytesOfFile(descriptor, before.size), name, at, {
      path,
      unpacked: (entry, start) => {
        const fd = opened(() => openSync(onDisk(path), 'r'));
        const end = start + entry.packed - 1;
        return inflated(createReadStream('', { fd, start, end, highWaterMark: BLOCK_BYTES }), entry);
      },
    });
    if (isChanged(before, descriptor)) yield trouble(name, finding('file/changed', { what: WHILE_READ }));
  } finally {
    closeSync(descriptor);
  }
}

/** The contents of a large entry as a stream. */
async function* inflated(packed: Readable, { method }: ZipEntry): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw({ chunkSize: BLOCK_BYTES });
  packed.on('error', (error) => inflate.destroy(error));
  try {
    yield* (method === 0 ? packed : packed.pipe(inflate)) as AsyncIterable<Uint8Array>;
  } finally {
    packed.destroy();
    inflate.destroy();
  }
}

/** The items of a file of this kind; the first bytes decide that of others. */
export function itemsOfFile(path: BytePath, name: string, kind: FileKind, at: Depth): AsyncGenerator<Items> {
  if (kind === 'zip') return itemsOfZip(path, name, at);
  const blocks = blocksOf(path);
  return guarded(name, () =>
    kind === 'other' ? itemsOfUnknown(name, blocks, at) : itemsOfKind(kind, name, blocks, at),
  );
}

/** The item of a small file with games. */
// eslint-disable-next-line @typescript-eslint/require-await -- a generator like the others
export async function* smallFile(path: BytePath, size: number, tag?: string): AsyncGenerator<Item> {
  yield { kind: 'file', path, size, ...(tag !== undefined && { tag }) };
}

/** The parts of an SGF file that turned out to be large. */
export function itemsOfLargeFile(path: BytePath, limits: Limits): AsyncGenerator<Item> {
  const name = displayName(path);
  return guarded(name, () => itemsOfBlocks(name, blocksOf(path), { limits }));
}

function blocksOf(path: BytePath): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  return isAddress(path) ? blocksOfAddress(addressOf(path)) : blocksOfFile(path);
}

export async function* guarded<I extends Items>(
  name: string,
  make: () => AsyncIterable<I>,
): AsyncGenerator<I | TroubleItem> {
  try {
    yield* make();
  } catch (error) {
    yield trouble(name, findingOf(error, 'file/unreadable'));
  }
}

/** By its name; an address may have a query or fragment after it. */
export function kindAt(path: BytePath): FileKind {
  return kindOf(isAddress(path) ? displayName(path) : path);
}

export function isSmallSgf(path: BytePath, size: number): boolean {
  return size <= LARGE_BYTES && kindAt(path) === 'sgf';
}
