/**
 * Most bytes of a text that the kernel reads in a call, and most actions that it returns: enough for any part of a large
 * file, and for a small file as a whole. Unused memory costs nothing.
 */
export const MOST_TEXT = 131072;
export const MOST_ACTIONS = 131072;

/** Byte offsets of the number of actions read, the table of letters, the text, and the arrays of `Scratch`. */
export const COUNT = 0;
export const LETTERS = 64;
export const TEXT = LETTERS + 256;
export const KINDS = TEXT + MOST_TEXT + 8;
export const POINTS = KINDS + MOST_ACTIONS;
export const NODES = POINTS + 2 * MOST_ACTIONS;
export const OFFSETS = NODES + 4 * MOST_ACTIONS;
export const MOVES_BYTES = OFFSETS + 4 * MOST_ACTIONS;
