const START_BYTES = 64 * 1024;

/** UTF-8 bytes that grow by texts; one for each form of output of a task. */
export class ByteSink {
  private bytes = Buffer.allocUnsafeSlow(START_BYTES);
  private used = 0;

  get length(): number {
    return this.used;
  }

  append(text: string): void {
    // A UTF-16 unit never takes more than three bytes.
    const most = this.used + text.length * 3;
    if (most > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(most, this.bytes.length * 2));
      this.bytes.copy(larger, 0, 0, this.used);
      this.bytes = larger;
    }
    this.used += this.bytes.write(text, this.used, 'utf8');
  }

  /** Forgets everything behind a length that was seen before. */
  cutTo(length: number): void {
    this.used = length;
  }

  /** A copy of the bytes in memory of its own, which can be handed to another thread; the sink is empty afterwards. */
  take(): Uint8Array<ArrayBuffer> {
    const copy = new Uint8Array(this.used);
    copy.set(this.bytes.subarray(0, this.used));
    this.used = 0;
    return copy;
  }
}
