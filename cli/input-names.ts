import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

const BLOCK_BYTES = 64 * 1024;
const LINE_FEED = 10;

/**
 * The names in a file, one a line, read anew each time that they are gone through: a million of them take more memory
 * than the run over their files. What can be read only once, such as a pipe, is held. What comes to stand behind the
 * end that the file had at first is not read: the run may write there. Throws what opening and reading throw.
 */
export function namesInFile(path: string): Iterable<string> {
  const descriptor = openSync(path, 'r');
  let end: number;
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return namesInBytes(readFileSync(descriptor));
    end = stats.size;
  } finally {
    closeSync(descriptor);
  }
  return {
    *[Symbol.iterator]() {
      for (const lines of linesOf(path, end)) yield* namesIn(lines);
    },
  };
}

/** The same of bytes in memory. */
export function namesInBytes(bytes: Uint8Array): Iterable<string> {
  return namesIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
}

function namesIn(lines: Buffer): string[] {
  return lines
    .toString('utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '');
}

/** A file in blocks that end with whole lines. */
function* linesOf(path: string, end: number): Generator<Buffer> {
  const descriptor = openSync(path, 'r');
  try {
    let block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    let held = 0;
    for (let at = 0; at < end;) {
      const asked = Math.min(block.length - held, end - at);
      const more = readSync(descriptor, block, held, asked, at);
      if (more === 0) break;
      at += more;
      const size = held + more;
      const whole = block.subarray(0, size).lastIndexOf(LINE_FEED) + 1;
      if (whole > 0) yield block.subarray(0, whole);
      held = size - whole;
      block.copyWithin(0, whole, size);
      if (held === block.length) block = Buffer.concat([block], block.length * 2);
    }
    if (held > 0) yield block.subarray(0, held);
  } finally {
    closeSync(descriptor);
  }
}
