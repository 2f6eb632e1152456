import { longer } from '../core/longer.js';
import { EMPTY, type Stone } from '../core/color.js';
import { CONTENT, FREE } from '../kernels/layout/plays.js';
import * as STATE from '../kernels/layout/state.js';
import { CHANGES } from '../kernels/layout/state.js';
import { Arena, BREATHES, CHANGE, layOut } from './arena.js';

/**
 * Every change of a cell in the order it happened, with the position hash after it, so that two positions of one game
 * can be compared exactly: they are equal when the changes between them cancel out. The moment after the first n
 * changes is called n; moment 0 is the empty board.
 * A change is three words: the cell with its content before and after, and the two halves of the hash. Those of change n
 * lie at `n * CHANGE`, from 1 on; before them those of the empty board, whose hash is 0.
 */
class Changes {
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

/** Walks after which the cells' marks of them are wiped between two games, so that their numbers stay small. */
const MOST_WALKS = 1 << 30;

/**
 * Stones on points with a 64-bit position hash and the log of all changes, kept up to date stone by stone.
 * Points are `y * width + x`; inside, cells carry a border of one column and two rows so that every point has four neighbors.
 * Chains are not kept: every cell knows how many of its neighbors are empty, and only where a stone has none left is its
 * chain walked, most often a few steps to the first liberty.
 */
export class Stones {
  readonly width: number;
  readonly height: number;
  /** Every change of a cell since `reset`. */
  readonly changes: Changes;
  /** The state of the game, that of the history included. */
  readonly arena: Arena;

  protected readonly state: Int32Array;
  protected readonly stride: number;
  protected readonly cells: Uint8Array;
  protected readonly cellOf: Uint16Array;
  protected readonly keys: Int32Array;
  /** Stones of the chain walked last. */
  protected readonly chain: Uint16Array;
  private readonly blank: Uint8Array;
  /** The walk on which each cell was met last. */
  private readonly met: Uint32Array;
  private walks = 0;
  private readonly around: Int32Array;

  /** An empty board of 1 to 52 columns and rows; `fast`: with a kernel that makes runs of plays, if it can have one. */
  constructor(width: number, height: number, kind: 'plain' | 'fast' = 'plain') {
    const layout = layOut(width, height);
    const { stride, blank, cellOf } = layout;
    this.width = width;
    this.height = height;
    this.stride = stride;
    this.blank = blank;
    this.cellOf = cellOf;
    const count = blank.length;
    this.keys = positionKeys(count);
    this.arena = new Arena(width, height, layout, this.keys, kind);
    this.state = this.arena.state;
    this.cells = this.arena.cells;
    this.cells.set(blank);
    this.chain = new Uint16Array(count);
    this.met = new Uint32Array(count);
    this.around = Int32Array.of(-stride, -1, 1, stride);
    this.changes = new Changes(this.arena);
  }

  /** Takes everything off and forgets changes. */
  reset(): void {
    const { state } = this;
    this.cells.set(this.blank);
    state[STATE.STONES] = state[STATE.HASH_LOW] = state[STATE.HASH_HIGH] = 0;
    this.arena.clearLog();
    if (this.walks < MOST_WALKS) return;
    this.walks = 0;
    this.met.fill(0);
  }

  /** Stones on the board, of both colors. */
  get stones(): number {
    return this.state[STATE.STONES]!;
  }

  /** Halves of the position hash; equal positions have equal halves. */
  get hashLow(): number {
    return this.state[STATE.HASH_LOW]!;
  }

  get hashHigh(): number {
    return this.state[STATE.HASH_HIGH]!;
  }

  /** Content of a point: EMPTY, BLACK or WHITE. */
  at(point: number): number {
    return this.cells[this.cellOf[point]!]! & CONTENT;
  }

  /** Stones of one color on the board, counted when asked for. */
  count(stone: Stone): number {
    let found = 0;
    for (let at = 0; this.stones > 0 && at < this.cells.length; at++) {
      if ((this.cells[at]! & CONTENT) === stone) found++;
    }
    return found;
  }

  /** Stones that stand in chains without liberties; only setup can leave such chains. */
  starvedStones(): number {
    const starved = new Uint8Array(this.cells.length);
    let count = 0;
    for (const cell of this.cellOf) {
      if (starved[cell] === 1 || !this.isStarved(cell)) continue;
      const stones = this.walkChain(cell);
      for (let i = 0; i < stones; i++) starved[this.chain[i]!] = 1;
      count += stones;
    }
    return count;
  }

  /** A copy of the stones: one byte a point (EMPTY, BLACK, WHITE). */
  contents(): Uint8Array {
    const { cells, cellOf } = this;
    const out = new Uint8Array(cellOf.length);
    for (let point = 0; point < cellOf.length; point++) out[point] = cells[cellOf[point]!]! & CONTENT;
    return out;
  }

  /**
   * Puts a stone on an empty cell. Returns 0 when it or an opposing stone beside it has no empty neighbor now: those
   * chains may be without liberties. The factors are small, so their product does not overflow.
   */
  protected place(cell: number, stone: Stone): number {
    const { cells, stride, state } = this;
    const north = cells[cell - stride]! - FREE;
    const west = cells[cell - 1]! - FREE;
    const east = cells[cell + 1]! - FREE;
    const south = cells[cell + stride]! - FREE;
    const own = cells[cell]! + stone;
    cells[cell - stride] = north;
    cells[cell - 1] = west;
    cells[cell + 1] = east;
    cells[cell + stride] = south;
    cells[cell] = own;
    state[STATE.STONES]!++;
    this.changed(cell, EMPTY, stone);
    const other = 3 - stone;
    const across = Math.imul(west ^ other, east ^ other);
    return Math.imul(Math.imul(north ^ other, south ^ other), Math.imul(across, own ^ stone));
  }

  /** Takes one stone off without making it a prisoner. */
  protected lift(cell: number): void {
    const { cells, stride, state } = this;
    const stone = cells[cell]! & CONTENT;
    cells[cell - stride]! += FREE;
    cells[cell - 1]! += FREE;
    cells[cell + 1]! += FREE;
    cells[cell + stride]! += FREE;
    cells[cell]! -= stone;
    state[STATE.STONES]!--;
    this.changed(cell, stone, EMPTY);
  }

  /** Takes a stone that was put on a cell or taken off into the hash and the changes. */
  private changed(cell: number, before: number, after: number): void {
    const { state, keys } = this;
    const key = (cell << 2) + ((before | after) << 1);
    const low = (state[STATE.HASH_LOW]! ^= keys[key]!);
    const high = (state[STATE.HASH_HIGH]! ^= keys[key + 1]!);
    this.changes.add(cell, before, after, low, high);
  }

  /** Whether a cell holds a stone whose chain has no liberty. */
  protected isStarved(cell: number): boolean {
    const value = this.cells[cell]!;
    return value > EMPTY && value < CONTENT && this.walkChain(cell) > 0;
  }

  /** Walks the chain of a stone that has no empty neighbor: 0 as soon as a liberty is met, else its stones, listed in `chain`. */
  protected walkChain(start: number): number {
    const { cells, chain, met, stride, around } = this;
    const stone = cells[start]!;
    const walk = ++this.walks;
    chain[0] = start;
    met[start] = walk;
    let length = 1;
    for (let i = 0; i < length; i++) {
      const cell = chain[i]!;
      const beside =
        BREATHES[cells[cell - stride]!]! |
        BREATHES[cells[cell - 1]!]! |
        BREATHES[cells[cell + 1]!]! |
        BREATHES[cells[cell + stride]!]!;
      if ((beside & stone) !== 0) return 0;
      for (let side = 0; side < 4; side++) {
        const at = cell + around[side]!;
        if (cells[at] !== stone || met[at] === walk) continue;
        met[at] = walk;
        chain[length++] = at;
      }
    }
    return length;
  }
}

/** Seed of the position keys; any fixed number will do, it only has to stay the same between runs. */
const SEED = 0x5eed60;

/**
 * Keys for hashing positions: four 32-bit words a cell; content c (1 Black, 2 White) has its two
 * halves at `4 * cell + 2 * c`, so that White's lie where the next cell begins.
 * The same numbers on every run and machine (xorshift128 from a fixed seed).
 */
function positionKeys(cells: number): Int32Array {
  let a = SEED;
  let b = 0x9e3779b9;
  let c = 0x243f6a88;
  let d = 0xb7e15162;
  const next = (): number => {
    const t = a ^ (a << 11);
    a = b;
    b = c;
    c = d;
    d = d ^ (d >>> 19) ^ (t ^ (t >>> 8));
    return d;
  };
  for (let i = 0; i < 32; i++) next();
  return Int32Array.from({ length: cells * 4 + 4 }, next);
}
