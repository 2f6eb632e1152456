import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { ChangedError, onDisk, type BytePath } from './items.js';
import { opened } from './opening.js';

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
