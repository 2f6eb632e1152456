import * as AT from './layout/plays';
import * as STATE from './layout/state';
export { read } from './moves';

memory.grow((AT.ARENA_BYTES + 0xffff) >> 16);

/** Kinds of actions: see ACTION in src/core/line. */
const PASS_BLACK = 2;
const ADD_BLACK = 6;
const ADD_EMPTY = 8;

/** The point of a pass in keys. */
const NO_POINT = 0xffff;

/** From a cell to the one below. */
let stride = 0;
/** Number of walks along chains so far; MET has for each cell the last walk that met it. */
let walks: u32 = 0;

export function begin(cellsInRow: i32): void {
  stride = cellsInRow;
}

function state(word: i32): i32 {
  return load<i32>(word << 2);
}

function setState(word: i32, value: i32): void {
  store<i32>(word << 2, value);
}

function addTo(word: i32, more: i32): void {
  setState(word, state(word) + more);
}

function at(cell: i32): i32 {
  return load<u8>(cell, AT.CELLS);
}

function addFree(cell: i32, free: i32): void {
  store<u8>(cell, at(cell) + free, AT.CELLS);
}

/** The color of a cell if it is a stone with an empty neighbor, else 0. */
function breath(cell: i32): i32 {
  return load<u8>(at(cell), AT.BREATH);
}

function key(cell: i32, stone: i32): u64 {
  return load<u64>((cell << 4) + (stone << 3), AT.KEYS);
}

/** Writes change number `n`: its word, and the position's hash after it. */
function log(n: i32, changed: i32, after: u64): void {
  store<i32>(n * 12, changed, AT.LOG);
  store<u64>(n * 12, after, AT.LOG + 4, 4);
}

/** Hash of the position after change number `n`. */
function hashAt(n: i32): u64 {
  return load<u64>(n * 12, AT.LOG + 4);
}

/** Whether a cell holds a stone of this color that the walk has not met. */
function isNext(cell: i32, stone: i32, walk: u32): i32 {
  return i32(at(cell) == stone) & i32(load<u32>(cell << 2, AT.MET) != walk);
}

/** Adds a cell to the list of a walk; returns the length of the list. */
function list(cell: i32, walk: u32, length: i32): i32 {
  store<u32>(cell << 2, walk, AT.MET);
  store<u16>(length << 1, cell, AT.CHAIN);
  return length + 1;
}

/** Walks the chain of a stone that has no empty neighbor: 0 as soon as a liberty is met, else its stones, listed from CHAIN on. */
function walkChain(start: i32): i32 {
  const S = stride;
  const stone = at(start);
  walks++;
  if (walks == 0) {
    memory.fill(AT.MET, 0, 4 * AT.MAX_CELLS);
    walks = 1;
  }
  const walk = walks;
  let length = list(start, walk, 0);
  let cell = start;
  let i = 0;
  do {
    const north = cell - S;
    const south = cell + S;
    if ((breath(north) | breath(cell - 1) | breath(cell + 1) | breath(south)) & stone) return 0;
    if (isNext(north, stone, walk)) length = list(north, walk, length);
    if (isNext(cell - 1, stone, walk)) length = list(cell - 1, walk, length);
    if (isNext(cell + 1, stone, walk)) length = list(cell + 1, walk, length);
    if (isNext(south, stone, walk)) length = list(south, walk, length);
    cell = load<u16>(++i << 1, AT.CHAIN);
  } while (i < length);
  return length;
}

/** Takes off the stones listed by the last walk, after change number `count`. */
function lift(length: i32, stone: i32, count: i32): void {
  const S = stride;
  let now = hashAt(count);
  let i = 0;
  do {
    const cell = <i32>load<u16>(i << 1, AT.CHAIN);
    addFree(cell - S, AT.FREE);
    addFree(cell - 1, AT.FREE);
    addFree(cell + 1, AT.FREE);
    addFree(cell + S, AT.FREE);
    addFree(cell, -stone);
    now ^= key(cell, stone);
    log(++count, (cell << 4) | (stone << 2), now);
  } while (++i < length);
}

/** Takes a chain of this color off if it has no liberty; returns its stones. */
function take(start: i32, stone: i32, count: i32): i32 {
  const length = walkChain(start);
  if (length) lift(length, stone, count);
  return length;
}

/** Whether an entry of the history is a position with this hash. */
function isAt(entry: i32, now: u64): bool {
  return hashAt(load<i32>(entry << 2, AT.ENTRIES)) == now;
}

/** Whether a position may be a repetition: one with its hash occurred before. */
function occurred(now: u64, stones: i32, bucket: i32): bool {
  const index = stones - state(STATE.START_STONES);
  if (index >= 0) {
    if (isAt(load<i32>((state(STATE.ROW_START) + index) << 2, AT.ROW), now)) return true;
  }
  const first = state(STATE.FIRST);
  let entry = load<i32>(bucket << 2, AT.BUCKETS);
  while (entry >= first) {
    if (isAt(entry, now)) return true;
    entry = load<i32>((entry + 3) << 2, AT.ENTRIES);
  }
  return false;
}

/**
 * Makes the moves of the line from one index up to another, as long as the colors take turns and each is alone in its
 * node, and records every position, in the memory that `layout/plays` describes. Plays follow `Board.play`, look-ups
 * and records `History`: tests compare them. The run ends at a move that has to be judged. One long function, so that the
 * state of the run stays in locals. `node`: that of the preceding move; `move`: what makes an index the number of the move
 * after it; `isTakingKnown`: 0 to stop after the first play that takes stones. Returns the index of the first action not executed.
 */
// eslint-disable-next-line max-lines-per-function -- see above
export function play(from: i32, to: i32, stone: i32, node: i32, move: i32, isTakingKnown: i32): i32 {
  let i = from;
  let now = load<u64>(STATE.HASH_LOW << 2);
  let count = state(STATE.CHANGES);
  let stones = state(STATE.STONES);
  let end = state(STATE.END);
  let rowEnd = state(STATE.ROW_END);
  let most = state(STATE.START_STONES) + rowEnd - state(STATE.ROW_START) - 1;
  const S = stride;
  let captured = 0;
  let lost = 0;
  let ended = STATE.BETWEEN;
  while (i < to) {
    if (<i32>load<u8>(i, AT.KINDS) != stone - 1) break;
    const before = node;
    node = load<i32>(i << 2, AT.NODES);
    if (node == before) break;
    const cell = <i32>load<u16>((<i32>load<u16>(i << 1, AT.POINTS)) << 1, AT.CELL_OF);
    const empty = at(cell);
    if (empty & AT.CONTENT) break;
    const northern = cell - S;
    const southern = cell + S;
    const north = at(northern) - AT.FREE;
    const west = <i32>load<u8>(cell, AT.CELLS - 1) - AT.FREE;
    const east = <i32>load<u8>(cell, AT.CELLS + 1) - AT.FREE;
    const south = at(southern) - AT.FREE;
    store<u8>(northern, north, AT.CELLS);
    store<u8>(cell, west, AT.CELLS - 1);
    store<u8>(cell, east, AT.CELLS + 1);
    store<u8>(southern, south, AT.CELLS);
    store<u8>(cell, empty + stone, AT.CELLS);
    now ^= key(cell, stone);
    log(++count, (cell << 4) | stone, now);
    stones++;
    i++;
    captured = 0;
    const other = 3 - stone;
    if (
      i32(north == other) |
      i32(west == other) |
      i32(east == other) |
      i32(south == other) |
      i32(empty == 0)
    ) {
      if (at(northern) == other) captured = take(northern, other, count);
      if (<i32>load<u8>(cell, AT.CELLS - 1) == other) captured += take(cell - 1, other, count + captured);
      if (<i32>load<u8>(cell, AT.CELLS + 1) == other) captured += take(cell + 1, other, count + captured);
      if (at(southern) == other) captured += take(southern, other, count + captured);
      if (captured == 0 && at(cell) == stone) lost = take(cell, stone, count);
      const off = captured + lost;
      if (off) {
        stones -= off;
        count += off;
        now = hashAt(count);
        addTo(STATE.PRISONERS_BLACK - 1 + stone, captured);
        addTo(STATE.PRISONERS_BLACK - 1 + other, lost);
        addTo(STATE.SELF_CAPTURED_BLACK - 1 + stone, lost);
        if (lost || !isTakingKnown) {
          ended = STATE.MADE;
          break;
        }
      }
    }
    if (stones > most) {
      store<i32>(rowEnd++ << 2, end, AT.ROW);
      most = stones;
    } else {
      const bucket = ((<i32>now) ^ ((<i32>(now >> 32)) >>> 7)) & state(STATE.MASK);
      if (occurred(now, stones, bucket)) {
        ended = STATE.MADE;
        break;
      }
      store<i32>((end + 3) << 2, load<i32>(bucket << 2, AT.BUCKETS), AT.ENTRIES);
      store<i32>(bucket << 2, end, AT.BUCKETS);
      setState(STATE.IS_BUCKET_USED, 1);
    }
    store<i32>(end << 2, count, AT.ENTRIES);
    store<i32>(end << 2, ((i + move) << 1) | (stone - 1), AT.ENTRIES + 4);
    store<i32>(end << 2, 0, AT.ENTRIES + 8);
    end += 4;
    stone = other;
  }
  if (i == from) return i;
  store<u64>(STATE.HASH_LOW << 2, now);
  const start = state(STATE.END);
  if (end > start) {
    setState(STATE.BEFORE, end - 8 >= start ? end - 8 : state(STATE.FOUND));
    setState(STATE.FOUND, end - 4);
    setState(STATE.END, end);
  }
  setState(STATE.MARK, count - captured - lost - 1);
  setState(STATE.CHANGES, count);
  setState(STATE.STONES, stones);
  setState(STATE.ROW_END, rowEnd);
  setState(STATE.CAPTURED, captured);
  setState(STATE.SELF_CAPTURED, lost);
  setState(STATE.ENDED, ended);
  return i;
}

/** Steps of a word of a key: multiply, mix in, fold; and the same by adding. */
function multiplied(word: u32, mixed: u32): u32 {
  const next = (word ^ mixed) * 0x9e3779b1;
  return next ^ (next >> 15);
}

function added(word: u32, mixed: u32): u32 {
  const next = word * 0x01000193 + mixed;
  return next ^ (next >> 13);
}

/** Ends a word of a key. */
function ended(word: u32, factor: u32): u32 {
  return (word ^ (word >> 16)) * factor;
}

/**
 * Mixes as src/referee/replay/line-key does, over the line and its image at once: `table` is the place of the symmetry.
 * 0: there is setup, and the keys mean nothing.
 */
export function lineKeys(count: i32, first: u32, second: u32, table: i32): i32 {
  let a = first;
  let b = second;
  let c = first;
  let d = second;
  for (let i = 0; i < count; i++) {
    const kind = <i32>load<u8>(i, AT.KINDS);
    let point = NO_POINT;
    let image = NO_POINT;
    if (kind < PASS_BLACK) {
      point = load<u16>(i << 1, AT.POINTS);
      image = load<u16>(table + (point << 1));
    }
    if (kind > ADD_EMPTY) continue;
    if (kind >= ADD_BLACK) return 0;
    a = multiplied(a, point | (kind << 16));
    b = added(b, point | (kind << 16));
    c = multiplied(c, image | (kind << 16));
    d = added(d, image | (kind << 16));
  }
  setState(STATE.LINE_KEYS, ended(a, 0x7feb352d));
  setState(STATE.LINE_KEYS + 1, ended(b, 0x846ca68b));
  setState(STATE.LINE_KEYS + 2, ended(c, 0x7feb352d));
  setState(STATE.LINE_KEYS + 3, ended(d, 0x846ca68b));
  return 1;
}
