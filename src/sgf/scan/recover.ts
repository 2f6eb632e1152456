import { isWhitespace } from '../value.js';

const OPEN = 40;
const SEMICOLON = 59;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
/** A swallowed game start ends a value: `(;FF[4` and a little white space fit in this. */
const TAIL = 40;

/** Idents that start a game and never a variation, as two bytes: FF GM CA AP SZ. */
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

/**
 * Offset of a game start swallowed by the value in [start, close), -1 when there is none. A value that lost its
 * bracket runs to the next one, which is that of the next game's first property; a value that runs to the end of
 * the file (`close === end`) is searched from its start. A value that quotes a game escapes its brackets, and is whole.
 */
export function swallowedGame(text: Uint8Array, start: number, close: number, end: number): number {
  const from = close === end ? start : Math.max(start, close - TAIL);
  for (let at = from; at < close; at++) {
    if (text[at] !== OPEN || !looksLikeGame(text, at, end)) continue;
    if (close === end || !hasEscape(text, at, close)) return at;
  }
  return -1;
}

function hasEscape(text: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text[at] === BACKSLASH) return true;
  return false;
}

/** Whether `at` is a `(` with which a game starts: white space and more `(` may follow, then `;` or a property. */
export function startsGame(text: Uint8Array, at: number, end: number): boolean {
  let next = at;
  while (next < end && (text[next] === OPEN || isWhitespace(text[next]!))) next++;
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

function isLetter(byte: number): boolean {
  const upper = byte & 0xdf;
  return upper >= 65 && upper <= 90;
}
