import { looksLikeGame } from './recover.js';
import type { Scratch } from './scratch.js';

/** Where the reading of one game stands; shared by the parts of the scanner. */
export class GameState {
  text: Uint8Array = new Uint8Array(0);
  /** Offset behind which nothing is read. */
  end = 0;
  /** Open parentheses. */
  depth = 0;
  /** Where a new game seems to start inside this one, -1 when nowhere. Matters when this one is not closed. */
  candidate = -1;
  /** Whether a game ends there at once: an earlier game of the file was not closed. */
  stopsAtGame = false;
  /** Nodes of the main line with more than one child. */
  branches = 0;
  /** Depths of trees on the main line that hold no node of their own, rising. */
  bare: number[] = [];
  #stray = 0;
  #strayAt = -1;

  reset(end: number, depth: number): void {
    this.end = end;
    this.depth = depth;
    this.candidate = -1;
    this.branches = 0;
    if (this.bare.length > 0) this.bare = [];
    this.#stray = 0;
  }

  /** Takes note of the `(` at `at` when a game seems to start there; true when this game ends there. */
  endsAtGame(at: number): boolean {
    if (this.candidate >= 0 || !looksLikeGame(this.text, at, this.end)) return false;
    this.candidate = at;
    if (this.stopsAtGame) this.end = at;
    return this.stopsAtGame;
  }

  /** Bytes that belong to no node. */
  illegal(offset: number, bytes: number): void {
    if (this.#stray === 0) this.#strayAt = offset;
    this.#stray += bytes;
  }

  reportIllegal(scratch: Scratch): void {
    if (this.#stray > 0)
      scratch.report('sgf/illegal-text', { characters: this.#stray }, { offset: this.#strayAt });
  }
}
