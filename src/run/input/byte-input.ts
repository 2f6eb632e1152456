/** Bytes that come in blocks. */
export type Blocks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Blocks as a sequence of bytes with lookahead. */
export class ByteInput {
  private block: Buffer = Buffer.alloc(0);
  /** Bytes of the block that were consumed. */
  private at = 0;
  private readonly blocks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;

  constructor(blocks: Blocks) {
    this.blocks = Symbol.asyncIterator in blocks ? blocks[Symbol.asyncIterator]() : blocks[Symbol.iterator]();
  }

  private async more(): Promise<boolean> {
    const next = await this.blocks.next();
    if (next.done === true) return false;
    const more = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    this.block = this.at === this.block.length ? more : Buffer.concat([this.block.subarray(this.at), more]);
    this.at = 0;
    return true;
  }

  /** The next bytes without consuming them, if the current block has them: awaiting each of many would take longer than reading it. */
  held(length: number): Buffer | undefined {
    return this.block.length - this.at < length ? undefined : this.block.subarray(this.at, this.at + length);
  }

  /** The next bytes without consuming them; undefined if there are fewer. */
  async peek(length: number): Promise<Buffer | undefined> {
    while (this.block.length - this.at < length) if (!(await this.more())) return undefined;
    return this.block.subarray(this.at, this.at + length);
  }

  /** The same, fewer at the end. */
  async ahead(length: number): Promise<Buffer> {
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
  async take(most: number): Promise<Buffer | undefined> {
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
