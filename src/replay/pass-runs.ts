import type { Stone } from '../core/color.js';

/** Counts passes in a row. */
export class PassRuns {
  /** Passes in a row just now. */
  run = 0;
  /** Who made the first of them; 0 when there are none. */
  first: Stone | 0 = 0;
  longest = 0;
  /** Longest run of two or more that a board play followed. */
  resumedAfter = 0;
  /** Move number of the first pass that directly followed another; 0: never. */
  firstEnd = 0;
  /** Move number of the last pass; 0: none. */
  last = 0;

  pass(player: Stone, move: number): void {
    this.last = move;
    if (this.run === 0) this.first = player;
    this.run++;
    if (this.run === 2 && this.firstEnd === 0) this.firstEnd = move;
    if (this.run > this.longest) this.longest = this.run;
  }

  play(): void {
    if (this.run === 0) return;
    if (this.run >= 2 && this.run > this.resumedAfter) this.resumedAfter = this.run;
    this.interrupt();
  }

  /** Takes over every field of another. */
  copy(from: PassRuns): void {
    this.run = from.run;
    this.first = from.first;
    this.longest = from.longest;
    this.resumedAfter = from.resumedAfter;
    this.firstEnd = from.firstEnd;
    this.last = from.last;
  }

  /** A move that is neither pass nor board play. */
  interrupt(): void {
    this.run = 0;
    this.first = 0;
  }
}
