import type { Neighbors } from '../board/position.js';

/** What reading says of a group that lives or dies by one eye space: `open` depends on who moves next, or on a ko. */
export type SpaceStatus = 'dead' | 'alive' | 'open';

/** More outside liberties change nothing: with two the attacker can answer inside first, and fill every point but one. */
const MAX_OUTSIDE = 2;

/** An eye space as bits: one for each of its points, then one for each outside liberty, then one for the group around it. */
interface Space {
  /** How many points and outside liberties there are. */
  readonly bits: number;
  /** The bits beside each bit, by its number. */
  readonly beside: readonly number[];
  readonly outside: number;
  readonly group: number;
}

/** A line of positions that lead to the same one: the edges that end in it. */
interface Edges {
  readonly from: number[];
  readonly next: number[];
  /** By position, -1 without one. */
  readonly first: number[];
}

/**
 * Reads the eye space `points` of a group to the end, with every move inside and the attacker's in its outside liberties (`outside`, their
 * number). Dead: it is captured though its owner moves first, without the attacker taking a ko. Alive: it never is, though the attacker moves
 * first, and without the owner taking a ko; repetitions are the owner's. `attackers`: the points with the attacker's stones; the rest is empty.
 * Taken for granted: that the group is one chain with a liberty, that it cannot leave by its outside liberties, and that the attacker lives.
 * Time and memory grow with 3 to the power of the points.
 */
export function readSpace(
  points: readonly number[],
  attackers: readonly number[],
  near: Neighbors,
  outside: number,
): SpaceStatus {
  const liberties = Math.min(outside, MAX_OUTSIDE);
  const bits = points.length + liberties;
  const group = 1 << bits;
  const bitsOf = (some: readonly number[]): number =>
    some.reduce((all, p) => all | (points.includes(p) ? 1 << points.indexOf(p) : group), 0);
  const beside = points.map((p) => bitsOf(near[p]!));
  const outer = group - (1 << points.length);
  const touching = beside.reduce((all, there, i) => (there & group ? all | (1 << i) : all), outer);
  for (let i = 0; i < liberties; i++) beside.push(group);
  const space = { bits, beside: [...beside, touching], outside: outer, group };
  if (isCaptured(space, bitsOf(attackers), false)) return 'dead';
  return isCaptured(space, bitsOf(attackers), true) ? 'open' : 'alive';
}

/** Whether the attacker can force the capture of the group. `isAttackers`: the attacker moves first and may take kos; else the owner. */
function isCaptured(space: Space, attackers: number, isAttackers: boolean): boolean {
  const { bits, group, outside } = space;
  const turn = 1 << (2 * bits);
  /** Positions in the order in which they are found: the attacker's stones, the owner's, and `turn` where the attacker moves. */
  const found = [attackers | (isAttackers ? turn : 0)];
  const numbers = new Int32Array(2 * turn);
  numbers[found[0]!] = 1;
  const edges: Edges = { from: [], next: [], first: [-1] };
  /** Moves of the owner that are not known to lose. */
  const left: number[] = [];
  const won: number[] = [];
  const lead = (from: number, key: number): void => {
    left[from]!++;
    let to = numbers[key]! - 1;
    if (to < 0) {
      to = found.push(key) - 1;
      numbers[key] = to + 1;
      edges.first.push(-1);
    }
    edges.from.push(from);
    edges.next.push(edges.first[to]!);
    edges.first[to] = edges.from.length - 1;
  };
  for (let at = 0; at < found.length; at++) {
    const attacker = found[at]! & (group - 1);
    const owner = (found[at]! >> bits) & (group - 1);
    const isTurn = found[at]! >= turn;
    left.push(0);
    if (!isTurn) lead(at, found[at]! | turn);
    const open = (group - 1) & ~(attacker | owner);
    // The outside liberties are alike, and the owner's moves there gain nothing.
    let moves = (open & ~outside) | (isTurn ? open & outside & -(open & outside) : 0);
    for (; moves !== 0; moves &= moves - 1) {
      const move = moves & -moves;
      const own = isTurn ? attacker : owner | group;
      const other = isTurn ? owner | group : attacker;
      const taken = takenBy(space, own, other, move, isTurn === isAttackers);
      if (taken === FORBIDDEN) continue;
      if (taken & group) {
        won.push(at);
        break;
      }
      if (isTurn) lead(at, attacker | move | ((owner & ~taken) << bits));
      else lead(at, (attacker & ~taken) | ((owner | move) << bits) | turn);
    }
  }
  const isWon = new Uint8Array(found.length);
  for (const at of won) isWon[at] = 1;
  for (const at of won) {
    for (let edge = edges.first[at]!; edge >= 0; edge = edges.next[edge]!) {
      const from = edges.from[edge]!;
      if (isWon[from] === 1 || (found[from]! < turn && --left[from]! > 0)) continue;
      isWon[from] = 1;
      won.push(from);
    }
  }
  return isWon[0] === 1;
}

const FORBIDDEN = -1;

/** The other side's stones that a move takes, FORBIDDEN where it would take its own, or a ko that it may not. */
function takenBy(space: Space, own: number, other: number, move: number, mayTakeKo: boolean): number {
  const mine = own | move;
  const open = (space.group - 1) & ~(mine | other);
  let taken = 0;
  for (let foes = besides(space, move) & other; foes !== 0; foes &= foes - 1) {
    const chain = chainOf(space, foes & -foes, other);
    if (isWithoutLiberty(space, chain, open)) taken |= chain;
  }
  const chain = taken === 0 || !mayTakeKo ? chainOf(space, move, mine) : 0;
  if (taken === 0) return isWithoutLiberty(space, chain, open) ? FORBIDDEN : 0;
  const isKo = chain === move && (taken & (taken - 1)) === 0 && (besides(space, chain) & open) === 0;
  return isKo && taken !== space.group ? FORBIDDEN : taken;
}

function besides({ beside }: Space, bits: number): number {
  let all = 0;
  for (let left = bits; left !== 0; left &= left - 1) all |= beside[31 - Math.clz32(left & -left)]!;
  return all;
}

function chainOf(space: Space, start: number, side: number): number {
  for (let chain = start; ;) {
    const grown = chain | (besides(space, chain) & side);
    if (grown === chain) return chain;
    chain = grown;
  }
}

/** Stones on outside liberties are joined to the attacker's outside. */
function isWithoutLiberty(space: Space, chain: number, open: number): boolean {
  return (chain & space.outside) === 0 && (besides(space, chain) & open) === 0;
}
