import { BLACK, EMPTY, WHITE, type Content, type Stone } from '../core/color.js';
import { bySize } from '../core/point.js';
import { CONTENT } from '../kernels/layout/plays.js';
import * as STATE from '../kernels/layout/state.js';
import { Stones } from './stones.js';

/**
 * Stones with moves and setup as SGF demands them, and the prisoners they make. Knows no rules: it does what it is told.
 * Nothing is allocated per move.
 */
export class Board extends Stones {
  /** Stones of the other color taken off during play, the other color's self-captures included; counted for the captor. */
  get prisonersBlack(): number {
    return this.state[STATE.PRISONERS_BLACK]!;
  }

  get prisonersWhite(): number {
    return this.state[STATE.PRISONERS_WHITE]!;
  }

  /** Of the prisoners of the opponent, the own stones lost by self-capture. */
  get selfCapturedBlack(): number {
    return this.state[STATE.SELF_CAPTURED_BLACK]!;
  }

  get selfCapturedWhite(): number {
    return this.state[STATE.SELF_CAPTURED_WHITE]!;
  }

  /** Opposing stones taken by the last `play`. */
  get captured(): number {
    return this.state[STATE.CAPTURED]!;
  }

  /** Own stones lost by the last `play`, the stone itself included. */
  get selfCaptured(): number {
    return this.state[STATE.SELF_CAPTURED]!;
  }

  /** Takes everything off and forgets prisoners and changes. */
  override reset(): void {
    super.reset();
    this.state.fill(0, STATE.PRISONERS_BLACK, STATE.SELF_CAPTURED + 1);
  }

  /**
   * A move as SGF demands it, legal or not: the stone is placed whatever was there (a stone that was there leaves without
   * becoming a prisoner), then opposing chains without liberties are taken, then the own chain if it has none.
   * Sets `captured` and `selfCaptured`.
   */
  play(point: number, stone: Stone): void {
    const { state } = this;
    const cell = this.cellOf[point]!;
    state[STATE.CAPTURED] = state[STATE.SELF_CAPTURED] = 0;
    if ((this.cells[cell]! & CONTENT) !== EMPTY) this.lift(cell);
    if (this.place(cell, stone) === 0) this.takeStarved(cell, stone);
  }

  /**
   * Setup: puts a stone on a point or empties it, whatever was there. Captures nothing; chains without liberties may stand.
   * Returns 1 when the stone's own chain or a chain next to it now stands without liberties, else 0.
   */
  setup(point: number, content: Content): 0 | 1 {
    const cell = this.cellOf[point]!;
    if ((this.cells[cell]! & CONTENT) !== EMPTY) this.lift(cell);
    if (content === EMPTY) return 0;
    if (this.place(cell, content) !== 0) return 0;
    const { stride } = this;
    return this.isStarved(cell) ||
      this.isStarved(cell - stride) ||
      this.isStarved(cell - 1) ||
      this.isStarved(cell + 1) ||
      this.isStarved(cell + stride)
      ? 1
      : 0;
  }

  /** Takes back the last `play` (and only that), given the length of `changes` before it. */
  undo(mark: number, stone: Stone): void {
    this.rewind(mark);
    this.addPrisoners(stone, -this.captured, -this.selfCaptured);
    this.state[STATE.CAPTURED] = this.state[STATE.SELF_CAPTURED] = 0;
  }

  /** Puts the stones back as they stood when `changes` had this length; prisoners stay as they are. */
  rewind(mark: number): void {
    const { changes } = this;
    for (let i = changes.length; i > mark; i--) {
      const cell = changes.cellAt(i);
      const before = changes.beforeAt(i);
      if ((this.cells[cell]! & CONTENT) !== EMPTY) this.lift(cell);
      if (before !== EMPTY) this.place(cell, before as Stone);
    }
    changes.cutTo(mark);
  }

  /** After a stone was played: takes the opposing chains beside it that have no liberty, or else its own if it has none. */
  private takeStarved(cell: number, stone: Stone): void {
    const { state, stride } = this;
    const opponent = (3 - stone) as Stone;
    const taken =
      this.takeIfStarved(cell - stride, opponent) +
      this.takeIfStarved(cell - 1, opponent) +
      this.takeIfStarved(cell + 1, opponent) +
      this.takeIfStarved(cell + stride, opponent);
    const lost = taken > 0 ? 0 : this.takeIfStarved(cell, stone);
    state[STATE.CAPTURED] = taken;
    state[STATE.SELF_CAPTURED] = lost;
    this.addPrisoners(stone, taken, lost);
  }

  /** Counts stones that a play of this color took and lost. */
  private addPrisoners(stone: Stone, taken: number, lost: number): void {
    const { state } = this;
    state[STATE.PRISONERS_BLACK - BLACK + stone]! += taken;
    state[STATE.PRISONERS_BLACK + WHITE - stone]! += lost;
    state[STATE.SELF_CAPTURED_BLACK - BLACK + stone]! += lost;
  }

  /** Takes the chain of this color on a cell if it has no liberty; returns its stones. */
  private takeIfStarved(at: number, stone: Stone): number {
    if (this.cells[at] !== stone) return 0;
    const stones = this.walkChain(at);
    for (let i = 0; i < stones; i++) this.lift(this.chain[i]!);
    return stones;
  }
}

const boards = bySize((width, height) => new Board(width, height, 'fast'));

/** The one board of this size that everybody shares, emptied. What it held before is gone. */
export function boardFor(width: number, height: number): Board {
  const board = boards(width, height);
  board.reset();
  return board;
}
