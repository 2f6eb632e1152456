/**
 * Most bytes of a text that the kernel reads in a call, and most actions that it returns: enough for any part of a large
 * file and for a whole small file. Unused memory costs nothing.
 */
export const MAX_TEXT = 131072;
export const MAX_ACTIONS = 131072;

/**
 * Byte offsets of the number of actions read, the table of letters, the text, and the arrays of `Scratch`. Before them are the
 * words of a game's state.
 */
export const COUNT = 128;
export const LETTERS = 192;
export const TEXT = LETTERS + 256;
export const KINDS = TEXT + MAX_TEXT + 8;
export const POINTS = KINDS + MAX_ACTIONS;
export const NODES = POINTS + 2 * MAX_ACTIONS;
export const OFFSETS = NODES + 4 * MAX_ACTIONS;
/** Longest side of a board that has an arena, and cells of the largest such board, rounded up. */
export const MAX_SIDE = 19;
export const MAX_CELLS = 424;

/** Most moves of a game that is played in an arena, changes of the board, and positions of the history. */
export const MAX_MOVES = 4096;
export const MAX_CHANGES = 4096;
export const MAX_POSITIONS = 4096;

/**
 * A cell is one byte: its content in the two lowest bits, and above them how many of its neighbors are empty.
 * So a stone with no empty point beside it has exactly the value of its color.
 */
export const CONTENT = 3;
/** Of the same byte: one empty neighbor. */
export const FREE = 4;

/** The rest is for plays: the declarations in board and history say what each array holds. */
export const CELLS = OFFSETS + 4 * MAX_ACTIONS;
export const CELL_OF = CELLS + MAX_CELLS;
export const CHAIN = CELL_OF + 2 * MAX_CELLS;
export const MET = CHAIN + 2 * MAX_CELLS;
export const BREATH = MET + 4 * MAX_CELLS;
export const KEYS = BREATH + 256;
export const LOG = KEYS + 16 * (MAX_CELLS + 1);
export const ENTRIES = LOG + 12 * MAX_CHANGES;
export const ROW = ENTRIES + 16 * MAX_POSITIONS;
export const BUCKETS = ROW + 4 * MAX_POSITIONS;
/** Eight tables from point to point, one after the other. */
export const SYMMETRIES = BUCKETS + 4 * MAX_MOVES;
export const ARENA_BYTES = SYMMETRIES + 16 * MAX_SIDE * MAX_SIDE;
