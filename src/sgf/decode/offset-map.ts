import { OPEN_PAREN, CLOSE_PAREN } from '../../core/bytes.js';
import { lowByte, unitBytes, type WideCharset } from './utf8.js';

/** Where the parentheses of the original bytes stand, one after the other; -1 behind the last. */
export type NextParenthesis = (from: number) => number;

/** Parentheses in a charset whose ASCII bytes 28 and 29 always are parentheses (all but UTF-16, UTF-32 and ISO-2022). */
export function plainParentheses(bytes: Uint8Array): NextParenthesis {
  return (from) => {
    for (let at = from; at < bytes.length; at++) if (isParenthesis(bytes[at]!)) return at;
    return -1;
  };
}

/** Parentheses among the bytes that `single` marks as ASCII characters. */
export function markedParentheses(bytes: Uint8Array, single: Uint8Array): NextParenthesis {
  return (from) => {
    for (let at = from; at < bytes.length; at++) if (single[at] === 1 && isParenthesis(bytes[at]!)) return at;
    return -1;
  };
}

/** Parentheses in UTF-16 and UTF-32. Offsets are those of units. */
export function wideParentheses(bytes: Uint8Array, charset: WideCharset): NextParenthesis {
  const unit = unitBytes(charset);
  const low = lowByte(charset);
  return (from) => {
    for (let at = Math.ceil(from / unit) * unit; at + unit <= bytes.length; at += unit) {
      if (isParenthesis(bytes[at + low]!) && isAscii(bytes, at, unit)) return at;
    }
    return -1;
  };
}

/** Whether a unit has no more than one byte that is not zero. */
function isAscii(bytes: Uint8Array, at: number, unit: number): boolean {
  let others = 0;
  for (let i = 0; i < unit; i++) if (bytes[at + i] !== 0) others++;
  return others === 1;
}

/**
 * Maps offsets of the transcoded text to the original bytes. Transcoding keeps the parentheses, their number and
 * order, so the k-th of one is the k-th of the other; an offset that is neither at nor behind one gets the end of
 * the parenthesis before it, and the end of the text the end of the file.
 * Linear over all questions when these come in rising order.
 */
export function offsetMap(
  text: Uint8Array,
  originalLength: number,
  width: number,
  next: NextParenthesis,
): (textOffset: number) => number {
  let textAt = 0;
  let originalAt = 0;
  return (textOffset) => {
    if (textOffset >= text.length) return originalLength;
    if (textOffset < textAt) {
      textAt = 0;
      originalAt = 0;
    }
    for (; textAt < textOffset; textAt++) {
      if (!isParenthesis(text[textAt]!)) continue;
      const found = next(originalAt);
      originalAt = found < 0 ? originalLength : found + width;
    }
    if (!isParenthesis(text[textOffset]!) || (textOffset > 0 && isParenthesis(text[textOffset - 1]!)))
      return originalAt;
    const found = next(originalAt);
    return found < 0 ? originalLength : found;
  };
}

function isParenthesis(byte: number): boolean {
  return byte === OPEN_PAREN || byte === CLOSE_PAREN;
}
