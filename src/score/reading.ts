import { EMPTY, type Stone } from '../core/color.js';
import { type Neighbors, neighborsOf } from '../board/position.js';

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
  private readonly seen: Int32Array;
  private round = 0;
  private ko = -1;
  private steps = 0;

  constructor(stones: Uint8Array, width: number, height: number) {
    this.stones = stones.slice();
    this.near = neighborsOf(width, height);
    this.seen = new Int32Array(stones.length);
  }

  chainAt(point: number): Chain {
    const { stones, near, seen } = this;
    const round = ++this.round;
    const color = stones[point]!;
    const chain = [point];
    const liberties: number[] = [];
    const opponents: number[] = [];
    seen[point] = round;
    for (const p of chain) {
      for (const q of near[p]!) {
        if (seen[q] === round) continue;
        seen[q] = round;
        (stones[q] === color ? chain : stones[q] === EMPTY ? liberties : opponents).push(q);
      }
    }
    return { stones: chain, liberties, opponents };
  }

  /** The chains of these stones, each once. */
  chainsOf(points: readonly number[]): Chain[] {
    const chains: Chain[] = [];
    const done = new Set<number>();
    for (const p of points) {
      if (done.has(p)) continue;
      const chain = this.chainAt(p);
      for (const q of chain.stones) done.add(q);
      chains.push(chain);
    }
    return chains;
  }

  /** Plays where that is allowed. */
  play(point: number, color: Stone): Played | undefined {
    const { stones } = this;
    if (stones[point] !== EMPTY || point === this.ko) return undefined;
    stones[point] = color;
    const taken: number[] = [];
    const opponent = 3 - color;
    for (const q of this.near[point]!) {
      if (stones[q] !== opponent) continue;
      const chain = this.chainAt(q);
      if (chain.liberties.length > 0) continue;
      for (const p of chain.stones) stones[p] = EMPTY;
      taken.push(...chain.stones);
    }
    const own = this.chainAt(point);
    const played = { point, taken, koBefore: this.ko };
    if (own.liberties.length === 0) {
      stones[point] = EMPTY;
      return undefined;
    }
    const isKo = taken.length === 1 && own.stones.length === 1 && own.liberties.length === 1;
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
    const { liberties } = this.chainAt(point);
    const attacker = (3 - color) as Stone;
    if (liberties.length === 1) return this.after(liberties[0]!, attacker, () => true, false);
    if (liberties.length > FEW || moves === 0) return false;
    return liberties.some((p) =>
      this.after(p, attacker, () => !this.canSave(point, color, moves - 1), false),
    );
  }

  /** Whether the owner, to move, saves a chain that was left one liberty. */
  private canSave(point: number, color: Stone, moves: number): boolean {
    const chain = this.chainAt(point);
    const captures = this.chainsOf(chain.opponents)
      .map(({ liberties }) => liberties)
      .filter(({ length }) => length === 1);
    return [...new Set([...chain.liberties, ...captures.flat()])].some((p) =>
      this.after(p, color, () => !this.canCatch(point, color, moves), false),
    );
  }
}
