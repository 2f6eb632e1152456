import { BLACK, EMPTY, type Content, type Stone } from '../core/color.js';
import { CHANGE, changeWord } from './changes.js';
import { CONTENT, FREE } from './layout.js';
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

  /**
   * Plays on the points from one index up to another, the colors taking turns, as long as the points are empty and no
   * stones are taken: ends behind the first play that takes some. Returns the index of the first point not played on.
   * The same as so many times `play`, but faster.
   */
  playRun(points: Uint16Array, from: number, to: number, first: Stone): number {
    const { cells, cellOf, stride, keys, changes, stones } = this;
    changes.makeRoom(to - from);
    const { log, length } = changes;
    this.captured = this.selfCaptured = 0;
    let entry = length * CHANGE;
    let low = this.hashLow;
    let high = this.hashHigh;
    let stone: number = first;
    let index = from;
    while (index < to) {
      const cell = cellOf[points[index]!]!;
      const empty = cells[cell]!;
      if ((empty & CONTENT) !== EMPTY) break;
      const other = 3 - stone;
      const north = cells[cell - stride]! - FREE;
      const west = cells[cell - 1]! - FREE;
      const east = cells[cell + 1]! - FREE;
      const south = cells[cell + stride]! - FREE;
      cells[cell - stride] = north;
      cells[cell - 1] = west;
      cells[cell + 1] = east;
      cells[cell + stride] = south;
      cells[cell] = empty + stone;
      const key = (cell << 2) + (stone << 1);
      low ^= keys[key]!;
      high ^= keys[key + 1]!;
      entry += CHANGE;
      log[entry] = changeWord(cell, EMPTY, stone);
      log[entry + 1] = low;
      log[entry + 2] = high;
      index++;
      if (north === other || west === other || east === other || south === other || empty === EMPTY) {
        this.hashLow = low;
        this.hashHigh = high;
        this.stones = stones + index - from;
        changes.length = length + index - from;
        if (this.takeStarved(cell, stone as Stone) > 0) return index;
      }
      stone = other;
    }
    this.hashLow = low;
    this.hashHigh = high;
    this.stones = stones + index - from;
    changes.length = length + index - from;
    return index;
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
    board = new Board(width, height);
    boards.set(key, board);
  }
  return board;
}
