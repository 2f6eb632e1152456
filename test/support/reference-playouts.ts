import { BLACK, EMPTY, WHITE } from '../../src/core/color.js';
import type { Player, PlayoutSums } from '../../src/go/life/playouts.js';
import type { Position } from '../../src/go/board/position.js';

const BORDER = 3;

/** How the random players behave. */
export interface Manners {
  /** Chains up to this many stones may be put into atari by their own side; more lets the sides kill their own sekis. */
  readonly throwIn: number;
  /** Half of the moves answer an atari. */
  readonly answers: boolean;
}

/** What judges best: 83.7 % of counted games exactly, against 77.6 % of players without any manners. The kernel's. */
export const CAREFUL: Manners = { throwIn: 1, answers: true };

/**
 * The random games of src/go/life/playouts written plainly, and with other manners. Players alternate; nobody fills an own one-point eye, takes back
 * a ko at once, commits suicide, or puts chains of more than a few stones into atari without capturing (that last rule
 * keeps most sekis standing). Two passes end a game; the sides take turns in starting.
 * The generator is seeded from the position, so equal positions give equal sums.
 */
export function makeReferencePlayer(
  width: number,
  height: number,
  manners: Manners = CAREFUL,
): Pick<Player, 'run'> {
  const { throwIn, answers } = manners;
  const S = width + 1;
  const total = (height + 2) * S + 1;
  const points = width * height;
  // One buffer for all that changes during a game, so that one copy brings the start back.
  const state = new Int32Array(8 * total + points);
  const color = state.subarray(0, total);
  const head = state.subarray(total, 2 * total);
  const next = state.subarray(2 * total, 3 * total);
  // Of chains, at their head: liberties counted once a touching stone, with the sums of their places and squares;
  // all on one place exactly when count * squares = sum * sum.
  const libs = state.subarray(3 * total, 4 * total);
  const sums = state.subarray(4 * total, 5 * total);
  const squares = state.subarray(5 * total, 6 * total);
  const size = state.subarray(6 * total, 7 * total);
  const slot = state.subarray(7 * total, 8 * total);
  const empty = state.subarray(8 * total);
  const start = new Int32Array(state.length);
  const taken = new Uint8Array(total);
  let emptyCount = 0;
  let ko = 0;
  let captured = 0;
  let lastCaptured = 0;
  let random = 1;

  const places = new Int16Array(points);
  for (let y = 0, p = 0; y < height; y++) for (let x = 0; x < width; x++, p++) places[p] = (y + 1) * S + x;

  function gain(chain: number, p: number): void {
    libs[chain]!++;
    sums[chain]! += p;
    squares[chain]! += p * p;
  }

  function lose(chain: number, p: number): void {
    libs[chain]!--;
    sums[chain]! -= p;
    squares[chain]! -= p * p;
  }

  function inAtari(chain: number): boolean {
    const sum = sums[chain]!;
    return libs[chain]! * squares[chain]! === sum * sum;
  }

  function join(a: number, b: number): number {
    let big = a;
    let small = b;
    if (size[big]! < size[small]!) {
      big = b;
      small = a;
    }
    let p = small;
    do {
      head[p] = big;
      p = next[p]!;
    } while (p !== small);
    const after = next[big]!;
    next[big] = next[small]!;
    next[small] = after;
    libs[big]! += libs[small]!;
    sums[big]! += sums[small]!;
    squares[big]! += squares[small]!;
    size[big]! += size[small]!;
    return big;
  }

  function remove(chain: number): void {
    const c = color[chain]!;
    let p = chain;
    do {
      const after = next[p]!;
      color[p] = EMPTY;
      taken[p] = 1;
      slot[p] = emptyCount;
      empty[emptyCount++] = p;
      captured++;
      lastCaptured = p;
      p = after;
    } while (p !== chain);
    // The chain's own stones are empty by now, so what touches them is the other color's.
    do {
      const after = next[p]!;
      if (color[p - S] === 3 - c) gain(head[p - S]!, p);
      if (color[p - 1] === 3 - c) gain(head[p - 1]!, p);
      if (color[p + 1] === 3 - c) gain(head[p + 1]!, p);
      if (color[p + S] === 3 - c) gain(head[p + S]!, p);
      p = after;
    } while (p !== chain);
  }

  function place(p: number, c: number): void {
    const other = 3 - c;
    const last = empty[--emptyCount]!;
    const at = slot[p]!;
    empty[at] = last;
    slot[last] = at;
    color[p] = c;
    head[p] = p;
    next[p] = p;
    libs[p] = 0;
    sums[p] = 0;
    squares[p] = 0;
    size[p] = 1;
    captured = 0;
    let own = p;
    for (let d = 0; d < 4; d++) {
      const q = d === 0 ? p - S : d === 1 ? p - 1 : d === 2 ? p + 1 : p + S;
      const there = color[q]!;
      if (there === EMPTY) gain(own, q);
      else if (there !== BORDER) {
        const chain = head[q]!;
        lose(chain, p);
        if (there === c && chain !== own) own = join(own, chain);
      }
    }
    if (color[p - S] === other && libs[head[p - S]!] === 0) remove(head[p - S]!);
    if (color[p - 1] === other && libs[head[p - 1]!] === 0) remove(head[p - 1]!);
    if (color[p + 1] === other && libs[head[p + 1]!] === 0) remove(head[p + 1]!);
    if (color[p + S] === other && libs[head[p + S]!] === 0) remove(head[p + S]!);
    ko = captured === 1 && size[own] === 1 && libs[own] === 1 ? lastCaptured : 0;
  }

  function isEye(p: number, c: number): boolean {
    const other = 3 - c;
    const a = color[p - S - 1]!;
    const b = color[p - S + 1]!;
    const d = color[p + S - 1]!;
    const e = color[p + S + 1]!;
    const foes =
      (a === other ? 1 : 0) + (b === other ? 1 : 0) + (d === other ? 1 : 0) + (e === other ? 1 : 0);
    if (foes === 0) return true;
    return foes === 1 && a !== BORDER && b !== BORDER && d !== BORDER && e !== BORDER;
  }

  // State of the question "how many liberties has the chain that a stone on p would make".
  let liberty = 0;
  let stonesJoined = 0;

  /** Adds what an own chain brings besides p; true when that is two liberties or more. */
  function bring(chain: number, p: number, touching: number): boolean {
    const n = libs[chain]! - touching;
    stonesJoined += size[chain]!;
    if (n === 0) return false;
    const sum = sums[chain]! - touching * p;
    if (n * (squares[chain]! - touching * p * p) !== sum * sum) return true;
    const at = sum / n;
    if (liberty !== 0 && liberty !== at) return true;
    liberty = at;
    return false;
  }

  function mayPlay(p: number, c: number): boolean {
    const q0 = p - S;
    const q1 = p - 1;
    const q2 = p + 1;
    const q3 = p + S;
    const c0 = color[q0]!;
    const c1 = color[q1]!;
    const c2 = color[q2]!;
    const c3 = color[q3]!;
    const free =
      (c0 === EMPTY ? 1 : 0) + (c1 === EMPTY ? 1 : 0) + (c2 === EMPTY ? 1 : 0) + (c3 === EMPTY ? 1 : 0);
    if (free >= 2) return true;
    const other = 3 - c;
    if (free === 0 && c0 !== other && c1 !== other && c2 !== other && c3 !== other && isEye(p, c)) {
      return false;
    }
    const captures =
      (c0 === other && inAtari(head[q0]!)) ||
      (c1 === other && inAtari(head[q1]!)) ||
      (c2 === other && inAtari(head[q2]!)) ||
      (c3 === other && inAtari(head[q3]!));
    if (captures) return p !== ko;
    liberty = 0;
    stonesJoined = 1;
    if (free === 1) liberty = c0 === EMPTY ? q0 : c1 === EMPTY ? q1 : c2 === EMPTY ? q2 : q3;
    const h0 = c0 === c ? head[q0]! : 0;
    const h1 = c1 === c ? head[q1]! : 0;
    const h2 = c2 === c ? head[q2]! : 0;
    const h3 = c3 === c ? head[q3]! : 0;
    if (h0 !== 0 && bring(h0, p, 1 + (h1 === h0 ? 1 : 0) + (h2 === h0 ? 1 : 0) + (h3 === h0 ? 1 : 0)))
      return true;
    if (h1 !== 0 && h1 !== h0 && bring(h1, p, 1 + (h2 === h1 ? 1 : 0) + (h3 === h1 ? 1 : 0))) return true;
    if (h2 !== 0 && h2 !== h0 && h2 !== h1 && bring(h2, p, 1 + (h3 === h2 ? 1 : 0))) return true;
    if (h3 !== 0 && h3 !== h0 && h3 !== h1 && h3 !== h2 && bring(h3, p, 1)) return true;
    return liberty !== 0 && stonesJoined <= throwIn;
  }

  /** Steps the generator (Marsaglia's xorshift). */
  function advance(): void {
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
  }

  function choose(c: number): number {
    let left = emptyCount;
    while (left > 0) {
      advance();
      // The upper bits scaled to the range: no division, and no bias that could matter at 361 points.
      const i = ((random >>> 16) * left) >>> 16;
      const p = empty[i]!;
      if (mayPlay(p, c)) return p;
      left--;
      const swap = empty[left]!;
      empty[i] = swap;
      slot[swap] = i;
      empty[left] = p;
      slot[p] = left;
    }
    return 0;
  }

  /** The one liberty of a chain in atari, 0 for any other. */
  function lastLiberty(chain: number): number {
    return libs[chain] !== 0 && inAtari(chain) ? sums[chain]! / libs[chain]! : 0;
  }

  /**
   * The reply to the move at `last`: taking its chain when it is in atari, or saving a neighbor that it put into
   * atari, by capture if possible; 0: nothing.
   */
  function answer(last: number, c: number): number {
    const prey = lastLiberty(head[last]!);
    if (prey !== 0 && prey !== ko) return prey;
    for (let d = 0; d < 4; d++) {
      const q = d === 0 ? last - S : d === 1 ? last - 1 : d === 2 ? last + 1 : last + S;
      if (color[q] !== c) continue;
      const out = lastLiberty(head[q]!);
      if (out === 0) continue;
      const capture = captureBeside(head[q]!, 3 - c);
      if (capture !== 0) return capture;
      if (mayPlay(out, c)) return out;
    }
    return 0;
  }

  /** Where a chain's side can take a neighboring chain, 0: nowhere. */
  function captureBeside(chain: number, foe: number): number {
    let p = chain;
    do {
      for (let d = 0; d < 4; d++) {
        const q = d === 0 ? p - S : d === 1 ? p - 1 : d === 2 ? p + 1 : p + S;
        if (color[q] !== foe) continue;
        const at = lastLiberty(head[q]!);
        if (at !== 0 && at !== ko) return at;
      }
      p = next[p]!;
    } while (p !== chain);
    return 0;
  }

  function playOut(first: number): void {
    let c = first;
    let last = 0;
    let passes = 0;
    ko = 0;
    for (let left = 3 * points; left > 0 && passes < 2; left--) {
      advance();
      // Half of the time only: a side that always answers cannot be made to lose what it should lose.
      const reply = last === 0 || !answers || (random & 1) === 0 ? 0 : answer(last, c);
      const p = reply === 0 ? choose(c) : reply;
      last = p;
      if (p === 0) {
        passes++;
        ko = 0;
      } else {
        passes = 0;
        place(p, c);
      }
      c = 3 - c;
    }
  }

  /** Sets the start up; chains without a liberty are left out as if taken. */
  function setUp(position: Position): void {
    color.fill(BORDER);
    emptyCount = 0;
    let hash = 0x811c9dc5;
    for (let i = 0; i < places.length; i++) {
      const p = places[i]!;
      color[p] = EMPTY;
      slot[p] = emptyCount;
      empty[emptyCount++] = p;
      hash = Math.imul(hash ^ position.stones[i]!, 0x01000193);
    }
    random = (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ width) | 0 || 1;
    for (let i = 0; i < places.length; i++) {
      const c = position.stones[i]!;
      if (c !== EMPTY && color[places[i]!] === EMPTY) place(places[i]!, c);
    }
    start.set(state);
  }

  /** +1 Black, -1 White, 0 neither. */
  function holder(p: number): number {
    const c = color[p]!;
    if (c !== EMPTY) return c === BLACK ? 1 : -1;
    const seen = (1 << color[p - S]!) | (1 << color[p - 1]!) | (1 << color[p + 1]!) | (1 << color[p + S]!);
    const black = (seen & (1 << BLACK)) !== 0;
    const white = (seen & (1 << WHITE)) !== 0;
    return black === white ? 0 : black ? 1 : -1;
  }

  return {
    run(position: Position, playouts: number): PlayoutSums {
      const blackFirst = new Int16Array(points);
      const whiteFirst = new Int16Array(points);
      const kept = new Int16Array(points);
      setUp(position);
      const count = emptyCount;
      for (let n = 0; n < playouts; n++) {
        state.set(start);
        emptyCount = count;
        taken.fill(0);
        const first = (n & 1) === 0 ? BLACK : WHITE;
        playOut(first);
        const sum = first === BLACK ? blackFirst : whiteFirst;
        for (let i = 0; i < points; i++) {
          const p = places[i]!;
          sum[i]! += holder(p);
          kept[i]! += 1 - taken[p]!;
        }
      }
      return { playouts, blackFirst, whiteFirst, kept };
    },
  };
}
