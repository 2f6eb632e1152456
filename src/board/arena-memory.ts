/** Longest side of a board that has an arena, and cells of the largest such board, rounded up. */
export const MOST_SIDE = 19;
export const MOST_CELLS = 424;

/** Most moves of a game that is played in an arena, changes of the board, and positions of the history. */
export const MOST_MOVES = 4096;
export const MOST_CHANGES = 4096;
export const MOST_POSITIONS = 4096;

/** Words of what board and history hand to the kernel, and take back. */
export const STATE = {
  hashLow: 0,
  hashHigh: 1,
  stones: 2,
  changes: 3,
  /** The history's fields, as it names them. */
  first: 4,
  end: 5,
  found: 6,
  startStones: 7,
  rowStart: 8,
  rowEnd: 9,
  mask: 10,
  /** 1 when a position was put into a bucket. */
  isBucketUsed: 11,
  /** The position before the last play that was taken down, if any was. */
  before: 12,
  /** Stones that Black and White took, and those that the last play took. */
  takenByBlack: 13,
  takenByWhite: 14,
  captured: 15,
  /** Changes of the board before the last play. */
  mark: 16,
  /** One of ENDED. */
  ended: 17,
  /** Four words: what becomes of a key over the line, and of one over its image. */
  keys: 18,
} as const;

/** How a run of plays ended. */
export const ENDED = {
  /** At the index given, or before a point that is occupied. */
  between: 0,
  /** The last play was made and not taken down in the history: its position may have stood before, or it is the first that took stones. */
  made: 1,
  /** The same, and its own chain stands without liberties. */
  starved: 2,
} as const;

/** Places in bytes. Of each array what it holds is told where board and history declare it. */
export const CELLS = 128;
export const CELL_OF = CELLS + MOST_CELLS;
export const CHAIN = CELL_OF + 2 * MOST_CELLS;
export const MET = CHAIN + 2 * MOST_CELLS;
export const BREATH = MET + 4 * MOST_CELLS;
export const KEYS = BREATH + 256;
export const POINTS = KEYS + 16 * (MOST_CELLS + 1);
export const NODES = POINTS + 2 * MOST_MOVES;
export const KINDS = NODES + 4 * MOST_MOVES;
export const LOG = KINDS + MOST_MOVES;
export const ENTRIES = LOG + 12 * MOST_CHANGES;
export const ROW = ENTRIES + 16 * MOST_POSITIONS;
export const BUCKETS = ROW + 4 * MOST_POSITIONS;
/** Eight tables from point to point, one behind the other. */
export const SYMMETRIES = BUCKETS + 4 * MOST_MOVES;
export const ARENA_BYTES = SYMMETRIES + 16 * MOST_SIDE * MOST_SIDE;
