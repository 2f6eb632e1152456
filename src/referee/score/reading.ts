import { EMPTY, type Stone } from '../../core/color.js';
import { fourNeighborsOf, type Neighbors, neighborsOf } from '../../go/board/position.js';

/** What `play` changed, for `takeBack` to undo. */
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

/** Positions read for one question; a longer fight counts as undecided. */
const MAX_STEPS = 300;

/** Most liberties stored: no fight takes so many. */
const MAX_KNOWN = 255;

/** A chain with more liberties than this escapes. */
export const FEW = 2;

/**
 * A board on which moves are tried and taken back, for reading whether a chain with two liberties or less can be caught.
 * Self-capture and retaking a single stone at once are forbidden.
 */
export class Reading {
  readonly stones: Uint8Array;
  readonly near: Neighbors;
  private readonly four: Int16Array;
  /** The chain that `libertiesUpTo` counted last: its stones, liberties and adjacent opposing stones, in the order reached. */
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
  /** For each stone the liberties of its chain when `countAll` was called, else 0; and the number of moves since. */
  readonly known: Uint8Array;
  private moved = 0;

  constructor(stones: Uint8Array, width: number, height: number) {
    this.stones = stones.slice();
    this.near = neighborsOf(width, height);
    this.four = fourNeighborsOf(width, height);
    this.chain = new Int16Array(stones.length);
    this.free = new Int16Array(stones.length);
    this.foes = new Int16Array(stones.length);
    this.seen = new Int32Array(stones.length);
    this.known = new Uint8Array(stones.length);
  }

  /** Counts the liberties of all chains, so that those with many need no recount while a few moves are tried. */
  countAll(): void {
    const { stones, known } = this;
    known.fill(0);
    for (let p = 0; p < stones.length; p++) {
      if (stones[p] === EMPTY || known[p] !== 0) continue;
      const liberties = Math.min(this.libertiesUpTo(stones.length, p), MAX_KNOWN);
      for (let i = 0; i < this.chainCount; i++) known[this.chain[i]!] = liberties;
    }
    this.moved = 0;
  }

  /** The number of liberties of the chain at a point; `most` + 1 if it has more, and then the chain is not stored. */
  libertiesUpTo(most: number, point: number): number {
    // A move takes one liberty at most; a captured chain lost all of them.
    if (this.known[point]! - this.moved > most) return most + 1;
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

  /** Whether a stone belongs to the chain whose liberties were counted last. */
  isCounted(point: number): boolean {
    for (let i = 0; i < this.chainCount; i++) if (this.chain[i] === point) return true;
    return false;
  }

  /** Whether any stone of the chain whose liberties were counted last is marked. */
  hasStone(marks: Uint8Array): boolean {
    for (let i = 0; i < this.chainCount; i++) if (marks[this.chain[i]!] === 1) return true;
    return false;
  }

  /** Whether any opposing stone beside that chain is marked. */
  hasOpponent(marks: Uint8Array): boolean {
    for (let i = 0; i < this.foeCount; i++) if (marks[this.foes[i]!] === 1) return true;
    return false;
  }

  /** Whether a stone of this color on an empty point would join two chains. */
  joins(point: number, color: Stone): boolean {
    const { stones, near, seen } = this;
    let round = -1;
    for (const q of near[point]!) {
      if (stones[q] !== color) continue;
      if (round < 0) {
        this.libertiesUpTo(stones.length, q);
        round = this.round;
      } else if (seen[q] !== round) return true;
    }
    return false;
  }

  chainAt(point: number): Chain {
    this.libertiesUpTo(this.stones.length, point);
    return {
      stones: firstOf(this.chain, this.chainCount),
      liberties: firstOf(this.free, this.freeCount),
      opponents: firstOf(this.foes, this.foeCount),
    };
  }

  /** Adds to `points` the liberties of the chains of these stones that have at most `most`. */
  addLiberties(points: Set<number>, stones: readonly number[], most: number): void {
    for (const p of stones) {
      if (this.libertiesUpTo(most, p) > most) continue;
      for (let i = 0; i < this.freeCount; i++) points.add(this.free[i]!);
    }
  }

  /** Plays a move; `undefined` where it is not allowed. */
  play(point: number, color: Stone): Played | undefined {
    const { stones } = this;
    if (stones[point] !== EMPTY || point === this.ko) return undefined;
    stones[point] = color;
    this.moved++;
    let taken = NONE;
    const opponent = 3 - color;
    for (const q of this.near[point]!) {
      if (stones[q] !== opponent || this.libertiesUpTo(0, q) > 0) continue;
      const lost = firstOf(this.chain, this.chainCount);
      for (const p of lost) stones[p] = EMPTY;
      taken = taken.length === 0 ? lost : [...taken, ...lost];
    }
    // Most moves have an empty point beside them and take nothing: there is nothing to count.
    const isPlain = taken.length !== 1 && this.near[point]!.some((q) => stones[q] === EMPTY);
    const liberties = isPlain ? 2 : this.libertiesUpTo(1, point);
    if (liberties === 0) {
      stones[point] = EMPTY;
      this.moved--;
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
    this.moved--;
  }

  /** Lifts the ban on the ko, as if a move had been made elsewhere. */
  liftKo(): void {
    this.ko = -1;
  }

  /** The result of `then` after a move, which is taken back; `otherwise` where the move is not allowed. */
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
    if (++this.steps > MAX_STEPS) return false;
    const count = this.libertiesUpTo(FEW, point);
    if (count > FEW || (count > 1 && moves === 0)) return false;
    const [first, second] = [this.free[0]!, this.free[1]!];
    const attacker = (3 - color) as Stone;
    if (count === 1) return this.after(first, attacker, () => true, false);
    const succeeds = (): boolean => !this.canSave(point, color, moves - 1);
    return count === FEW && [first, second].some((p) => this.after(p, attacker, succeeds, false));
  }

  /** Whether the owner, to move, saves a chain with one liberty left. */
  private canSave(point: number, color: Stone, moves: number): boolean {
    this.libertiesUpTo(this.stones.length, point);
    const points = firstOf(this.free, this.freeCount);
    for (const q of firstOf(this.foes, this.foeCount)) {
      // A stone that the walk before met is of the same chain.
      if (this.seen[q] === this.round && this.stones[q] === this.stones[this.chain[0]!]) continue;
      if (this.libertiesUpTo(1, q) === 1 && !points.includes(this.free[0]!)) points.push(this.free[0]!);
    }
    const isSaved = (): boolean => !this.canCatch(point, color, moves);
    for (const p of points) if (this.after(p, color, isSaved, false)) return true;
    return false;
  }
}

/** The first numbers of an array, without the iterator that `Array.from` uses. */
function firstOf(numbers: Int16Array, count: number): number[] {
  const found: number[] = [];
  for (let i = 0; i < count; i++) found.push(numbers[i]!);
  return found;
}
