import { joined } from '../../core/bytes.js';
import { finding } from '../../core/findings/finding.js';
import type { Limits } from '../../core/limits.js';
import { createSplitter, type Chunk, type Splitter } from '../../sgf/scan/split.js';
import { wideWithoutMark } from '../../sgf/decode/utf8.js';
import { findingOf, type Item, trouble } from './item.js';

/** Bytes that come in blocks. */
export type Blocks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The number of 16 bits at a place, little-endian. */
export function u16(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8);
}

/** The number of 32 bits at a place, little-endian. */
export function u32(bytes: Uint8Array, at: number): number {
  return (u16(bytes, at) | (u16(bytes, at + 2) << 16)) >>> 0;
}

/** The bytes from `start` to `end`, fewer at the end of the array, one character each. */
export function latin1(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end && at < bytes.length; at++) text += String.fromCharCode(bytes[at]!);
  return text;
}

/** Blocks as a sequence of bytes with lookahead. */
export class ByteInput {
  private block: Uint8Array = new Uint8Array(0);
  /** Bytes of the block that were consumed. */
  private at = 0;
  private readonly blocks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;

  constructor(blocks: Blocks) {
    this.blocks = Symbol.asyncIterator in blocks ? blocks[Symbol.asyncIterator]() : blocks[Symbol.iterator]();
  }

  private async more(): Promise<boolean> {
    const next = await this.blocks.next();
    if (next.done === true) return false;
    this.block =
      this.at === this.block.length ? next.value : joined([this.block.subarray(this.at), next.value]);
    this.at = 0;
    return true;
  }

  /** The next bytes without consuming them, if the current block has them: awaiting each of many would take longer than reading it. */
  held(length: number): Uint8Array | undefined {
    return this.block.length - this.at < length ? undefined : this.block.subarray(this.at, this.at + length);
  }

  /** The next bytes without consuming them; undefined if there are fewer. */
  async peek(length: number): Promise<Uint8Array | undefined> {
    while (this.block.length - this.at < length) if (!(await this.more())) return undefined;
    return this.block.subarray(this.at, this.at + length);
  }

  /** The next bytes without consuming them, fewer at the end. */
  async ahead(length: number): Promise<Uint8Array> {
    while (this.block.length - this.at < length && (await this.more()));
    return this.block.subarray(this.at, this.at + length);
  }

  /** Skips bytes that the current block has; `false` if it has fewer. */
  skipHeld(length: number): boolean {
    const isHeld = length <= this.block.length - this.at;
    if (isHeld) this.at += length;
    return isHeld;
  }

  async skip(length: number): Promise<void> {
    for (let left = length; left > 0;) {
      const slice = await this.take(left);
      if (slice === undefined) return;
      left -= slice.length;
    }
  }

  /** Some bytes, at most `most`; undefined at the end. */
  async take(most: number): Promise<Uint8Array | undefined> {
    while (this.at === this.block.length) if (!(await this.more())) return undefined;
    const slice = this.block.subarray(this.at, this.at + most);
    this.at += slice.length;
    return slice;
  }

  /** Puts back the last bytes of the last `take`, without a copy: there may be a million members. */
  putBack(count: number): void {
    this.at -= count;
  }

  /** Reads no further. */
  async close(): Promise<void> {
    await this.blocks.return?.(undefined);
  }

  /** Skips past the next zero byte; `false` if none is among the next `most` bytes. */
  async skipText(most: number): Promise<boolean> {
    for (let left = most; left > 0;) {
      const slice = await this.take(left);
      if (slice === undefined) return false;
      const end = slice.indexOf(0);
      if (end >= 0) {
        this.putBack(slice.length - end - 1);
        return true;
      }
      left -= slice.length;
    }
    return false;
  }
}

/** Larger files are cut at game boundaries, so that a collection of any size needs constant memory and uses all workers. */
export const LARGE_BYTES = 512 * 1024;
const PART_BYTES = 128 * 1024;
/**
 * Up to this size a file that is not UTF-8 is read whole: in some charsets half a character looks like a bracket,
 * and cutting could go wrong. Larger files are cut in any case, to bound memory.
 */
const WHOLE_BYTES = 16 * 1024 * 1024;

/**
 * The contents of one file that comes in blocks: one item, or several parts when it is large.
 * `complaint`: called at the end; a reason that it returns becomes a finding, and the games are kept.
 */
export async function* itemsOfBlocks(
  name: string,
  blocks: Blocks,
  at: { readonly limits: Limits; readonly large?: 'whole' | undefined },
  complaint: () => string = () => '',
): AsyncGenerator<Item> {
  const reader = new PartMaker(name, at);
  let failed: Item | undefined;
  try {
    for await (const block of blocks) {
      yield* reader.push(block);
      if (reader.isOver) break;
    }
  } catch (error) {
    failed = trouble(name, findingOf(error, 'archive/damaged'));
  }
  yield* reader.end();
  if (reader.isOver) {
    yield trouble(name, finding('sgf/limit', { limit: 'fileBytes', value: at.limits.fileBytes }));
    return;
  }
  const reason = complaint();
  if (failed) yield failed;
  else if (reason !== '') yield trouble(name, finding('archive/damaged', { reason }));
}

/** Collects blocks until the file is known to be large, then cuts it into parts. */
class PartMaker {
  /** The file exceeds the limit; the rest is not read. */
  isOver = false;
  private held: Uint8Array[] = [];
  private total = 0;
  private splitter: Splitter | undefined;
  private part = 0;
  private isSafe: boolean | undefined;

  private readonly name: string;
  private readonly limits: Limits;
  /** Size beyond which a file is cut. */
  private readonly most: number;

  constructor(name: string, { limits, large }: Parameters<typeof itemsOfBlocks>[2]) {
    this.name = name;
    this.limits = limits;
    this.most = large === 'whole' ? Infinity : LARGE_BYTES;
  }

  *push(all: Uint8Array): Generator<Item> {
    const left = this.limits.fileBytes - this.total;
    this.isOver = all.length > left;
    const block = this.isOver ? all.subarray(0, left) : all;
    this.total += block.length;
    if (this.splitter) {
      yield* this.parts(this.splitter.push(block));
      return;
    }
    this.held.push(block);
    if (this.total <= this.most || (this.total <= WHOLE_BYTES && !this.isSafeToCut())) return;
    this.splitter = createSplitter({ chunkBytes: PART_BYTES });
    for (const one of this.held) yield* this.parts(this.splitter.push(one));
    this.held = [];
  }

  *end(): Generator<Item> {
    if (this.splitter) {
      yield* this.parts(this.splitter.end());
      return;
    }
    const bytes = joined(this.held);
    yield { kind: 'bytes', name: this.name, bytes, size: bytes.length };
  }

  private *parts(chunks: readonly Chunk[]): Generator<Item> {
    for (const chunk of chunks) {
      const { bytes } = chunk;
      yield {
        kind: 'part',
        name: this.name,
        bytes,
        size: bytes.length,
        at: chunk.start,
        firstGame: chunk.firstGame,
        games: chunk.games,
        firstLine: chunk.firstLine,
        firstColumn: chunk.firstColumn,
        part: this.part++,
      };
    }
  }

  /**
   * Decided by the first LARGE_BYTES, whatever the size of the blocks, up to the last line feed: after it a character
   * may be incomplete.
   */
  private isSafeToCut(): boolean {
    this.isSafe ??= isSafe(joined(this.held).subarray(0, LARGE_BYTES));
    return this.isSafe;
  }
}

/** The bytes of ASCII in UTF-16 and UTF-32 are valid UTF-8. */
function isSafe(bytes: Uint8Array): boolean {
  if (wideWithoutMark(bytes) !== undefined) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.lastIndexOf(10) + 1));
    return true;
  } catch {
    return false;
  }
}
