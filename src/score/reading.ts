import { EMPTY, type Stone } from '../core/color.js';
import { fourNeighborsOf, type Neighbors, neighborsOf } from '../board/position.js';

/** What `play` changed: taken back by `takeBack`. */
export interface Played {
  readonly point: number;
  readonly taken: readonly number[];
  readonly koBefore: number;
}

interface Chain {
  readonly stones: readonly number[];
  readonly liberties: readonly number[];
  /** Opposing stones next to it. */
  readonly opponents: readonly number[];
}

const NONE: readonly number[] = [];

/** Positions looked at for one question; a longer fight counts as not decided. */
const MOST_STEPS = 300;

/** A chain with more liberties than this gets away. */
export const FEW = 2;

/**
 * A board on which moves are tried and taken back, for reading whether a chain with two liberties or less can be caught.
 * Forbidden are self-capture and taking a single stone back at once.
 */
export class Reading {
  readonly stones: Uint8Array;
  readonly near: Neighbors;
  private readonly four: Int16Array;
  /** Of the chain that `libertiesUpTo` went over: its stones, its liberties and the opposing stones next to it, in the order in which they were reached. */
  private readonly chain: Int16Array;
  private readonly free: Int16Array;
  private readonly foes: Int16Array;
  private chainCount = 0;
  private freeCount = 0;
  private foeCount = 0;
  private readonly seen: Int32Array;
  private round = 0;
  private ko = -1;
  private steps = 0;

  constructor(stones: Uint8Array, width: number, height: number) {
    this.stones = stones.slice();
    this.near = neighborsOf(width, height);
    this.four = fourNeighborsOf(width, height);
    this.chain = new Int16Array(stones.length);
    this.free = new Int16Array(stones.length);
    this.foes = new Int16Array(stones.length);
    this.seen = new Int32Array(stones.length);
  }

  /** The number of liberties of the chain at a point; where it has more than `most`, one more than that, and nothing is kept of it. */
  libertiesUpTo(most: number, point: number): number {
    const { stones, four, seen, chain, free, foes } = this;
    const round = ++this.round;
    const color = stones[point]!;
    let [members, liberties, opponents] = [1, 0, 0];
    chain[0] = point;
    seen[point] = round;
    for (let i = 0; i < members; i++) {
      const first = 4 * chain[i]!;
      for (let n = first; n < first + 4; n++) {
        const q = four[n]!;
        if (seen[q] === round) continue;
        seen[q] = round;
        const content = stones[q]!;
        if (content === color) chain[members++] = q;
        else if (content !== EMPTY) foes[opponents++] = q;
        else if (liberties === most) return most + 1;
        else free[liberties++] = q;
      }
    }
    this.chainCount = members;
    this.freeCount = liberties;
    this.foeCount = opponents;
    return liberties;
  }

  chainAt(point: number): Chain {
    this.libertiesUpTo(this.stones.length, point);
    return {
      stones: Array.from(this.chain.subarray(0, this.chainCount)),
      liberties: Array.from(this.free.subarray(0, this.freeCount)),
      opponents: Array.from(this.foes.subarray(0, this.foeCount)),
    };
  }

  /** Adds to `points` the liberties of those chains with so many at most that have one of the stones. */
  addLiberties(points: Set<number>, stones: readonly number[], most: number): void {
    for (const p of stones) {
      if (this.libertiesUpTo(most, p) > most) continue;
      for (let i = 0; i < this.freeCount; i++) points.add(this.free[i]!);
    }
  }

  /** Plays where that is allowed. */
  play(point: number, color: Stone): Played | undefined {
    const { stones } = this;
    if (stones[point] !== EMPTY || point === this.ko) return undefined;
    stones[point] = color;
    let taken = NONE;
    const opponent = 3 - color;
    for (const q of this.near[point]!) {
      if (stones[q] !== opponent || this.libertiesUpTo(0, q) > 0) continue;
      const lost = Array.from(this.chain.subarray(0, this.chainCount));
      for (const p of lost) stones[p] = EMPTY;
      taken = taken.length === 0 ? lost : [...taken, ...lost];
    }
    const liberties = this.libertiesUpTo(1, point);
    if (liberties === 0) {
      stones[point] = EMPTY;
      return undefined;
    }
    const played = { point, taken, koBefore: this.ko };
    const isKo = taken.length === 1 && liberties === 1 && this.chainCount === 1;
    this.ko = isKo ? taken[0]! : -1;
    return played;
  }

  takeBack({ point, taken, koBefore }: Played): void {
    const other = 3 - this.stones[point]!;
    this.stones[point] = EMPTY;
    for (const p of taken) this.stones[p] = other;
    this.ko = koBefore;
  }

  /** Lifts the ban on the ko, as if a move had been made elsewhere. */
  liftKo(): void {
    this.ko = -1;
  }

  /** What a move leads to, or `otherwise` where it is not allowed. */
  after<T>(point: number, color: Stone, then: (played: Played) => T, otherwise: T): T {
    const played = this.play(point, color);
    if (!played) return otherwise;
    const result = then(played);
    this.takeBack(played);
    return result;
  }

  /** Whether the opponent, moving first, catches the chain of this color at a point within this many moves of its own. */
  isCaught(point: number, color: Stone, moves: number): boolean {
    this.steps = 0;
    return this.canCatch(point, color, moves);
  }

  private canCatch(point: number, color: Stone, moves: number): boolean {
    if (this.stones[point] !== color) return true;
    if (++this.steps > MOST_STEPS) return false;
    const count = this.libertiesUpTo(FEW, point);
    if (count > FEW || (count > 1 && moves === 0)) return false;
    const [first, second] = [this.free[0]!, this.free[1]!];
    const attacker = (3 - color) as Stone;
    if (count === 1) return this.after(first, attacker, () => true, false);
    const succeeds = (): boolean => !this.canSave(point, color, moves - 1);
    return count === FEW && [first, second].some((p) => this.after(p, attacker, succeeds, false));
  }

  /** Whether the owner, to move, saves a chain that was left one liberty. */
  private canSave(point: number, color: Stone, moves: number): boolean {
    const { liberties, opponents } = this.chainAt(point);
    const points = new Set(liberties);
    this.addLiberties(points, opponents, 1);
    const isSaved = (): boolean => !this.canCatch(point, color, moves);
    for (const p of points) if (this.after(p, color, isSaved, false)) return true;
    return false;
  }
}
