import type { MainLine } from '../core/line.js';
import { symmetriesOf } from '../core/symmetry.js';
import { instantiate } from '../core/webassembly.js';
import { PLAYS } from '../kernels/bytes.js';
import {
  BREATH,
  BUCKETS,
  CELLS,
  CELL_OF,
  ENTRIES,
  KEYS,
  KINDS,
  LOG,
  MOST_CHANGES,
  MOST_MOVES,
  MOST_POSITIONS,
  MOST_SIDE,
  NODES,
  POINTS,
  ROW,
  SYMMETRIES,
} from '../kernels/layout/plays.js';
import { STATE_WORDS } from '../kernels/layout/state.js';
import { BREATHES, type Layout } from './layout.js';

/** Arenas of a thread: boards of further sizes do without. */
const MOST_ARENAS = 8;

interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer };
  begin(stride: number): void;
  readonly play: (
    from: number,
    to: number,
    stone: number,
    node: number,
    move: number,
    isTakingKnown: number,
  ) => number;
  lineKeys(count: number, first: number, second: number, table: number): number;
}

/**
 * Where a board and a history keep their arrays so that a kernel in WebAssembly can make runs of plays on them. Games
 * that outgrow it go on in arrays of their own, which the kernel does not see.
 */
export interface Arena {
  /** Words as `layout/state` numbers them. */
  readonly state: Int32Array<ArrayBuffer>;
  /** Of the board: its cells, and the log of its changes. */
  readonly cells: Uint8Array<ArrayBuffer>;
  readonly log: Int32Array<ArrayBuffer>;
  /** Of the history. */
  readonly entries: Int32Array<ArrayBuffer>;
  readonly row: Int32Array<ArrayBuffer>;
  readonly buckets: Int32Array<ArrayBuffer>;
  /** The main line that `kinds`, `points` and `nodes` hold. */
  held: MainLine | undefined;
  readonly kinds: Uint8Array<ArrayBuffer>;
  readonly points: Uint16Array<ArrayBuffer>;
  readonly nodes: Uint32Array<ArrayBuffer>;
  /**
   * Makes the moves of the line from one index up to another, as long as they are plays on empty points, the colors take
   * turns, each is alone in its node, and nothing has to be judged; takes the positions down. `node` is that of the
   * move before; the move at index i is number i + 1 + `move`. `isTakingKnown`: 0 to stop behind the first play that takes
   * stones. Board and history hand over what they know by STATE, and take it back. Returns the index of the first action
   * not executed.
   */
  readonly play: Kernel['play'];
  /**
   * Mixes plays and passes of the line into two words, and those of its image under a symmetry, into LINE_KEYS: see
   * `lineKey`. 0: there is setup among them, and the words mean nothing.
   */
  key(count: number, first: number, second: number, symmetry: number): number;
}

let arenas = 0;

/** An arena for a board, or `undefined`: it is too large, or there are too many, or the machine has no room for one. */
export function makeArena(
  width: number,
  height: number,
  { blank, cellOf, stride }: Layout,
  keys: Int32Array,
): Arena | undefined {
  if (Math.max(width, height) > MOST_SIDE || arenas === MOST_ARENAS) return undefined;
  let kernel: Kernel;
  try {
    kernel = instantiate(PLAYS) as unknown as Kernel;
  } catch {
    // Each memory reserves gigabytes of addresses, which a process may be denied.
    return undefined;
  }
  arenas++;
  const memory = kernel.memory.buffer;
  new Uint16Array(memory, CELL_OF, cellOf.length).set(cellOf);
  new Uint8Array(memory, BREATH, BREATHES.length).set(BREATHES);
  new Int32Array(memory, KEYS, keys.length).set(keys);
  kernel.begin(stride);
  const points = width * height;
  symmetriesOf(width, height).forEach((table, s) => {
    new Uint16Array(memory, SYMMETRIES + 2 * s * points, points).set(table);
  });
  return {
    state: new Int32Array(memory, 0, STATE_WORDS),
    cells: new Uint8Array(memory, CELLS, blank.length),
    log: new Int32Array(memory, LOG, 3 * MOST_CHANGES),
    entries: new Int32Array(memory, ENTRIES, 4 * MOST_POSITIONS),
    row: new Int32Array(memory, ROW, MOST_POSITIONS),
    buckets: new Int32Array(memory, BUCKETS, MOST_MOVES),
    kinds: new Uint8Array(memory, KINDS, MOST_MOVES),
    points: new Uint16Array(memory, POINTS, MOST_MOVES),
    nodes: new Uint32Array(memory, NODES, MOST_MOVES),
    play: kernel.play,
    held: undefined,
    key: (count, first, second, symmetry) =>
      kernel.lineKeys(count, first, second, SYMMETRIES + 2 * symmetry * points),
  };
}
