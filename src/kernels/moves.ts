import * as AT from './layout/moves';

memory.grow((AT.MOVES_BYTES + 0xffff) >> 16);

/** `;?[??]` as eight bytes, the first one lowest, and the bits of its known ones. */
const NODE: u64 = 0x5d00005b003b;
const KNOWN: u64 = 0xff0000ff00ff;
const BLACK: u32 = 66;
const WHITE: u32 = 87;
const LINE_FEED: u32 = 10;

/** Bytes of a node, and of what precedes its letters. */
const LENGTH: u32 = 6;
const BEFORE_LETTERS: u32 = 3;

/**
 * Reads nodes as `readMoveNodes` does, which the tests hold it against. `at` and `end` are offsets of the text, of which
 * the part from `first` on is here; `count` is the number of actions so far, `last` how many there may be, `node` the
 * number of the node before. Writes the actions and their number; returns the offset after the last node read.
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
  while (count < last) {
    if (at + LENGTH > end) break;
    const bytes = load<u64>(at - first, AT.TEXT);
    if ((bytes & KNOWN) != NODE) break;
    let color = (<u32>(bytes >> 8)) & 255;
    if (color == BLACK) color = 0;
    else if (color == WHITE) color = 1;
    else break;
    const x = <u32>load<u8>((<u32>(bytes >> 24)) & 255, AT.LETTERS);
    const y = <u32>load<u8>((<u32>(bytes >> 32)) & 255, AT.LETTERS);
    if (x >= width || y >= height) break;
    node++;
    store<u8>(count, color, AT.KINDS);
    store<u16>(count << 1, y * width + x, AT.POINTS);
    store<u32>(count << 2, node, AT.NODES);
    store<u32>(count << 2, at + BEFORE_LETTERS, AT.OFFSETS);
    count++;
    at += LENGTH;
    if (<u32>load<u8>(at - first, AT.TEXT) == LINE_FEED) at += u32(at < end);
  }
  store<u32>(0, count, AT.COUNT);
  return at;
}
