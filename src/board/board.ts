import { BLACK, EMPTY, type Content, type Stone } from '../core/color.js';
import type { Arena } from './arena.js';
import * as STATE from '../kernels/layout/state.js';
import { CONTENT } from '../kernels/layout/plays.js';
import { Stones } from './stones.js';

/**
 * Stones with moves and setup as SGF demands them, and the prisoners they make. Knows no rules: it does what it is told.
 * Nothing is allocated per move.
 */
export class Board extends Stones {
  /** Stones of the other color taken off during play, the other color's self-captures included; counted for the captor. */
  prisonersBlack = 0;
  prisonersWhite = 0;
  /** Of the prisoners of the opponent, the own stones lost by self-capture. */
  selfCapturedBlack = 0;
  selfCapturedWhite = 0;
  /** Opposing stones taken by the last `play`. */
  captured = 0;
  /** Own stones lost by the last `play`, the stone itself included. */
  selfCaptured = 0;

  /** Takes everything off and forgets prisoners and changes. */
  override reset(): void {
    super.reset();
    this.prisonersBlack = this.prisonersWhite = 0;
    this.selfCapturedBlack = this.selfCapturedWhite = 0;
    this.captured = this.selfCaptured = 0;
  }

  /**
   * A move as SGF demands it, legal or not: the stone is placed whatever was there (a stone that was there leaves without
   * becoming a prisoner), then opposing chains without liberties are taken, then the own chain if it has none.
   * Tells `captured` and `selfCaptured`.
   */
  play(point: number, stone: Stone): void {
    const cell = this.cellOf[point]!;
    this.captured = this.selfCaptured = 0;
    if ((this.cells[cell]! & CONTENT) !== EMPTY) this.lift(cell);
    if (this.place(cell, stone) === 0) this.takeStarved(cell, stone);
  }

  /** Hands over to the arena what its plays start from. */
  toArena({ state }: Arena): void {
    state[STATE.HASH_LOW] = this.hashLow;
    state[STATE.HASH_HIGH] = this.hashHigh;
    state[STATE.STONES] = this.stones;
    state[STATE.CHANGES] = this.changes.length;
    state[STATE.TAKEN_BY_BLACK] = state[STATE.TAKEN_BY_WHITE] = 0;
  }

  /** Takes over what the arena's plays came to. The last of them, by this player, may have its own chain without liberties. */
  fromArena({ state }: Arena, player: Stone): void {
    this.hashLow = state[STATE.HASH_LOW]!;
    this.hashHigh = state[STATE.HASH_HIGH]!;
    this.stones = state[STATE.STONES]!;
    this.changes.length = state[STATE.CHANGES]!;
    this.prisonersBlack += state[STATE.TAKEN_BY_BLACK]!;
    this.prisonersWhite += state[STATE.TAKEN_BY_WHITE]!;
    this.captured = state[STATE.CAPTURED]!;
    this.selfCaptured = 0;
    if (state[STATE.ENDED] === STATE.STARVED)
      this.takeStarved(this.changes.cellAt(this.changes.length), player);
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
    if (stone === BLACK) {
      this.prisonersBlack -= this.captured;
      this.prisonersWhite -= this.selfCaptured;
      this.selfCapturedBlack -= this.selfCaptured;
    } else {
      this.prisonersWhite -= this.captured;
      this.prisonersBlack -= this.selfCaptured;
      this.selfCapturedWhite -= this.selfCaptured;
    }
    this.captured = this.selfCaptured = 0;
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
    changes.length = mark;
  }

  /**
   * Behind a stone just played: takes the opposing chains beside it that have no liberty, or else its own if it has none.
   * Returns the stones taken.
   */
  private takeStarved(cell: number, stone: Stone): number {
    const { stride } = this;
    const opponent = (3 - stone) as Stone;
    const taken =
      this.takeIfStarved(cell - stride, opponent) +
      this.takeIfStarved(cell - 1, opponent) +
      this.takeIfStarved(cell + 1, opponent) +
      this.takeIfStarved(cell + stride, opponent);
    if (taken > 0) {
      this.captured = taken;
      if (stone === BLACK) this.prisonersBlack += taken;
      else this.prisonersWhite += taken;
      return taken;
    }
    const lost = this.takeIfStarved(cell, stone);
    if (lost === 0) return 0;
    this.selfCaptured = lost;
    if (stone === BLACK) {
      this.prisonersWhite += lost;
      this.selfCapturedBlack += lost;
    } else {
      this.prisonersBlack += lost;
      this.selfCapturedWhite += lost;
    }
    return lost;
  }

  /** Takes the chain of this color on a cell if it has no liberty; returns its stones. */
  private takeIfStarved(at: number, stone: Stone): number {
    if (this.cells[at] !== stone) return 0;
    const stones = this.walkChain(at);
    for (let i = 0; i < stones; i++) this.lift(this.chain[i]!);
    return stones;
  }
}

const boards = new Map<number, Board>();

/** The one board of this size that everybody shares, emptied. What it held before is gone. */
export function boardFor(width: number, height: number): Board {
  const key = width * 64 + height;
  let board = boards.get(key);
  if (board) {
    board.reset();
  } else {
    board = new Board(width, height, 'fast');
    boards.set(key, board);
  }
  return board;
}
