// The memory of `plays` behind the words.

/** Points of the largest board, 52x52, with the border, rounded up. */
export const MAX_CELLS = 2880;

/**
 * A cell is one byte: its content in the two lowest bits, and above them how many of its neighbors are empty.
 * So a stone with no empty point beside it has exactly the value of its color.
 */
export const CONTENT = 3;
/** Of the same byte: one empty neighbor. */
export const FREE = 4;
/** The content of the points around the board. */
export const BORDER = 3;

/** Words of one change of the board, and of one position of its history. */
export const CHANGE = 3;
export const ENTRY = 4;
/** Words of an entry: see `History`. */
export const MOMENT = 0;
export const MADE_BY_MOVE = 1;
export const MORE = 2;
export const NEXT = 3;

/** Byte offsets of the arrays behind the words of the state; behind them lie those whose length depends on the game. */
export const CELLS = 256;
/** Cell of every point (`y * width + x`). */
export const CELL_OF = CELLS + MAX_CELLS;
/** Stones of the chain walked last, and for each cell the last walk that met it. */
export const CHAIN = CELL_OF + 2 * MAX_CELLS;
export const MET = CHAIN + 2 * MAX_CELLS;
/** Of a cell that changes met: its content before the first and after the last of them. */
export const SINCE = MET + 4 * MAX_CELLS;
/** By cell: its color if it is a stone with an empty neighbor, else 0. */
export const BREATH = SINCE + MAX_CELLS;
/** Keys of positions: of each cell two halves for Black, then two for White. */
export const KEYS = BREATH + 256;
export const GAME = KEYS + 16 * (MAX_CELLS + 1);

// Words of a game's state, at the start of that memory, which board and history read and write.

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
/** How a run of plays ended: BETWEEN or TO_JUDGE. */
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
export const TO_JUDGE = 1;

// Bytes that `moves` and `splits` look for.

/** `;?[??]` as eight bytes, the first one lowest, the bits of its known ones, and its length. */
export const NODE = 0x5d00005b003b;
export const KNOWN = 0xff0000ff00ff;
export const NODE_BYTES = 6;
/** The identifiers of move properties. */
export const BLACK = 66;
export const WHITE = 87;
export const LINE_FEED = 10;

// The memory of `moves`.

/**
 * Most bytes of a text that the kernel reads in a call, and most actions that it returns: enough for any part of a large
 * file and for a whole small file. Unused memory costs nothing.
 */
export const MAX_READ = 131072;
export const MAX_ACTIONS = 131072;

/** Byte offsets of the number of actions read, the table of letters, the text, and the arrays of `Scratch`. */
export const READ_COUNT = 0;
export const READ_LETTERS = 64;
export const READ_TEXT = READ_LETTERS + 256;
export const READ_KINDS = READ_TEXT + MAX_READ + 8;
export const READ_POINTS = READ_KINDS + MAX_ACTIONS;
export const READ_NODES = READ_POINTS + 2 * MAX_ACTIONS;
export const READ_OFFSETS = READ_NODES + 4 * MAX_ACTIONS;
export const READ_BYTES = READ_OFFSETS + 4 * MAX_ACTIONS;

// The memory of `splits`.

/** Most bytes of a text in one call, from the byte before the first one to read on. */
export const MAX_SPLIT = 65536;

/** Bytes after a position that must be known to read it. */
export const LOOKAHEAD = 5;

/** Longer text outside of games is not kept. */
export const OUTSIDE_BYTES = 1024 * 1024;

/** Byte offsets of what a call returns, as words, and of the text. */
export const DEPTH = 0;
export const IN_VALUE = 4;
export const CUT = 8;
export const GAMES = 12;
export const GAMES_AT_CUT = 16;
export const ODD = 20;
export const BREAKS = 0;
export const CHARACTERS = 4;
export const SPLIT_TEXT = 64;
export const SPLIT_BYTES = SPLIT_TEXT + MAX_SPLIT + 16;

// The memory of `playouts`.

/** Table by the contents of a point's four neighbors: a 16-bit word for each color and pattern. */
export const VERDICTS = 0;
/** Table by the contents of the four diagonal points: a byte for each color and pattern, 1 where an eye is real. */
export const EYES = 1024;

/** Bytes between what changes during a playout and its copy from before the first one. */
export const START_COPY = 0x1e000;

/** Contents of the points: EMPTY, BLACK, WHITE or BORDER, a byte each. Kernel and caller read beyond both ends. */
export const COLORS = 2048;
/** Of each stone its chain (16 times the point that the chain is known by), else 0: a record that is never read. */
export const CHAINS = COLORS + MAX_CELLS + 64;
/** Of each stone the next one of its chain, in a circle. */
export const NEXT_STONE = CHAINS + 2 * MAX_CELLS;
/** Empty points in the order in which moves are drawn. */
export const EMPTIES = NEXT_STONE + 2 * MAX_CELLS;
/**
 * Colors (bits) known to be unable to play on a point: it is their eye, or surrounded by the other color without
 * atari. Cleared when that may have changed.
 */
export const REFUSED = EMPTIES + 2 * MAX_CELLS + 64;
/**
 * Records of four 32-bit numbers. Of chains, by the point that they are known by: liberties, counted once per touching
 * stone; the sum of their places and of the places' squares; stones.
 */
export const RECORDS = REFUSED + MAX_CELLS;
/** What each empty point adds to such a record as a liberty (1, place, square, 0); zeros while it is not empty. */
export const OPEN = RECORDS + 16 * MAX_CELLS;

/** What a point adds as a liberty, empty or not. */
export const LIBERTY = 2 * START_COPY;
/** 1 where a stone was taken during the playout, a byte per point. */
export const TAKEN = LIBERTY + 16 * MAX_CELLS;
/** 16-bit sums over playouts: who held the point where Black moved first, where White did; how often it was taken. */
export const BLACK_FIRST = TAKEN + MAX_CELLS;
export const WHITE_FIRST = BLACK_FIRST + 2 * MAX_CELLS;
export const TIMES_TAKEN = WHITE_FIRST + 2 * MAX_CELLS;
/** The stones of the position to start from, a byte per point without the border. */
export const PLAYOUT_STONES = TIMES_TAKEN + 2 * MAX_CELLS + 64;
export const PLAYOUT_BYTES = PLAYOUT_STONES + MAX_CELLS;

/** Bits of a word of VERDICTS: neighbors of the other color, own ones, and from OWN_COUNT on the number of the latter. */
export const FOES = 0;
export const OWN = 4;
export const MAY_PLAY = 1 << 8;
export const MAY_BE_EYE = 1 << 9;
/** Without an own or an empty neighbor: a move here must capture. */
export const MUST_CAPTURE = 1 << 10;
export const OWN_COUNT = 11;

// The memory of `products`.

/** Channels of every hidden layer of the net, input planes, and outcomes of its answer. */
export const CHANNELS = 32;
export const PLANES = 20;
export const OUTCOMES = 3;

/** Numbers that the kernel returns for a point; the last is unused. */
export const ANSWER = 4;

/** Side of the square of points that a convolution computes at once, and the planes that this takes. */
export const SIDE = 4;
export const PLANE_COUNT = 36;

/** Rows and output channels that a product computes at once: five sums, their inputs and weights fit the registers. */
export const ROWS = 5;
export const OUT = 4;

/** Bytes of a row of 16-bit integers with their scale, four times. */
export const SHORT_ROW = 2 * CHANNELS + 16;

/** Bytes below this are the kernel's own; then CHANNELS zeros, and from PRODUCT_LAYERS on what the caller lays out. */
export const NO_BIAS = 1024;
export const PRODUCT_LAYERS = 2048;

/** Bytes for weights and layers of the largest board. */
export const PRODUCT_BYTES = 96 * 65536;
