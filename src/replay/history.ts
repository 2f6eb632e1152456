import type { Stone } from '../core/color.js';
import type { Board } from '../board/board.js';

/**
 * Int32 fields of one slot, that is of one position:
 * hash halves, generation, length of the board's changes when it last arose, and move numbers (NEVER if none):
 * first stood with Black, with White to move, first made by a board play of Black, of White.
 */
const LOW = 0;
const HIGH = 1;
const GENERATION = 2;
const MARK = 3;
const TO_MOVE = 4;
const MADE_BY = 6;
export const SLOT = 8;

/** No such move. */
export const NEVER = -1;

/** Slots kept between games; a larger table, made for a longer game, is let go after it. */
const KEPT_SLOTS = 1 << 14;

/** Changes compared to confirm hash hits in one game; beyond, only records made to waste time, two equal 64-bit hashes are enough. */
const CONFIRMED_CHANGES = 100_000_000;

/**
 * All positions of one game since its start or last setup, by hash in an open table that serves game after game.
 * Move numbers: 0 is the start, n the position after move n.
 * A hash hit counts only when the changes of the board between the two moments cancel out.
 */
export class History {
  /** Move number at which this history starts. */
  start = 0;
  /** Player to move at the start. */
  startToMove: Stone = 1;
  /** What the last `seek` found; the slot stays valid until the next `seek`, `begin` or `restart`. */
  protected found = 0;
  protected startSlot = 0;
  protected generation = 0;
  private slots = 512;
  protected table = new Int32Array(512 * SLOT);
  private budget = 0;

  /** Makes room for a game of so many moves. */
  begin(moves: number): void {
    let slots = 512;
    while (slots < 2 * moves + 4) slots *= 2;
    const held = this.table.length / SLOT;
    if (slots > held || (held > KEPT_SLOTS && slots <= KEPT_SLOTS)) {
      this.table = new Int32Array(slots * SLOT);
      this.generation = 0;
    }
    this.slots = slots;
    this.budget = CONFIRMED_CHANGES;
  }

  /**
   * Forgets everything and starts at the board's present position. `counts`: the start is an earlier position,
   * made by the player not to move; otherwise only basic ko and `isStart` know it.
   */
  restart(board: Board, toMove: Stone, move: number, counts: 'counts' | 'apart'): void {
    this.generation++;
    this.start = move;
    this.startToMove = toMove;
    this.seek(board);
    this.startSlot = this.found;
    this.enter(board);
    if (counts === 'apart') return;
    this.table[this.found + TO_MOVE + toMove - 1] = move;
    this.table[this.found + MADE_BY + 2 - toMove] = move;
  }

  /** Finds the board's present position; true when it stood before. */
  seek(board: Board): boolean {
    const { table, generation } = this;
    const low = board.hashLow;
    const high = board.hashHigh;
    const mask = this.slots - 1;
    let index = (low ^ (high >>> 7)) & mask;
    for (;;) {
      const at = index * SLOT;
      if (table[at + GENERATION] !== generation) {
        this.found = at;
        return false;
      }
      if (table[at] === low && table[at + HIGH] === high && this.confirm(board, table[at + MARK]!)) {
        this.found = at;
        return true;
      }
      index = (index + 1) & mask;
    }
  }

  /** Whether the position found is the one this history started with. */
  get isStart(): boolean {
    return this.found === this.startSlot;
  }

  /** Move number after which the position found first stood with this player to move, or NEVER. */
  firstToMove(player: Stone): number {
    return this.table[this.found + TO_MOVE + player - 1]!;
  }

  /** Move number of the first board play by which this player made the position found, or NEVER. */
  firstMadeBy(player: Stone): number {
    return this.table[this.found + MADE_BY + player - 1]!;
  }

  /** Takes down the position that `seek` did not find. */
  enter(board: Board): void {
    const { table, found } = this;
    table[found + LOW] = board.hashLow;
    table[found + HIGH] = board.hashHigh;
    table[found + GENERATION] = this.generation;
    table[found + MARK] = board.changes.length;
    table[found + TO_MOVE] = NEVER;
    table[found + TO_MOVE + 1] = NEVER;
    table[found + MADE_BY] = NEVER;
    table[found + MADE_BY + 1] = NEVER;
  }

  /** A board play of a player made the position that `seek` did not find; the opponent is to move. */
  enterMade(board: Board, player: Stone, move: number): void {
    const { table, found } = this;
    const black = player === 1;
    table[found + LOW] = board.hashLow;
    table[found + HIGH] = board.hashHigh;
    table[found + GENERATION] = this.generation;
    table[found + MARK] = board.changes.length;
    table[found + TO_MOVE] = black ? NEVER : move;
    table[found + TO_MOVE + 1] = black ? move : NEVER;
    table[found + MADE_BY] = black ? move : NEVER;
    table[found + MADE_BY + 1] = black ? NEVER : move;
  }

  /** A board play of a player made the position that `seek` found again; the opponent is to move. */
  madeAgain(board: Board, player: Stone, move: number): void {
    const { table, found } = this;
    table[found + MARK] = board.changes.length;
    const made = found + MADE_BY + player - 1;
    if (table[made] === NEVER) table[made] = move;
    this.stands((3 - player) as Stone, move);
  }

  /** The position found now stands with this player to move, also after a pass. */
  stands(toMove: Stone, move: number): void {
    const at = this.found + TO_MOVE + toMove - 1;
    if (this.table[at] === NEVER) this.table[at] = move;
  }

  private confirm(board: Board, mark: number): boolean {
    const { changes } = board;
    this.budget -= changes.length - mark;
    return this.budget < 0 || changes.cancelOut(mark, changes.length);
  }
}
