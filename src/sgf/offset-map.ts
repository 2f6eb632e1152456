const OPEN = 40;
const CLOSE = 41;

/** Where the parentheses of the original bytes stand, one after the other; -1 behind the last. */
export type NextParenthesis = (from: number) => number;

/** Parentheses in a charset whose ASCII bytes 28 and 29 always are parentheses (all but UTF-16 and ISO-2022). */
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

/** Parentheses in UTF-16; `low`: index of the low byte in a unit (0 little-endian, 1 big-endian). Offsets are those of units. */
export function utf16Parentheses(bytes: Uint8Array, low: 0 | 1): NextParenthesis {
  return (from) => {
    for (let at = from + (from & 1); at + 1 < bytes.length; at += 2) {
      if (bytes[at + 1 - low] === 0 && isParenthesis(bytes[at + low]!)) return at;
    }
    return -1;
  };
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
  return byte === OPEN || byte === CLOSE;
}
