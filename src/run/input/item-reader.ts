import { closeSync, fstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';
import { reasonOf } from '../../core/outcome.js';
import { finding, type Finding } from '../../core/findings/finding.js';
import { type BytePath, ChangedError, type Item, onDisk, type ZipEntryItem } from './item.js';
import { LARGE_BYTES } from './blocks.js';
import { isNext, readEntries, readEntry } from './unpack.js';
import type { ArchiveBytes } from './zip.js';

export const BLOCK_BYTES = 256 * 1024;
/** One more than the size of a small file, to detect large ones. */
const READ_BYTES = LARGE_BYTES + 1;

/** Most unpacked bytes of entries that are read together. */
const TOGETHER_BYTES = 1024 * 1024;

/** An archive on disk; the caller keeps the descriptor open. */
export function bytesOfFile(descriptor: number, size: number): ArchiveBytes {
  let buffer = Buffer.allocUnsafe(BLOCK_BYTES);
  return {
    size,
    read(position, length) {
      if (length > buffer.length) buffer = Buffer.allocUnsafe(Math.max(length, buffer.length * 2));
      return buffer.subarray(0, readSync(descriptor, buffer, 0, length, position));
    },
  };
}

export type Reader = ReturnType<typeof createReader>;

/** Reads items one after another, and keeps the last archive open until closed. */
export function createReader() {
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  /** Entries that were unpacked together. */
  let unpacked: ReadonlyMap<Item, Uint8Array> = new Map();
  let expected: readonly Item[] = [];
  let archive: { path: BytePath; descriptor: number; bytes: ArchiveBytes } | undefined;

  function archiveAt(path: BytePath): ArchiveBytes {
    if (archive?.path !== path) {
      close();
      const descriptor = opened(() => openSync(onDisk(path), 'r'));
      archive = { path, descriptor, bytes: bytesOfFile(descriptor, 0) };
    }
    return archive.bytes;
  }

  /** Closes the file descriptor; reading may continue afterwards. */
  function close(): void {
    if (archive) closeSync(archive.descriptor);
    archive = undefined;
  }

  /** Unpacks an entry and the expected ones after it; nothing if it is alone, or one of them cannot be read. */
  function unpackFrom(first: ZipEntryItem, bytes: ArchiveBytes): ReadonlyMap<Item, Uint8Array> {
    const items = [first];
    let size = first.size;
    for (let i = expected.indexOf(first) + 1; i > 0 && i < expected.length; i++) {
      const item = expected[i]!;
      const isSame = item.kind === 'zip-entry' && item.archive === first.archive;
      if (!isSame || !isNext(items.at(-1)!.entry, item.entry) || (size += item.size) > TOGETHER_BYTES) break;
      items.push(item);
    }
    expected = expected.slice(expected.indexOf(items.at(-1)!) + 1);
    const isStored = items.some(({ entry }) => entry.method === 0);
    const contents =
      items.length > 1 && !isStored
        ? readEntries(
            bytes,
            items.map(({ entry }) => entry),
          )
        : [];
    return new Map(contents?.map((one, i) => [items[i]!, one]));
  }

  /** The bytes, valid until the next call, or a finding that says why they cannot be read. */
  function read(item: Exclude<Item, { kind: 'trouble' }>): Uint8Array | Finding {
    if (item.kind === 'bytes' || item.kind === 'part') return item.bytes;
    try {
      if (item.kind === 'file')
        return readInto(item.path, buffer) ?? opened(() => readFileSync(onDisk(item.path)));
      const bytes = archiveAt(item.archive);
      if (!unpacked.has(item)) unpacked = unpackFrom(item, bytes);
      const known = unpacked.get(item);
      if (known) return known;
      const contents = readEntry(bytes, item.entry);
      if (contents.ok) return contents.value;
      const entry = item.name.slice(item.name.lastIndexOf('!/') + 2);
      return finding('archive/entry-skipped', { entry, reason: contents.error }, {}, 'error');
    } catch (error) {
      return finding('file/unreadable', { reason: reasonOf(error) });
    }
  }

  /** Announces the items that are read next, so that entries of a zip are unpacked together. */
  function expect(items: readonly Item[]): void {
    expected = items;
    unpacked = new Map();
  }

  return { expect, read, close };
}

/** Reads a file into the buffer; `undefined` when it does not fit. */
function readInto(path: BytePath, buffer: Buffer): Buffer | undefined {
  const descriptor = opened(() => openSync(onDisk(path), 'r'));
  try {
    for (let length = 0; length < buffer.length;) {
      const asked = buffer.length - length;
      const more = readSync(descriptor, buffer, length, asked, null);
      length += more;
      // A short read is the end of a regular file.
      if (more < asked) return buffer.subarray(0, length);
    }
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** Pause before opening a file again. */
const PAUSE_MS = 10;
const MAX_MS = 5000;
const IS_FULL: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE']);

const sleeper = new Int32Array(new SharedArrayBuffer(4));
let hasGivenUp = false;

/**
 * Opens a file. When too many files are open, waits until other threads close some; after a timeout, no call waits again
 * until an open has succeeded.
 */
export function opened<T>(open: () => T, mostMs = MAX_MS): T {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      const result = open();
      hasGivenUp = false;
      return result;
    } catch (error) {
      if (!IS_FULL.has((error as NodeJS.ErrnoException).code)) throw error;
      hasGivenUp ||= waited >= mostMs;
      if (hasGivenUp) throw error;
      Atomics.wait(sleeper, 0, 0, PAUSE_MS);
    }
  }
}

export const WHILE_READ = 'it was written to while it was read';

/** The blocks of a file, each in its own memory; throws at the end when the file was written to meanwhile. */
export function* blocksOfFile(path: BytePath): Generator<Buffer> {
  const descriptor = opened(() => openSync(onDisk(path), 'r'));
  try {
    const before = fstatSync(descriptor);
    for (;;) {
      const block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      const length = readSync(descriptor, block, 0, BLOCK_BYTES, null);
      if (length === 0) break;
      yield block.subarray(0, length);
    }
    if (isChanged(before, descriptor)) throw new ChangedError(WHILE_READ);
  } finally {
    closeSync(descriptor);
  }
}

/** Whether the size or time of an open file has changed. */
export function isChanged(before: Stats, descriptor: number): boolean {
  const { size, mtimeMs } = fstatSync(descriptor);
  return size !== before.size || mtimeMs !== before.mtimeMs;
}
