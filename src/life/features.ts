import { BLACK, EMPTY, WHITE } from '../core/color.js';
import { PLANES } from '../kernels/layout/products.js';
import type { Proved } from './benson.js';
import { deadByMean } from './chain-means.js';
import { enclose } from './enclosure.js';
import type { PlayoutSums } from './playouts.js';
import { componentsOf, neighborsOf, type Components, type Position } from './position.js';

/** A value of one in a plane. */
export const ONE = 127;

/** What the net sees. `planes` is point-major: PLANES bytes a point, each -127 to 127 for -1 to 1. */
export interface Features {
  readonly planes: Int8Array;
  /** Chains and empty regions of the board. */
  readonly chains: Components;
  /** The same of the board without the stones that the playouts judge dead. */
  readonly areas: Components;
  /** The playouts' own verdict, 1 where dead. */
  readonly dead: Uint8Array;
  /** Sum over the playouts of Black's less White's; positive: Black's. */
  readonly favor: Int16Array;
}

/** Describes a position to the net: stones, liberties, what the playouts make of it, what is proved. */
export function describe(
  position: Position,
  chains: Components,
  sums: PlayoutSums,
  proved: Proved,
): Features {
  const { width, height, stones } = position;
  const points = width * height;
  const near = neighborsOf(width, height);
  const { playouts, blackFirst, whiteFirst, kept } = sums;
  const favor = new Int16Array(points);
  for (let p = 0; p < points; p++) favor[p] = blackFirst[p]! + whiteFirst[p]!;
  const dead = deadByMean(chains, favor);
  enclose(position, favor, dead);
  const cleaned = new Uint8Array(points);
  for (let p = 0; p < points; p++) cleaned[p] = dead[p] === 1 ? EMPTY : stones[p]!;
  const areas = componentsOf({ width, height, stones: cleaned });

  const chainFavor = new Float64Array(chains.count);
  const chainKept = new Float64Array(chains.count);
  const liberties = new Int16Array(chains.count);
  const seenBy = new Int16Array(chains.count).fill(-1);
  const touches = new Uint8Array(areas.count);
  for (let p = 0; p < points; p++) {
    const chain = chains.of[p]!;
    chainFavor[chain]! += favor[p]!;
    chainKept[chain]! += kept[p]!;
    for (let d = p * 4, end = d + 4; d < end; d++) {
      const q = near[d]!;
      if (q < 0) continue;
      if (stones[p] === EMPTY && stones[q] !== EMPTY && seenBy[chains.of[q]!] !== p) {
        seenBy[chains.of[q]!] = p;
        liberties[chains.of[q]!]!++;
      }
      if (cleaned[p] === EMPTY && cleaned[q] !== EMPTY) touches[areas.of[p]!]! |= cleaned[q]!;
    }
  }

  const chainSize = logarithms(chains);
  const areaSize = logarithms(areas);
  const planes = new Int8Array(points * PLANES);
  for (let p = 0, x = 0, y = 0; p < points; p++, x++) {
    if (x === width) {
      x = 0;
      y++;
    }
    const at = p * PLANES;
    const chain = chains.of[p]!;
    const area = areas.of[p]!;
    const stone = stones[p]!;
    const size = chains.size[chain]!;
    planes[at] = stone === BLACK ? ONE : 0;
    planes[at + 1] = stone === WHITE ? ONE : 0;
    planes[at + 2] = ONE;
    planes[at + 3] = scaled((2 * blackFirst[p]!) / playouts);
    planes[at + 4] = scaled((2 * whiteFirst[p]!) / playouts);
    planes[at + 5] = scaled(chainFavor[chain]! / (size * playouts));
    planes[at + 7] = chainSize[chain]!;
    if (stone !== EMPTY) {
      const free = liberties[chain]!;
      planes[at + 6] = scaled(chainKept[chain]! / (size * playouts));
      planes[at + 8] = free <= 1 ? ONE : 0;
      planes[at + 9] = free === 2 ? ONE : 0;
      planes[at + 10] = free === 3 ? ONE : 0;
      planes[at + 11] = scaled(Math.min(free, 12) / 12);
      planes[at + 12] = dead[p] === 1 ? ONE : 0;
    }
    planes[at + 13] = proved.safe[p] === BLACK ? ONE : 0;
    planes[at + 14] = proved.safe[p] === WHITE ? ONE : 0;
    const edge = Math.min(x, y, width - 1 - x, height - 1 - y);
    planes[at + 15] = edge === 0 ? ONE : 0;
    planes[at + 16] = edge === 1 ? ONE : 0;
    if (cleaned[p] === EMPTY) {
      const around = touches[area]!;
      planes[at + 17] = around === BLACK ? ONE : around === WHITE ? -ONE : 0;
      planes[at + 18] = around === 3 ? ONE : 0;
      planes[at + 19] = areaSize[area]!;
    } else planes[at + 17] = cleaned[p] === BLACK ? ONE : -ONE;
  }
  return { planes, chains, areas, dead, favor };
}

/** The size of each component on the scale of a plane. */
function logarithms({ count, size }: Components): Int8Array {
  const scale = new Int8Array(count);
  for (let c = 0; c < count; c++) scale[c] = scaled(Math.log2(size[c]!) / 8);
  return scale;
}

function scaled(value: number): number {
  return Math.max(-ONE, Math.min(ONE, Math.round(value * ONE)));
}
