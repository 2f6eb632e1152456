import { constants, crc32, createInflateRaw, type InflateRaw } from 'node:zlib';

/** Blocks of unpacked bytes; the value returned at the end says what is wrong with the data, '' for nothing. */
export type Unpacked = AsyncGenerator<Buffer, string>;

type Blocks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** So little is inflated at once that even a bomb gives no more than 16 MiB, of two slices, before it is looked at. */
const SLICE_BYTES = 8 * 1024;
/** What a slice of game records mostly becomes: each further block is a way to another thread and back. */
const BLOCK_BYTES = 64 * 1024;
const FHCRC = 2;
const FEXTRA = 4;
const FNAME = 8;
const FCOMMENT = 16;

/**
 * Unpacks gzip data of one or several members (RFC 1952), checking CRC-32 and length of each. Node's own stream loses
 * the end of the good data when junk follows it or when it is cut short; here all of it is given before the complaint.
 */
export async function* gunzip(blocks: Blocks): Unpacked {
  const input = new Input(blocks);
  for (let members = 0; ; members++) {
    if ((await input.peek(1)) === undefined) return members === 0 ? 'empty' : '';
    if (!(await skipHeader(input))) return members === 0 ? 'not gzip data' : 'junk after the data';
    const complaint = yield* member(input);
    if (complaint !== '') return complaint;
  }
}

async function* member(input: Input): Unpacked {
  const inflate = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: BLOCK_BYTES });
  const out: Buffer[] = [];
  const state = { ended: false, failed: '' };
  inflate.on('data', (block: Buffer) => out.push(block));
  inflate.on('end', () => (state.ended = true));
  inflate.on('error', (error) => (state.failed = error.message));
  const isOver = (): boolean => state.ended;
  let fed = 0;
  let crc = 0;
  let length = 0;
  const feed = async (): Promise<Buffer | undefined> => {
    const slice = await input.take(SLICE_BYTES);
    if (slice !== undefined) fed += slice.length;
    await settled(inflate, slice);
    return slice;
  };
  let feeding = feed();
  try {
    for (;;) {
      const slice = await feeding;
      const blocks = out.splice(0);
      const isLast = slice === undefined || isOver() || state.failed !== '';
      if (!isLast) {
        // Inflated by another thread while the caller works on what there is. Who leaves meanwhile has no use for its errors.
        feeding = feed();
        feeding.catch(() => undefined);
      }
      for (const block of blocks) {
        crc = crc32(block, crc);
        length += block.length;
        yield block;
      }
      if (slice === undefined) return 'the data is cut short';
      if (isLast && isOver()) input.putBack(slice.subarray(slice.length - (fed - inflate.bytesWritten)));
      if (isLast) break;
    }
  } finally {
    inflate.destroy();
  }
  if (state.failed !== '') return state.failed;
  const trailer = await input.peek(8);
  if (trailer === undefined) return 'the data is cut short';
  await input.skip(8);
  if (trailer.readUInt32LE(0) !== crc) return 'the CRC-32 differs';
  return trailer.readUInt32LE(4) === length % 0x100000000 ? '' : 'the length differs';
}

/** Feeds a slice (undefined: the end) and waits until all of it is used or the data has come to its end. */
function settled(inflate: InflateRaw, slice: Buffer | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      inflate.off('end', done);
      inflate.off('error', done);
      // Output of the last write is handed on in a later tick.
      setImmediate(resolve);
    };
    inflate.on('end', done);
    inflate.on('error', done);
    if (slice === undefined) inflate.end(done);
    else inflate.write(slice, done);
  });
}

async function skipHeader(input: Input): Promise<boolean> {
  const fixed = await input.peek(10);
  if (fixed?.[0] !== 0x1f || fixed[1] !== 0x8b || fixed[2] !== 8) return false;
  const flags = fixed[3]!;
  await input.skip(10);
  if (flags & FEXTRA) {
    const size = await input.peek(2);
    if (size === undefined) return false;
    await input.skip(2 + size.readUInt16LE(0));
  }
  if (flags & FNAME) await input.skipText();
  if (flags & FCOMMENT) await input.skipText();
  if (flags & FHCRC) await input.skip(2);
  return true;
}

/** Blocks as a run of bytes that can be looked at ahead. */
class Input {
  private rest: Buffer = Buffer.alloc(0);
  private readonly blocks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;

  constructor(blocks: Blocks) {
    this.blocks = Symbol.asyncIterator in blocks ? blocks[Symbol.asyncIterator]() : blocks[Symbol.iterator]();
  }

  private async more(): Promise<boolean> {
    const next = await this.blocks.next();
    if (next.done === true) return false;
    const block = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    this.rest = this.rest.length === 0 ? block : Buffer.concat([this.rest, block]);
    return true;
  }

  /** The next bytes without using them; undefined when there are not so many. */
  async peek(length: number): Promise<Buffer | undefined> {
    while (this.rest.length < length) if (!(await this.more())) return undefined;
    return this.rest.subarray(0, length);
  }

  async skip(length: number): Promise<void> {
    for (let left = length; left > 0;) {
      const slice = await this.take(left);
      if (slice === undefined) return;
      left -= slice.length;
    }
  }

  /** Some bytes, at most so many; undefined at the end. */
  async take(most: number): Promise<Buffer | undefined> {
    while (this.rest.length === 0) if (!(await this.more())) return undefined;
    const slice = this.rest.subarray(0, most);
    this.rest = this.rest.subarray(slice.length);
    return slice;
  }

  putBack(slice: Buffer): void {
    if (slice.length > 0) this.rest = Buffer.concat([slice, this.rest]);
  }

  /** Skips to behind the next zero byte. */
  async skipText(): Promise<void> {
    for (;;) {
      const byte = await this.take(1);
      if (byte === undefined || byte[0] === 0) return;
    }
  }
}
