/** Words of a game's state, which board and history read and write in the memory of their kernel. */

/** Halves of the position hash. */
export const HASH_LOW = 0;
export const HASH_HIGH = 1;
/** Stones on the board, and changes of it so far. */
export const STONES = 2;
export const CHANGES = 3;

/** Of the history: the offsets of the entry of the start and of the next entry, and the position on the board. */
export const FIRST = 4;
export const END = 5;
export const FOUND = 6;
/** Stones at the start; where the row of ever fuller positions starts and ends. */
export const START_STONES = 7;
export const ROW_START = 8;
export const ROW_END = 9;
/** Move number of the start, and the player to move there. */
export const START = 10;
export const START_TO_MOVE = 11;
/** Number of buckets less one; 1 when a position was put into one. */
export const MASK = 12;
export const IS_BUCKET_USED = 13;

/** Prisoners, counted for their captor, and of them the owner's self-captures: of each Black's word, then White's. */
export const PRISONERS_BLACK = 14;
export const PRISONERS_WHITE = 15;
export const SELF_CAPTURED_BLACK = 16;
export const SELF_CAPTURED_WHITE = 17;
/** Opposing and own stones that the last play took off. */
export const CAPTURED = 18;
export const SELF_CAPTURED = 19;

/** The position before the one recorded last. */
export const BEFORE = 20;
/** Changes of the board before the last play of a run. */
export const MARK = 21;
/** How a run of plays ended: BETWEEN or MADE. */
export const ENDED = 22;
/** From a cell to the one below. */
export const STRIDE = 23;
/** Changes that may still be compared to confirm that positions with equal hashes are equal; negative: equal hashes suffice. */
export const BUDGET = 24;
/** Byte offsets of the main line, of the log, and of the arrays of the history: see `Board`. */
export const KINDS = 25;
export const POINTS = 26;
export const NODES = 27;
export const LOG = 28;
export const ENTRIES = 29;
export const ROW = 30;
export const BUCKETS = 31;
/** Number of words. */
export const STATE_WORDS = 32;

/** The run ended at the index given, or before a point that is occupied. */
export const BETWEEN = 0;
/**
 * The last play was made and is not in the history: its position may be a repetition, its own chain had no liberty, or
 * it is the first that took stones.
 */
export const MADE = 1;
