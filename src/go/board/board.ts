import { EMPTY, BLACK, WHITE, type Content, type Stone } from '../../core/color.js';
import { bySize } from '../../core/point.js';
import { CONTENT, FREE } from '../../core/kernels/layout/plays.js';
import * as STATE from '../../core/kernels/layout/state.js';
import { Arena, BREATHES, layOut } from './arena.js';

/** The stones of a position: one byte per point (EMPTY, BLACK, WHITE), indexed `y * width + x`. */
export interface Position {
  readonly width: number;
  readonly height: number;
  readonly stones: Uint8Array;
}

/** Connected points of one content: chains of stones and empty regions, numbered from 0 in board order. */
export interface Components {
  /** Component number of each point. */
  readonly of: Int16Array;
  readonly count: number;
  /** Content (EMPTY, BLACK, WHITE) of each component. */
  readonly content: Uint8Array;
  readonly size: Int16Array;
  /** Smallest point of each component. */
  readonly first: Int16Array;
}

/** A copy of the stones without the dead ones. */
export function withoutDead(stones: Uint8Array, dead: Uint8Array): Uint8Array {
  const cleared = stones.slice();
  for (let p = 0; p < cleared.length; p++) if (dead[p] !== 0) cleared[p] = EMPTY;
  return cleared;
}

/** The neighbors of each point: up, left, right, down, as far as they exist. */
export type Neighbors = readonly (readonly number[])[];

/** The neighbors of all points of a board. */
export const neighborsOf = bySize((width, height): Neighbors =>
  Array.from({ length: width * height }, (_, p) => {
    const found: number[] = [];
    if (p >= width) found.push(p - width);
    if (p % width > 0) found.push(p - 1);
    if (p % width < width - 1) found.push(p + 1);
    if (p < width * (height - 1)) found.push(p + width);
    return found;
  }),
);

/** The neighbors in one array, four per point, in the same order; the point itself takes the place of missing ones. */
export const fourNeighborsOf = bySize((width, height): Int16Array => {
  const near = neighborsOf(width, height);
  return Int16Array.from({ length: 4 * near.length }, (_, i) => near[i >> 2]![i & 3] ?? i >> 2);
});

/**
 * Scratch space by number, assigned in board order, extended for the first larger board: a smaller number found to be of
 * the same component, or the number itself, and finally the component; and the point where the number was assigned.
 */
let same = new Int16Array(19 * 19);
let starts = new Int16Array(19 * 19);

/** The smallest number of the same component. */
function smallest(number: number): number {
  while (same[number] !== number) number = same[number]!;
  return number;
}

/** Splits a position into chains and empty regions. Row by row, because the branches of a point-to-point search are hard to predict. */
export function componentsOf({ width, height, stones }: Position): Components {
  const points = width * height;
  if (same.length < points) {
    same = new Int16Array(points);
    starts = new Int16Array(points);
  }
  const of = new Int16Array(points);
  let numbers = 0;
  for (let row = 0; row < points; row += width) {
    let left = 3;
    for (let p = row; p < row + width; p++) {
      const content = stones[p]!;
      const isLikeAbove = row > 0 && stones[p - width] === content;
      if (content === left) {
        let number = of[p - 1]!;
        if (isLikeAbove && of[p - width] !== number) {
          const [one, other] = [smallest(number), smallest(of[p - width]!)];
          number = Math.min(one, other);
          same[Math.max(one, other)] = number;
        }
        of[p] = number;
      } else if (isLikeAbove) of[p] = of[p - width]!;
      else {
        same[numbers] = numbers;
        starts[numbers] = p;
        of[p] = numbers++;
      }
      left = content;
    }
  }
  const content = new Uint8Array(points);
  const size = new Int16Array(points);
  const first = new Int16Array(points);
  let count = 0;
  for (let number = 0; number < numbers; number++) {
    const before = same[number]!;
    // A smaller number already has its component.
    if (before !== number) same[number] = same[before]!;
    else {
      first[count] = starts[number]!;
      content[count] = stones[first[count]!]!;
      same[number] = count++;
    }
  }
  for (let p = 0; p < points; p++) {
    const component = same[of[p]!]!;
    of[p] = component;
    size[component]!++;
  }
  return { of, count, content, size, first };
}

/** By component: the colors of the stones next to an empty region as bits (BLACK, WHITE); 0 for chains and an empty board. */
export function colorsBeside({ width, height, stones }: Position, { of, count }: Components): Uint8Array {
  const near = fourNeighborsOf(width, height);
  const beside = new Uint8Array(count);
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] !== EMPTY) continue;
    const n = 4 * p;
    beside[of[p]!]! |=
      stones[near[n]!]! | stones[near[n + 1]!]! | stones[near[n + 2]!]! | stones[near[n + 3]!]!;
  }
  return beside;
}

/** Walks after which their marks on the cells are cleared between two games, so that the numbers stay small. */
const MAX_WALKS = 1 << 30;

/**
 * Stones with moves and setup as SGF demands them, and the prisoners they make. Knows no rules: it executes whatever it is given.
 * A 64-bit position hash and the log of all changes are kept up to date stone by stone. Nothing is allocated per move.
 * Points are `y * width + x`; internally, cells have a border of one column and two rows so that every point has four neighbors.
 * Chains are not stored: every cell counts its empty neighbors, and only the chain of a stone with none left is walked,
 * usually a few steps to the first liberty.
 */
export class Board {
  readonly width: number;
  readonly height: number;
  /** The state of the game, that of the history included. */
  readonly arena: Arena;

  private readonly state: Int32Array;
  private readonly stride: number;
  private readonly cells: Uint8Array;
  private readonly cellOf: Uint16Array;
  private readonly keys: Int32Array;
  /** Stones of the chain walked last. */
  private readonly chain: Uint16Array;
  private readonly blank: Uint8Array;
  /** The last walk that met each cell. */
  private readonly met: Uint32Array;
  private walks = 0;
  private readonly around: Int32Array;

  /** An empty board of 1 to 52 columns and rows; `fast`: with a kernel that makes runs of plays, if possible. */
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
  }

  /** Clears the board, its prisoners and its changes. */
  reset(): void {
    const { state } = this;
    this.cells.set(this.blank);
    state[STATE.STONES] = state[STATE.HASH_LOW] = state[STATE.HASH_HIGH] = 0;
    state.fill(0, STATE.PRISONERS_BLACK, STATE.SELF_CAPTURED + 1);
    this.arena.clearLog();
    if (this.walks < MAX_WALKS) return;
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

  /** Stones of one color on the board, counted at each call. */
  count(stone: Stone): number {
    let found = 0;
    for (let at = 0; this.stones > 0 && at < this.cells.length; at++) {
      if ((this.cells[at]! & CONTENT) === stone) found++;
    }
    return found;
  }

  /**
   * Stones in chains without liberties; only setup can leave such chains. `isSet`: 0 unless one of them is at or beside such a point.
   * Visits each stone once, however long its chain is.
   */
  stonesWithoutLiberty(isSet: (point: number) => boolean = () => true): number {
    const { cells, chain, stride } = this;
    const beside = new Uint8Array(cells.length);
    const found = new Uint8Array(cells.length);
    const around = [-stride, -1, 1, stride];
    this.cellOf.forEach((cell, point) => {
      if (isSet(point)) for (const step of [0, ...around]) beside[cell + step] = 1;
    });
    let count = 0;
    let touched = 0;
    for (const start of this.cellOf) {
      const stone = cells[start]! & CONTENT;
      if (found[start] === 1 || stone === EMPTY) continue;
      let length = 1;
      let hasLiberty = false;
      let isBeside = 0;
      found[start] = 1;
      chain[0] = start;
      for (let i = 0; i < length; i++) {
        if (cells[chain[i]!]! >= FREE) hasLiberty = true;
        isBeside |= beside[chain[i]!]!;
        for (const step of around) {
          const cell = chain[i]! + step;
          if (found[cell] === 1 || (cells[cell]! & CONTENT) !== stone) continue;
          found[cell] = 1;
          chain[length++] = cell;
        }
      }
      if (hasLiberty) continue;
      count += length;
      touched |= isBeside;
    }
    return touched === 0 ? 0 : count;
  }

  /** A copy of the stones: one byte per point (EMPTY, BLACK, WHITE). */
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
  private place(cell: number, stone: Stone): number {
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
  private lift(cell: number): void {
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

  /** Updates the hash and the log of changes for a stone that was put on a cell or taken off. */
  private changed(cell: number, before: number, after: number): void {
    const { state, keys } = this;
    const key = (cell << 2) + ((before | after) << 1);
    const low = (state[STATE.HASH_LOW]! ^= keys[key]!);
    const high = (state[STATE.HASH_HIGH]! ^= keys[key + 1]!);
    this.arena.addChange(cell, before, after, low, high);
  }

  /** Walks the chain of a stone that has no empty neighbor: 0 as soon as a liberty is met, else its stones, listed in `chain`. */
  private walkChain(start: number): number {
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

  /** Stones of the other color taken off during play, the other color's self-captures included; counted for the captor. */
  get prisonersBlack(): number {
    return this.state[STATE.PRISONERS_BLACK]!;
  }

  get prisonersWhite(): number {
    return this.state[STATE.PRISONERS_WHITE]!;
  }

  /** Of the opponent's prisoners, those that Black lost by self-capture. */
  get selfCapturedBlack(): number {
    return this.state[STATE.SELF_CAPTURED_BLACK]!;
  }

  get selfCapturedWhite(): number {
    return this.state[STATE.SELF_CAPTURED_WHITE]!;
  }

  /** Opposing stones taken by the last `play`. */
  get captured(): number {
    return this.state[STATE.CAPTURED]!;
  }

  /** Own stones lost by the last `play`, the stone itself included. */
  get selfCaptured(): number {
    return this.state[STATE.SELF_CAPTURED]!;
  }

  /**
   * A move as SGF demands it, legal or not: the stone is placed whatever was there (a stone already there is removed without
   * becoming a prisoner), then opposing chains without liberties are taken, then the own chain if it has none.
   * Sets `captured` and `selfCaptured`.
   */
  play(point: number, stone: Stone): void {
    const { state } = this;
    const cell = this.cellOf[point]!;
    state[STATE.CAPTURED] = state[STATE.SELF_CAPTURED] = 0;
    if ((this.cells[cell]! & CONTENT) !== EMPTY) this.lift(cell);
    if (this.place(cell, stone) === 0) this.takeCaptured(cell, stone);
  }

  /**
   * Setup: puts a stone on a point or empties it, whatever was there. Captures nothing; chains without liberties may remain.
   * Returns 1 when the stone's own chain or a chain next to it may be without liberties now, else 0.
   */
  setup(point: number, content: Content): 0 | 1 {
    const cell = this.cellOf[point]!;
    if ((this.cells[cell]! & CONTENT) !== EMPTY) this.lift(cell);
    if (content === EMPTY) return 0;
    return this.place(cell, content) === 0 ? 1 : 0;
  }

  /** Takes back the last `play` (and only that), given the number of changes before it. */
  undo(mark: number, stone: Stone): void {
    this.rewind(mark);
    this.addPrisoners(stone, -this.captured, -this.selfCaptured);
    this.state[STATE.CAPTURED] = this.state[STATE.SELF_CAPTURED] = 0;
  }

  /** Restores the stones as they were after this many changes; prisoners stay as they are. */
  rewind(mark: number): void {
    const { arena } = this;
    for (let i = arena.changes; i > mark; i--) {
      const cell = arena.cellAt(i);
      const before = arena.contentBefore(i);
      if ((this.cells[cell]! & CONTENT) !== EMPTY) this.lift(cell);
      if (before !== EMPTY) this.place(cell, before as Stone);
    }
    arena.changes = mark;
  }

  /** After a stone was played: takes the opposing chains beside it that have no liberty, or else its own if it has none. */
  private takeCaptured(cell: number, stone: Stone): void {
    const { state, stride } = this;
    const opponent = (3 - stone) as Stone;
    const taken =
      this.takeIfCaptured(cell - stride, opponent) +
      this.takeIfCaptured(cell - 1, opponent) +
      this.takeIfCaptured(cell + 1, opponent) +
      this.takeIfCaptured(cell + stride, opponent);
    const lost = taken > 0 ? 0 : this.takeIfCaptured(cell, stone);
    state[STATE.CAPTURED] = taken;
    state[STATE.SELF_CAPTURED] = lost;
    this.addPrisoners(stone, taken, lost);
  }

  /** Counts stones that a play of this color took and lost. */
  private addPrisoners(stone: Stone, taken: number, lost: number): void {
    const { state } = this;
    state[STATE.PRISONERS_BLACK - BLACK + stone]! += taken;
    state[STATE.PRISONERS_BLACK + WHITE - stone]! += lost;
    state[STATE.SELF_CAPTURED_BLACK - BLACK + stone]! += lost;
  }

  /** Takes the chain of this color on a cell if it has no liberty; returns its stones. */
  private takeIfCaptured(at: number, stone: Stone): number {
    if (this.cells[at] !== stone) return 0;
    const stones = this.walkChain(at);
    for (let i = 0; i < stones; i++) this.lift(this.chain[i]!);
    return stones;
  }
}

const boards = bySize((width, height) => new Board(width, height, 'fast'));

/** The shared board of this size, cleared: its earlier content is lost. */
export function boardFor(width: number, height: number): Board {
  const board = boards(width, height);
  board.reset();
  return board;
}

/** Seed of the position keys; any number that stays the same between runs will do. */
const SEED = 0x5eed60;

/**
 * Keys for hashing positions: four 32-bit words a cell; content c (1 Black, 2 White) has its two
 * halves at `4 * cell + 2 * c`, so that White's lie where the next cell begins.
 * Gives equal numbers on every run and machine (xorshift128 from a fixed seed).
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
