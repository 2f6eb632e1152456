import { openRemoteFile, type RangedContent, remoteFilesIn, type RemoteFile } from '../store/remote-file.js';
import { isBucketAddress, StoreError } from '../store/store.js';
import { baseName, isWanted } from './file-names.js';
import { WHILE_READ } from './item-reader.js';
import { ChangedError } from './item.js';
import { type ArchiveBytes, NotLoaded } from './zip.js';

/** The file at an address. Throws StoreError. */
export async function openAddress(address: string, headBytes?: number): Promise<RemoteFile> {
  if (!isBucketAddress(address) && !URL.canParse(address)) throw new StoreError('it is not an address');
  const file = await openRemoteFile(address, headBytes);
  if (!file) throw new StoreError('no such file');
  return file;
}

/** A file that was found at the beginning of an address. */
export interface FoundObject {
  readonly address: string;
  readonly size: number;
  readonly tag: string;
}

/** SGF files and archives, by name, below `s3://bucket/prefix/`, in the order of the listing: byte order. Throws StoreError. */
export async function* objectsBelow(address: string): AsyncGenerator<FoundObject> {
  for await (const { key, size, tag } of remoteFilesIn(address))
    if (isWanted(baseName(key))) yield { address: key, size, tag };
}

/** Large files are read this many bytes at a time. */
const BLOCK_BYTES = 8 * 1024 * 1024;

/** The blocks of the file at an address. Throws StoreError, and ChangedError where it was written to meanwhile. */
export async function* blocksOfAddress(address: string): AsyncGenerator<Uint8Array> {
  const { content, tag } = await openAddress(address);
  if (content.kind === 'stream') yield* content.blocks;
  else if (content.head.length >= content.size) yield content.head;
  else yield* blocksBetween(content, tag, 0, content.size);
}

/** The bytes from `start` to `end` in blocks; each is asked for while the one before it is used. */
export async function* blocksBetween(
  { read }: RangedContent,
  tag: string,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  const blockAt = async (at: number): Promise<Uint8Array> => {
    const length = Math.min(BLOCK_BYTES, end - at);
    const got = await read(at, length);
    if (got.tag !== tag || got.bytes.length < length) throw new ChangedError(WHILE_READ);
    return got.bytes;
  };
  let next = start < end ? blockAt(start) : undefined;
  next?.catch(() => undefined); // thrown where it is awaited
  for (let at = start; next !== undefined;) {
    const block: Uint8Array = await next;
    at += block.length;
    next = at < end ? blockAt(at) : undefined;
    next?.catch(() => undefined);
    yield block;
  }
}

const LOADED_BYTES = 1024 * 1024;
/** Of a directory that is read in order, and of a local header here and there. */
const MOST_LOADED = 8;

/** An archive that is read by ranges, on demand. Loading throws StoreError and ChangedError. */
export function bytesOfRemote({ size, read }: RangedContent, tag: string): Required<ArchiveBytes> {
  let loaded: { readonly start: number; readonly bytes: Buffer }[] = [];
  return {
    size,
    read(position, length) {
      const end = Math.min(position + length, size);
      if (position >= end) return Buffer.alloc(0);
      const block = loaded.find(({ start, bytes }) => start <= position && end <= start + bytes.length);
      if (!block) throw new NotLoaded(position, end - position);
      return block.bytes.subarray(position - block.start, end - block.start);
    },
    async load(position, length) {
      const asked = Math.min(Math.max(length, LOADED_BYTES), size - position);
      const got = await read(position, asked);
      if (got.tag !== tag || got.bytes.length < asked) throw new ChangedError(WHILE_READ);
      loaded = [{ start: position, bytes: got.bytes }, ...loaded.slice(0, MOST_LOADED - 1)];
    },
  };
}
