/**
 * Bytes of a text that the kernel sees at once, and actions that it has room for: those of any part of a large file, and of
 * a file that is read whole. Memory that is not used costs nothing.
 */
export const MOST_TEXT = 131072;
export const MOST_ACTIONS = 131072;

/** Places in bytes: where the kernel tells the number of actions, what letters mean, the text, and the arrays of `Scratch`. */
export const COUNT = 0;
export const LETTERS = 64;
export const TEXT = LETTERS + 256;
export const KINDS = TEXT + MOST_TEXT + 8;
export const POINTS = KINDS + MOST_ACTIONS;
export const NODES = POINTS + 2 * MOST_ACTIONS;
export const OFFSETS = NODES + 4 * MOST_ACTIONS;
export const MOVES_BYTES = OFFSETS + 4 * MOST_ACTIONS;
