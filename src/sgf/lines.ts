/** A place for people: both numbers 1-based, columns in characters (code points). */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

const LINE_FEED = 10;
const RETURN = 13;

/**
 * Answers many questions about one text. Lines are found as far as asked for, once.
 * LF, CR LF and a lone CR end a line.
 */
export class LineIndex {
  readonly #text: Uint8Array;
  readonly #firstLine: number;
  readonly #firstColumn: number;
  readonly #starts: number[] = [0];
  #scanned = 0;
  /** Where the last answer was found: questions in the order of the text cost each byte once, even on one endless line. */
  #lastStart = -1;
  #lastOffset = 0;
  #lastColumn = 1;

  /** `firstLine`, `firstColumn`: the place of the first byte. */
  constructor(text: Uint8Array, firstLine = 1, firstColumn = 1) {
    this.#text = text;
    this.#firstLine = firstLine;
    this.#firstColumn = firstColumn;
  }

  place(offset: number): LineAndColumn {
    this.#scanTo(offset);
    const line = this.#lineOf(offset);
    const start = this.#starts[line]!;
    const goesOn = start === this.#lastStart && offset >= this.#lastOffset;
    let column = goesOn ? this.#lastColumn : 1;
    const end = Math.min(offset, this.#text.length);
    for (let at = goesOn ? this.#lastOffset : start; at < end; at++) {
      if ((this.#text[at]! & 0xc0) !== 0x80) column++;
    }
    this.#lastStart = start;
    this.#lastOffset = end;
    this.#lastColumn = column;
    const column0 = line === 0 ? this.#firstColumn - 1 : 0;
    return { line: line + this.#firstLine, column: column + column0 };
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
