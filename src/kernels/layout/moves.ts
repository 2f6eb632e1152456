/**
 * Most bytes of a text that the kernel reads in a call, and most actions that it returns: enough for any part of a large
 * file and for a whole small file. Unused memory costs nothing.
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
/**
 * Words about a plain header: where the values of PB, PW, EV, RO and DT begin and end, 0 where there is none; the same of RE,
 * whose value is empty here unless it is a plain margin; then 1 where it has bytes beyond ASCII, and 2 more with a CA other
 * than UTF-8; the length of its key. After them the key.
 */
export const HEADER = OFFSETS + 4 * MOST_ACTIONS;
export const RESULT = 10;
export const TRAITS = 12;
export const KEY_LENGTH = 13;
export const KEY = HEADER + 56;
export const MOST_KEY = 512;
export const MOVES_BYTES = KEY + MOST_KEY;
