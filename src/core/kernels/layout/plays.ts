/** Points of the largest board, 52x52, and its cells with the border, rounded up. */
const MAX_POINTS = 52 * 52;
export const MAX_CELLS = 2880;

/**
 * A cell is one byte: its content in the two lowest bits, and above them how many of its neighbors are empty.
 * So a stone with no empty point beside it has exactly the value of its color.
 */
export const CONTENT = 3;
/** Of the same byte: one empty neighbor. */
export const FREE = 4;

/** Words of one change of the board, and of one position of its history. */
export const CHANGE = 3;
export const ENTRY = 4;
/** Words of an entry: see `History`. */
export const MOMENT = 0;
export const MADE = 1;
export const MORE = 2;
export const NEXT = 3;

/** Byte offsets of the arrays behind the words of the state; behind them lie those whose length depends on the game. */
export const CELLS = 256;
/** Cell of every point (`y * width + x`). */
export const CELL_OF = CELLS + MAX_CELLS;
/** Stones of the chain walked last, and for each cell the last walk that met it. */
export const CHAIN = CELL_OF + 2 * MAX_POINTS;
export const MET = CHAIN + 2 * MAX_CELLS;
/** Of a cell that changes met: its content before the first and after the last of them. */
export const SINCE = MET + 4 * MAX_CELLS;
/** By cell: its color if it is a stone with an empty neighbor, else 0. */
export const BREATH = SINCE + MAX_CELLS;
/** Keys of positions: of each cell two halves for Black, then two for White. */
export const KEYS = BREATH + 256;
export const FIRST_FREE = KEYS + 16 * (MAX_CELLS + 1);
