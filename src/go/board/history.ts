import { longer } from '../../core/bytes.js';
import type { Stone } from '../../core/color.js';
import { ENTRY, MADE_BY_MOVE, MOMENT, MORE } from '../../core/kernels/layout.js';
import * as AT from '../../core/kernels/layout.js';
import type { Board } from './board.js';

/**
 * Of a position that occurred again: move numbers (NEVER if none) of its first occurrence with Black and with White to move,
 * and of the first made by Black and by White.
 */
const TO_MOVE = 0;
const MADE_BY = 2;

/** No such move. */
export const NEVER = -1;

/** Fewest buckets. */
const MIN_BUCKETS = 512;

/** Most changes compared to confirm hash hits in one game; only records made to waste time exceed it: then equal 64-bit hashes suffice. */
const CONFIRMED_CHANGES = 100_000_000;

/**
 * All positions of one game since its start or last setup, in the order in which they arose, in the memory of the board's
 * kernel, which finds and enters them.
 * An entry has four words: moment of the board's changes when the position last arose (the log has its hash); the board play that
 * first made it, as twice the move number plus 1 if it was White's; where its other first moves lie, 0 while there are none; the
 * position before it in the same bucket, 0 for none. Move numbers: 0 is the start, n the position after move n.
 * A play adds at most one stone, so the positions with more stones than any before them form a row with one for each
 * number of stones: they are found by that number, and a fuller one is known to be new. The others, after captures,
 * lie in buckets by hash. A hash hit counts only when the changes of the board between the two moments cancel out.
 */
export class History {
  readonly board: Board;
  protected readonly state: Int32Array;

  /** The history of this board: it lies in the memory of the board's kernel. */
  constructor(board: Board) {
    this.board = board;
    this.state = board.state;
  }

  /** Move number at which this history starts. */
  get start(): number {
    return this.state[AT.START]!;
  }

  /** Player to move at the start. */
  get startToMove(): Stone {
    return this.state[AT.START_TO_MOVE]! as Stone;
  }

  /** The board's current position, as the last `seek` found it or `enter` recorded it: equal positions have equal numbers. */
  get found(): number {
    return this.state[AT.FOUND]!;
  }

  /** Clears the history for a game of about this many moves. */
  begin(moves: number): void {
    const { state, board } = this;
    const { buckets } = board;
    if (state[AT.IS_BUCKET_USED] === 1) buckets.fill(0, 0, state[AT.MASK]! + 1);
    let wanted = MIN_BUCKETS;
    while (wanted < moves && 2 * wanted <= buckets.length) wanted *= 2;
    state[AT.MASK] = wanted - 1;
    state[AT.IS_BUCKET_USED] = 0;
    // No entry lies at 0, so that 0 means none.
    state[AT.FIRST] = state[AT.END] = ENTRY;
    state[AT.ROW_START] = state[AT.ROW_END] = 0;
    state[AT.BUDGET] = CONFIRMED_CHANGES;
  }

  /**
   * Starts again at the board's current position. `counts`: the start is an earlier position,
   * made by the player not to move; otherwise only basic ko and `isStart` use it.
   */
  restart(toMove: Stone, move: number, counts: 'counts' | 'apart'): void {
    const { state } = this;
    state[AT.START] = move;
    state[AT.START_TO_MOVE] = toMove;
    state[AT.FIRST] = state[AT.END]!;
    state[AT.START_STONES] = state[AT.STONES]!;
    state[AT.ROW_START] = state[AT.ROW_END]!;
    this.enter((3 - toMove) as Stone, counts === 'counts' ? move : NEVER);
  }

  /** Finds the board's current position; true if it occurred before. */
  seek(): boolean {
    const found = this.board.kernel.find();
    if (found !== 0) this.state[AT.FOUND] = found;
    return found !== 0;
  }

  /** Whether the position found is the one this history started with. */
  get isStart(): boolean {
    return this.state[AT.FOUND] === this.state[AT.FIRST];
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
    this.board.kernel.enter(move * 2 + player - 1);
  }

  /** Records that this player's board play made the position that `seek` found; the opponent is to move. */
  madeAgain(player: Stone, move: number): void {
    this.change(this.found + MOMENT, this.state[AT.CHANGES]!);
    this.setFirst(MADE_BY + player - 1, move);
    this.recordToMove((3 - player) as Stone, move);
  }

  /** Records that this player is to move in the current position, including after a pass. */
  recordToMove(toMove: Stone, move: number): void {
    this.setFirst(TO_MOVE + toMove - 1, move);
  }

  /** Changes one number of an existing entry. */
  protected change(at: number, value: number): void {
    this.board.entries[at] = value;
  }

  /** One of the first moves of the position found. */
  private firstOf(which: number): number {
    const { entries } = this.board;
    const more = entries[this.found + MORE]!;
    if (more > 0) return entries[more + which]!;
    const made = entries[this.found + MADE_BY_MOVE]!;
    return which === MADE_BY + (made & 1) || which === TO_MOVE + 1 - (made & 1) ? made >> 1 : NEVER;
  }

  /** Records a first move of the position found, unless an earlier one is known. The four numbers get an entry of their own. */
  private setFirst(which: number, move: number): void {
    if (this.firstOf(which) !== NEVER) return;
    let more = this.board.entries[this.found + MORE]!;
    if (more === 0) {
      more = this.state[AT.END]!;
      this.state[AT.END] = more + ENTRY;
      for (let one = 0; one < ENTRY; one++) this.board.entries[more + one] = this.firstOf(one);
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
    return { noted: this.noted, words: this.state.slice(AT.FIRST, AT.MASK) };
  }

  /** Goes back to a moment since the last `begin`; invalidates marks made after it. */
  rewind(mark: HistoryMark): void {
    const { notes } = this;
    const { entries, buckets } = this.board;
    for (let note = this.noted - 2; note >= mark.noted; note -= 2) {
      const at = notes[note]!;
      if (at < 0) buckets[~at] = notes[note + 1]!;
      else entries[at] = notes[note + 1]!;
    }
    this.noted = mark.noted;
    this.state.set(mark.words, AT.FIRST);
  }

  protected override change(at: number, value: number): void {
    this.note(at, this.board.entries[at]!);
    super.change(at, value);
  }

  override enter(player: Stone, move: number): void {
    const { state, board } = this;
    // The kernel may put the position in front of a bucket.
    const bucket = (state[AT.HASH_LOW]! ^ (state[AT.HASH_HIGH]! >>> 7)) & state[AT.MASK]!;
    this.note(~bucket, board.buckets[bucket]!);
    super.enter(player, move);
  }

  private note(at: number, value: number): void {
    if (this.noted === this.notes.length) this.notes = longer(this.notes, this.noted + 2);
    this.notes[this.noted++] = at;
    this.notes[this.noted++] = value;
  }
}
