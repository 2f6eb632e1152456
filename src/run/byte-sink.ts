const START_BYTES = 64 * 1024;
/** A buffer that holds more than this is given away and not kept for what follows, which is rarely as much. */
const KEPT_BYTES = 4 * 1024 * 1024;

/** Bytes that grow, UTF-8 where they are texts; one for each form of output of a task. */
export class ByteSink {
  private bytes = Buffer.allocUnsafeSlow(START_BYTES);
  private used = 0;

  get length(): number {
    return this.used;
  }

  append(text: string): void {
    // A UTF-16 unit never takes more than three bytes.
    this.makeRoom(text.length * 3);
    this.used += this.bytes.write(text, this.used, 'utf8');
  }

  /** Has something written behind what is there; `no` where `write` could not, which then gave -1 for its end. */
  appendBy<T>(write: (what: T, bytes: Uint8Array, at: number) => number, what: T): 'yes' | 'no' {
    const end = write(what, this.bytes, this.used);
    if (end < 0) return 'no';
    this.used = end;
    return 'yes';
  }

  appendBytes(bytes: Uint8Array): void {
    this.makeRoom(bytes.length);
    this.bytes.set(bytes, this.used);
    this.used += bytes.length;
  }

  private makeRoom(count: number): void {
    const most = this.used + count;
    if (most <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(most, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.used);
    this.bytes = larger;
  }

  /** Forgets everything behind a length that was seen before. */
  cutTo(length: number): void {
    this.used = length;
  }

  /** The bytes in memory of their own, which can be handed to another thread; the sink is empty afterwards. */
  take(): Uint8Array<ArrayBuffer> {
    if (this.used > KEPT_BYTES) {
      const given = new Uint8Array(this.bytes.buffer, 0, this.used);
      this.bytes = Buffer.allocUnsafeSlow(START_BYTES);
      this.used = 0;
      return given;
    }
    const copy = new Uint8Array(this.used);
    copy.set(this.bytes.subarray(0, this.used));
    this.used = 0;
    return copy;
  }
}
