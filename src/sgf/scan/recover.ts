import {
  BACKSLASH,
  CLOSE_BRACKET,
  isLetter,
  isWhitespace,
  LETTER_B,
  LETTER_W,
  OPEN_BRACKET,
  OPEN_PAREN,
  SEMICOLON,
  SPACE,
} from '../../core/bytes.js';

/** A swallowed game start is the end of a value: `(;FF[4` and a little white space fit in this. */
const TAIL = 40;

/** Identifiers that start a game and never a variation, as two bytes: FF GM CA AP SZ. */
const STARTERS = new Set([0x4646, 0x474d, 0x4341, 0x4150, 0x535a]);

/** Whether `at` is the `(` of something that looks like a new game: `(;FF[`, `(;GM[`, `(;CA[`, `(;AP[` or `(;SZ[`. */
export function looksLikeGame(text: Uint8Array, at: number, end: number): boolean {
  const next = skipWhitespace(text, at + 1, end);
  return text[next] === SEMICOLON && startsUnopened(text, next, end);
}

/** Whether `at` is the `;` of a root node by its first property, for games that lost their `(`. */
export function startsUnopened(text: Uint8Array, at: number, end: number): boolean {
  const next = skipWhitespace(text, at + 1, end);
  return (
    next + 2 < end && STARTERS.has((text[next]! << 8) | text[next + 1]!) && text[next + 2] === OPEN_BRACKET
  );
}

/** Whether `at` is the `;` of a node that begins with a move. */
export function startsMove(text: Uint8Array, at: number, end: number): boolean {
  const next = skipWhitespace(text, at + 1, end);
  return (text[next] === LETTER_B || text[next] === LETTER_W) && text[next + 1] === OPEN_BRACKET;
}

/** Bytes at the start of a file that may stand before a node without its `(`: a byte order mark, blank lines. */
const MAX_BLANK = 64;

/** Whether `at` is the `;` of a node with which the file begins: whatever its first property is, the `(` before it is missing. */
export function beginsUnopened(text: Uint8Array, at: number, end: number): boolean {
  if (at > MAX_BLANK) return false;
  for (let i = 0; i < at; i++)
    if (!isWhitespace(text[i]!) && !BYTE_ORDER_MARK.includes(text[i]!)) return false;
  const next = skipWhitespace(text, at + 1, end);
  let last = next;
  while (last < next + 2 && last < end && isLetter(text[last]!)) last++;
  return last > next && text[last] === OPEN_BRACKET;
}

const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

/**
 * Offset of a game start swallowed by the value in [start, close), -1 when there is none. A value that lost its
 * closing bracket runs to the next one, that of the next game's first property; a value that runs to the end of
 * the file (`close === end`) is searched from its start. A value that quotes a game escapes its brackets, and is intact.
 */
export function swallowedGame(text: Uint8Array, start: number, close: number, end: number): number {
  const from = close === end ? start : Math.max(start, close - TAIL);
  for (let at = from; at < close; at++) {
    if (text[at] !== OPEN_PAREN || !looksLikeGame(text, at, end)) continue;
    if (close === end || !hasEscape(text, at, close)) return at;
  }
  return -1;
}

function hasEscape(text: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text[at] === BACKSLASH) return true;
  return false;
}

/** Whether `at` is a `(` that starts a game: white space and more `(` may follow, then `;` or a property. */
export function startsGame(text: Uint8Array, at: number, end: number): boolean {
  let next = at;
  while (next < end && (text[next] === OPEN_PAREN || isWhitespace(text[next]!))) next++;
  if (text[next] === SEMICOLON) return next < end;
  const first = next;
  while (next < end && isLetter(text[next]!)) next++;
  return next > first && next < end && text[next] === OPEN_BRACKET;
}

export function skipWhitespace(text: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isWhitespace(text[at]!)) at++;
  return at;
}

const P = 112;
const LAST_COLUMN = 115;

/** With fewer moves, the absence of any in one column proves nothing. */
const MIN_INTACT = 50;
const LONGEST_NAME = 60;

/** A text with its moves restored, of the same length as the damaged one. */
export interface Restored {
  readonly text: Uint8Array;
  /** How many moves were restored. */
  readonly moves: number;
  /** The text in their place. */
  readonly pasted: string;
  /** Offset of the first. */
  readonly offset: number;
}

/**
 * Undoes the damage that one news server did to its records: it pasted a player's name over every `[p`, so that `;B[pd]` became
 * `;B`name`d]`. Returns `undefined` unless the file proves it: every move without a bracket has the same text in its place and
 * one letter of its point left, and no other move of the file is in column p.
 * All 427 damaged records of that server in our corpus fit this; with the moves restored, their games replay without errors.
 */
export function undoPasted(text: Uint8Array): Restored | undefined {
  const starts: number[] = [];
  let intact = 0;
  let name: Uint8Array | undefined;
  for (let at = text.indexOf(SEMICOLON); at >= 0; at = text.indexOf(SEMICOLON, at + 1)) {
    const color = text[at + 1];
    if (color !== LETTER_B && color !== LETTER_W) continue;
    if (text[at + 2] === OPEN_BRACKET) {
      if (text[at + 3] === P) return undefined;
      intact++;
      continue;
    }
    const end = endOfPasted(text, at + 2);
    if (end < 0) continue;
    const here = text.subarray(at + 2, end);
    if (name && !isSame(name, here)) return undefined;
    name ??= here;
    starts.push(at + 2);
  }
  if (!name || intact < MIN_INTACT) return undefined;
  // The slice of a Buffer shares its bytes: the file itself would change.
  const restored = new Uint8Array(text);
  for (const start of starts) {
    restored.fill(SPACE, start, start + name.length - 2);
    restored[start + name.length - 2] = OPEN_BRACKET;
    restored[start + name.length - 1] = P;
  }
  return { text: restored, moves: starts.length, pasted: new TextDecoder().decode(name), offset: starts[0]! };
}

/** Offset of the last letter of a point after a pasted text that begins at `start`; -1 without one. */
function endOfPasted(text: Uint8Array, start: number): number {
  // A parenthesis in place of a bracket is another slip (`mendBrackets`).
  if (text[start] === OPEN_PAREN) return -1;
  const most = Math.min(text.length - 1, start + LONGEST_NAME);
  for (let at = start; at < most; at++) {
    const byte = text[at]!;
    if (byte === OPEN_BRACKET || byte === CLOSE_BRACKET || byte === SEMICOLON) return -1;
    if (text[at + 1] === CLOSE_BRACKET) {
      return at - start >= 2 && byte >= 97 && byte <= LAST_COLUMN ? at : -1;
    }
  }
  return -1;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
