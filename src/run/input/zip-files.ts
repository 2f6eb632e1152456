import { closeSync, createReadStream, fstatSync, openSync, type Stats } from 'node:fs';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { finding } from '../../core/findings/finding.js';
import { reasonOf } from '../../core/outcome.js';
import { type Depth, entriesOfZip, itemsOfKind } from './archives.js';
import { blocksBetween, bytesOfRemote, openAddress } from './fetching.js';
import {
  addressOf,
  type BytePath,
  findingOf,
  isAddress,
  type Items,
  onDisk,
  trouble,
  type ZipEntry,
} from './item.js';
import { BLOCK_BYTES, bytesOfFile, isChanged, opened, WHILE_READ } from './item-reader.js';

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
