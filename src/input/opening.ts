import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { crc32 } from 'node:zlib';
import { type BytePath, ChangedError, onDisk } from './item.js';

/** Pause before a file is opened once more. */
const PAUSE_MS = 10;
const MOST_MS = 5000;
const IS_FULL: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE']);

const sleeper = new Int32Array(new SharedArrayBuffer(4));
let isHopeless = false;

/**
 * Opens a file. Where this process or the machine has too many open, waits until other threads close some; as soon as
 * that was in vain, no longer for the files that follow.
 */
export function opened<T>(open: () => T, mostMs = MOST_MS): T {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      const result = open();
      isHopeless = false;
      return result;
    } catch (error) {
      if (!IS_FULL.has((error as NodeJS.ErrnoException).code)) throw error;
      isHopeless ||= waited >= mostMs;
      if (isHopeless) throw error;
      Atomics.wait(sleeper, 0, 0, PAUSE_MS);
    }
  }
}

export const BLOCK_BYTES = 256 * 1024;
export const WHILE_READ = 'it was written to while it was read';

/** The blocks of a file, each in memory of its own; throws at the end when it was written to meanwhile. */
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

/** Whether an open file has another size or time than before. */
export function isChanged(before: Stats, descriptor: number): boolean {
  const { size, mtimeMs } = fstatSync(descriptor);
  return size !== before.size || mtimeMs !== before.mtimeMs;
}

const LIMIT = 2 ** 48;

/** CRC-32 of a file's or part's bytes with its name before them, so that two files that change places differ. */
export function checksumOf(name: string, bytes: Uint8Array): number {
  return crc32(bytes, crc32(name));
}

/** Checksums of many files in one number below 2^48, whatever groups they were read in. */
export function addChecksums(a: number, b: number): number {
  return (a + b) % LIMIT;
}

/** What became more between two such sums. */
export function checksumBetween(before: number, after: number): number {
  return (after - before + LIMIT) % LIMIT;
}
