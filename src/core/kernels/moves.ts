import * as AT from './layout';

memory.grow((AT.READ_BYTES + 0xffff) >> 16);

/** The pass `;?[]` as a word, the first byte lowest, and the bits of its known ones. */
const PASS: u32 = 0x5d5b003b;
const KNOWN_OF_PASS: u32 = 0xffff00ff;

/** Bytes of a pass, and of what precedes the letters of a play. */
const LENGTH_OF_PASS: u32 = 4;
const BEFORE_LETTERS: u32 = 3;

/** The number of the letter t: `tt` is a pass where it is no point. */
const TT: u32 = 19;

/** From the kind of a play to that of a pass: see ACTION in src/core/line. */
const PASSES: u32 = 2;

/**
 * Reads nodes that begin as nearly every node does, with a move of two letters on a board of this size, `;B[dd]`, or a pass, one
 * line feed after it allowed; anything else in the last of them is not read (`test/support` has a slow reference). `at` and
 * `end` are offsets of the text, whose part from `first` on is in memory; `count` is the number of actions so far, `last` their
 * limit, `node` the number of the preceding node. Until the size is known, width and height are 0. Writes the actions and their
 * number; returns the offset after the last node read.
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
    const bytes = load<u64>(at - first, AT.READ_TEXT, 1);
    let kind = (<u32>(bytes >> 8)) & 255;
    if (kind == AT.BLACK) kind = 0;
    else if (kind == AT.WHITE) kind = 1;
    else break;
    let point: u32 = 0;
    let length = AT.NODE_BYTES;
    const isWhole = (bytes & AT.KNOWN) == AT.NODE && at + AT.NODE_BYTES <= end;
    const x = <u32>load<u8>((<u32>(bytes >> 24)) & 255, AT.READ_LETTERS);
    const y = <u32>load<u8>((<u32>(bytes >> 32)) & 255, AT.READ_LETTERS);
    if (isWhole && x < width && y < height) point = y * width + x;
    else if (isWhole && canPass && x == TT && y == TT) kind += PASSES;
    else if (width != 0 && ((<u32>bytes) & KNOWN_OF_PASS) == PASS) {
      kind += PASSES;
      length = LENGTH_OF_PASS;
    } else break;
    node++;
    store<u8>(count, kind, AT.READ_KINDS);
    store<u16>(count << 1, point, AT.READ_POINTS);
    store<u32>(count << 2, node, AT.READ_NODES);
    store<u32>(count << 2, at + BEFORE_LETTERS, AT.READ_OFFSETS);
    count++;
    at += length;
    if (<u32>load<u8>(at - first, AT.READ_TEXT) == AT.LINE_FEED) at += u32(at < end);
  }
  store<u32>(0, count, AT.READ_COUNT);
  return at;
}
