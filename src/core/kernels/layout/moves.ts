/**
 * Most bytes of a text that the kernel reads in a call, and most actions that it returns: enough for any part of a large
 * file and for a whole small file. Unused memory costs nothing.
 */
export const MAX_TEXT = 131072;
export const MAX_ACTIONS = 131072;

/** Byte offsets of the number of actions read, the table of letters, the text, and the arrays of `Scratch`. */
export const COUNT = 0;
export const LETTERS = 64;
export const TEXT = LETTERS + 256;
export const KINDS = TEXT + MAX_TEXT + 8;
export const POINTS = KINDS + MAX_ACTIONS;
export const NODES = POINTS + 2 * MAX_ACTIONS;
export const OFFSETS = NODES + 4 * MAX_ACTIONS;
export const MOVES_BYTES = OFFSETS + 4 * MAX_ACTIONS;
