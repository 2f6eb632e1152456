import { longer } from '../../core/bytes.js';
import { EMPTY } from '../../core/color.js';
import type { MainLine } from '../../core/line.js';
import { symmetriesOf } from '../../core/point.js';
import { instantiate } from '../../core/webassembly.js';
import { PLAYS } from '../../core/kernels/bytes.js';
import {
  BREATH,
  BUCKETS,
  CELL_OF,
  CELLS,
  CONTENT,
  ENTRIES,
  FREE,
  KEYS,
  KINDS,
  LOG,
  MAX_CHANGES,
  MAX_MOVES,
  MAX_POSITIONS,
  MAX_SIDE,
  NODES,
  POINTS,
  ROW,
  SYMMETRIES,
} from '../../core/kernels/layout/plays.js';
import * as STATE from '../../core/kernels/layout/state.js';

/** Most kernels per thread; boards of further sizes have none. */
const MAX_KERNELS = 8;

/** Int32 words of one change of the board, and of one position of its history (see `History`). */
const CHANGE = 3;
export const ENTRY = 4;

/** Fewest buckets; and most positions and buckets kept between games: a longer game frees its larger arrays at its end. */
const MIN = 512;
const MAX_KEPT = 1 << 14;

/** Arrays that grow with a game. */
interface Growing {
  /**
   * Every change of a cell in the order it happened, CHANGE words each: the cell with its content before and after, and the
   * halves of the position hash after it. Change n lies at `n * CHANGE`, from 1 on; entry 0 is that of the
   * empty board, whose hash is 0.
   */
  log: Int32Array<ArrayBuffer>;
  /** Positions, those of the row by number of stones, and the first of each bucket: see `History`. */
  entries: Int32Array<ArrayBuffer>;
  row: Int32Array<ArrayBuffer>;
  buckets: Int32Array<ArrayBuffer>;
}

/** The main line in a kernel's memory. */
interface Line {
  readonly kinds: Uint8Array<ArrayBuffer>;
  readonly points: Uint16Array<ArrayBuffer>;
  readonly nodes: Uint32Array<ArrayBuffer>;
}

/** What `kernels/plays` exports, without its reader. */
interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer };
  begin(stride: number): void;
  play(from: number, to: number, stone: number, node: number, move: number, isTakingKnown: number): number;
  lineKeys(count: number, first: number, second: number, table: number): number;
}

/**
 * The state of one game: the words and arrays of `Board` and `History`, and a kernel in WebAssembly where there
 * is one. It owns the log of the board's changes, by which two positions of one game can be compared exactly.
 * A game that outgrows the kernel's memory continues in longer arrays.
 */
export class Arena implements Growing {
  /** Words, numbered in `kernels/layout/state`. */
  readonly state: Int32Array<ArrayBuffer>;
  /** Every cell of the board: see `layOut`. */
  readonly cells: Uint8Array<ArrayBuffer>;
  log: Int32Array<ArrayBuffer>;
  entries: Int32Array<ArrayBuffer>;
  row: Int32Array<ArrayBuffer>;
  buckets: Int32Array<ArrayBuffer>;
  /** The main line that the kernel has, if any. */
  held: MainLine | undefined;

  /** By cell: its content before the first and after the last of some changes, and when it was seen last. */
  private readonly first: Uint8Array;
  private readonly last: Uint8Array;
  private readonly seen: Uint32Array;
  private stamp = 0;

  readonly kernel: Kernel | undefined;
  private readonly line: Line | undefined;
  /** The arrays that the kernel sees. */
  private readonly kernelArrays: Readonly<Growing> | undefined;
  private readonly width: number;
  private readonly height: number;

  /** `fast`: with a kernel, if possible. */
  constructor(width: number, height: number, layout: Layout, keys: Int32Array, kind: 'plain' | 'fast') {
    this.width = width;
    this.height = height;
    this.first = new Uint8Array(layout.blank.length);
    this.last = new Uint8Array(layout.blank.length);
    this.seen = new Uint32Array(layout.blank.length);
    this.kernel = kind === 'fast' && Math.max(width, height) <= MAX_SIDE ? startKernel() : undefined;
    if (this.kernel === undefined) {
      this.state = new Int32Array(STATE.STATE_WORDS);
      this.cells = new Uint8Array(layout.blank.length);
      this.log = new Int32Array(1024 * CHANGE);
      this.entries = new Int32Array(MIN * ENTRY);
      this.row = new Int32Array(MIN);
      this.buckets = new Int32Array(MIN);
      return;
    }
    const memory = this.kernel.memory.buffer;
    new Uint16Array(memory, CELL_OF, layout.cellOf.length).set(layout.cellOf);
    new Uint8Array(memory, BREATH, BREATHES.length).set(BREATHES);
    new Int32Array(memory, KEYS, keys.length).set(keys);
    symmetriesOf(width, height).forEach((table, s) => {
      new Uint16Array(memory, SYMMETRIES + 2 * s * table.length, table.length).set(table);
    });
    this.kernel.begin(layout.stride);
    this.state = new Int32Array(memory, 0, STATE.STATE_WORDS);
    this.cells = new Uint8Array(memory, CELLS, layout.blank.length);
    this.log = new Int32Array(memory, LOG, CHANGE * MAX_CHANGES);
    this.entries = new Int32Array(memory, ENTRIES, ENTRY * MAX_POSITIONS);
    this.row = new Int32Array(memory, ROW, MAX_POSITIONS);
    this.buckets = new Int32Array(memory, BUCKETS, MAX_MOVES);
    this.kernelArrays = { log: this.log, entries: this.entries, row: this.row, buckets: this.buckets };
    this.line = {
      kinds: new Uint8Array(memory, KINDS, MAX_MOVES),
      points: new Uint16Array(memory, POINTS, MAX_MOVES),
      nodes: new Uint32Array(memory, NODES, MAX_MOVES),
    };
  }

  get isFast(): boolean {
    return this.kernel !== undefined;
  }

  /** Drops the changes of the previous game. */
  clearLog(): void {
    this.changes = 0;
    if (this.kernelArrays) this.log = this.kernelArrays.log;
  }

  /** Number of changes of the board so far; setting it drops the later ones. The moment after the first n is called n. */
  get changes(): number {
    return this.state[STATE.CHANGES]!;
  }

  set changes(count: number) {
    this.state[STATE.CHANGES] = count;
  }

  /** Records that a cell changed its content, with the halves of the position hash after it. */
  addChange(cell: number, before: number, after: number, low: number, high: number): void {
    const at = ++this.state[STATE.CHANGES]! * CHANGE;
    if (at === this.log.length) this.log = longer(this.log, at + CHANGE);
    const { log } = this;
    log[at] = (cell << 4) | (before << 2) | after;
    log[at + 1] = low;
    log[at + 2] = high;
  }

  /** Cell of change n, from 1. */
  cellAt(change: number): number {
    return this.log[change * CHANGE]! >> 4;
  }

  /** Content of its cell before change n, from 1. */
  contentBefore(change: number): number {
    return (this.log[change * CHANGE]! >> 2) & 3;
  }

  /** Halves of the position hash at a moment; 0 on the empty board. */
  lowAt(moment: number): number {
    return this.log[moment * CHANGE + 1]!;
  }

  highAt(moment: number): number {
    return this.log[moment * CHANGE + 2]!;
  }

  /** Whether the positions of two moments, the earlier one first, are the same: the changes between them cancel out. */
  cancelOut(from: number, to: number): boolean {
    const { first, last, seen, log } = this;
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

  /** Drops the positions of the previous game, for one of about this many moves. */
  clearHistory(moves: number): void {
    const { state, kernelArrays: own, buckets } = this;
    let wanted = MIN;
    while (wanted < moves) wanted *= 2;
    if (state[STATE.IS_BUCKET_USED] === 1) buckets.fill(0, 0, state[STATE.MASK]! + 1);
    if (own && wanted <= own.buckets.length) this.buckets = own.buckets;
    else if (wanted > buckets.length || (buckets.length > MAX_KEPT && wanted <= MAX_KEPT))
      this.buckets = new Int32Array(wanted);
    if (own || this.entries.length > MAX_KEPT * ENTRY)
      this.entries = own?.entries ?? new Int32Array(MIN * ENTRY);
    if (own || this.row.length > MAX_KEPT) this.row = own?.row ?? new Int32Array(MIN);
    state[STATE.MASK] = wanted - 1;
    state[STATE.IS_BUCKET_USED] = 0;
    // No entry lies at 0, so that 0 means none.
    state[STATE.FIRST] = state[STATE.END] = ENTRY;
    state[STATE.ROW_START] = state[STATE.ROW_END] = 0;
  }

  /** Gives the kernel a main line to play; 'no' when there is no kernel or the line is too long for it. */
  take(line: MainLine): 'yes' | 'no' {
    const { count } = line;
    if (this.line === undefined || count > this.line.kinds.length) return 'no';
    this.line.kinds.set(line.kinds.subarray(0, count));
    this.line.points.set(line.points.subarray(0, count));
    this.line.nodes.set(line.nodes.subarray(0, count));
    this.held = line;
    return 'yes';
  }

  /** Number of plays for which the kernel still has memory. */
  room(): number {
    const { kernelArrays: own, state } = this;
    if (own === undefined || this.log !== own.log || this.entries !== own.entries) return 0;
    if (this.row !== own.row || this.buckets !== own.buckets) return 0;
    // Each stone on the board and each still to come can be taken once.
    const changes = (MAX_CHANGES - 1 - state[STATE.CHANGES]! - state[STATE.STONES]!) >> 1;
    const entries = MAX_POSITIONS - state[STATE.END]! / ENTRY;
    return Math.max(0, Math.min(changes, entries, MAX_POSITIONS - state[STATE.ROW_END]!));
  }

  /**
   * Makes the moves of the line held from one index up to another, as long as they are plays on empty points, the colors
   * take turns, each is alone in its node, and nothing has to be judged; records their positions. `room` limits the plays.
   * `node` is the node of the preceding move; the move at index i is number i + 1 + `move`. `isTakingKnown`: 0 to stop after
   * the first play that takes stones. Returns the index of the first action not executed.
   */
  play(from: number, to: number, stone: number, node: number, move: number, isTakingKnown: number): number {
    return this.kernel!.play(from, to, stone, node, move, isTakingKnown);
  }

  /**
   * Mixes the plays and passes of the line held, and of its image under a symmetry, into two words each, at LINE_KEYS: see
   * `lineKey`. 0: the line has setup, and the words mean nothing.
   */
  key(count: number, first: number, second: number, symmetry: number): number {
    return this.kernel!.lineKeys(count, first, second, SYMMETRIES + 2 * symmetry * this.width * this.height);
  }
}

let kernels = 0;

/** A kernel for a board, or `undefined`: there are too many, or the machine has no memory for one. */
function startKernel(): Kernel | undefined {
  if (kernels === MAX_KERNELS) return undefined;
  try {
    const kernel = instantiate(PLAYS) as unknown as Kernel;
    kernels++;
    return kernel;
  } catch {
    // Each memory reserves gigabytes of address space, which a process may be denied.
    return undefined;
  }
}

/** Content of the cells around the board. */
export const BORDER = 3;
/** Empty neighbors that border cells start with, so that counting them down and up never leaves the byte. */
const BORDER_FREE = 8;

/** By cell: its color if it is a stone with an empty neighbor, else 0. */
export const BREATHES: Readonly<Uint8Array> = Uint8Array.from({ length: 256 }, (_, cell) =>
  cell >= FREE && (cell & CONTENT) !== BORDER ? cell & CONTENT : 0,
);

/** Cells of a board with its border: one column, shared by the right and the left edge, and a row above and below. */
interface Layout {
  /** From a cell to the one below. */
  readonly stride: number;
  /** Every cell of the empty board. */
  readonly blank: Uint8Array;
  /** Cell of every point (`y * width + x`). */
  readonly cellOf: Uint16Array;
}

/** Lays out a board of 1 to 52 columns and rows. */
export function layOut(width: number, height: number): Layout {
  if (!isSide(width) || !isSide(height)) throw new RangeError(`Unexpected board size ${width}x${height}`);
  const stride = width + 1;
  const blank = new Uint8Array(stride * (height + 2) + 1).fill(BORDER + BORDER_FREE * FREE);
  const cellOf = new Uint16Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = (y + 1) * stride + x + 1;
      const across = (x > 0 ? 1 : 0) + (x < width - 1 ? 1 : 0);
      const down = (y > 0 ? 1 : 0) + (y < height - 1 ? 1 : 0);
      cellOf[y * width + x] = cell;
      blank[cell] = EMPTY + (across + down) * FREE;
    }
  }
  return { stride, blank, cellOf };
}

function isSide(length: number): boolean {
  return Number.isInteger(length) && length >= 1 && length <= 52;
}
