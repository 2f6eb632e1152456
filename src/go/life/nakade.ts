import { type Components, type Neighbors, neighborsOf, type Position } from '../board/board.js';
import { BLACK, EMPTY, type Stone, WHITE } from '../../core/color.js';
import { eyesOf } from './shapes.js';

/** A larger eye space cannot be made one eye by a single move. */
const MAX_SPACE = 6;
/** A region of this many points gives the chains around it two eyes. */
const ROOMY = 7;

/** A group whose only eye space holds the opponent's stones in a shape of one eye. */
export interface KilledGroup {
  /** Its chains, by component number. */
  readonly chains: readonly number[];
  /** The opponent's stones inside: they live with the stones around the group. */
  readonly inside: readonly number[];
}

/** Points that are not of one color, connected: what that color may surround. */
interface Spaces {
  readonly of: Int16Array;
  readonly points: readonly number[][];
}

/**
 * Groups killed inside: their eye space is three in a row or bent, T four, bulky or crossed five or rabbity six, and the opponent holds
 * its vital point; or a square four, or one or two points, with an opponent's stone in it. A playout fills no such space, so that both sides
 * seem to live. `dead`: the verdicts so far; `safe`: the color proved alive on a point.
 * Only where the opponent's chains around the group live by themselves, and no liberty outside joins it to another.
 * Not asked: ko inside the space, larger spaces with more than one stone, races.
 */
export function killedInside(
  position: Position,
  components: Components,
  dead: Uint8Array,
  safe: Uint8Array,
): readonly KilledGroup[] {
  const { width, height, stones } = position;
  const near = neighborsOf(width, height);
  const found: KilledGroup[] = [];
  for (const color of [BLACK, WHITE] as const) {
    const spaces = spacesOf(stones, color, near);
    for (const [number, points] of spaces.points.entries()) {
      if (!isKilled(points, stones, near)) continue;
      const chains = chainsBeside(points, components, near);
      if (
        chains.some((chain) => isElsewhereAlive(chain, number, { position, components, spaces, safe, near }))
      )
        continue;
      const board = { position, components, dead, safe, near, color };
      if (!isSurrounded(chains, board, new Set(points))) continue;
      found.push({ chains, inside: points.filter((p) => stones[p] !== EMPTY) });
    }
  }
  return found;
}

function spacesOf(stones: Uint8Array, color: Stone, near: Neighbors): Spaces {
  const of = new Int16Array(stones.length).fill(-1);
  const points: number[][] = [];
  for (let start = 0; start < stones.length; start++) {
    if (stones[start] === color || of[start] !== -1) continue;
    const space = [start];
    of[start] = points.length;
    for (const p of space) {
      for (const q of near[p]!) {
        if (stones[q] === color || of[q] !== -1) continue;
        of[q] = points.length;
        space.push(q);
      }
    }
    points.push(space);
  }
  return { of, points };
}

/** Whether a space gives one eye although its owner moves next: the opponent has taken the vital point, or needs none. */
function isKilled(points: readonly number[], stones: Uint8Array, near: Neighbors): boolean {
  if (points.length > MAX_SPACE) return false;
  const held = points.filter((p) => stones[p] !== EMPTY);
  if (held.length === 0 || held.length === points.length) return false;
  if (eyesOf(points, near, 'opponent') > 1) return false;
  if (eyesOf(points, near, 'owner') === 1) return true;
  const degrees = points.map((p) => near[p]!.filter((q) => points.includes(q)).length);
  const vital = points[degrees.indexOf(Math.max(...degrees))]!;
  return stones[vital] !== EMPTY;
}

function chainsBeside(points: readonly number[], { of }: Components, near: Neighbors): number[] {
  const inside = new Set(points);
  const chains = new Set<number>();
  for (const p of points) for (const q of near[p]!) if (!inside.has(q)) chains.add(of[q]!);
  return [...chains];
}

interface Board {
  readonly position: Position;
  readonly components: Components;
  readonly safe: Uint8Array;
  readonly near: Neighbors;
}

/** Whether a chain is proved alive or surrounds another space that may be an eye. */
function isElsewhereAlive(
  chain: number,
  space: number,
  { position: { stones }, components, spaces, safe, near }: Board & { readonly spaces: Spaces },
): boolean {
  for (let p = 0; p < stones.length; p++) {
    if (components.of[p] !== chain) continue;
    if (safe[p] === stones[p]) return true;
    for (const q of near[p]!) {
      const other = spaces.of[q]!;
      if (other === -1 || other === space) continue;
      // A space without opposing stones is an eye, whatever its size; a small one with some may become one.
      const points = spaces.points[other]!;
      if (points.length <= 2 * ROOMY || points.every((at) => stones[at] === EMPTY)) return true;
    }
  }
  return false;
}

/** Whether what surrounds some chains lives by itself, and their outside liberties join them to no other living chain. */
function isSurrounded(
  chains: readonly number[],
  {
    position: { stones },
    components,
    dead,
    safe,
    near,
    color,
  }: Board & { readonly dead: Uint8Array; readonly color: Stone },
  inside: ReadonlySet<number>,
): boolean {
  for (let p = 0; p < stones.length; p++) {
    if (!chains.includes(components.of[p]!)) continue;
    for (const q of near[p]!) {
      if (inside.has(q) || stones[q] === color) continue;
      if (stones[q] !== EMPTY) {
        if (!livesAlone(components.of[q]!, { stones, components, dead, safe, near })) return false;
      } else if (
        near[q]!.some((r) => stones[r] === color && !chains.includes(components.of[r]!) && dead[r] === 0)
      )
        return false;
    }
  }
  return true;
}

/** Whether a chain is proved alive, or borders a region of its own with room for two eyes. */
function livesAlone(
  chain: number,
  {
    stones,
    components,
    dead,
    safe,
    near,
  }: Omit<Board, 'position'> & { stones: Uint8Array; dead: Uint8Array },
): boolean {
  const start = components.first[chain]!;
  if (dead[start] === 1) return false;
  if (safe[start] === stones[start]) return true;
  for (let p = 0; p < stones.length; p++) {
    if (components.of[p] !== chain) continue;
    for (const q of near[p]!) {
      if (stones[q] === EMPTY && components.size[components.of[q]!]! >= ROOMY) return true;
    }
  }
  return false;
}
