import { sequenceLength } from './value.js';

/** What a reading of bytes as UTF-8 meets. */
export interface Utf8Count {
  /** Well-formed sequences of two bytes, and of three or four. */
  readonly two: number;
  readonly longer: number;
  /** Bytes that belong to no well-formed sequence, and runs of them (about the characters lost). */
  readonly badBytes: number;
  readonly badRuns: number;
  /** U+FFFD written as such: damage done by an earlier program. */
  readonly replacements: number;
}

const HIGH_BITS = 0x80808080;

/** Offset of the first byte at or behind `from` that is not ASCII, or the length. */
export function firstNonAscii(bytes: Uint8Array, from: number): number {
  const end = bytes.length;
  let at = from;
  if (end - at >= 64) {
    while (((bytes.byteOffset + at) & 3) !== 0) {
      if (bytes[at]! >= 0x80) return at;
      at++;
    }
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset + at, (end - at) >> 2);
    let word = 0;
    while (word < words.length && (words[word]! & HIGH_BITS) === 0) word++;
    at += word * 4;
  }
  while (at < end && bytes[at]! < 0x80) at++;
  return at;
}

/** Counts sequences and damage from `first` on, where the bytes before are ASCII. */
export function countUtf8(bytes: Uint8Array, first: number): Utf8Count {
  const end = bytes.length;
  let two = 0;
  let longer = 0;
  let badBytes = 0;
  let badRuns = 0;
  let replacements = 0;
  let isBad = false;
  for (let at = first; at < end;) {
    if (bytes[at]! < 0x80) {
      isBad = false;
      at++;
      continue;
    }
    const length = sequenceLength(bytes, at, end);
    if (length === 0) {
      badBytes++;
      if (!isBad) badRuns++;
      isBad = true;
      at++;
      continue;
    }
    isBad = false;
    if (length === 2) two++;
    else longer++;
    if (bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) replacements++;
    at += length;
  }
  return { two, longer, badBytes, badRuns, replacements };
}

/**
 * Whether bytes with some damage were meant as UTF-8. Sequences of three bytes hardly arise by chance in another
 * charset, those of two do; text of another charset has far more bytes that fit nowhere than bytes that fit.
 */
export function isDamagedUtf8(count: Utf8Count): boolean {
  if (count.longer === 0) return count.two > 0 && count.two * 2 > count.badBytes * 4;
  return count.longer * 3 + count.two > count.badBytes;
}
