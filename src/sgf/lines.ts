/** A place for people: both numbers 1-based, columns in characters (code points). */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

const LINE_FEED = 10;
const RETURN = 13;

/** Line and column of a byte offset of UTF-8 text whose first line has the number `firstLine`. Linear; for many questions use LineIndex. */
export function lineAndColumn(text: Uint8Array, offset: number, firstLine = 1): LineAndColumn {
  return new LineIndex(text, firstLine).place(offset);
}

/**
 * Answers many questions about one text. Lines are found as far as asked for, once.
 * LF, CR LF and a lone CR end a line.
 */
export class LineIndex {
  readonly #text: Uint8Array;
  readonly #firstLine: number;
  readonly #starts: number[] = [0];
  #scanned = 0;

  constructor(text: Uint8Array, firstLine = 1) {
    this.#text = text;
    this.#firstLine = firstLine;
  }

  place(offset: number): LineAndColumn {
    this.#scanTo(offset);
    const line = this.#lineOf(offset);
    const start = this.#starts[line]!;
    let column = 1;
    for (let at = start; at < offset && at < this.#text.length; at++) {
      if ((this.#text[at]! & 0xc0) !== 0x80) column++;
    }
    return { line: line + this.#firstLine, column };
  }

  #scanTo(offset: number): void {
    const text = this.#text;
    const end = Math.min(offset, text.length);
    let at = this.#scanned;
    for (; at < end; at++) {
      const byte = text[at];
      if (byte === LINE_FEED || (byte === RETURN && text[at + 1] !== LINE_FEED)) this.#starts.push(at + 1);
    }
    this.#scanned = at;
  }

  #lineOf(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
