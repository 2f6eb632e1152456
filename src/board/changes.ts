/** Int32 words of one change: the cell with its content before and after, and the two halves of the position hash after it. */
export const CHANGE = 3;

/**
 * Every change of a cell in the order it happened, with the position hash behind it, so that two positions of one game
 * can be compared exactly: they are equal when the changes between them cancel out. The moment after the first n
 * changes is called n; moment 0 is the empty board.
 */
export class Changes {
  length = 0;
  /** The words of change n lie at `n * CHANGE`, from 1 on; before them those of the empty board, whose hash is 0. */
  log: Int32Array;
  private readonly home: Int32Array | undefined;
  private readonly first: Uint8Array;
  private readonly last: Uint8Array;
  private readonly seen: Uint32Array;
  private stamp = 0;

  /** `home`: where the log of a game lies that has room there. */
  constructor(cells: number, home: Int32Array | undefined) {
    this.home = home;
    this.log = home ?? new Int32Array(1024 * CHANGE);
    this.first = new Uint8Array(cells);
    this.last = new Uint8Array(cells);
    this.seen = new Uint32Array(cells);
  }

  clear(): void {
    this.length = 0;
    if (this.home) this.log = this.home;
  }

  /** Changes that there is still room for where the constructor was told; 0 when the log has moved. */
  roomAtHome(): number {
    return this.log === this.home ? this.log.length / CHANGE - this.length - 1 : 0;
  }

  add(cell: number, before: number, after: number, low: number, high: number): void {
    const at = ++this.length * CHANGE;
    if (at === this.log.length) this.makeRoom();
    const { log } = this;
    log[at] = changeWord(cell, before, after);
    log[at + 1] = low;
    log[at + 2] = high;
  }

  private makeRoom(): void {
    const larger = new Int32Array(2 * this.log.length);
    larger.set(this.log);
    this.log = larger;
  }

  /** Cell of change n, from 1. */
  cellAt(change: number): number {
    return this.log[change * CHANGE]! >> 4;
  }

  /** Content of its cell before change n, from 1. */
  beforeAt(change: number): number {
    return (this.log[change * CHANGE]! >> 2) & 3;
  }

  /** Halves of the position hash at a moment. */
  lowAt(moment: number): number {
    return this.log[moment * CHANGE + 1]!;
  }

  highAt(moment: number): number {
    return this.log[moment * CHANGE + 2]!;
  }

  /** Whether the positions of two moments, the earlier one first, are the same. */
  cancelOut(from: number, to: number): boolean {
    const { log, first, last, seen } = this;
    const stamp = ++this.stamp;
    let different = 0;
    for (let at = (from + 1) * CHANGE; at <= to * CHANGE; at += CHANGE) {
      const entry = log[at]!;
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
}

/** The first word of a change. */
export function changeWord(cell: number, before: number, after: number): number {
  return (cell << 4) | (before << 2) | after;
}
