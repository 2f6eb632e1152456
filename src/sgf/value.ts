import { BACKSLASH, CLOSE_BRACKET, isContinuation, LINE_FEED, RETURN } from '../core/bytes.js';
/** Reading one property value from UTF-8 bytes: where it ends, and what it says once escapes are resolved. */

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Offset of the bracket that closes the value starting at `start` (after its `[`), or `end` without one. */
export function endOfValue(text: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const byte = text[at]!;
    if (byte === CLOSE_BRACKET) return at;
    if (byte === BACKSLASH) at++;
  }
  return end;
}

/** A longer value is cut: a string cannot be as long as a file. */
const LONGEST_BYTES = 16 * 1024 * 1024;

/** Values up to this length are kept: names, numbers and dates recur from game to game. */
const KEPT_BYTES = 32;
const KEPT_VALUES = 2048;
const keptBytes = new Uint8Array(KEPT_VALUES * KEPT_BYTES);
const keptLengths = new Uint8Array(KEPT_VALUES);
const keptTexts = new Array<string>(KEPT_VALUES).fill('');

/**
 * Text of the value in [start, end): escapes resolved, soft line breaks removed, every line break as `\n`.
 * Bytes that are not UTF-8 become U+FFFD.
 */
export function decodeValue(text: Uint8Array, start: number, end: number): string {
  const length = end - start;
  if (length <= 0) return '';
  if (length > KEPT_BYTES) return decodeUncached(text, start, Math.min(end, start + LONGEST_BYTES));
  let hash = length;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text[at]!, 0x01000193);
  const slot = (hash ^ (hash >>> 15)) & (KEPT_VALUES - 1);
  const kept = slot * KEPT_BYTES;
  if (keptLengths[slot] === length) {
    let same = 0;
    while (same < length && keptBytes[kept + same] === text[start + same]) same++;
    if (same === length) return keptTexts[slot]!;
  }
  const value = decodeUncached(text, start, end);
  for (let i = 0; i < length; i++) keptBytes[kept + i] = text[start + i]!;
  keptLengths[slot] = length;
  keptTexts[slot] = value;
  return value;
}

/** Most values have nothing to resolve: no escape, no carriage return. */
function decodeUncached(text: Uint8Array, start: number, end: number): string {
  let high = 0;
  for (let at = start; at < end; at++) {
    const byte = text[at]!;
    if (byte === BACKSLASH || byte === RETURN) return decodeResolving(text, start, end);
    high |= byte;
  }
  if (high >= 0x80 || end - start > KEPT_BYTES) return decoder.decode(text.subarray(start, end));
  let out = '';
  let at = start;
  for (; at + 4 <= end; at += 4) {
    out += String.fromCharCode(text[at]!, text[at + 1]!, text[at + 2]!, text[at + 3]!);
  }
  for (; at < end; at++) out += String.fromCharCode(text[at]!);
  return out;
}

function decodeResolving(text: Uint8Array, start: number, end: number): string {
  let out = '';
  for (let at = start; at < end;) {
    let byte = text[at]!;
    let width = 1;
    let code = byte;
    if (byte === BACKSLASH) {
      at++;
      if (at >= end) break;
      const skip = lineBreakAt(text, at, end);
      if (skip > 0) {
        at += skip;
        continue;
      }
      byte = code = text[at]!;
    } else if (byte === RETURN || byte === LINE_FEED) {
      width = lineBreakAt(text, at, end);
      code = LINE_FEED;
    }
    if (byte >= 0x80) {
      width = sequenceLength(text, at, end);
      if (width === 0) return resolve(decoder.decode(text.subarray(start, end)));
      code = codePoint(text, at, width);
    }
    out += code < 0x10000 ? String.fromCharCode(code) : String.fromCodePoint(code);
    at += width;
  }
  return out;
}

/** Text of the value that starts at `offset`, such as an action's offset; at most 200 bytes of it. */
export function valueAt(text: Uint8Array, offset: number): string {
  const limit = Math.min(text.length, offset + 200);
  return decodeValue(text, offset, endOfValue(text, offset, limit));
}

/** Length of the well-formed UTF-8 sequence at `at`, 0 when there is none (Unicode 15, table 3-7). */
export function sequenceLength(text: Uint8Array, at: number, end: number): number {
  const lead = text[at]!;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + length > end) return 0;
  const second = text[at + 1]!;
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  for (let i = 2; i < length; i++) if (!isContinuation(text[at + i]!)) return 0;
  return length;
}

/** Up to 60 bytes as they are, for messages about text that is not a value. */
export function latin(text: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...text.subarray(start, Math.min(end, start + 60)));
}

function codePoint(text: Uint8Array, at: number, length: number): number {
  let code = text[at]! & (0xff >> (length + 1));
  for (let i = 1; i < length; i++) code = (code << 6) | (text[at + i]! & 0x3f);
  return code;
}

/** Bytes of the line break at `at` (LF, CR, CR LF, LF CR as FF[4] allows), 0 when there is none. */
function lineBreakAt(text: Uint8Array, at: number, end: number): number {
  const byte = text[at]!;
  if (byte !== LINE_FEED && byte !== RETURN) return 0;
  const next = at + 1 < end ? text[at + 1]! : 0;
  return next !== byte && (next === LINE_FEED || next === RETURN) ? 2 : 1;
}

function resolve(value: string): string {
  return value.replace(/\\(\r\n|\n\r|[^])|\r\n|\n\r|\r/g, (found, escaped: string | undefined) => {
    if (escaped === undefined) return '\n';
    return /^[\r\n]/.test(escaped) ? '' : found.slice(1);
  });
}
