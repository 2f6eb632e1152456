import type { Stone } from '../core/color.js';
import type { Arena } from '../board/arena.js';
import * as STATE from '../kernels/layout/state.js';
import type { Board } from '../board/board.js';

/**
 * Int32 fields of one position: moment of the board's changes when it last arose (its hash stands there); the board
 * play that first made it, as twice the move number plus 1 if it was White's; where its other first moves lie, 0 while
 * there are none; the position before it in the same bucket, 0 for none.
 */
const MOMENT = 0;
const MADE = 1;
const MORE = 2;
const NEXT = 3;
const FIELDS = 4;

/** Of a position that stood again: move numbers (NEVER if none) at which it first stood with Black, with White to move, first made by Black, by White. */
const TO_MOVE = 0;
const MADE_BY = 2;

/** No such move. */
export const NEVER = -1;

/** Fewest buckets, and most positions and buckets kept between games; larger tables of a longer game are let go after it. */
const LEAST = 512;
const MOST_KEPT = 1 << 14;

/** Changes compared to confirm hash hits in one game; beyond, only records made to waste time, two equal 64-bit hashes are enough. */
const CONFIRMED_CHANGES = 100_000_000;

/**
 * All positions of one game since its start or last setup, in the order in which they arose; arrays serve game after game.
 * Move numbers: 0 is the start, n the position after move n.
 * A play adds at most one stone, so the positions with more stones than any before them form a row with one for each
 * number of stones: they are found by that number, and a fuller one is known to be new. The others, behind captures,
 * lie in buckets by hash. A hash hit counts only when the changes of the board between the two moments cancel out.
 */
export class History {
  /** Move number at which this history starts. */
  start = 0;
  /** Player to move at the start. */
  startToMove: Stone = 1;
  /** The board's present position, as the last `seek` found it or `enter` took it down: equal positions, equal numbers. */
  found = 0;
  /** Where the entry of the start lies, and where the next entry will. Nothing lies at 0, so that 0 is no entry. */
  protected first = FIELDS;
  protected end = FIELDS;
  /** Stones at the start; where the row of ever fuller positions begins in `row`, and its end. */
  protected startStones = 0;
  protected rowStart = 0;
  protected rowEnd = 0;
  protected entries: Int32Array;
  protected buckets: Int32Array;
  private row: Int32Array;
  private mask = LEAST - 1;
  private isBucketUsed = false;
  private budget = 0;
  /** Where the arrays lie of a game that has room there. */
  private readonly home: Arena | undefined;

  constructor(home?: Arena) {
    this.home = home;
    this.entries = home?.entries ?? new Int32Array(LEAST * FIELDS);
    this.buckets = home?.buckets ?? new Int32Array(LEAST);
    this.row = home?.row ?? new Int32Array(LEAST);
  }

  /** Forgets the game before; about so many moves are to come. */
  begin(moves: number): void {
    let wanted = LEAST;
    while (wanted < moves) wanted *= 2;
    const { home } = this;
    const held = this.buckets.length;
    if (this.isBucketUsed) this.buckets.fill(0, 0, this.mask + 1);
    if (home && wanted <= home.buckets.length) this.buckets = home.buckets;
    else if (wanted > held || (held > MOST_KEPT && wanted <= MOST_KEPT))
      this.buckets = new Int32Array(wanted);
    if (home || this.entries.length > MOST_KEPT * FIELDS)
      this.entries = home?.entries ?? new Int32Array(LEAST * FIELDS);
    if (home || this.row.length > MOST_KEPT) this.row = home?.row ?? new Int32Array(LEAST);
    this.mask = wanted - 1;
    this.isBucketUsed = false;
    this.first = this.end = FIELDS;
    this.rowStart = this.rowEnd = 0;
    this.budget = CONFIRMED_CHANGES;
  }

  /**
   * Forgets everything and starts at the board's present position. `counts`: the start is an earlier position,
   * made by the player not to move; otherwise only basic ko and `isStart` know it.
   */
  restart(board: Board, toMove: Stone, move: number, counts: 'counts' | 'apart'): void {
    this.start = move;
    this.startToMove = toMove;
    this.first = this.end;
    this.startStones = board.stones;
    this.rowStart = this.rowEnd;
    this.enterFuller(board, (3 - toMove) as Stone, counts === 'counts' ? move : NEVER);
  }

  /** Finds the board's present position; true when it stood before. */
  seek(board: Board): boolean {
    return board.stones <= this.mostStones && (this.seekInRow(board) || this.seekInBucket(board));
  }

  /** Whether the position found is the one this history started with. */
  get isStart(): boolean {
    return this.found === this.first;
  }

  /** Move number after which the position found first stood with this player to move, or NEVER. */
  firstToMove(player: Stone): number {
    return this.firstOf(TO_MOVE + player - 1);
  }

  /** Move number of the first board play by which this player made the position found, or NEVER. */
  firstMadeBy(player: Stone): number {
    return this.firstOf(MADE_BY + player - 1);
  }

  /** A board play of a player made the position that `seek` did not find; the opponent is to move. */
  enter(board: Board, player: Stone, move: number): void {
    if (board.stones > this.mostStones) {
      this.enterFuller(board, player, move);
      return;
    }
    const at = this.end;
    if (at + FIELDS > this.entries.length) this.entries = longer(this.entries, at + FIELDS);
    const { entries } = this;
    const bucket = this.bucketOf(board);
    entries[at + MOMENT] = board.changes.length;
    entries[at + MADE] = move * 2 + player - 1;
    entries[at + MORE] = 0;
    entries[at + NEXT] = this.buckets[bucket]!;
    this.putIn(bucket, at);
    this.isBucketUsed = true;
    this.found = at;
    this.end = at + FIELDS;
  }

  /** Hands over to the arena what its plays start from, if so many plays have room there. */
  toArena({ state }: Arena, plays: number): 'yes' | 'no' {
    const { home, entries, row, buckets } = this;
    if (entries !== home?.entries || row !== home.row || buckets !== home.buckets) return 'no';
    if (this.end + plays * FIELDS > entries.length || this.rowEnd + plays > row.length) return 'no';
    state[STATE.FIRST] = this.first;
    state[STATE.END] = this.end;
    state[STATE.FOUND] = this.found;
    state[STATE.START_STONES] = this.startStones;
    state[STATE.ROW_START] = this.rowStart;
    state[STATE.ROW_END] = this.rowEnd;
    state[STATE.MASK] = this.mask;
    state[STATE.IS_BUCKET_USED] = this.isBucketUsed ? 1 : 0;
    return 'yes';
  }

  /** Takes over the positions that the arena's plays made. */
  fromArena({ state }: Arena): void {
    this.end = state[STATE.END]!;
    this.found = state[STATE.FOUND]!;
    this.rowEnd = state[STATE.ROW_END]!;
    this.isBucketUsed = state[STATE.IS_BUCKET_USED] === 1;
  }

  /** A board play of a player made the position that `seek` found again; the opponent is to move. */
  madeAgain(board: Board, player: Stone, move: number): void {
    this.change(this.found + MOMENT, board.changes.length);
    this.setFirst(MADE_BY + player - 1, move);
    this.stands((3 - player) as Stone, move);
  }

  /** The present position stands with this player to move, also after a pass. */
  stands(toMove: Stone, move: number): void {
    this.setFirst(TO_MOVE + toMove - 1, move);
  }

  /** Changes one number of an entry that was made before. */
  protected change(at: number, value: number): void {
    this.entries[at] = value;
  }

  /** Makes an entry the first of its bucket. */
  protected putIn(bucket: number, at: number): void {
    this.buckets[bucket] = at;
  }

  private get mostStones(): number {
    return this.startStones + this.rowEnd - this.rowStart - 1;
  }

  /** Takes down a position with more stones than any before. */
  private enterFuller(board: Board, player: Stone, move: number): void {
    const at = this.end;
    if (at + FIELDS > this.entries.length) this.entries = longer(this.entries, at + FIELDS);
    if (this.rowEnd === this.row.length) this.row = longer(this.row, this.rowEnd + 1);
    const { entries } = this;
    this.row[this.rowEnd++] = at;
    entries[at + MOMENT] = board.changes.length;
    entries[at + MADE] = move * 2 + player - 1;
    entries[at + MORE] = 0;
    this.found = at;
    this.end = at + FIELDS;
  }

  private seekInRow(board: Board): boolean {
    const index = this.rowStart + board.stones - this.startStones;
    return index >= this.rowStart && this.isAt(this.row[index]!, board);
  }

  private seekInBucket(board: Board): boolean {
    let at = this.buckets[this.bucketOf(board)]!;
    while (at >= this.first) {
      if (this.isAt(at, board)) return true;
      at = this.entries[at + NEXT]!;
    }
    return false;
  }

  /** Whether the board's position is the one of this entry, which is then the one found. */
  private isAt(at: number, { changes, hashLow, hashHigh }: Board): boolean {
    const moment = this.entries[at + MOMENT]!;
    if (changes.lowAt(moment) !== hashLow || changes.highAt(moment) !== hashHigh) return false;
    this.budget -= changes.length - moment;
    if (this.budget >= 0 && !changes.cancelOut(moment, changes.length)) return false;
    this.found = at;
    return true;
  }

  private bucketOf(board: Board): number {
    return (board.hashLow ^ (board.hashHigh >>> 7)) & this.mask;
  }

  /** One of the first moves of the position found. */
  private firstOf(which: number): number {
    const more = this.entries[this.found + MORE]!;
    if (more > 0) return this.entries[more + which]!;
    const made = this.entries[this.found + MADE]!;
    return which === MADE_BY + (made & 1) || which === TO_MOVE + 1 - (made & 1) ? made >> 1 : NEVER;
  }

  /** Takes down a first move of the position found, unless an earlier one is known. The four numbers get an entry of their own. */
  private setFirst(which: number, move: number): void {
    if (this.firstOf(which) !== NEVER) return;
    let more = this.entries[this.found + MORE]!;
    if (more === 0) {
      more = this.end;
      this.end = more + FIELDS;
      if (this.end > this.entries.length) this.entries = longer(this.entries, this.end);
      for (let one = 0; one < FIELDS; one++) this.entries[more + one] = this.firstOf(one);
      this.change(this.found + MORE, more);
    }
    this.change(more + which, move);
  }
}

/** A copy with room for so many numbers at least. */
function longer(array: Int32Array, needed: number): Int32Array<ArrayBuffer> {
  let length = array.length;
  while (length < needed) length *= 2;
  const copy = new Int32Array(length);
  copy.set(array);
  return copy;
}
