/** Words of what board and history hand to the kernel of plays, and take back. */
export const HASH_LOW = 0;
export const HASH_HIGH = 1;
export const STONES = 2;
export const CHANGES = 3;
/** The history's fields, as it names them. */
export const FIRST = 4;
export const END = 5;
export const FOUND = 6;
export const START_STONES = 7;
export const ROW_START = 8;
export const ROW_END = 9;
export const MASK = 10;
/** 1 when a position was put into a bucket. */
export const IS_BUCKET_USED = 11;
/** The position before the last play that was recorded, if any was. */
export const BEFORE = 12;
/** Stones that Black and White took, and those that the last play took. */
export const TAKEN_BY_BLACK = 13;
export const TAKEN_BY_WHITE = 14;
export const CAPTURED = 15;
/** Changes of the board before the last play. */
export const MARK = 16;
/** How a run of plays ended: BETWEEN, MADE or STARVED. */
export const ENDED = 17;
/** Four words: what becomes of a key over the line, and of one over its image. */
export const LINE_KEYS = 18;
/** Number of words. */
export const STATE_WORDS = 22;

/** The run ended at the index given, or before a point that is occupied. */
export const BETWEEN = 0;
/** The last play was made and is not in the history: its position may have stood before, or it is the first that took stones. */
export const MADE = 1;
/** The same, and its own chain stands without liberties. */
export const STARVED = 2;
