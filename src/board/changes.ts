import { CHANGES } from '../kernels/layout/state.js';
import { CHANGE, longer, type Arena } from './arena.js';

/**
 * Every change of a cell in the order it happened, with the position hash after it, so that two positions of one game
 * can be compared exactly: they are equal when the changes between them cancel out. The moment after the first n
 * changes is called n; moment 0 is the empty board.
 * A change is three words: the cell with its content before and after, and the two halves of the hash. Those of change n
 * lie at `n * CHANGE`, from 1 on; before them those of the empty board, whose hash is 0.
 */
export class Changes {
  private readonly arena: Arena;
  private readonly state: Int32Array;
  private readonly first: Uint8Array;
  private readonly last: Uint8Array;
  private readonly seen: Uint32Array;
  private stamp = 0;

  constructor(arena: Arena) {
    const cells = arena.cells.length;
    this.arena = arena;
    this.state = arena.state;
    this.first = new Uint8Array(cells);
    this.last = new Uint8Array(cells);
    this.seen = new Uint32Array(cells);
  }

  get length(): number {
    return this.state[CHANGES]!;
  }

  /** Forgets the changes after the first so many. */
  cutTo(length: number): void {
    this.state[CHANGES] = length;
  }

  add(cell: number, before: number, after: number, low: number, high: number): void {
    const at = ++this.state[CHANGES]! * CHANGE;
    if (at === this.arena.log.length) this.arena.log = longer(this.arena.log, at + CHANGE);
    const { log } = this.arena;
    log[at] = (cell << 4) | (before << 2) | after;
    log[at + 1] = low;
    log[at + 2] = high;
  }

  /** Cell of change n, from 1. */
  cellAt(change: number): number {
    return this.arena.log[change * CHANGE]! >> 4;
  }

  /** Content of its cell before change n, from 1. */
  beforeAt(change: number): number {
    return (this.arena.log[change * CHANGE]! >> 2) & 3;
  }

  /** Halves of the position hash at a moment. */
  lowAt(moment: number): number {
    return this.arena.log[moment * CHANGE + 1]!;
  }

  highAt(moment: number): number {
    return this.arena.log[moment * CHANGE + 2]!;
  }

  /** Whether the positions of two moments, the earlier one first, are the same. */
  cancelOut(from: number, to: number): boolean {
    const { first, last, seen } = this;
    const { log } = this.arena;
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
