import { constants, createInflateRaw, gunzipSync, inflateRawSync, type InflateRaw } from 'node:zlib';
import { crc32 } from '../../core/bytes.js';
import type { Limits } from '../../core/limits.js';
import { failure, type Outcome, reasonOf } from '../../core/outcome.js';
import type { Unpacked, Unpacker } from './archives.js';
import { type Blocks, ByteInput, u16, u32 } from './blocks.js';
import type { ZipEntry } from './item.js';
import {
  type ArchiveBytes,
  checked,
  endOf,
  LOCAL_HEADER,
  LOCAL_SIGNATURE,
  NotLoaded,
  packedEntry,
} from './zip.js';

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
const EMPTY = [3, 0] as const;
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
function inflateSmall(data: Uint8Array): Small | undefined {
  if (data[0] === EMPTY[0] && data[1] === EMPTY[1]) return NOTHING;
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
  const stated = { crc: u32(trailer, 0), length: u32(trailer, 4) };
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
  const feed = async (): Promise<Uint8Array | undefined> => {
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
function settled(inflate: InflateRaw, slice: Uint8Array | undefined): Promise<void> {
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
    await input.skip(2 + u16(size, 0));
  }
  for (const field of [FNAME, FCOMMENT]) {
    if (flags & field && !(await input.skipText(MAX_TEXT_BYTES))) {
      return 'a name or comment in its header does not end';
    }
  }
  if (flags & FHCRC) await input.skip(2);
  return '';
}

function inflate(packed: Uint8Array, unpacked: number): Buffer {
  return inflateRawSync(packed, {
    maxOutputLength: Math.max(1, unpacked),
    chunkSize: Math.max(64, unpacked),
  });
}

/** Unpacks with zlib. */
export const ZLIB: Unpacker = { gunzip, inflate };

/**
 * The contents of an entry, checked against declared size and CRC-32, or the reason why it cannot be read.
 * For entries that fit in memory; `bytes` is valid until the archive is read again.
 */
export function readEntry(bytes: ArchiveBytes, entry: ZipEntry): Outcome<Uint8Array, string> {
  try {
    const packed = packedEntry(bytes, entry);
    if (!packed.ok) return packed;
    return checked(entry.method === 0 ? packed.value : inflate(packed.value, entry.unpacked), entry);
  } catch (error) {
    if (error instanceof NotLoaded) throw error;
    return failure(reasonOf(error));
  }
}

/** The header of a gzip file without a name, and the length of its CRC-32 and size. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const GZIP_TAIL = 8;

/**
 * The contents of entries that follow one another, checked as `readEntry` does; `undefined` if one of them cannot be read:
 * `readEntry` says why. They are inflated as the members of one gzip file: setting up zlib for a small entry takes longer than
 * inflating it.
 */
export function readEntries(
  bytes: ArchiveBytes,
  entries: readonly ZipEntry[],
): readonly Buffer[] | undefined {
  const first = entries[0]!;
  const last = entries.at(-1)!;
  try {
    const block = bytes.read(first.at, endOf(last) - first.at);
    const gzip = Buffer.allocUnsafe(
      entries.reduce((sum, { packed }) => sum + GZIP_HEADER.length + packed + GZIP_TAIL, 0),
    );
    let end = 0;
    let unpacked = 0;
    for (const entry of entries) {
      const at = entry.at - first.at;
      if (u32(block, at) !== LOCAL_SIGNATURE) return undefined;
      const start = at + LOCAL_HEADER + u16(block, at + 26) + u16(block, at + 28);
      if (start + entry.packed > block.length) return undefined;
      gzip.set(GZIP_HEADER, end);
      gzip.set(block.subarray(start, start + entry.packed), end + GZIP_HEADER.length);
      end += GZIP_HEADER.length + entry.packed;
      end = gzip.writeUInt32LE(entry.crc, end);
      end = gzip.writeUInt32LE(entry.unpacked, end);
      unpacked += entry.unpacked;
    }
    const all = gunzipSync(gzip, {
      maxOutputLength: Math.max(1, unpacked),
      chunkSize: Math.max(64, unpacked),
    });
    if (all.length !== unpacked) return undefined;
    let from = 0;
    return entries.map((entry) => all.subarray(from, (from += entry.unpacked)));
  } catch {
    return undefined;
  }
}

/** Whether an entry follows another closely enough to be read together with it. */
export function isNext(before: ZipEntry, entry: ZipEntry): boolean {
  return entry.at > before.at && entry.at <= endOf(before);
}
