import { constants, crc32, createInflateRaw, inflateRawSync, type InflateRaw } from 'node:zlib';
import type { Limits } from '../../core/limits.js';
import { type Blocks, ByteInput } from './byte-input.js';

/** Blocks of unpacked bytes; returns what is wrong with the data, or ''. */
export type Unpacked = AsyncGenerator<Buffer, string>;

/** Small enough that two slices of even a bomb give no more than 32 MiB before the size is checked. */
const SLICE_BYTES = 16 * 1024;
/** Unpacked size of most slices of game records: each further block costs a round trip to another thread. */
const BLOCK_BYTES = 128 * 1024;
const FHCRC = 2;
const FEXTRA = 4;
const FNAME = 8;
const FCOMMENT = 16;
/** Limit on a name or comment, which the format leaves open. */
const MAX_TEXT_BYTES = 64 * 1024;
const NO_GZIP = 'not gzip data';
const CUT_SHORT = 'the data is cut short';

/** Later members up to these packed and unpacked sizes are inflated synchronously. */
const SMALL_BYTES = 1024;
const SMALL_UNPACKED = 64 * 1024;
/** The first members are inflated as streams: most files have few. */
const FIRST_MEMBERS = 4;
/** The shortest deflated data: a last block without contents. */
const EMPTY = Buffer.from([3, 0]);
const TRAILER_BYTES = 8;

/**
 * Unpacks gzip data of one or several members (RFC 1952), checking CRC-32 and length of each. Node's own stream loses
 * the end of the good data when junk follows or the data is cut short; here all of it is yielded first.
 */
export async function* gunzip(blocks: Blocks, limits: Pick<Limits, 'gzipMembers'>): Unpacked {
  const input = new ByteInput(blocks);
  for (let members = 0; ; members++) {
    if ((await input.peek(1)) === undefined) return members === 0 ? 'empty' : '';
    if (members >= limits.gzipMembers) return 'too many members (limit gzipMembers)';
    const refused = await skipHeader(input);
    if (refused !== '') return members === 0 || refused !== NO_GZIP ? refused : 'junk after the data';
    const small = members < FIRST_MEMBERS ? undefined : inflateSmall(await input.ahead(SMALL_BYTES));
    if (small === undefined) {
      const complaint = yield* member(input);
      if (complaint !== '') return complaint;
      continue;
    }
    await input.skip(small.packed);
    const { unpacked } = small;
    if (unpacked.length > 0) yield unpacked;
    const complaint = await checkedTrailer(input, crc32(unpacked), unpacked.length);
    if (complaint !== '') return complaint;
  }
}

interface Small {
  readonly unpacked: Buffer;
  /** Bytes of the data that it used. */
  readonly packed: number;
}

const NOTHING: Small = { unpacked: Buffer.alloc(0), packed: EMPTY.length };

/** A member that ends within the data, else `undefined`. A stream for each of a million members would take minutes. */
function inflateSmall(data: Buffer): Small | undefined {
  if (data.subarray(0, EMPTY.length).equals(EMPTY)) return NOTHING;
  try {
    const options = { info: true, maxOutputLength: SMALL_UNPACKED, chunkSize: 4096 };
    // The types lack the result of `info`.
    const { buffer, engine } = inflateRawSync(data, options) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    return { unpacked: buffer, packed: engine.bytesWritten };
  } catch {
    return undefined; // longer than the data, or damaged, which the stream reports
  }
}

async function checkedTrailer(input: ByteInput, crc: number, length: number): Promise<string> {
  const trailer = await input.peek(TRAILER_BYTES);
  if (trailer === undefined) return CUT_SHORT;
  const stated = { crc: trailer.readUInt32LE(0), length: trailer.readUInt32LE(4) };
  await input.skip(TRAILER_BYTES);
  if (stated.crc !== crc) return 'the CRC-32 differs';
  return stated.length === length % 0x100000000 ? '' : 'the length differs';
}

async function* member(input: ByteInput): Unpacked {
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
        // Another thread inflates while the caller works on these blocks; errors after the caller has left do not matter.
        feeding = feed();
        feeding.catch(() => undefined);
      }
      for (const block of blocks) {
        crc = crc32(block, crc);
        length += block.length;
        yield block;
      }
      if (slice === undefined) return CUT_SHORT;
      if (isLast && isOver()) input.putBack(fed - inflate.bytesWritten);
      if (isLast) break;
    }
  } finally {
    inflate.destroy();
  }
  if (state.failed !== '') return state.failed;
  return checkedTrailer(input, crc, length);
}

/** Feeds a slice (undefined: the end) and waits until it is used up or the data ends. */
function settled(inflate: InflateRaw, slice: Buffer | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      inflate.off('end', done);
      inflate.off('error', done);
      // Output of the last write arrives in a later tick.
      setImmediate(resolve);
    };
    inflate.on('end', done);
    inflate.on('error', done);
    if (slice === undefined) inflate.end(done);
    else inflate.write(slice, done);
  });
}

/** Skips the header of a member. Returns what is wrong with it, or ''. */
async function skipHeader(input: ByteInput): Promise<string> {
  const fixed = await input.peek(10);
  if (fixed?.[0] !== 0x1f || fixed[1] !== 0x8b || fixed[2] !== 8) return NO_GZIP;
  const flags = fixed[3]!;
  await input.skip(10);
  if (flags & FEXTRA) {
    const size = await input.peek(2);
    if (size === undefined) return CUT_SHORT;
    await input.skip(2 + size.readUInt16LE(0));
  }
  for (const field of [FNAME, FCOMMENT]) {
    if (flags & field && !(await input.skipText(MAX_TEXT_BYTES))) {
      return 'a name or comment in its header does not end';
    }
  }
  if (flags & FHCRC) await input.skip(2);
  return '';
}
