import { isWhitespace } from '../value.js';

/**
 * Points as they are written, whatever the size of the board: `x * 256 + y`, each 0 to 51.
 */
export type RawPoint = number;

/** The value is empty (a pass, or an empty list). */
export const RAW_EMPTY = -1;
/** The value is no point. */
export const RAW_BAD = -2;
/** `tt`: a pass on boards up to 19 x 19. */
export const RAW_TT = 19 * 256 + 19;

const NO_LETTER = 255;
const COLON = 58;
const BACKSLASH = 92;

/** 0 to 25 for a to z, 26 to 51 for A to Z, 255 for every other byte. */
export const LETTER: Readonly<Uint8Array> = new Uint8Array(256).fill(NO_LETTER);
for (let i = 0; i < 26; i++) {
  (LETTER as Uint8Array)[97 + i] = i;
  (LETTER as Uint8Array)[65 + i] = i + 26;
}

/** Reads the value in [start, end): a raw point, RAW_EMPTY or RAW_BAD. White space between the letters does not count. */
export function rawPoint(text: Uint8Array, start: number, end: number): RawPoint {
  let x = NO_LETTER;
  let y = NO_LETTER;
  for (let at = start; at < end; at++) {
    const byte = text[at]!;
    if (isWhitespace(byte)) continue;
    // It escapes the letter behind it; one that is escaped itself is text.
    if (byte === BACKSLASH && text[at + 1] !== BACKSLASH) continue;
    const letter = LETTER[byte]!;
    if (letter === NO_LETTER || y !== NO_LETTER) return RAW_BAD;
    if (x === NO_LETTER) x = letter;
    else y = letter;
  }
  if (y !== NO_LETTER) return (x << 8) | y;
  return x === NO_LETTER ? RAW_EMPTY : RAW_BAD;
}

/** Offset of the colon of a rectangle in [start, end), -1 when there is none. */
export function colonIn(text: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) if (text[at] === COLON) return at;
  return -1;
}
