import { longer } from '../../core/bytes.js';
import type { Stone } from '../../core/color.js';
import * as STATE from '../../core/kernels/layout/state.js';
import { type Arena, ENTRY } from './arena.js';
import type { Board } from './board.js';

/**
 * Int32 fields of one position: moment of the board's changes when it last arose (the log has its hash); the board
 * play that first made it, as twice the move number plus 1 if it was White's; where its other first moves lie, 0 while
 * there are none; the position before it in the same bucket, 0 for none.
 */
const MOMENT = 0;
const MADE = 1;
const MORE = 2;
const NEXT = 3;

/**
 * Of a position that occurred again: move numbers (NEVER if none) of its first occurrence with Black and with White to move,
 * and of the first made by Black and by White.
 */
const TO_MOVE = 0;
const MADE_BY = 2;

/** No such move. */
export const NEVER = -1;

/** Most changes compared to confirm hash hits in one game; only records made to waste time exceed it: then equal 64-bit hashes suffice. */
const CONFIRMED_CHANGES = 100_000_000;

/**
 * All positions of one game since its start or last setup, in the order in which they arose; the arrays are reused for every game.
 * Move numbers: 0 is the start, n the position after move n.
 * A play adds at most one stone, so the positions with more stones than any before them form a row with one for each
 * number of stones: they are found by that number, and a fuller one is known to be new. The others, after captures,
 * lie in buckets by hash. A hash hit counts only when the changes of the board between the two moments cancel out.
 */
export class History {
  readonly board: Board;
  protected readonly arena: Arena;
  protected readonly state: Int32Array;
  private budget = 0;

  /** The history of this board: it uses the words and arrays of the board's arena. */
  constructor(board: Board) {
    this.board = board;
    this.arena = board.arena;
    this.state = board.arena.state;
  }

  /** Move number at which this history starts. */
  get start(): number {
    return this.state[STATE.START]!;
  }

  /** Player to move at the start. */
  get startToMove(): Stone {
    return this.state[STATE.START_TO_MOVE]! as Stone;
  }

  /** The board's current position, as the last `seek` found it or `enter` recorded it: equal positions have equal numbers. */
  get found(): number {
    return this.state[STATE.FOUND]!;
  }

  /** Clears the history for a game of about this many moves. */
  begin(moves: number): void {
    this.arena.clearHistory(moves);
    this.budget = CONFIRMED_CHANGES;
  }

  /**
   * Starts again at the board's current position. `counts`: the start is an earlier position,
   * made by the player not to move; otherwise only basic ko and `isStart` use it.
   */
  restart(toMove: Stone, move: number, counts: 'counts' | 'apart'): void {
    const { state } = this;
    state[STATE.START] = move;
    state[STATE.START_TO_MOVE] = toMove;
    state[STATE.FIRST] = state[STATE.END]!;
    state[STATE.START_STONES] = state[STATE.STONES]!;
    state[STATE.ROW_START] = state[STATE.ROW_END]!;
    this.enterFuller((3 - toMove) as Stone, counts === 'counts' ? move : NEVER);
  }

  /** Finds the board's current position; true if it occurred before. */
  seek(): boolean {
    return !this.isFuller() && (this.seekInRow() || this.seekInBucket());
  }

  /** Whether the position found is the one this history started with. */
  get isStart(): boolean {
    return this.state[STATE.FOUND] === this.state[STATE.FIRST];
  }

  /** Move number after which the position found first occurred with this player to move, or NEVER. */
  firstToMove(player: Stone): number {
    return this.firstOf(TO_MOVE + player - 1);
  }

  /** Move number of the first board play by which this player made the position found, or NEVER. */
  firstMadeBy(player: Stone): number {
    return this.firstOf(MADE_BY + player - 1);
  }

  /** Records a position that `seek` did not find, made by this player's board play; the opponent is to move. */
  enter(player: Stone, move: number): void {
    if (this.isFuller()) {
      this.enterFuller(player, move);
      return;
    }
    const bucket = this.bucket();
    const next = this.arena.buckets[bucket]!;
    const at = this.add(player, move);
    this.arena.entries[at + NEXT] = next;
    this.putIn(bucket, at);
    this.state[STATE.IS_BUCKET_USED] = 1;
  }

  /** Records that this player's board play made the position that `seek` found; the opponent is to move. */
  madeAgain(player: Stone, move: number): void {
    this.change(this.found + MOMENT, this.state[STATE.CHANGES]!);
    this.setFirst(MADE_BY + player - 1, move);
    this.recordToMove((3 - player) as Stone, move);
  }

  /** Records that this player is to move in the current position, including after a pass. */
  recordToMove(toMove: Stone, move: number): void {
    this.setFirst(TO_MOVE + toMove - 1, move);
  }

  /** Changes one number of an existing entry. */
  protected change(at: number, value: number): void {
    this.arena.entries[at] = value;
  }

  /** Makes an entry the first of its bucket. */
  protected putIn(bucket: number, at: number): void {
    this.arena.buckets[bucket] = at;
  }

  /** Whether there are more stones on the board than ever before. */
  private isFuller(): boolean {
    const { state } = this;
    const most = state[STATE.START_STONES]! + state[STATE.ROW_END]! - state[STATE.ROW_START]! - 1;
    return state[STATE.STONES]! > most;
  }

  /** Records a position with more stones than any before. */
  private enterFuller(player: Stone, move: number): void {
    const { arena } = this;
    const row = this.state[STATE.ROW_END]!++;
    if (row === arena.row.length) arena.row = longer(arena.row, row + 1);
    arena.row[row] = this.add(player, move);
  }

  /** Adds an entry for the current position, which is then the one found; returns its offset. */
  private add(player: Stone, move: number): number {
    const { state } = this;
    const at = this.makeRoom();
    const { entries } = this.arena;
    entries[at + MOMENT] = state[STATE.CHANGES]!;
    entries[at + MADE] = move * 2 + player - 1;
    entries[at + MORE] = 0;
    state[STATE.FOUND] = at;
    return at;
  }

  /** Makes room for one more entry; returns its offset. */
  private makeRoom(): number {
    const { arena, state } = this;
    const at = state[STATE.END]!;
    const end = at + ENTRY;
    if (end > arena.entries.length) arena.entries = longer(arena.entries, end);
    state[STATE.END] = end;
    return at;
  }

  private seekInRow(): boolean {
    const { state } = this;
    const index = state[STATE.STONES]! - state[STATE.START_STONES]!;
    return index >= 0 && this.isAt(this.arena.row[state[STATE.ROW_START]! + index]!);
  }

  private seekInBucket(): boolean {
    const { entries } = this.arena;
    const first = this.state[STATE.FIRST]!;
    let at = this.arena.buckets[this.bucket()]!;
    while (at >= first) {
      if (this.isAt(at)) return true;
      at = entries[at + NEXT]!;
    }
    return false;
  }

  /** Whether the board's position is the one of this entry, which is then the one found. */
  private isAt(at: number): boolean {
    const { arena, state } = this;
    const now = state[STATE.CHANGES]!;
    const moment = arena.entries[at + MOMENT]!;
    if (arena.lowAt(moment) !== state[STATE.HASH_LOW]) return false;
    if (arena.highAt(moment) !== state[STATE.HASH_HIGH]) return false;
    this.budget -= now - moment;
    if (this.budget >= 0 && !arena.cancelOut(moment, now)) return false;
    state[STATE.FOUND] = at;
    return true;
  }

  private bucket(): number {
    const { state } = this;
    return (state[STATE.HASH_LOW]! ^ (state[STATE.HASH_HIGH]! >>> 7)) & state[STATE.MASK]!;
  }

  /** One of the first moves of the position found. */
  private firstOf(which: number): number {
    const { entries } = this.arena;
    const more = entries[this.found + MORE]!;
    if (more > 0) return entries[more + which]!;
    const made = entries[this.found + MADE]!;
    return which === MADE_BY + (made & 1) || which === TO_MOVE + 1 - (made & 1) ? made >> 1 : NEVER;
  }

  /** Records a first move of the position found, unless an earlier one is known. The four numbers get an entry of their own. */
  private setFirst(which: number, move: number): void {
    if (this.firstOf(which) !== NEVER) return;
    let more = this.arena.entries[this.found + MORE]!;
    if (more === 0) {
      more = this.makeRoom();
      for (let one = 0; one < ENTRY; one++) this.arena.entries[more + one] = this.firstOf(one);
      this.change(this.found + MORE, more);
    }
    this.change(more + which, move);
  }
}

/** A moment to which a history can go back. */
export interface HistoryMark {
  readonly noted: number;
  /** The words from FIRST up to MASK. */
  readonly words: Int32Array;
}

/** A history that can go back to an earlier moment: later entries are dropped, and changes of earlier ones are noted. */
export class RewindableHistory extends History {
  /** Two numbers a note: the place of a changed number, and the number before; for a bucket, the place is its complement. */
  private notes = new Int32Array(256);
  private noted = 0;

  override begin(moves: number): void {
    super.begin(moves);
    this.noted = 0;
  }

  mark(): HistoryMark {
    return { noted: this.noted, words: this.state.slice(STATE.FIRST, STATE.MASK) };
  }

  /** Goes back to a moment since the last `begin`; invalidates marks made after it. */
  rewind(mark: HistoryMark): void {
    const { notes } = this;
    const { entries, buckets } = this.arena;
    for (let note = this.noted - 2; note >= mark.noted; note -= 2) {
      const at = notes[note]!;
      if (at < 0) buckets[~at] = notes[note + 1]!;
      else entries[at] = notes[note + 1]!;
    }
    this.noted = mark.noted;
    this.state.set(mark.words, STATE.FIRST);
  }

  protected override change(at: number, value: number): void {
    this.note(at, this.arena.entries[at]!);
    super.change(at, value);
  }

  protected override putIn(bucket: number, at: number): void {
    this.note(~bucket, this.arena.buckets[bucket]!);
    super.putIn(bucket, at);
  }

  private note(at: number, value: number): void {
    if (this.noted === this.notes.length) this.notes = longer(this.notes, this.noted + 2);
    this.notes[this.noted++] = at;
    this.notes[this.noted++] = value;
  }
}
