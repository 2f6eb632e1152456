import { closeSync, openSync, readSync } from 'node:fs';

const BLOCK_BYTES = 1024 * 1024;

/** Longest line that is read: that of a chunk of some millions of files. */
export const LINE_BYTES = 256 * 1024 * 1024;

/**
 * The complete lines of a file from an offset on, without line feeds, and the offset after each; as far as one that is too long.
 * `next` may be given the offset to go on from. Throws when the file cannot be read.
 */
export function* linesOfFile(
  path: string,
  from = 0,
): Generator<{ readonly line: string; readonly end: number }, void, number | undefined> {
  const descriptor = openSync(path, 'r');
  try {
    let held: Buffer = Buffer.alloc(0);
    /** Offset of `held` in the file. */
    let start = from;
    for (let at = from; ;) {
      let feed = held.indexOf(10, at - start);
      while (feed < 0) {
        const rest = held.subarray(at - start);
        if (rest.length >= LINE_BYTES) return;
        const block = Buffer.allocUnsafe(Math.max(BLOCK_BYTES, rest.length));
        const length = readSync(descriptor, block, 0, block.length, at + rest.length);
        if (length === 0) return;
        held = Buffer.concat([rest, block.subarray(0, length)]);
        start = at;
        feed = held.indexOf(10, rest.length);
      }
      const end = start + feed + 1;
      at = (yield { line: held.toString('utf8', at - start, feed), end }) ?? end;
      if (at > start + held.length) {
        held = Buffer.alloc(0);
        start = at;
      }
    }
  } finally {
    closeSync(descriptor);
  }
}
