import { BLACK, EMPTY, WHITE, type Stone } from '../core/color.js';
import { type Components, componentsOf, neighborsOf, type Position } from '../board/position.js';

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

function proveColor(
  position: Position,
  components: Components,
  color: Stone,
  alive: Uint8Array,
  safe: Uint8Array,
): void {
  const { width, height, stones } = position;
  const near = neighborsOf(width, height);
  const points = width * height;
  const { of, count, content } = components;

  // Regions: maximal connected sets of points that this color does not hold. Their points lie one after the other in `list`.
  const seen = new Uint8Array(points);
  const list = new Int16Array(points);
  const starts = [0];
  let end = 0;
  for (let start = 0; start < points; start++) {
    if (stones[start] === color || seen[start] === 1) continue;
    list[end] = start;
    seen[start] = 1;
    end++;
    for (let i = end - 1; i < end; i++) {
      for (const q of near[list[i]!]!) {
        if (stones[q] === color || seen[q] === 1) continue;
        seen[q] = 1;
        list[end++] = q;
      }
    }
    starts.push(end);
  }
  const regions = starts.length - 1;

  // The chains around each region, region after region, and which of them have every empty point of it as a liberty.
  const around: number[] = [];
  const vital: boolean[] = [];
  const aroundStarts = [0];
  const lastRegion = new Int16Array(count).fill(-1);
  const lastPoint = new Int16Array(count).fill(-1);
  const liberties = new Int16Array(count);
  for (let r = 0; r < regions; r++) {
    let empties = 0;
    for (let i = starts[r]!; i < starts[r + 1]!; i++) {
      const p = list[i]!;
      const free = stones[p] === EMPTY ? 1 : 0;
      empties += free;
      for (const q of near[p]!) {
        if (stones[q] !== color) continue;
        const chain = of[q]!;
        if (lastRegion[chain] !== r) {
          lastRegion[chain] = r;
          liberties[chain] = 0;
          around.push(chain);
        }
        if (lastPoint[chain] !== p) {
          lastPoint[chain] = p;
          liberties[chain]! += free;
        }
      }
    }
    for (let i = vital.length; i < around.length; i++) {
      vital.push(empties > 0 && liberties[around[i]!] === empties);
    }
    aroundStarts.push(around.length);
  }

  const chainAlive = new Uint8Array(count);
  for (let c = 0; c < count; c++) if (content[c] === color) chainAlive[c] = 1;
  const regionGood = new Uint8Array(regions).fill(1);
  const eyes = new Uint8Array(count);
  for (let changed = true; changed;) {
    changed = false;
    eyes.fill(0);
    for (let r = 0; r < regions; r++) {
      for (let i = aroundStarts[r]!; i < aroundStarts[r + 1]!; i++) {
        if (regionGood[r] === 1 && vital[i]! && eyes[around[i]!]! < 2) eyes[around[i]!]!++;
      }
    }
    for (let c = 0; c < count; c++) {
      if (chainAlive[c] === 0 || eyes[c]! >= 2) continue;
      chainAlive[c] = 0;
      changed = true;
    }
    for (let r = 0; r < regions; r++) {
      for (let i = aroundStarts[r]!; i < aroundStarts[r + 1]!; i++) {
        if (chainAlive[around[i]!] === 0) regionGood[r] = 0;
      }
    }
  }

  for (let p = 0; p < points; p++) {
    if (stones[p] !== color || chainAlive[of[p]!] === 0) continue;
    alive[p] = 1;
    safe[p] = color;
  }
  for (let r = 0; r < regions; r++) {
    if (aroundStarts[r] === aroundStarts[r + 1] || regionGood[r] === 0) continue;
    let inner = 0;
    for (let i = starts[r]!; i < starts[r + 1]!; i++) {
      let onEdge = false;
      for (const q of near[list[i]!]!) if (stones[q] === color) onEdge = true;
      if (!onEdge) inner++;
    }
    if (inner > 1) continue;
    for (let i = starts[r]!; i < starts[r + 1]!; i++) safe[list[i]!] = color;
  }
}
