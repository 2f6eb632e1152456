import { BLACK, EMPTY, type Stone, WHITE } from '../../core/color.js';
import { PLANES } from '../../core/kernels/layout.js';
import type { Proved } from './benson.js';
import type { PlayoutSums } from './playouts.js';
import {
  colorsBeside,
  type Components,
  componentsOf,
  neighborsOf,
  type Position,
  regionsWithout,
  withoutDead,
} from '../board/position.js';

/** The value 1 in a plane. */
export const ONE = 127;

/** The input of the net. `planes` is point-major: PLANES bytes per point, each -127 to 127 for -1 to 1. */
export interface NetInput {
  readonly planes: Int8Array;
  /** Chains and empty regions of the board. */
  readonly chains: Components;
  /** Counted on the board without the stones that the playouts judge dead. */
  readonly areas: Components;
  /** The verdict of the playouts alone, 1 where dead. */
  readonly dead: Uint8Array;
  /** Per point: playouts in which Black held it at the end, less those in which White did. */
  readonly favor: Int16Array;
  /** Liberties of each chain, by component. */
  readonly liberties: Int16Array;
}

/** The planes of a position: stones, liberties, results of the playouts, what is proved. */
export function netInputOf(
  position: Position,
  chains: Components,
  sums: PlayoutSums,
  proved: Proved,
): NetInput {
  const { width, height, stones } = position;
  const points = width * height;
  const { playouts, blackFirst, whiteFirst, kept } = sums;
  const favor = new Int16Array(points);
  for (let p = 0; p < points; p++) favor[p] = blackFirst[p]! + whiteFirst[p]!;
  const dead = deadByMean(chains, favor);
  enclose(position, favor, dead);
  const cleared = withoutDead(stones, dead);
  const areas = componentsOf({ width, height, stones: cleared });
  const chainFavor = new Float64Array(chains.count);
  const chainKept = new Float64Array(chains.count);
  for (let p = 0; p < points; p++) {
    chainFavor[chains.of[p]!]! += favor[p]!;
    chainKept[chains.of[p]!]! += kept[p]!;
  }
  const liberties = libertiesOf(position, chains);
  const touches = colorsBeside({ width, height, stones: cleared }, areas);
  const chainSize = logarithms(chains);
  const areaSize = logarithms(areas);
  const planes = new Int8Array(points * PLANES);
  for (let p = 0; p < points; p++) {
    const at = p * PLANES;
    const chain = chains.of[p]!;
    const area = areas.of[p]!;
    const stone = stones[p]!;
    const share = chains.size[chain]! * playouts;
    planes[at] = stone === BLACK ? ONE : 0;
    planes[at + 1] = stone === WHITE ? ONE : 0;
    planes[at + 2] = ONE;
    planes[at + 3] = scaled((2 * blackFirst[p]!) / playouts);
    planes[at + 4] = scaled((2 * whiteFirst[p]!) / playouts);
    planes[at + 5] = scaled(chainFavor[chain]! / share);
    planes[at + 7] = chainSize[chain]!;
    if (stone !== EMPTY) {
      const free = liberties[chain]!;
      planes[at + 6] = scaled(chainKept[chain]! / share);
      // One, two or three liberties; a chain that setup left without any counts as one.
      if (free <= 3) planes[at + 7 + Math.max(1, free)] = ONE;
      planes[at + 11] = scaled(Math.min(free, 12) / 12);
      planes[at + 12] = dead[p] === 1 ? ONE : 0;
    }
    if (proved.safe[p] !== 0) planes[at + 12 + proved.safe[p]!] = ONE;
    const x = p % width;
    const y = (p - x) / width;
    const edge = Math.min(x, y, width - 1 - x, height - 1 - y);
    if (edge <= 1) planes[at + 15 + edge] = ONE;
    if (cleared[p] === EMPTY) {
      const around = touches[area]!;
      planes[at + 17] = sideOf(around);
      planes[at + 18] = around === (BLACK | WHITE) ? ONE : 0;
      planes[at + 19] = areaSize[area]!;
    } else planes[at + 17] = sideOf(cleared[p]!);
  }
  return { planes, chains, areas, dead, favor, liberties };
}

/** The value of a plane that is Black's, White's or neither's. */
function sideOf(colors: number): number {
  return colors === BLACK ? ONE : colors === WHITE ? -ONE : 0;
}

/** Liberties of each chain, by component. */
function libertiesOf({ width, height, stones }: Position, { of, count }: Components): Int16Array {
  const near = neighborsOf(width, height);
  const liberties = new Int16Array(count);
  const seenBy = new Int16Array(count).fill(-1);
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] !== EMPTY) continue;
    for (const q of near[p]!) {
      const chain = of[q]!;
      if (stones[q] === EMPTY || seenBy[chain] === p) continue;
      seenBy[chain] = p;
      liberties[chain]!++;
    }
  }
  return liberties;
}

/** The logarithm of each component's size on the scale of a plane. */
function logarithms({ count, size }: Components): Int8Array {
  const scale = new Int8Array(count);
  for (let c = 0; c < count; c++) scale[c] = scaled(Math.log2(size[c]!) / 8);
  return scale;
}

function scaled(value: number): number {
  return Math.max(-ONE, Math.min(ONE, Math.round(value * ONE)));
}

/** Stones of chains whose points mostly favor the other color (`favor` positive: Black). */
export function deadByMean(components: Components, favor: ArrayLike<number>): Uint8Array {
  const { of, count, content } = components;
  const sums = new Float64Array(count);
  for (let p = 0; p < of.length; p++) sums[of[p]!]! += favor[p]!;
  const dead = new Uint8Array(of.length);
  for (let p = 0; p < of.length; p++) {
    const chain = of[p]!;
    if (content[chain] === EMPTY) continue;
    if (content[chain] === BLACK ? sums[chain]! < 0 : sums[chain]! > 0) dead[p] = 1;
  }
  return dead;
}

/** Each round can only add stones; more than three never changed a count in the corpus. */
const ROUNDS = 3;

/**
 * Adds to `dead` the stones inside the other color's area whose own chain looked alive.
 * With the dead off the board, a region that holds stones of one color, is enclosed by the other and smaller than half
 * the board goes to the enclosing color when the sum of `favor` over it has that color's sign (positive: Black); then
 * all stones in it are dead. Changes `dead` in place.
 */
export function enclose(position: Position, favor: ArrayLike<number>, dead: Uint8Array): void {
  const { width, height, stones } = position;
  const points = width * height;
  for (let round = 0; round < ROUNDS; round++) {
    const live = withoutDead(stones, dead);
    let changed = false;
    for (const color of [BLACK, WHITE] as const) {
      const { list, starts } = regionsWithout({ width, height, stones: live }, color);
      for (let r = 0; r + 1 < starts.length; r++) {
        const [start, end] = [starts[r]!, starts[r + 1]!];
        if ((end - start) * 2 >= points) continue;
        if (isTaken(list.subarray(start, end), live, favor, color, dead)) changed = true;
      }
    }
    if (!changed) return;
  }
}

/** Whether a region that a color encloses holds stones and favors it; marks them in `dead`. */
function isTaken(
  region: Int16Array,
  live: Uint8Array,
  favor: ArrayLike<number>,
  color: Stone,
  dead: Uint8Array,
): boolean {
  let sum = 0;
  let hasFoes = false;
  for (const p of region) {
    sum += favor[p]!;
    hasFoes ||= live[p] !== EMPTY;
  }
  if (!hasFoes || (color === BLACK ? sum <= 0 : sum >= 0)) return false;
  for (const p of region) if (live[p] !== EMPTY) dead[p] = 1;
  return true;
}
