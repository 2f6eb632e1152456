import {
  colorsBeside,
  type Components,
  type Neighbors,
  neighborsOf,
  type Position,
} from '../board/position.js';
import { BLACK, EMPTY, type Stone, WHITE } from '../../core/color.js';
import { readSpace, type SpaceStatus } from './eye-space.js';

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
  readonly points: readonly number[][];
  /** Spaces beside each chain of the color, by component number. */
  readonly beside: ReadonlyMap<number, ReadonlySet<number>>;
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
    for (const [number, points] of spaces.points.entries()) {
      if (points.length > MAX_ROOM) continue;
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

function spacesOf({ position: { stones }, components, near }: Board, color: Stone): Spaces {
  const of = new Int16Array(stones.length).fill(-1);
  const points: number[][] = [];
  const beside = new Map<number, Set<number>>();
  for (let start = 0; start < stones.length; start++) {
    if (stones[start] === color || of[start] !== -1) continue;
    const space = [start];
    of[start] = points.length;
    for (const p of space) {
      for (const q of near[p]!) {
        if (stones[q] === color) {
          const chain = components.of[q]!;
          beside.set(chain, (beside.get(chain) ?? new Set()).add(points.length));
        } else if (of[q] === -1) {
          of[q] = points.length;
          space.push(q);
        }
      }
    }
    points.push(space);
  }
  return { of, points, beside };
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
  { points, beside }: Spaces,
  { position: { stones }, components, safe }: Board,
): boolean {
  const first = components.first[chain]!;
  if (safe[first] === stones[first]) return true;
  // A space without opposing stones is an eye, whatever its size; a small one with some may become one.
  return [...beside.get(chain)!].some(
    (other) =>
      other !== space &&
      (points[other]!.length <= 2 * ROOMY || points[other]!.every((p) => stones[p] === EMPTY)),
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
