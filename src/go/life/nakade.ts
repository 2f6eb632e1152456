import { BLACK, EMPTY, type Stone, WHITE } from '../../core/color.js';
import {
  colorsBeside,
  type Components,
  type Neighbors,
  neighborsOf,
  type Position,
  type Regions,
  regionsWithout,
} from '../board/position.js';

/** Larger spaces are left to the estimator: it knows them. */
const MAX_ROOM = 12;
/** With more liberties outside a group may get away. */
const MAX_OUTSIDE = 4;
/** A region of this many points gives the chains around it two eyes. */
const ROOMY = 7;

/** A group with one small eye space, and what reading that space says of it. */
export interface ReadGroup {
  /** Its chains, by component number. */
  readonly chains: readonly number[];
  /** Its eye space, with the opponent's stones in it: if the group is dead, they live with those around it. */
  readonly points: readonly number[];
  readonly status: SpaceStatus;
}

/** Points that are not of one color, connected: what that color may surround. */
interface Spaces {
  readonly of: Int16Array;
  readonly regions: Regions;
  /** 1 for spaces with stones in them. */
  readonly hasStones: Uint8Array;
  /** Spaces beside each chain of the color, by component number. */
  readonly beside: readonly (readonly number[] | undefined)[];
}

interface Board {
  readonly position: Position;
  readonly components: Components;
  readonly near: Neighbors;
  readonly dead: Uint8Array;
  readonly safe: Uint8Array;
}

/**
 * Reads every group that lives or dies by one eye space of up to six points (`readSpace`); one chain with more in its eye lives. A
 * playout fills no such space, so that a group killed inside seems to live beside what killed it. `dead`: the verdicts so far; `safe`: the color proved alive on a point.
 * Only where the opponent's chains around the group live by themselves, and no liberty outside joins it to another.
 * Not asked: whether it escapes through its liberties outside, larger spaces, races.
 */
export function readGroups(
  position: Position,
  components: Components,
  dead: Uint8Array,
  safe: Uint8Array,
): readonly ReadGroup[] {
  const near = neighborsOf(position.width, position.height);
  const board = { position, components, near, dead, safe };
  const found: ReadGroup[] = [];
  for (const color of [BLACK, WHITE] as const) {
    const spaces = spacesOf(board, color);
    for (let number = 0; number < spaces.hasStones.length; number++) {
      if (sizeOf(spaces, number) > MAX_ROOM) continue;
      const { list, starts } = spaces.regions;
      const points = [...list.subarray(starts[number], starts[number + 1])];
      const chains = chainsBeside(points, components, near);
      const inside = points.filter((p) => position.stones[p] !== EMPTY);
      const isOneChain = chains.length === 1;
      if (points.length >= ROOMY) {
        if (isOneChain && inside.length === 0) found.push({ chains, points, status: 'alive' });
        continue;
      }
      if (inside.length === points.length) continue;
      if (chains.some((chain) => isElsewhereAlive(chain, number, spaces, board))) continue;
      // Given up, and the opponent may cut: nothing that is read would be believed.
      if (!isOneChain && chains.every((chain) => dead[components.first[chain]!] === 1)) continue;
      const outside = outsideLiberties(chains, number, spaces, board);
      if (outside === undefined) continue;
      const status = points.length < 3 ? 'dead' : readSpace(points, inside, near, outside);
      if (status !== 'alive' || isOneChain) found.push({ chains, points, status });
    }
  }
  return found;
}

function spacesOf({ position, components, near }: Board, color: Stone): Spaces {
  const { stones } = position;
  const regions = regionsWithout(position, color);
  const { list, starts } = regions;
  const count = starts.length - 1;
  const of = new Int16Array(list.length).fill(-1);
  const hasStones = new Uint8Array(count);
  const beside: number[][] = [];
  const last = new Int16Array(components.count).fill(-1);
  for (let space = 0; space < count; space++) {
    for (let i = starts[space]!; i < starts[space + 1]!; i++) {
      const p = list[i]!;
      of[p] = space;
      if (stones[p] !== EMPTY) hasStones[space] = 1;
      for (const q of near[p]!) {
        const chain = components.of[q]!;
        if (stones[q] !== color || last[chain] === space) continue;
        last[chain] = space;
        (beside[chain] ??= []).push(space);
      }
    }
  }
  return { of, regions, hasStones, beside };
}

function sizeOf({ regions: { starts } }: Spaces, space: number): number {
  return starts[space + 1]! - starts[space]!;
}

function chainsBeside(points: readonly number[], { of }: Components, near: Neighbors): number[] {
  const inside = new Set(points);
  const chains = new Set<number>();
  for (const p of points) for (const q of near[p]!) if (!inside.has(q)) chains.add(of[q]!);
  return [...chains];
}

/** Whether a chain is proved alive or surrounds another space that may be an eye. */
function isElsewhereAlive(
  chain: number,
  space: number,
  spaces: Spaces,
  { position: { stones }, components, safe }: Board,
): boolean {
  const first = components.first[chain]!;
  if (safe[first] === stones[first]) return true;
  // A space without opposing stones is an eye, whatever its size; a small one with some may become one.
  return spaces.beside[chain]!.some(
    (other) => other !== space && (sizeOf(spaces, other) <= 2 * ROOMY || spaces.hasStones[other] === 0),
  );
}

/**
 * How many liberties some chains have outside a space; undefined if there are many, if an empty region there leads to another chain of theirs
 * that may live, or if what surrounds them may die.
 */
function outsideLiberties(
  chains: readonly number[],
  space: number,
  spaces: Spaces,
  board: Board,
): number | undefined {
  const {
    position: { stones },
    components: { of, first },
    near,
    dead,
  } = board;
  const color = stones[first[chains[0]!]!];
  const outside = new Set<number>();
  const regions = new Set<number>();
  const around = new Set<number>();
  for (let p = 0; p < stones.length; p++) {
    if (!chains.includes(of[p]!)) continue;
    for (const q of near[p]!) {
      if (stones[q] === color || spaces.of[q] === space) continue;
      if (stones[q] === EMPTY) {
        outside.add(q);
        regions.add(of[q]!);
      } else around.add(of[q]!);
    }
  }
  if (outside.size > MAX_OUTSIDE || ![...around].every((chain) => livesAlone(chain, board))) return undefined;
  const isFriend = (p: number): boolean => stones[p] === color && dead[p] === 0 && !chains.includes(of[p]!);
  const isLink = stones.some((_, p) => regions.has(of[p]!) && near[p]!.some(isFriend));
  return isLink ? undefined : outside.size;
}

/** Whether a chain lives: it, or one that it shares territory with, is proved alive or has room for two eyes. Not where it is in atari. */
function livesAlone(chain: number, { position, components, near, dead, safe }: Board): boolean {
  const { stones } = position;
  const start = components.first[chain]!;
  const color = stones[start];
  if (safe[start] === color) return true;
  if (dead[start] === 1) return false;
  const beside = colorsBeside(position, components);
  const group = new Set([start]);
  const liberties = new Set<number>();
  let room = 0;
  for (const p of group) {
    if (stones[p] === EMPTY) room++;
    if (safe[p] === color) room = ROOMY;
    for (const q of near[p]!) {
      const region = components.of[q]!;
      if (stones[q] === EMPTY && components.of[p] === chain) liberties.add(q);
      if (stones[q] === EMPTY && components.size[region]! >= ROOMY) room = ROOMY;
      if (stones[q] === color || (stones[q] === EMPTY && beside[region] === color)) group.add(q);
    }
  }
  return room >= ROOMY && liberties.size > 1;
}

/** What reading says of a group that lives or dies by one eye space: `open` depends on who moves next, or on a ko. */
export type SpaceStatus = 'dead' | 'alive' | 'open';

/** More outside liberties change nothing: with two the attacker can answer inside first, and fill every point but one. */
const USEFUL_OUTSIDE = 2;

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
  const liberties = Math.min(outside, USEFUL_OUTSIDE);
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
