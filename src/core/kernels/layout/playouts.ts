/** Points, with the border, of the largest board (52x52), rounded up. */
export const MAX_POINTS = 2880;

/** Table by the contents of a point's four neighbors: a 16-bit word for each color and pattern. */
export const VERDICTS = 0;
/** Table by the contents of the four diagonal points: a byte for each color and pattern, 1 where an eye is real. */
export const EYES = 1024;

/** Bytes between what changes during a playout and its copy from before the first one. */
export const START_COPY = 0x1e000;

/** The content of the points around the board. */
export const BORDER = 3;

/** Contents of the points: EMPTY, BLACK, WHITE or BORDER, a byte each. Kernel and caller read beyond both ends. */
export const COLORS = 2048;
/** Of each stone its chain (16 times the point that the chain is known by), else 0: a record that is never read. */
export const CHAINS = COLORS + MAX_POINTS + 64;
/** Of each stone the next one of its chain, in a circle. */
export const NEXT = CHAINS + 2 * MAX_POINTS;
/** Empty points in the order in which moves are drawn. */
export const EMPTIES = NEXT + 2 * MAX_POINTS;
/**
 * Colors (bits) known to be unable to play on a point: it is their eye, or surrounded by the other color without
 * atari. Cleared when that may have changed.
 */
export const REFUSED = EMPTIES + 2 * MAX_POINTS + 64;
/**
 * Records of four 32-bit numbers. Of chains, by the point that they are known by: liberties, counted once per touching
 * stone; the sum of their places and of the places' squares; stones.
 */
export const RECORDS = REFUSED + MAX_POINTS;
/** What each empty point adds to such a record as a liberty (1, place, square, 0); zeros while it is not empty. */
export const OPEN = RECORDS + 16 * MAX_POINTS;

/** What a point adds as a liberty, empty or not. */
export const LIBERTY = 2 * START_COPY;
/** 1 where a stone was taken during the playout, a byte per point. */
export const TAKEN = LIBERTY + 16 * MAX_POINTS;
/** 16-bit sums over playouts: who held the point where Black moved first, where White did; how often it was taken. */
export const BLACK_FIRST = TAKEN + MAX_POINTS;
export const WHITE_FIRST = BLACK_FIRST + 2 * MAX_POINTS;
export const TIMES_TAKEN = WHITE_FIRST + 2 * MAX_POINTS;
/** The stones of the position to start from, a byte per point without the border. */
export const STONES = TIMES_TAKEN + 2 * MAX_POINTS + 64;
export const PLAYOUT_BYTES = STONES + MAX_POINTS;

/** Bits of a word of VERDICTS: neighbors of the other color, own ones, and from OWN_COUNT on the number of the latter. */
export const FOES = 0;
export const OWN = 4;
export const MAY_PLAY = 1 << 8;
export const MAY_BE_EYE = 1 << 9;
/** Without an own or an empty neighbor: a move here must capture. */
export const MUST_CAPTURE = 1 << 10;
export const OWN_COUNT = 11;
