import * as AT from './layout/plays';

/** `;?[??]` and the pass `;?[]` as eight bytes, the first one lowest, and the bits of their known ones. */
const NODE: u64 = 0x5d00005b003b;
const KNOWN: u64 = 0xff0000ff00ff;
const PASS: u32 = 0x5d5b003b;
const KNOWN_OF_PASS: u32 = 0xffff00ff;
const BLACK: u32 = 66;
const WHITE: u32 = 87;
const TAB: u32 = 9;
const LINE_FEED: u32 = 10;
const RETURN: u32 = 13;
const SPACE: u32 = 32;
const OPEN_PAREN: u32 = 40;
const PLUS: u32 = 43;
const DASH: u32 = 45;
const POINT: u32 = 46;
const ZERO: u32 = 48;
const FIVE: u32 = 53;
const SEMICOLON: u32 = 59;
const OPEN_BRACKET: u32 = 91;
const BACKSLASH: u32 = 92;
const CLOSE_BRACKET: u32 = 93;

/** Bytes of a node, of one without letters, and of what precedes the letters. */
const LENGTH: u32 = 6;
const LENGTH_OF_PASS: u32 = 4;
const BEFORE_LETTERS: u32 = 3;

/** The number of the letter t: `tt` is a pass where it is no point. */
const TT: u32 = 19;

/** From the kind of a play to that of a pass: see ACTION in src/core/line. */
const PASSES: u32 = 2;

/**
 * Reads nodes as `readMoveNodes` does; tests compare the two. `at` and `end` are offsets of the text, whose part from
 * `first` on is in memory; `count` is the number of actions so far, `last` their limit, `node` the number of the
 * preceding node. Writes the actions and their number; returns the offset after the last node read.
 */
export function read(
  at: u32,
  end: u32,
  first: u32,
  count: u32,
  last: u32,
  node: u32,
  width: u32,
  height: u32,
): u32 {
  const canPass = width <= TT && height <= TT && width != 0;
  while (count < last) {
    if (at + LENGTH_OF_PASS > end) break;
    const bytes = load<u64>(at - first, AT.TEXT);
    let kind = (<u32>(bytes >> 8)) & 255;
    if (kind == BLACK) kind = 0;
    else if (kind == WHITE) kind = 1;
    else break;
    let point: u32 = 0;
    let length = LENGTH;
    const isWhole = (bytes & KNOWN) == NODE && at + LENGTH <= end;
    const x = <u32>load<u8>((<u32>(bytes >> 24)) & 255, AT.LETTERS);
    const y = <u32>load<u8>((<u32>(bytes >> 32)) & 255, AT.LETTERS);
    if (isWhole && x < width && y < height) point = y * width + x;
    else if (isWhole && canPass && x == TT && y == TT) kind += PASSES;
    else if (width != 0 && ((<u32>bytes) & KNOWN_OF_PASS) == PASS) {
      kind += PASSES;
      length = LENGTH_OF_PASS;
    } else break;
    node++;
    store<u8>(count, kind, AT.KINDS);
    store<u16>(count << 1, point, AT.POINTS);
    store<u32>(count << 2, node, AT.NODES);
    store<u32>(count << 2, at + BEFORE_LETTERS, AT.OFFSETS);
    count++;
    at += length;
    if (<u32>load<u8>(at - first, AT.TEXT) == LINE_FEED) at += u32(at < end);
  }
  store<u32>(0, count, AT.COUNT);
  return at;
}

export function byteAt(at: u32): u32 {
  return <u32>load<u8>(at, AT.TEXT);
}

function isCapital(byte: u32): bool {
  return byte >= 65 && byte <= 90;
}

/** DT, CA and RE, as numbers of their letters. */
const DATE: u32 = 0x4454;
const CHARSET: u32 = 0x4341;
const RESULT: u32 = 0x5245;

/** Place of an ident (its letters as one number) among the words of HEADER; -1 where a game's judgement may depend on it. */
function freeField(ident: u32): i32 {
  switch (ident) {
    case 0x5042: // PB
      return 0;
    case 0x5057: // PW
      return 2;
    case 0x4556: // EV
      return 4;
    case 0x524f: // RO
      return 6;
    case DATE:
      return 8;
    case RESULT:
      return AT.RESULT;
    default:
      return -1;
  }
}

/** Idents whose values neither judgement nor tables use: GN, BR and WR. */
function isUnused(ident: u32): bool {
  return ident == 0x474e || ident == 0x4252 || ident == 0x5752;
}

/** Whether a value is a date such as 2019-04-05, of which only the year matters. */
function isFullDate(start: u32, end: u32): bool {
  if (end - start != 10 || byteAt(start + 4) != DASH || byteAt(start + 7) != DASH) return false;
  for (let i: u32 = 0; i < 4; i++) if (byteAt(start + i) - ZERO > 9) return false;
  return true;
}

/**
 * 1 for a value such as `B+3`, 2 for one such as `B+3.5`, with up to three digits and no zero in front but that of 0.5; 0 for any
 * other. Only the fraction of such a margin is ever judged.
 */
function plainMargin(start: u32, stop: u32): u32 {
  const color = byteAt(start);
  if ((color != BLACK && color != WHITE) || byteAt(start + 1) != PLUS) return 0;
  let at = start + 2;
  const first = byteAt(at);
  while (at < stop && byteAt(at) - ZERO <= 9) at++;
  const digits = at - start - 2;
  const isHalf = stop - at == 2 && byteAt(at) == POINT && byteAt(at + 1) == FIVE;
  if (digits == 0 || digits > 3 || (at != stop && !isHalf)) return 0;
  if (first == ZERO && !(digits == 1 && isHalf)) return 0;
  return isHalf ? 2 : 1;
}

/** Whether a value is `UTF-8`, in any case. */
function isUtf8(start: u32, end: u32): bool {
  const letters = load<u32>(start, AT.TEXT) | 0x202020;
  return end - start == 5 && letters == 0x2d667475 && byteAt(start + 4) == 56;
}

/** Of the header that is being read: bits of all bytes of its values, and the length of its key. */
let bits: u32 = 0;
let keyLength: u32 = 0;

/** Offset of the bracket that ends the value from `start` on; 0 for a value with escapes, brackets or control characters. */
function endOfValue(start: u32, end: u32): u32 {
  for (let at = start; at < end; at++) {
    const byte = byteAt(at);
    if (byte == CLOSE_BRACKET) return at;
    if (byte < SPACE || byte == BACKSLASH || byte == SEMICOLON || byte == OPEN_BRACKET) return 0;
    bits |= byte;
  }
  return 0;
}

/** Records where a free value lies, and adds to the key what else a judgement depends on. False where it cannot. */
function keep(ident: u32, first: u32, start: u32, stop: u32): bool {
  let kept = isUnused(ident) ? 0 : stop + 1 - first;
  let kind: u32 = 0;
  const field = freeField(ident);
  if (field >= 0) {
    const place = AT.HEADER + ((<u32>field) << 2);
    if (load<u32>(place)) return false;
    // No value has these bytes, so that a key is that of one kind of header.
    if (ident == RESULT) kind = plainMargin(start, stop);
    store<u32>(place, start);
    store<u32>(place, ident == RESULT && kind == 0 ? start : stop, 4);
    if (kind) kept = start + 2 - first;
    else if (ident == DATE) {
      if (isFullDate(start, stop)) kept = start + 4 - first;
    } else if (ident != RESULT) kept = start - first;
  }
  if (keyLength + kept >= <u32>AT.MOST_KEY) return false;
  memory.copy(AT.KEY + keyLength, AT.TEXT + first, kept);
  keyLength += kept;
  if (kind) store<u8>(keyLength++, kind, AT.KEY);
  return true;
}

/**
 * Reads a root node from `(` to the `;` after it, if it has only idents of capitals with one plain value each. Writes
 * HEADER and the key: the idents and values on which the judgement of a game depends. Offsets are those of the part of
 * the text in memory. Returns where the next node begins, 0 for any other root.
 */
export function header(from: u32, end: u32): u32 {
  if (byteAt(from) != OPEN_PAREN || byteAt(from + 1) != SEMICOLON) return 0;
  memory.fill(AT.HEADER, 0, AT.KEY - AT.HEADER);
  bits = keyLength = 0;
  let charset: u32 = 0;
  let at = from + 2;
  while (at < end) {
    const first = at;
    let byte = byteAt(at);
    if (byte == SPACE || (byte >= TAB && byte <= RETURN)) {
      at++;
      continue;
    }
    if (byte == SEMICOLON) {
      store<u32>(AT.HEADER + 4 * AT.TRAITS, (bits >> 7) | charset);
      store<u32>(AT.HEADER + 4 * AT.KEY_LENGTH, keyLength);
      return at;
    }
    let ident: u32 = 0;
    for (; isCapital(byte); byte = byteAt(++at)) ident = (ident << 8) | byte;
    const start = at + 1;
    const stop = ident != 0 && byte == OPEN_BRACKET ? endOfValue(start, end) : 0;
    if (stop == 0 || byteAt(stop + 1) == OPEN_BRACKET || !keep(ident, first, start, stop)) return 0;
    if (ident == CHARSET && !isUtf8(start, stop)) charset = 2;
    at = stop + 1;
  }
  return 0;
}
