import type { Finding } from '../findings/finding.js';
import type { MainLine, TerritoryMarks } from '../core/line.js';
import type { ForeignFormat } from './foreign/lines.js';

/** Header values of one game as written: root properties, and game-info properties wherever they stand on the main line. */
export interface RawHeader {
  /** First value of the property, escapes and soft line breaks resolved; `undefined` when the game has none. `ident` in FF[4] form (`KM`). */
  get(ident: string): string | undefined;
  /** All values in order. */
  all(ident: string): readonly string[];
  /** Byte offset of the first value in the scanned text, -1 when there is none. */
  offset(ident: string): number;
}

/** One game tree with its main line, before any header value has been given a meaning. */
export interface RawGame {
  /** 1-based number within the file. */
  readonly game: number;
  /** Extent in the file's original bytes, from `(` to behind `)`. */
  readonly start: number;
  readonly end: number;
  /** Extent in the scanned text (UTF-8 bytes); equal to the above when the file was not transcoded. */
  readonly textStart: number;
  readonly textEnd: number;
  readonly header: RawHeader;
  /** From SZ; 19 x 19 when the game has none or an unusable one (then a finding tells). */
  readonly width: number;
  readonly height: number;
  readonly sizeDeclared: boolean;
  readonly line: MainLine;
  readonly marks: TerritoryMarks | undefined;
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
  /** Format of the file where it is not SGF; `text` is its translation, line by line. */
  readonly format?: ForeignFormat;
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
