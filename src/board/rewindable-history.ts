import * as STATE from '../kernels/layout/state.js';
import { History } from './history.js';

/** A moment of a history to come back to. */
export interface HistoryMark {
  readonly noted: number;
  /** The words from FIRST up to MASK. */
  readonly words: Int32Array;
}

/** A history that can go back to an earlier moment: what came since is dropped, and changes of what was there are noted. */
export class RewindableHistory extends History {
  /** Where a number was changed and what it was, two numbers a note; below 0 the place is a bucket's, turned over. */
  private notes = new Int32Array(256);
  private noted = 0;

  override begin(moves: number): void {
    super.begin(moves);
    this.noted = 0;
  }

  mark(): HistoryMark {
    return { noted: this.noted, words: this.state.slice(STATE.FIRST, STATE.MASK) };
  }

  /** Goes back to a moment since the last `begin`; marks made after it are void then. */
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
    if (this.noted === this.notes.length) {
      const wider = new Int32Array(this.noted * 2);
      wider.set(this.notes);
      this.notes = wider;
    }
    this.notes[this.noted++] = at;
    this.notes[this.noted++] = value;
  }
}
