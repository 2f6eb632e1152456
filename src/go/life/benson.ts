import { BLACK, EMPTY, WHITE, type Stone } from '../../core/color.js';
import {
  type Components,
  componentsOf,
  neighborsOf,
  type Position,
  type Regions,
  regionsWithout,
} from '../board/position.js';

/** What is proved about a position even if the opponent plays on and the owner always passes. */
export interface Proved {
  /** 1 where the stone belongs to an unconditionally alive chain. */
  readonly alive: Uint8Array;
  /** 1 Black's, 2 White's: unconditionally alive stones, and points where the opponent can neither live nor connect out. */
  readonly safe: Uint8Array;
}

/**
 * Benson's theorem for both colors, and the territory that is safe by it.
 *
 * A chain is unconditionally alive when it keeps two regions all of whose empty points are its liberties, in a set of
 * chains closed under that. A region inside unconditionally alive chains is safe when the opponent has no room in it
 * for two eyes: at most one empty point or opposing stone there is not next to the surrounding alive chains.
 * Opposing stones in a safe region are proved dead. Self-capture counts as forbidden. Not proved: anything that needs an answer.
 * D. B. Benson, "Life in the game of Go", 1976; safe territory after M. Müller, 1997.
 */
export function prove(position: Position, components: Components = componentsOf(position)): Proved {
  const points = position.width * position.height;
  const alive = new Uint8Array(points);
  const safe = new Uint8Array(points);
  for (const color of [BLACK, WHITE] as const) proveColor(position, components, color, alive, safe);
  return { alive, safe };
}

/**
 * The chains of the color around each region: those of region r are `chains` from `starts[r]` to `starts[r + 1]`. A region
 * is vital to a chain when it has an empty point and all of its empty points are liberties of the chain.
 */
interface Surroundings {
  readonly chains: readonly number[];
  readonly vital: readonly boolean[];
  readonly starts: readonly number[];
}

function proveColor(
  position: Position,
  components: Components,
  color: Stone,
  alive: Uint8Array,
  safe: Uint8Array,
): void {
  const { stones } = position;
  const regions = regionsWithout(position, color);
  const around = surroundingsOf(position, components, color, regions);
  const { isAlive, isEnclosed } = aliveChains(components, color, around);
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] !== color || isAlive[components.of[p]!] === 0) continue;
    alive[p] = 1;
    safe[p] = color;
  }
  const near = neighborsOf(position.width, position.height);
  for (let r = 0; r < isEnclosed.length; r++) {
    if (around.starts[r] === around.starts[r + 1] || isEnclosed[r] === 0) continue;
    const points = regions.list.subarray(regions.starts[r], regions.starts[r + 1]);
    const inner = points.filter((p) => !near[p]!.some((q) => stones[q] === color));
    if (inner.length <= 1) for (const p of points) safe[p] = color;
  }
}

function surroundingsOf(
  { width, height, stones }: Position,
  { of, count }: Components,
  color: Stone,
  regions: Regions,
): Surroundings {
  const near = neighborsOf(width, height);
  const chains: number[] = [];
  const vital: boolean[] = [];
  const starts = [0];
  const lastRegion = new Int16Array(count).fill(-1);
  const lastPoint = new Int16Array(count).fill(-1);
  const liberties = new Int16Array(count);
  for (let r = 0; r + 1 < regions.starts.length; r++) {
    let empties = 0;
    for (let i = regions.starts[r]!; i < regions.starts[r + 1]!; i++) {
      const p = regions.list[i]!;
      const free = stones[p] === EMPTY ? 1 : 0;
      empties += free;
      for (const q of near[p]!) {
        if (stones[q] !== color) continue;
        const chain = of[q]!;
        if (lastRegion[chain] !== r) {
          lastRegion[chain] = r;
          liberties[chain] = 0;
          chains.push(chain);
        }
        if (lastPoint[chain] !== p) {
          lastPoint[chain] = p;
          liberties[chain]! += free;
        }
      }
    }
    for (let i = vital.length; i < chains.length; i++)
      vital.push(empties > 0 && liberties[chains[i]!] === empties);
    starts.push(chains.length);
  }
  return { chains, vital, starts };
}

/** The chains that are unconditionally alive, and the regions that no other chains adjoin; 1 by component and region. */
function aliveChains(
  { count, content }: Components,
  color: Stone,
  { chains, vital, starts }: Surroundings,
): { readonly isAlive: Uint8Array; readonly isEnclosed: Uint8Array } {
  const isAlive = content.subarray(0, count).map((stone) => (stone === color ? 1 : 0));
  const isEnclosed = new Uint8Array(starts.length - 1).fill(1);
  const eyes = new Uint16Array(count);
  for (let changed = true; changed;) {
    changed = false;
    eyes.fill(0);
    for (let r = 0; r < isEnclosed.length; r++) {
      if (isEnclosed[r] === 0) continue;
      for (let i = starts[r]!; i < starts[r + 1]!; i++) if (vital[i]!) eyes[chains[i]!]!++;
    }
    for (let c = 0; c < count; c++) {
      if (isAlive[c] === 0 || eyes[c]! >= 2) continue;
      isAlive[c] = 0;
      changed = true;
    }
    for (let r = 0; r < isEnclosed.length; r++) {
      for (let i = starts[r]!; i < starts[r + 1]!; i++) if (isAlive[chains[i]!] === 0) isEnclosed[r] = 0;
    }
  }
  return { isAlive, isEnclosed };
}
