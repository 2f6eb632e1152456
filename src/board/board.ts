import { BLACK, EMPTY, WHITE, type Content, type Stone } from '../core/color.js';
import { BORDER, layOut } from './layout.js';
import { Changes } from './changes.js';
import { positionKeys } from './zobrist.js';

/** By content of a neighbor: liberties it is worth. */
const FREE = Uint8Array.of(1, 0, 0, 0);

/**
 * Head of cells without a stone. It has liberties no end, so that liberties can be counted up and down at all four neighbors
 * without asking whether there is a stone.
 */
const NO_CHAIN = 0;
const NO_END = 1 << 30;

/**
 * Stones on points with chains, prisoners and a 64-bit position hash, all kept up to date by every change.
 * Points are `y * width + x`; inside, cells carry a border of one column and two rows so that every point has four neighbors.
 * Knows no rules: it does what it is told, as SGF demands. Nothing is allocated per move.
 * Liberties are kept as pseudo-liberties (an empty point counts once for each stone it touches), which are 0 exactly when there are none.
 */
export class Board {
  readonly width: number;
  readonly height: number;
  /** Stones on the board. */
  stonesBlack = 0;
  stonesWhite = 0;
  /** Stones of the other color taken off during play, the other color's self-captures included; counted for the captor. */
  prisonersBlack = 0;
  prisonersWhite = 0;
  /** Of the prisoners of the opponent, the own stones lost by self-capture. */
  selfCapturedBlack = 0;
  selfCapturedWhite = 0;
  /** Halves of the position hash; equal positions have equal halves. */
  hashLow = 0;
  hashHigh = 0;
  /** Opposing stones taken by the last `play`. */
  captured = 0;
  /** Own stones lost by the last `play`, the stone itself included. */
  selfCaptured = 0;
  /** Every change of a cell since `reset`. */
  readonly changes: Changes;

  private readonly stride: number;
  private readonly blank: Uint8Array;
  private readonly cells: Uint8Array;
  private readonly cellOf: Uint16Array;
  private readonly head: Uint16Array;
  private readonly next: Uint16Array;
  private readonly size: Uint16Array;
  private readonly pseudo: Int32Array;
  private readonly keys: Int32Array;
  private readonly seen: Uint32Array;
  private readonly list: Uint16Array;
  private stamp = 0;

  /** An empty board of 1 to 52 columns and rows. */
  constructor(width: number, height: number) {
    const { stride, blank, cellOf } = layOut(width, height);
    this.width = width;
    this.height = height;
    this.stride = stride;
    this.blank = blank;
    this.cellOf = cellOf;
    const count = blank.length;
    this.cells = this.blank.slice();
    this.head = new Uint16Array(count);
    this.next = new Uint16Array(count);
    this.size = new Uint16Array(count);
    this.pseudo = new Int32Array(count);
    this.keys = positionKeys(count);
    this.seen = new Uint32Array(count);
    this.list = new Uint16Array(count);
    this.changes = new Changes(count);
    this.pseudo[NO_CHAIN] = NO_END;
  }

  /** Takes everything off and forgets prisoners and changes. */
  reset(): void {
    this.cells.set(this.blank);
    this.head.fill(NO_CHAIN);
    this.pseudo[NO_CHAIN] = NO_END;
    this.stonesBlack = this.stonesWhite = 0;
    this.prisonersBlack = this.prisonersWhite = 0;
    this.selfCapturedBlack = this.selfCapturedWhite = 0;
    this.hashLow = this.hashHigh = 0;
    this.captured = this.selfCaptured = 0;
    this.changes.clear();
  }

  /** Content of a point: EMPTY, BLACK or WHITE. */
  at(point: number): number {
    return this.cells[this.cellOf[point]!]!;
  }

  /**
   * A move as SGF demands it, legal or not: the stone is placed whatever was there (a stone that was there leaves without
   * becoming a prisoner), then opposing chains without liberties are taken, then the own chain if it has none.
   * Tells `captured` and `selfCaptured`.
   */
  play(point: number, stone: Stone): void {
    const cell = this.cellOf[point]!;
    this.captured = 0;
    this.selfCaptured = 0;
    const { cells, head, pseudo, stride } = this;
    if (cells[cell] !== EMPTY) this.lift(cell);
    this.place(cell, stone);
    const north = cell - stride;
    const south = cell + stride;
    // Chains at their last breath are rare, so that asking for that first is predicted well.
    if (pseudo[head[north]!] === 0) this.beat(north, stone);
    if (pseudo[head[cell - 1]!] === 0) this.beat(cell - 1, stone);
    if (pseudo[head[cell + 1]!] === 0) this.beat(cell + 1, stone);
    if (pseudo[head[south]!] === 0) this.beat(south, stone);
    if (pseudo[head[cell]!] === 0) this.loseOwn(cell, stone);
  }

  /**
   * Setup: puts a stone on a point or empties it, whatever was there. Captures nothing; chains without liberties may stand.
   * Returns 1 when the stone's own chain or a chain next to it now stands without liberties, else 0.
   */
  setup(point: number, content: Content): 0 | 1 {
    const cell = this.cellOf[point]!;
    if (this.cells[cell] !== EMPTY) this.lift(cell);
    if (content === EMPTY) return 0;
    this.place(cell, content);
    const { stride } = this;
    return this.starved(cell) ||
      this.starved(cell - stride) ||
      this.starved(cell - 1) ||
      this.starved(cell + 1) ||
      this.starved(cell + stride)
      ? 1
      : 0;
  }

  /** Takes back the last `play` (and only that), given the length of `changes` before it. Chains are made anew. */
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

  /** Puts the stones back as they stood when `changes` had this length; prisoners stay as they are. Chains are made anew. */
  rewind(mark: number): void {
    const { changes, cells } = this;
    for (let i = changes.length - 1; i >= mark; i--) {
      const cell = changes.cellAt(i);
      this.count(cell, cells[cell]!, -1);
      const before = changes.beforeAt(i);
      cells[cell] = before;
      this.count(cell, before, 1);
    }
    changes.length = mark;
    let length = 0;
    for (const cell of this.cellOf) {
      if (cells[cell] === EMPTY) this.head[cell] = NO_CHAIN;
      else this.list[length++] = cell;
    }
    this.chainUp(length);
  }

  /** Liberties of the chain on a point; 0 for an empty point. */
  liberties(point: number): number {
    const start = this.cellOf[point]!;
    const { cells, next, seen, stride } = this;
    if (cells[start] === EMPTY) return 0;
    const stamp = ++this.stamp;
    let found = 0;
    let cell = start;
    const look = (at: number): void => {
      if (cells[at] !== EMPTY || seen[at] === stamp) return;
      seen[at] = stamp;
      found++;
    };
    do {
      look(cell - stride);
      look(cell - 1);
      look(cell + 1);
      look(cell + stride);
      cell = next[cell]!;
    } while (cell !== start);
    return found;
  }

  /** Stones of the chain on a point; 0 for an empty point. */
  chainSize(point: number): number {
    const cell = this.cellOf[point]!;
    return this.cells[cell] === EMPTY ? 0 : this.size[this.head[cell]!]!;
  }

  /** Whether the stone on a point belongs to a chain without liberties; only setup can leave such chains. */
  isStarved(point: number): boolean {
    return this.starved(this.cellOf[point]!);
  }

  /** How many own stones a play on this empty point would lose, the stone itself included; 0: it would stand. */
  wouldSelfCapture(point: number, stone: Stone): number {
    const cell = this.cellOf[point]!;
    const { cells, head, size, pseudo, stride } = this;
    let lost = 1;
    const around = [cell - stride, cell - 1, cell + 1, cell + stride];
    for (const at of around) {
      if (cells[at] === EMPTY) return 0;
      if (cells[at] === BORDER) continue;
      const chain = head[at]!;
      const touching = around.filter((n) => isStone(cells[n]!) && head[n] === chain);
      const breathes = pseudo[chain]! > touching.length;
      if (cells[at] === stone ? breathes : !breathes) return 0;
      if (cells[at] === stone && touching[0] === at) lost += size[chain]!;
    }
    return lost;
  }

  /** Writes one byte a point (EMPTY, BLACK, WHITE) into `out`. */
  copyTo(out: Uint8Array): void {
    const { cells, cellOf } = this;
    for (let point = 0; point < cellOf.length; point++) out[point] = cells[cellOf[point]!]!;
  }

  private starved(cell: number): boolean {
    return isStone(this.cells[cell]!) && this.pseudo[this.head[cell]!] === 0;
  }

  /** Keeps stone counts and the hash while a stone comes (1) or goes (-1). */
  private count(cell: number, content: number, by: 1 | -1): void {
    if (content === EMPTY) return;
    if (content === BLACK) this.stonesBlack += by;
    else this.stonesWhite += by;
    const key = (cell << 2) + (content << 1);
    this.hashLow ^= this.keys[key]!;
    this.hashHigh ^= this.keys[key + 1]!;
  }

  /** Puts a stone on an empty cell, takes its liberties from its neighbors and joins it to its own. */
  private place(cell: number, stone: Stone): void {
    const { cells, head, next, pseudo, stride } = this;
    const north = cell - stride;
    const south = cell + stride;
    const contentNorth = cells[north]!;
    const contentWest = cells[cell - 1]!;
    const contentEast = cells[cell + 1]!;
    const contentSouth = cells[south]!;
    pseudo[head[north]!]!--;
    pseudo[head[cell - 1]!]!--;
    pseudo[head[cell + 1]!]!--;
    pseudo[head[south]!]!--;
    cells[cell] = stone;
    head[cell] = cell;
    next[cell] = cell;
    this.size[cell] = 1;
    pseudo[cell] = FREE[contentNorth]! + FREE[contentWest]! + FREE[contentEast]! + FREE[contentSouth]!;
    this.count(cell, stone, 1);
    this.changes.add(cell, EMPTY, stone);
    if (contentNorth === stone) this.join(cell, north);
    if (contentWest === stone) this.join(cell, cell - 1);
    if (contentEast === stone) this.join(cell, cell + 1);
    if (contentSouth === stone) this.join(cell, south);
  }

  /** Makes one chain of two; the smaller one takes the larger one's head. */
  private join(one: number, two: number): void {
    const { head, next, size, pseudo } = this;
    let keep = head[two]!;
    let give = head[one]!;
    if (keep === give) return;
    if (size[keep]! < size[give]!) {
      keep = give;
      give = head[two]!;
    }
    pseudo[keep]! += pseudo[give]!;
    size[keep]! += size[give]!;
    let cell = give;
    do {
      head[cell] = keep;
      cell = next[cell]!;
    } while (cell !== give);
    const after = next[keep]!;
    next[keep] = next[give]!;
    next[give] = after;
  }

  /** A chain beside the stone just played has no liberty: it is taken if it is the opponent's. */
  private beat(at: number, stone: Stone): void {
    if (this.cells[at] !== 3 - stone) return;
    const taken = this.take(at);
    this.captured += taken;
    if (stone === BLACK) this.prisonersBlack += taken;
    else this.prisonersWhite += taken;
  }

  /** Takes a chain off the board; returns its stones. */
  private take(start: number): number {
    const { cells, next, keys } = this;
    const content = cells[start]!;
    const offset = content << 1;
    let taken = 0;
    let cell = start;
    do {
      cells[cell] = EMPTY;
      const key = (cell << 2) + offset;
      this.hashLow ^= keys[key]!;
      this.hashHigh ^= keys[key + 1]!;
      this.changes.add(cell, content, EMPTY);
      this.release(cell);
      taken++;
      cell = next[cell]!;
    } while (cell !== start);
    if (content === BLACK) this.stonesBlack -= taken;
    else this.stonesWhite -= taken;
    return taken;
  }

  /** A cell became empty: it is a liberty of what stands around it. */
  private release(cell: number): void {
    const { head, pseudo, stride } = this;
    head[cell] = NO_CHAIN;
    pseudo[head[cell - stride]!]!++;
    pseudo[head[cell - 1]!]!++;
    pseudo[head[cell + 1]!]!++;
    pseudo[head[cell + stride]!]!++;
  }

  private loseOwn(cell: number, stone: Stone): void {
    const lost = this.take(cell);
    this.selfCaptured = lost;
    if (stone === BLACK) {
      this.prisonersWhite += lost;
      this.selfCapturedBlack += lost;
    } else {
      this.prisonersBlack += lost;
      this.selfCapturedWhite += lost;
    }
  }

  /** Takes one stone off without making it a prisoner; what is left of its chain may fall apart. */
  private lift(cell: number): void {
    const { cells, next, list } = this;
    const content = cells[cell]!;
    let length = 0;
    for (let at = next[cell]!; at !== cell; at = next[at]!) list[length++] = at;
    cells[cell] = EMPTY;
    this.count(cell, content, -1);
    this.changes.add(cell, content, EMPTY);
    this.release(cell);
    this.chainUp(length);
  }

  /** Makes the chains of the listed stones anew; the list holds whole chains. */
  private chainUp(length: number): void {
    const { list, head, next, size, pseudo, cells, stride } = this;
    for (let i = 0; i < length; i++) {
      const cell = list[i]!;
      head[cell] = cell;
      next[cell] = cell;
      size[cell] = 1;
      let free = 0;
      if (cells[cell - stride] === EMPTY) free++;
      if (cells[cell - 1] === EMPTY) free++;
      if (cells[cell + 1] === EMPTY) free++;
      if (cells[cell + stride] === EMPTY) free++;
      pseudo[cell] = free;
    }
    for (let i = 0; i < length; i++) {
      const cell = list[i]!;
      const content = cells[cell];
      if (cells[cell - 1] === content) this.join(cell, cell - 1);
      if (cells[cell - stride] === content) this.join(cell, cell - stride);
    }
  }
}

function isStone(content: number): boolean {
  return content === BLACK || content === WHITE;
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
