import { isContinuation } from '../../core/bytes.js';
import { sequenceLength } from '../properties.js';

/** What reading bytes as UTF-8 finds. */
export interface Utf8Count {
  /** Well-formed sequences of two bytes, and of three or four. */
  readonly two: number;
  readonly longer: number;
  /** Bytes that belong to no well-formed sequence, and runs of them (about the characters lost). */
  readonly badBytes: number;
  readonly badRuns: number;
  /** Bytes left of three-byte sequences in which another program replaced one byte with `?`. */
  readonly clippedBytes: number;
  /** U+FFFD written as such: damage done by an earlier program. */
  readonly replacements: number;
}

const QUESTION = 63;
/** Consecutive ASCII bytes after which the rest of the run is skipped word by word. */
const LONG_RUN = 24;
const HIGH_BITS = 0x80808080;

/** The words of the last buffer: most files are read into the same one. */
let words: Uint32Array = new Uint32Array(0);

/** Offset of the first byte at or after `from` that is not ASCII, or the length. */
export function firstNonAscii(bytes: Uint8Array, from: number): number {
  const end = bytes.length;
  let at = from;
  if (end - at >= 64) {
    const { buffer, byteOffset } = bytes;
    if (words.buffer !== buffer) words = new Uint32Array(buffer, 0, buffer.byteLength >> 2);
    for (; ((byteOffset + at) & 3) !== 0; at++) if (bytes[at]! >= 0x80) return at;
    const last = ((byteOffset + end) >> 2) - 4;
    let word = (byteOffset + at) >> 2;
    while (word <= last) {
      if (((words[word]! | words[word + 1]! | words[word + 2]! | words[word + 3]!) & HIGH_BITS) !== 0) break;
      word += 4;
    }
    at = word * 4 - byteOffset;
  }
  while (at < end && bytes[at]! < 0x80) at++;
  return at;
}

/** Counts sequences and damage from `first` on; the bytes before it must be ASCII. */
export function countUtf8(bytes: Uint8Array, first: number): Utf8Count {
  const end = bytes.length;
  let two = 0;
  let longer = 0;
  let badBytes = 0;
  let badRuns = 0;
  let replacements = 0;
  let clippedBytes = 0;
  let isBad = false;
  let run = 0;
  for (let at = first; at < end;) {
    if (bytes[at]! < 0x80) {
      isBad = false;
      at++;
      if (++run === LONG_RUN) at = firstNonAscii(bytes, at);
      continue;
    }
    run = 0;
    const length = sequenceLength(bytes, at, end);
    if (length === 0) {
      badBytes++;
      clippedBytes += clippedAt(bytes, at);
      if (!isBad) badRuns++;
      isBad = true;
      at++;
      continue;
    }
    isBad = false;
    if (length === 2) two++;
    else longer++;
    if (isReplacement(bytes, at)) replacements++;
    at += length;
  }
  return { two, longer, badBytes, badRuns, clippedBytes, replacements };
}

/** Whether U+FFFD is at this offset. */
export function isReplacement(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
}

/** Bytes left of a sequence E3..E9 80..BF 80..BF in which one of the last two became `?`. */
function clippedAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0xe3 || lead > 0xe9) return 0;
  const second = bytes[at + 1]!;
  const third = bytes[at + 2]!;
  if (second === QUESTION) return isContinuation(third) ? 2 : 0;
  return isContinuation(second) && third === QUESTION ? 2 : 0;
}

/**
 * Whether bytes with some damage were meant as UTF-8. Three-byte sequences hardly arise by chance in another charset,
 * two-byte ones do; text in another charset has far more bytes that fit no sequence than bytes that fit one.
 */
export function isDamagedUtf8(count: Utf8Count): boolean {
  const good = count.longer * 3 + count.clippedBytes;
  const bad = count.badBytes - count.clippedBytes;
  return good === 0 ? count.two > count.badBytes * 2 : good + count.two > bad;
}

/** Offset of the first byte that belongs to no well-formed sequence, or of the first U+FFFD; 0 when there is neither. */
export function firstLost(bytes: Uint8Array): number {
  const end = bytes.length;
  for (let at = firstNonAscii(bytes, 0); at < end;) {
    const length = sequenceLength(bytes, at, end);
    if (length === 0 || isReplacement(bytes, at)) return at;
    at += length;
  }
  return 0;
}

/** Charsets with more than one byte per unit, in which ASCII characters have zero bytes. */
export type WideCharset = 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

const REPLACEMENT = 0xfffd;
/** Units decoded at a time: they are passed as arguments, on the stack. */
const BLOCK_UNITS = 8 * 1024;

export function isWide(charset: string): charset is WideCharset {
  return charset.startsWith('utf-16') || charset.startsWith('utf-32');
}

/** Bytes of a unit. */
export function unitBytes(charset: WideCharset): 2 | 4 {
  return charset.startsWith('utf-16') ? 2 : 4;
}

/** Index of the lowest byte in a unit. */
export function lowByte(charset: WideCharset): number {
  return charset.endsWith('le') ? 0 : unitBytes(charset) - 1;
}

/** Bytes of the byte order mark in UTF-8 that a text begins with: 3 or 0. */
export function utf8Mark(bytes: Uint8Array): 0 | 3 {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** The charset by its byte order mark. UTF-32LE's begins like UTF-16LE's, but no text begins with a zero. */
export function wideMark(bytes: Uint8Array): WideCharset | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return 'utf-32be';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first !== 0xff || second !== 0xfe) return undefined;
  return third === 0 && fourth === 0 ? 'utf-32le' : 'utf-16le';
}

/** The charset by the zeros beside the ASCII bytes of the first parenthesis and what follows it. */
export function wideWithoutMark(bytes: Uint8Array): WideCharset | undefined {
  if (bytes.length < 4 || (bytes[0] !== 0 && bytes[1] !== 0)) return undefined;
  const zeros = Array.from(bytes.subarray(0, 8), (byte) => (byte === 0 ? '0' : 'x')).join('');
  if (zeros === 'x000x000') return 'utf-32le';
  if (zeros === '000x000x') return 'utf-32be';
  if (zeros.startsWith('x0x0')) return 'utf-16le';
  return zeros.startsWith('0x0x') ? 'utf-16be' : undefined;
}

/** Decodes without the byte order mark; what is not a character becomes U+FFFD. */
export function decodeWide(bytes: Uint8Array, charset: WideCharset): string {
  return unitBytes(charset) === 2 ? new TextDecoder(charset).decode(bytes) : decodeUtf32(bytes, charset);
}

function decodeUtf32(bytes: Uint8Array, charset: WideCharset): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units = Math.floor(bytes.length / 4);
  const codes = new Uint32Array(Math.min(units, BLOCK_UNITS));
  const isLittle = charset === 'utf-32le';
  let text = '';
  for (let from = wideMark(bytes) === charset ? 1 : 0; from < units; from += codes.length) {
    const count = Math.min(codes.length, units - from);
    for (let i = 0; i < count; i++) codes[i] = character(view.getUint32((from + i) * 4, isLittle));
    text += String.fromCodePoint(...codes.subarray(0, count));
  }
  return bytes.length % 4 === 0 ? text : text + String.fromCodePoint(REPLACEMENT);
}

function character(code: number): number {
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? REPLACEMENT : code;
}
