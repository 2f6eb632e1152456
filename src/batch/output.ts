import { closeSync, openSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { FORMATS, type SinkName } from '../report/formats.js';

/** Where bytes go; whole rows in each call. */
export interface Target {
  readonly write: (bytes: Uint8Array) => Promise<void> | undefined;
  readonly end: () => Promise<void> | undefined;
}

/** One form of output and where it goes. */
export interface Output {
  readonly sink: SinkName;
  readonly target: Target;
}

const BLOCK_BYTES = 256 * 1024;

/** A file, written in large blocks that end with whole rows. Throws when it cannot be opened. */
export function fileTarget(path: string): Target {
  const descriptor = openSync(path, 'w');
  let held: Uint8Array[] = [];
  let size = 0;
  const flush = (): void => {
    const bytes = held.length === 1 ? held[0]! : Buffer.concat(held);
    for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
    held = [];
    size = 0;
  };
  return {
    write(bytes) {
      held.push(bytes);
      size += bytes.length;
      if (size >= BLOCK_BYTES) flush();
      return undefined;
    },
    end() {
      flush();
      closeSync(descriptor);
      return undefined;
    },
  };
}

/** A stream, such as standard output; waits while it is full. */
export function streamTarget(stream: Writable): Target {
  return {
    write(bytes) {
      if (stream.destroyed || stream.write(bytes)) return undefined;
      return new Promise((resolve) => {
        const done = (): void => {
          for (const event of ['drain', 'close', 'error']) stream.off(event, done);
          resolve();
        };
        for (const event of ['drain', 'close', 'error']) stream.on(event, done);
      });
    },
    end: () => undefined,
  };
}

/** Joins the parts of one form of output: head, items with separators between them, tail. */
export interface Joiner {
  readonly sink: SinkName;
  readonly write: (part: Uint8Array) => Promise<void> | undefined;
  readonly end: () => Promise<void>;
}

export async function createJoiner(output: Output, version: string): Promise<Joiner> {
  const { head, tail, separator } = FORMATS[output.sink];
  const { target } = output;
  const between = Buffer.from(separator);
  let isFirst = true;
  await target.write(Buffer.from(head(version)));
  return {
    sink: output.sink,
    write(part) {
      if (part.length === 0) return undefined;
      if (separator === '') return target.write(part);
      const items = part.subarray(0, part.length - between.length);
      const bytes = isFirst ? items : Buffer.concat([between, items]);
      isFirst = false;
      return target.write(bytes);
    },
    async end() {
      if (tail !== '') await target.write(Buffer.from(tail));
      await target.end();
    },
  };
}
