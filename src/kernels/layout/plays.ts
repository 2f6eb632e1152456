/** Longest side of a board that has an arena, and cells of the largest such board, rounded up. */
export const MOST_SIDE = 19;
export const MOST_CELLS = 424;

/** Most moves of a game that is played in an arena, changes of the board, and positions of the history. */
export const MOST_MOVES = 4096;
export const MOST_CHANGES = 4096;
export const MOST_POSITIONS = 4096;

/**
 * A cell is one byte: its content in the two lowest bits, and above them how many of its neighbors are empty.
 * So a stone with no empty point beside it has exactly the value of its color.
 */
export const CONTENT = 3;
/** Of the same byte: one empty neighbor. */
export const FREE = 4;

/** Byte offsets. The declarations in board and history say what each array holds. */
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
/** Eight tables from point to point, one after the other. */
export const SYMMETRIES = BUCKETS + 4 * MOST_MOVES;
export const ARENA_BYTES = SYMMETRIES + 16 * MOST_SIDE * MOST_SIDE;
