import { joined } from '../../core/bytes.js';
import { finding } from '../../core/findings/finding.js';
import type { Limits } from '../../core/limits.js';
import { createSplitter, type Chunk, type Splitter } from '../../sgf/scan/split.js';
import { wideWithoutMark } from '../../sgf/decode/utf8.js';
import { type Blocks } from './byte-input.js';
import { findingOf, type Item, trouble } from './item.js';

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
