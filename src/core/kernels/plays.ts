import * as AT from './layout';

/** Number of walks along chains and changes so far; MET has for each cell the last walk that met it. */
let walks: u32 = 0;

function state(word: i32): i32 {
  return load<i32>(word << 2);
}

function setState(word: i32, value: i32): void {
  store<i32>(word << 2, value);
}

function addTo(word: i32, more: i32): void {
  setState(word, state(word) + more);
}

function hash(): u64 {
  return load<u64>(AT.HASH_LOW << 2);
}

function setHash(now: u64): void {
  store<u64>(AT.HASH_LOW << 2, now);
}

function at(cell: i32): i32 {
  return load<u8>(cell, AT.CELLS);
}

function addFree(cell: i32, free: i32): void {
  store<u8>(cell, at(cell) + free, AT.CELLS);
}

function cellOf(point: i32): i32 {
  return load<u16>(point << 1, AT.CELL_OF);
}

/** The color of a cell if it is a stone with an empty neighbor, else 0. */
function breath(cell: i32): i32 {
  return load<u8>(at(cell), AT.BREATH);
}

function key(cell: i32, stone: i32): u64 {
  return load<u64>((cell << 4) + (stone << 3), AT.KEYS);
}

/** Change number `n`: the cell with its content before and after. */
function changeAt(n: i32): i32 {
  return load<i32>(state(AT.LOG) + n * (AT.CHANGE << 2));
}

/** Hash of the position after change number `n`. */
function hashAt(n: i32): u64 {
  return load<u64>(state(AT.LOG) + n * (AT.CHANGE << 2), 4, 4);
}

/** Records that a stone was put on a cell or taken off: `changed` is the word of the change. */
function log(changed: i32, cell: i32, stone: i32): void {
  const n = state(AT.CHANGES) + 1;
  const now = hash() ^ key(cell, stone);
  const place = state(AT.LOG) + n * (AT.CHANGE << 2);
  setHash(now);
  setState(AT.CHANGES, n);
  store<i32>(place, changed);
  store<u64>(place, now, 4, 4);
}

/** Puts a stone on an empty cell, or with its negative takes it off: the cells alone. */
function fill(cell: i32, stone: i32, free: i32): void {
  const S = state(AT.STRIDE);
  addFree(cell - S, -free);
  addFree(cell - 1, -free);
  addFree(cell + 1, -free);
  addFree(cell + S, -free);
  addFree(cell, stone);
}

/** Places a stone; whether it, or one of the other color beside it, has no empty neighbor then. */
function place(cell: i32, stone: i32): i32 {
  const S = state(AT.STRIDE);
  const other = 3 - stone;
  const own = at(cell);
  const north = at(cell - S) - AT.FREE;
  const west = at(cell - 1) - AT.FREE;
  const east = at(cell + 1) - AT.FREE;
  const south = at(cell + S) - AT.FREE;
  store<u8>(cell - S, north, AT.CELLS);
  store<u8>(cell - 1, west, AT.CELLS);
  store<u8>(cell + 1, east, AT.CELLS);
  store<u8>(cell + S, south, AT.CELLS);
  store<u8>(cell, own + stone, AT.CELLS);
  addTo(AT.STONES, 1);
  log((cell << 4) | stone, cell, stone);
  return i32(north == other) | i32(west == other) | i32(east == other) | i32(south == other) | i32(own == 0);
}

/** Takes one stone off without making it a prisoner. */
function lift(cell: i32, stone: i32): void {
  fill(cell, -stone, -AT.FREE);
  addTo(AT.STONES, -1);
  log((cell << 4) | (stone << 2), cell, stone);
}

function nextWalk(): u32 {
  walks++;
  if (walks == 0) {
    for (let cell = 0; cell < AT.MAX_CELLS; cell++) store<u32>(cell << 2, 0, AT.MET);
    walks = 1;
  }
  return walks;
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
  const S = state(AT.STRIDE);
  const stone = at(start);
  const walk = nextWalk();
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

/** Takes a chain of this color off if it is on this cell and has no liberty; returns its stones. */
function take(start: i32, stone: i32): i32 {
  if (at(start) != stone) return 0;
  const length = walkChain(start);
  for (let i = 0; i < length; i++) lift(load<u16>(i << 1, AT.CHAIN), stone);
  return length;
}

/** After a stone was played: takes the opposing chains beside it that have no liberty, or else its own if it has none. */
function capture(cell: i32, stone: i32): void {
  const S = state(AT.STRIDE);
  const other = 3 - stone;
  const captured =
    take(cell - S, other) + take(cell - 1, other) + take(cell + 1, other) + take(cell + S, other);
  const lost = captured ? 0 : take(cell, stone);
  setState(AT.CAPTURED, captured);
  setState(AT.SELF_CAPTURED, lost);
  addPrisoners(stone, captured, lost);
}

/** Counts stones that a play of this color took and lost. */
function addPrisoners(stone: i32, captured: i32, lost: i32): void {
  addTo(AT.PRISONERS_BLACK - 1 + stone, captured);
  addTo(AT.PRISONERS_BLACK + 2 - stone, lost);
  addTo(AT.SELF_CAPTURED_BLACK - 1 + stone, lost);
}

/** See `Board.play`. */
export function play(point: i32, stone: i32): void {
  const cell = cellOf(point);
  clear(cell);
  playOn(cell, stone);
}

function playOn(cell: i32, stone: i32): void {
  setState(AT.CAPTURED, 0);
  setState(AT.SELF_CAPTURED, 0);
  if (place(cell, stone)) capture(cell, stone);
}

function clear(cell: i32): void {
  const stone = at(cell) & AT.CONTENT;
  if (stone) lift(cell, stone);
}

/** See `Board.setup`. */
export function setup(point: i32, content: i32): i32 {
  const cell = cellOf(point);
  clear(cell);
  if (content == 0) return 0;
  return place(cell, content);
}

/** See `Board.rewind`. */
export function rewind(mark: i32): void {
  for (let n = state(AT.CHANGES); n > mark; n--) {
    const changed = changeAt(n);
    const cell = changed >> 4;
    const before = (changed >> 2) & 3;
    if (before) fill(cell, before, AT.FREE);
    else fill(cell, -(changed & 3), -AT.FREE);
    addTo(AT.STONES, before ? 1 : -1);
  }
  setState(AT.CHANGES, mark);
  setHash(hashAt(mark));
}

/** See `Board.undo`. */
export function undo(mark: i32, stone: i32): void {
  rewind(mark);
  addPrisoners(stone, -state(AT.CAPTURED), -state(AT.SELF_CAPTURED));
  setState(AT.CAPTURED, 0);
  setState(AT.SELF_CAPTURED, 0);
}

/** Whether the positions of two moments, the earlier one first, are the same: the changes between them cancel out. */
function cancelOut(from: i32, to: i32): bool {
  const walk = nextWalk();
  let different = 0;
  for (let n = from + 1; n <= to; n++) {
    const changed = changeAt(n);
    const cell = changed >> 4;
    const after = changed & 3;
    let first = (changed >> 2) & 3;
    if (load<u32>(cell << 2, AT.MET) == walk) {
      const since = <i32>load<u8>(cell, AT.SINCE);
      first = since >> 2;
      different -= i32(first != (since & 3));
    }
    store<u32>(cell << 2, walk, AT.MET);
    store<u8>(cell, (first << 2) | after, AT.SINCE);
    different += i32(first != after);
  }
  return different == 0;
}

function entryWord(entry: i32, word: i32): i32 {
  return load<i32>(state(AT.ENTRIES) + ((entry + word) << 2));
}

/** Whether an entry of the history is the position on the board. */
function isAt(entry: i32): bool {
  const moment = entryWord(entry, AT.MOMENT);
  if (hashAt(moment) != hash()) return false;
  const now = state(AT.CHANGES);
  const budget = state(AT.BUDGET) - (now - moment);
  if (budget < 0) return true;
  setState(AT.BUDGET, budget);
  return cancelOut(moment, now);
}

/** Offset of the bucket of the position on the board. */
function bucket(): i32 {
  const now = hash();
  return state(AT.BUCKETS) + ((((<i32>now) ^ ((<i32>(now >> 32)) >>> 7)) & state(AT.MASK)) << 2);
}

/** Place in the row of a position with as many stones as the board's; negative: fewer than at the start. */
function inRow(): i32 {
  return state(AT.STONES) - state(AT.START_STONES);
}

/** Whether there are more stones on the board than ever before. */
function isFuller(): bool {
  return inRow() >= state(AT.ROW_END) - state(AT.ROW_START);
}

/** The position on the board if it occurred before, else 0. */
export function find(): i32 {
  if (isFuller()) return 0;
  const index = inRow();
  if (index >= 0) {
    const entry = load<i32>(state(AT.ROW) + ((state(AT.ROW_START) + index) << 2));
    if (isAt(entry)) return entry;
  }
  const first = state(AT.FIRST);
  let entry = load<i32>(bucket());
  while (entry >= first) {
    if (isAt(entry)) return entry;
    entry = entryWord(entry, AT.NEXT);
  }
  return 0;
}

/** Records a position that `find` did not find. `made`: see MADE in `History`. */
export function enter(made: i32): void {
  const entry = state(AT.END);
  const place = state(AT.ENTRIES) + (entry << 2);
  if (isFuller()) {
    const row = state(AT.ROW_END);
    store<i32>(state(AT.ROW) + (row << 2), entry);
    setState(AT.ROW_END, row + 1);
  } else {
    const first = bucket();
    store<i32>(place, load<i32>(first), AT.NEXT << 2);
    store<i32>(first, entry);
    setState(AT.IS_BUCKET_USED, 1);
  }
  store<i32>(place, state(AT.CHANGES), AT.MOMENT << 2);
  store<i32>(place, made, AT.MADE_BY_MOVE << 2);
  store<i32>(place, 0, AT.MORE << 2);
  setState(AT.BEFORE, state(AT.FOUND));
  setState(AT.FOUND, entry);
  setState(AT.END, entry + AT.ENTRY);
}

/** See `Board.playTurns`. */
export function playTurns(from: i32, to: i32, first: i32, before: i32, move: i32, isTakingKnown: i32): i32 {
  const kinds = state(AT.KINDS);
  const points = state(AT.POINTS);
  const nodes = state(AT.NODES);
  let stone = first;
  let node = before;
  let i = from;
  setState(AT.ENDED, AT.BETWEEN);
  while (i < to) {
    if (<i32>load<u8>(kinds + i) != stone - 1) break;
    const next = load<i32>(nodes + (i << 2));
    if (next == node) break;
    const cell = cellOf(load<u16>(points + (i << 1)));
    if (at(cell) & AT.CONTENT) break;
    node = next;
    setState(AT.MARK, state(AT.CHANGES));
    playOn(cell, stone);
    i++;
    if (state(AT.SELF_CAPTURED) || (!isTakingKnown && state(AT.CAPTURED)) || find()) {
      setState(AT.ENDED, AT.TO_JUDGE);
      break;
    }
    enter(((i + move) << 1) | (stone - 1));
    stone = 3 - stone;
  }
  return i;
}
