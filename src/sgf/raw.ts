import type { Color } from '../core/color.js';
import { isContinuation, LINE_FEED, RETURN } from '../core/bytes.js';
import type { MainLine, TerritoryMarks } from '../core/line.js';
import type { Finding } from '../core/findings/finding.js';
import type { Translation } from './foreign/lines.js';

/** Header values of one game as written: root properties, and game-info properties anywhere on the main line. */
export interface RawHeader {
  /** First value of the property, escapes and soft line breaks resolved; `undefined` when the game has none. `ident` in FF[4] form (`KM`). */
  get(ident: string): string | undefined;
  /** All values in order. */
  all(ident: string): readonly string[];
  /** Byte offset of the first value in the scanned text, -1 when there is none. */
  offset(ident: string): number;
}

/** A value of BL, WL (`time`), OB or OW (`count`) on the main line, the first of its property in its node. */
export interface RawClock {
  readonly of: 'time' | 'count';
  readonly color: Color;
  readonly node: number;
  readonly offset: number;
  readonly text: string;
}

/** One game tree with its main line, before header values are interpreted. */
export interface RawGame {
  /** 1-based number within the file. */
  readonly game: number;
  /** Extent in the file's original bytes, from `(` to after `)`. */
  readonly start: number;
  readonly end: number;
  /** Extent in the scanned text (UTF-8 bytes); equal to the above when the file was not transcoded. */
  readonly textStart: number;
  readonly textEnd: number;
  readonly header: RawHeader;
  /** From SZ; 19 x 19 when the game has none or an unusable one (which is reported). */
  readonly width: number;
  readonly height: number;
  readonly sizeDeclared: boolean;
  readonly line: MainLine;
  readonly marks: TerritoryMarks | undefined;
  /** In the order of the file. */
  readonly clocks: readonly RawClock[];
  /** How many nodes of the main line have more than one child. */
  readonly branches: number;
  /** Comment text of the last node of the main line that has C, for servers that write the result there; '' when none. */
  readonly lastComment: string;
  readonly findings: readonly Finding[];
}

/** All games of one file. `text` is what was scanned: UTF-8 bytes, the same object as the input when nothing was transcoded. */
export interface RawFile {
  readonly text: Uint8Array;
  readonly charset: CharsetEvidence;
  /** Set if the file is not SGF and `text` is its translation. */
  readonly translation?: Translation;
  readonly games: readonly RawGame[];
  /** Findings that belong to no game: no SGF in the file, text before the first game, ... */
  readonly findings: readonly Finding[];
}

export interface CharsetEvidence {
  /** CA as written in the first game that has one. */
  readonly declared: string | undefined;
  /** Label of the decoder that was used (`utf-8`, `gb18030`, `shift_jis`, ...). */
  readonly used: string;
  readonly how: 'ascii' | 'bom' | 'declared' | 'utf-8' | 'escapes' | 'guessed' | 'fallback';
  /** 0 to 1. */
  readonly confidence: number;
  /** Characters that could not be decoded. */
  readonly replaced: number;
}

/** A place for people: both numbers 1-based, columns in characters (code points). */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** The text in which places are looked up. */
export type PlacedText = Pick<RawFile, 'text' | 'translation'>;

/**
 * Finds lines and columns in one text. Searches for line ends once, as far as needed.
 * LF, CR LF and a lone CR end a line. In a translation lines are those of the original, columns those of the translation.
 */
export class LineIndex {
  readonly #text: Uint8Array;
  readonly #origins: readonly number[] | undefined;
  readonly #firstLine: number;
  readonly #firstColumn: number;
  readonly #starts: number[] = [0];
  #scanned = 0;
  /** The last place returned: calls in the order of the text read each byte once, even in one very long line. */
  #lastStart = -1;
  #lastOffset = 0;
  #lastColumn = 1;

  /** `firstLine`, `firstColumn`: the place of the first byte. */
  constructor({ text, translation }: PlacedText, firstLine = 1, firstColumn = 1) {
    this.#text = text;
    this.#origins = translation?.lines;
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
      if (!isContinuation(this.#text[at]!)) column++;
    }
    this.#lastStart = start;
    this.#lastOffset = end;
    this.#lastColumn = column;
    const column0 = line === 0 ? this.#firstColumn - 1 : 0;
    return { line: (this.#origins?.[line] ?? line) + this.#firstLine, column: column + column0 };
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
