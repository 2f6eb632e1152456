/**
 * Every change of a cell in the order it happened, so that two positions of one game can be compared exactly:
 * they are equal when the changes between them cancel out.
 */
export class Changes {
  length = 0;
  private log: Int32Array = new Int32Array(1024);
  private readonly first: Uint8Array;
  private readonly last: Uint8Array;
  private readonly seen: Uint32Array;
  private stamp = 0;

  constructor(cells: number) {
    this.first = new Uint8Array(cells);
    this.last = new Uint8Array(cells);
    this.seen = new Uint32Array(cells);
  }

  clear(): void {
    this.length = 0;
  }

  add(cell: number, before: number, after: number): void {
    if (this.length === this.log.length) this.grow();
    this.log[this.length++] = (cell << 4) | (before << 2) | after;
  }

  cellAt(index: number): number {
    return this.log[index]! >> 4;
  }

  beforeAt(index: number): number {
    return (this.log[index]! >> 2) & 3;
  }

  /** Whether the position after the first `from` changes is the same as after the first `to`. */
  cancelOut(from: number, to: number): boolean {
    const { log, first, last, seen } = this;
    const stamp = ++this.stamp;
    let different = 0;
    for (let i = from; i < to; i++) {
      const entry = log[i]!;
      const cell = entry >> 4;
      const after = entry & 3;
      if (seen[cell] !== stamp) {
        seen[cell] = stamp;
        first[cell] = (entry >> 2) & 3;
      } else if (first[cell] !== last[cell]) {
        different--;
      }
      last[cell] = after;
      if (first[cell] !== after) different++;
    }
    return different === 0;
  }

  /** Whether two stretches of the same length hold the same changes. */
  sameStretch(one: number, two: number, length: number): boolean {
    for (let i = 0; i < length; i++) if (this.log[one + i] !== this.log[two + i]) return false;
    return true;
  }

  private grow(): void {
    const larger = new Int32Array(this.log.length * 2);
    larger.set(this.log);
    this.log = larger;
  }
}
