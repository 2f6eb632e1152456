import { EMPTY, type Content, type Stone } from '../../core/color.js';
import * as AT from '../../core/kernels/layout.js';
import { PLAYS } from '../../core/kernels/bytes.js';
import type { MainLine } from '../../core/line.js';
import { bySize } from '../../core/point.js';
import { instantiate } from '../../core/webassembly.js';

/** What `kernels/plays` exports. */
interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): unknown };
  play(point: number, stone: number): void;
  setup(point: number, content: number): 0 | 1;
  rewind(mark: number): void;
  undo(mark: number, stone: number): void;
  find(): number;
  enter(made: number): void;
  playTurns(
    from: number,
    to: number,
    first: number,
    before: number,
    move: number,
    isTakingKnown: number,
  ): number;
}

/** Actions of a line that every board has memory for; a longer line takes as much as it needs, hundreds of megabytes near the limit on moves. */
const USUAL_ACTIONS = 4096;
/** A board with memory for more than so many times the actions is not kept for the next game. */
const MAX_SPARE = 4;
const PAGE_BYTES = 0x10000;

/** Empty neighbors that border cells start with, so that counting them down and up never leaves the byte. */
const BORDER_FREE = 8;

/** By cell: its color if it is a stone with an empty neighbor, else 0. */
const BREATHES = Uint8Array.from({ length: 256 }, (_, cell) =>
  cell >= AT.FREE && (cell & AT.CONTENT) !== AT.BORDER ? cell & AT.CONTENT : 0,
);

/** Every cell of the empty board, and the cell of every point (`y * width + x`). */
interface Layout {
  readonly blank: Uint8Array;
  readonly cellOf: Uint16Array;
}

/** Lays out a board of 1 to 52 columns and rows with its border: one column, shared by both edges, and a row above and below. */
const layOut = bySize((width, height): Layout => {
  if (!isSide(width) || !isSide(height)) throw new RangeError(`${width}x${height} is no size of a board`);
  const stride = width + 1;
  const blank = new Uint8Array(stride * (height + 2) + 1).fill(AT.BORDER + BORDER_FREE * AT.FREE);
  const cellOf = new Uint16Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = (y + 1) * stride + x + 1;
      const across = (x > 0 ? 1 : 0) + (x < width - 1 ? 1 : 0);
      const down = (y > 0 ? 1 : 0) + (y < height - 1 ? 1 : 0);
      cellOf[y * width + x] = cell;
      blank[cell] = EMPTY + (across + down) * AT.FREE;
    }
  }
  return { blank, cellOf };
});

function isSide(length: number): boolean {
  return Number.isInteger(length) && length >= 1 && length <= 52;
}

/**
 * Stones with moves and setup as SGF demands them, and the prisoners they make. Knows no rules: it executes whatever it is given.
 * The kernel does it, in its memory: a 64-bit position hash and the log of all changes are kept up to date stone by stone.
 * Points are `y * width + x`; internally, cells have a border of one column and two rows so that every point has four neighbors.
 * Chains are not stored: every cell counts its empty neighbors, and only the chain of a stone with none left is walked,
 * usually a few steps to the first liberty.
 */
export class Board {
  width = 0;
  height = 0;
  /** Most actions of a line that there is memory for. */
  readonly actions: number;
  /** Words of the game's state, numbered in `kernels/layout`. */
  readonly state: Int32Array<ArrayBuffer>;
  /** Positions of the history, and the first of each bucket: see `History`. */
  readonly entries: Int32Array<ArrayBuffer>;
  readonly buckets: Int32Array<ArrayBuffer>;
  readonly kernel: Kernel;

  private readonly kinds: Uint8Array;
  private readonly points: Uint16Array;
  private readonly nodes: Uint32Array;
  private cells = new Uint8Array();
  private layout: Layout = { blank: this.cells, cellOf: new Uint16Array() };
  private keys = 0;

  /** An empty board of 1 to 52 columns and rows, for lines of so many actions at most. */
  constructor(width: number, height: number, most = USUAL_ACTIONS) {
    const actions = Math.max(most, USUAL_ACTIONS);
    this.actions = actions;
    this.kernel = instantiate(PLAYS) as Kernel;
    // An action puts one stone on the board, which is taken off once, and makes three entries: a start, a position, and its first moves.
    const entries = AT.ENTRY * (3 * actions + 2);
    const changes = AT.CHANGE * (2 * actions + AT.MAX_CELLS);
    let end = AT.GAME;
    const sized = (words: number): number => {
      const start = end;
      end += 4 * words;
      return start;
    };
    const starts = [actions, actions, actions, changes, entries, 2 * actions + 1, actions].map(sized);
    this.kernel.memory.grow(Math.ceil(end / PAGE_BYTES));
    const memory = this.kernel.memory.buffer;
    const [kinds, points, nodes, , entriesAt, , bucketsAt] = starts as [number, number, number, ...number[]];
    this.state = new Int32Array(memory, 0, AT.STATE_WORDS);
    this.state.set(starts, AT.KINDS);
    this.kinds = new Uint8Array(memory, kinds, actions);
    this.points = new Uint16Array(memory, points, actions);
    this.nodes = new Uint32Array(memory, nodes, actions);
    this.entries = new Int32Array(memory, entriesAt, entries);
    this.buckets = new Int32Array(memory, bucketsAt, actions);
    new Uint8Array(memory, AT.BREATH, BREATHES.length).set(BREATHES);
    this.begin(width, height);
  }

  /** Clears the board, its prisoners and its changes, for a game of this size. */
  begin(width: number, height: number): void {
    const { state } = this;
    if (width !== this.width || height !== this.height) this.lay(width, height);
    this.cells.set(this.layout.blank);
    state[AT.STONES] = state[AT.CHANGES] = state[AT.HASH_LOW] = state[AT.HASH_HIGH] = 0;
    state.fill(0, AT.PRISONERS_BLACK, AT.SELF_CAPTURED + 1);
  }

  private lay(width: number, height: number): void {
    const memory = this.kernel.memory.buffer;
    this.layout = layOut(width, height);
    const { blank, cellOf } = this.layout;
    this.width = width;
    this.height = height;
    this.cells = new Uint8Array(memory, AT.CELLS, blank.length);
    this.state[AT.STRIDE] = width + 1;
    new Uint16Array(memory, AT.CELL_OF, cellOf.length).set(cellOf);
    if (blank.length <= this.keys) return;
    this.keys = blank.length;
    const keys = positionKeys(blank.length);
    new Int32Array(memory, AT.KEYS, keys.length).set(keys);
  }

  /** Stones on the board, of both colors. */
  get stones(): number {
    return this.state[AT.STONES]!;
  }

  /** Number of changes of the board so far. */
  get changes(): number {
    return this.state[AT.CHANGES]!;
  }

  /** Content of a point: EMPTY, BLACK or WHITE. */
  at(point: number): number {
    return this.cells[this.layout.cellOf[point]!]! & AT.CONTENT;
  }

  /** Stones of one color on the board, counted at each call. */
  count(stone: Stone): number {
    let found = 0;
    for (let at = 0; this.stones > 0 && at < this.cells.length; at++) {
      if ((this.cells[at]! & AT.CONTENT) === stone) found++;
    }
    return found;
  }

  /**
   * Stones in chains without liberties; only setup can leave such chains. `isSet`: 0 unless one of them is at or beside such a point.
   * Visits each stone once, however long its chain is.
   */
  stonesWithoutLiberty(isSet: (point: number) => boolean = () => true): number {
    const { cells } = this;
    const stride = this.width + 1;
    const chain = new Uint16Array(cells.length);
    const beside = new Uint8Array(cells.length);
    const found = new Uint8Array(cells.length);
    const around = [-stride, -1, 1, stride];
    this.layout.cellOf.forEach((cell, point) => {
      if (isSet(point)) for (const step of [0, ...around]) beside[cell + step] = 1;
    });
    let count = 0;
    let touched = 0;
    for (const start of this.layout.cellOf) {
      const stone = cells[start]! & AT.CONTENT;
      if (found[start] === 1 || stone === EMPTY) continue;
      let length = 1;
      let hasLiberty = false;
      let isBeside = 0;
      found[start] = 1;
      chain[0] = start;
      for (let i = 0; i < length; i++) {
        if (cells[chain[i]!]! >= AT.FREE) hasLiberty = true;
        isBeside |= beside[chain[i]!]!;
        for (const step of around) {
          const cell = chain[i]! + step;
          if (found[cell] === 1 || (cells[cell]! & AT.CONTENT) !== stone) continue;
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
    const { cells, layout } = this;
    const { cellOf } = layout;
    const out = new Uint8Array(cellOf.length);
    for (let point = 0; point < cellOf.length; point++) out[point] = cells[cellOf[point]!]! & AT.CONTENT;
    return out;
  }

  /** Stones of the other color taken off during play, the other color's self-captures included; counted for the captor. */
  get prisonersBlack(): number {
    return this.state[AT.PRISONERS_BLACK]!;
  }

  get prisonersWhite(): number {
    return this.state[AT.PRISONERS_WHITE]!;
  }

  /** Of the opponent's prisoners, those that Black lost by self-capture. */
  get selfCapturedBlack(): number {
    return this.state[AT.SELF_CAPTURED_BLACK]!;
  }

  get selfCapturedWhite(): number {
    return this.state[AT.SELF_CAPTURED_WHITE]!;
  }

  /** Opposing stones taken by the last `play`. */
  get captured(): number {
    return this.state[AT.CAPTURED]!;
  }

  /** Own stones lost by the last `play`, the stone itself included. */
  get selfCaptured(): number {
    return this.state[AT.SELF_CAPTURED]!;
  }

  /**
   * A move as SGF demands it, legal or not: the stone is placed whatever was there (a stone already there is removed without
   * becoming a prisoner), then opposing chains without liberties are taken, then the own chain if it has none.
   * Sets `captured` and `selfCaptured`.
   */
  play(point: number, stone: Stone): void {
    this.checkRoom();
    this.kernel.play(point, stone);
  }

  /**
   * Setup: puts a stone on a point or empties it, whatever was there. Captures nothing; chains without liberties may remain.
   * Returns 1 when the stone's own chain or a chain next to it may be without liberties now, else 0.
   */
  setup(point: number, content: Content): 0 | 1 {
    this.checkRoom();
    return this.kernel.setup(point, content);
  }

  private checkRoom(): void {
    if (this.changes > 2 * this.actions)
      throw new RangeError(`More changes than those of ${this.actions} actions`);
  }

  /** Takes back the last `play` (and only that), given the number of changes before it. */
  undo(mark: number, stone: Stone): void {
    this.kernel.undo(mark, stone);
  }

  /** Restores the stones as they were after this many changes; prisoners stay as they are. */
  rewind(mark: number): void {
    this.kernel.rewind(mark);
  }

  /** Gives the kernel a main line to play. */
  take(line: MainLine): void {
    const { count } = line;
    this.kinds.set(line.kinds.subarray(0, count));
    this.points.set(line.points.subarray(0, count));
    this.nodes.set(line.nodes.subarray(0, count));
  }
}

let shared: Board | undefined;

/** The shared board, cleared, for a line of so many actions: its earlier content is lost, whatever its size was. */
export function boardFor(width: number, height: number, actions = 0): Board {
  const isFit =
    shared !== undefined &&
    shared.actions >= actions &&
    shared.actions <= MAX_SPARE * Math.max(actions, USUAL_ACTIONS);
  if (isFit) shared!.begin(width, height);
  else shared = new Board(width, height, actions);
  return shared!;
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
