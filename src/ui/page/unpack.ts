import { joined } from '../../core/bytes.js';
import type { Unpacked, Unpacker } from '../../run/input/archives.js';
import type { Blocks } from '../../run/input/blocks.js';

/** Unpacks with the browser's own streams, which say no more about damaged data than that it is damaged. */
export const STREAMS: Unpacker = { inflate, gunzip };

const DAMAGED = 'its data is damaged';

async function inflate(packed: Uint8Array, unpacked: number): Promise<Uint8Array> {
  const blocks: Uint8Array[] = [];
  let left = unpacked;
  const data = unpack([packed], 'deflate-raw');
  for (;;) {
    const next = await data.next();
    if (next.done === true && next.value !== '') throw new Error(next.value);
    if (next.done === true) return joined(blocks);
    left -= next.value.length;
    if (left < 0) throw new Error('it has more bytes than its directory says');
    blocks.push(next.value);
  }
}

function gunzip(blocks: Blocks): Unpacked {
  return unpack(blocks, 'gzip');
}

/** Yields what could be unpacked, as much as the stream gives before it reports damage. */
async function* unpack(blocks: Blocks, format: 'gzip' | 'deflate-raw'): Unpacked {
  const { readable, writable } = new DecompressionStream(format);
  const reader = readable.getReader();
  // An error of writing is one of reading too.
  feed(blocks, writable.getWriter()).catch(() => undefined);
  try {
    for (;;) {
      const next = await reader.read();
      if (next.done) return '';
      yield next.value;
    }
  } catch {
    return DAMAGED;
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

async function feed(
  blocks: Blocks,
  writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  for await (const block of blocks) await writer.write(block as Uint8Array<ArrayBuffer>);
  await writer.close();
}
