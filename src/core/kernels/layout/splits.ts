/** Most bytes of a text in one call, from the byte before the first one to read on. */
export const MAX_TEXT = 65536;

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
export const TEXT = 64;
export const SPLITS_BYTES = TEXT + MAX_TEXT + 16;
