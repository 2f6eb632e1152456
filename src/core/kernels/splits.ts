import * as AT from './layout';

memory.grow((AT.SPLIT_BYTES + 0xffff) >> 16);

const RETURN: u32 = 13;
const SPACE: u32 = 32;
const OPEN_PAREN: u32 = 40;
const CLOSE_PAREN: u32 = 41;
const SEMICOLON: u32 = 59;
const OPEN_BRACKET: u32 = 91;
const BACKSLASH: u32 = 92;
const CLOSE_BRACKET: u32 = 93;

/** `;FF[` and `;GM[` as words. */
const FORMAT: u32 = 0x5b46463b;
const KIND_OF_GAME: u32 = 0x5b4d473b;

/**
 * Reads on, for `GameSplitter` in `sgf/scan/split.ts`, until a chunk is complete,
 * text outside of games is long, or `end`. Offsets count from the start of the text, `cut` may lie before it. A chunk is
 * complete when `cut` reaches `chunkEnd`. Writes depth, `inValue`, cut, games started in all and before the cut,
 * and 1 for `ODD` where the number of games is doubtful; returns the offset of the first byte that was not read.
 * One function, with its state in local variables: a call for each byte would take longer than the byte.
 */
// eslint-disable-next-line complexity -- see above
export function scan(
  at: u32,
  end: u32,
  depth: u32,
  inValue: u32,
  cut: i32,
  chunkEnd: i32,
  games: u32,
  gamesAtCut: u32,
): u32 {
  let odd = load<u32>(0, AT.ODD);
  while (at < end) {
    const byte = byteAt(at);
    if (inValue) {
      if (byte == CLOSE_BRACKET) inValue = 0;
      else if (byte == BACKSLASH) odd |= u32(byteAt(++at) == OPEN_PAREN);
      else if (byte == OPEN_PAREN && startsLine(at)) {
        odd = 1;
        inValue = 0;
        depth = 1;
        cut = at;
        gamesAtCut = games++;
      } else if (byte == OPEN_PAREN) {
        const next = byteAt(at + 1);
        odd |= u32(next == SEMICOLON || isSpace(next));
      }
      at++;
      if (cut >= chunkEnd) break;
      continue;
    }
    if (depth > 0 && isMove(at)) {
      at += AT.NODE_BYTES;
      continue;
    }
    odd |= u32(byte == CLOSE_BRACKET || (depth == 0 && byte != OPEN_PAREN && !isSpace(byte)));
    if (byte == OPEN_BRACKET) inValue = u32(depth > 0);
    else if (byte == OPEN_PAREN) {
      if (depth > 0 && startsLine(at)) {
        odd = 1;
        depth = 0;
        cut = at;
        gamesAtCut = games;
      }
      if (depth++ == 0) {
        games++;
        odd |= u32(byteAt(at + 1) != SEMICOLON);
      }
    } else if (byte == CLOSE_PAREN && depth > 0 && --depth == 0) {
      cut = at + 1;
      gamesAtCut = games;
    }
    at++;
    if (cut >= chunkEnd || (depth == 0 && <i32>at - cut > <i32>AT.OUTSIDE_BYTES)) break;
  }
  store<u32>(0, depth, AT.DEPTH);
  store<u32>(0, inValue, AT.IN_VALUE);
  store<i32>(0, cut, AT.CUT);
  store<u32>(0, games, AT.GAMES);
  store<u32>(0, gamesAtCut, AT.GAMES_AT_CUT);
  store<u32>(0, odd, AT.ODD);
  return at;
}

/** Whether a move of two plain letters is at this offset. */
function isMove(at: u32): bool {
  const bytes = load<u64>(at, AT.SPLIT_TEXT, 1);
  if ((bytes & AT.KNOWN) != AT.NODE) return false;
  const color = (<u32>(bytes >> 8)) & 255;
  return (
    (color == AT.BLACK || color == AT.WHITE) &&
    isPlain((<u32>(bytes >> 24)) & 255) &&
    isPlain((<u32>(bytes >> 32)) & 255)
  );
}

function isPlain(byte: u32): bool {
  return byte != BACKSLASH && byte != CLOSE_BRACKET;
}

function isSpace(byte: u32): bool {
  return byte == SPACE || byte - 9 < 5;
}

function byteAt(at: u32): u32 {
  return <u32>load<u8>(at, AT.SPLIT_TEXT);
}

/** Whether a game with FF or GM starts here at the start of a line. */
function startsLine(at: u32): bool {
  if (at > 0 && byteAt(at - 1) != AT.LINE_FEED && byteAt(at - 1) != RETURN) return false;
  const word = load<u32>(at + 1, AT.SPLIT_TEXT, 1);
  return word == FORMAT || word == KIND_OF_GAME;
}

/**
 * Counts the line breaks of a text and the characters after the last one: LF, CR LF and a lone CR end a line. The byte
 * after the text is in memory too, anything but LF if there is none. Sixteen bytes at a time: every byte of a collection passes here.
 */
export function advance(length: u32): void {
  let breaks: u32 = 0;
  let lineStart: u32 = 0;
  let at: u32 = 0;
  // The form in JavaScript has no such operations.
  if (ASC_FEATURE_SIMD) {
    for (; at + 16 <= length; at += 16) {
      const ends = <u32>(
        i8x16.bitmask(lineEnds(v128.load(at, AT.SPLIT_TEXT), v128.load(at + 1, AT.SPLIT_TEXT)))
      );
      if (ends == 0) continue;
      breaks += popcnt(ends);
      lineStart = at + 32 - clz(ends);
    }
  }
  for (; at < length; at++) {
    const byte = byteAt(at);
    if (byte != AT.LINE_FEED && (byte != RETURN || byteAt(at + 1) == AT.LINE_FEED)) continue;
    breaks++;
    lineStart = at + 1;
  }
  store<u32>(0, breaks, AT.BREAKS);
  store<u32>(0, charactersBetween(lineStart, length), AT.CHARACTERS);
}

function lineEnds(bytes: v128, next: v128): v128 {
  const lineFeed = i8x16.splat(<i8>AT.LINE_FEED);
  const isReturn = i8x16.eq(bytes, i8x16.splat(<i8>RETURN));
  return v128.or(i8x16.eq(bytes, lineFeed), v128.andnot(isReturn, i8x16.eq(next, lineFeed)));
}

/** Bytes that do not continue a character of UTF-8: those from 80 to BF, the 64 lowest as signed numbers, do. */
function charactersBetween(start: u32, end: u32): u32 {
  let count: u32 = 0;
  let at = start;
  if (ASC_FEATURE_SIMD) {
    const last = i8x16.splat(-65);
    for (; at + 16 <= end; at += 16)
      count += popcnt(<u32>i8x16.bitmask(i8x16.gt_s(v128.load(at, AT.SPLIT_TEXT), last)));
  }
  for (; at < end; at++) count += u32((byteAt(at) & 0xc0) != 0x80);
  return count;
}
