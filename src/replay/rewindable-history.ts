import type { Stone } from '../core/color.js';
import type { Board } from '../board/board.js';
import { History, SLOT } from './history.js';

/** A moment of a history to come back to. */
export interface HistoryMark {
  readonly noted: number;
  readonly found: number;
  readonly generation: number;
  readonly start: number;
  readonly startToMove: Stone;
  readonly startSlot: number;
}

/** One note: where a slot lies, and what it held. */
const NOTE = SLOT + 1;

/**
 * A history that can go back to an earlier moment: what each slot held before a change is noted. Slots are only ever
 * taken, never freed, so that giving them back in the opposite order leaves the table as it was.
 */
export class RewindableHistory extends History {
  private notes = new Int32Array(512 * NOTE);
  private noted = 0;

  override begin(moves: number): void {
    super.begin(moves);
    this.noted = 0;
  }

  override enter(board: Board): void {
    this.note();
    super.enter(board);
  }

  override enterMade(board: Board, player: Stone, move: number): void {
    this.note();
    super.enterMade(board, player, move);
  }

  override madeAgain(board: Board, player: Stone, move: number): void {
    this.note();
    super.madeAgain(board, player, move);
  }

  override stands(toMove: Stone, move: number): void {
    this.note();
    super.stands(toMove, move);
  }

  mark(): HistoryMark {
    const { noted, found, generation, start, startToMove, startSlot } = this;
    return { noted, found, generation, start, startToMove, startSlot };
  }

  /** Goes back to a moment since the last `begin`; marks made after it are void then. */
  rewind(mark: HistoryMark): void {
    const { table, notes } = this;
    for (let at = (this.noted - 1) * NOTE; at >= mark.noted * NOTE; at -= NOTE) {
      const slot = notes[at]!;
      for (let field = 0; field < SLOT; field++) table[slot + field] = notes[at + 1 + field]!;
    }
    this.noted = mark.noted;
    this.found = mark.found;
    this.generation = mark.generation;
    this.start = mark.start;
    this.startToMove = mark.startToMove;
    this.startSlot = mark.startSlot;
  }

  private note(): void {
    const at = this.noted * NOTE;
    if (at === this.notes.length) {
      const wider = new Int32Array(at * 2);
      wider.set(this.notes);
      this.notes = wider;
    }
    const { table, notes, found } = this;
    notes[at] = found;
    for (let field = 0; field < SLOT; field++) notes[at + 1 + field] = table[found + field]!;
    this.noted++;
  }
}
