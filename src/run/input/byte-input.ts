import { joined } from '../../core/bytes.js';

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
