import { BLACK, EMPTY, WHITE, type Stone } from '../core/color.js';
import { componentsOf } from '../life/position.js';
import type { DividedBoard } from './divided-board.js';
import { eachRegion, TWO_EYES } from './groups.js';

/**
 * Per point: 1 on the stones that live when every dame is taken, by whoever can take it: chains with two eyes each, in regions
 * all of whose chains are such chains (Benson 1976, with eyes by shape). The opponent has every dame but those where the color
 * joins two of its chains without being taken at once. Two false eyes are none: one of their chains has a single eye and
 * needs its dame.
 */
export function coresOf(board: DividedBoard): Uint8Array {
  const alive = new Uint8Array(board.stones.length);
  for (const color of [BLACK, WHITE] as const) markCores(withJoins(board, color), color, alive);
  return alive;
}

function markCores(board: DividedBoard, color: Stone, alive: Uint8Array): void {
  const { stones, owner, components, near } = board;
  const { of, count } = components;
  const regions: number[] = [];
  const eyesIn = new Uint8Array(count);
  eachRegion(board, (start, eyes) => {
    if (owner[start] !== color) return;
    regions.push(of[start]!);
    eyesIn[of[start]!] = eyes;
  });
  const around = regions.map(() => new Set<number>());
  const indexOf = new Map(regions.map((region, i) => [region, i]));
  for (let p = 0; p < stones.length; p++) {
    const chains = stones[p] === EMPTY ? around[indexOf.get(of[p]!) ?? -1] : undefined;
    if (!chains) continue;
    for (let d = p * 4, end = d + 4; d < end; d++)
      if (near[d]! >= 0 && stones[near[d]!] === color) chains.add(of[near[d]!]!);
  }
  const eyes = new Uint16Array(count);
  regions.forEach((region, i) => {
    for (const chain of around[i]!) eyes[chain]! += eyesIn[region]!;
  });
  const isGone = new Uint8Array(regions.length);
  for (let changed = true; changed;) {
    changed = false;
    for (const [i, region] of regions.entries()) {
      if (isGone[i] === 1 || [...around[i]!].every((chain) => eyes[chain]! >= TWO_EYES)) continue;
      isGone[i] = 1;
      changed = true;
      for (const chain of around[i]!) eyes[chain]! -= eyesIn[region]!;
    }
  }
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] === color && board.stones[p] === color && eyes[of[p]!]! >= TWO_EYES) alive[p] = 1;
  }
}

/** The board with a stone of the color on every dame where it joins two of its chains and cannot be taken at once. */
function withJoins(board: DividedBoard, color: Stone): DividedBoard {
  const { stones, owner } = board;
  let joined: Uint8Array | undefined;
  for (let p = 0; p < owner.length; p++) {
    if (owner[p] !== 3 || stones[p] !== EMPTY || !joinsSafely(board, p, color)) continue;
    joined ??= stones.slice();
    joined[p] = color;
  }
  if (!joined) return board;
  const { width, height } = board;
  return { ...board, stones: joined, components: componentsOf({ width, height, stones: joined }) };
}

/** Whether a stone on an empty point would join two chains of its color, and leave them two liberties at least or take a stone. */
function joinsSafely({ stones, components, near }: DividedBoard, point: number, color: Stone): boolean {
  const { of } = components;
  const chains = new Set<number>();
  for (let d = point * 4, end = d + 4; d < end; d++) {
    const q = near[d]!;
    if (q >= 0 && stones[q] === color) chains.add(of[q]!);
  }
  if (chains.size < 2) return false;
  let liberties = 0;
  for (let p = 0; p < stones.length && liberties < 2; p++) {
    if (stones[p] !== EMPTY || p === point) continue;
    for (let d = p * 4, end = d + 4; d < end; d++) {
      const q = near[d]!;
      if (q < 0 || (q !== point && !(stones[q] === color && chains.has(of[q]!)))) continue;
      liberties++;
      break;
    }
  }
  return liberties >= 2;
}
