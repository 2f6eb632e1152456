import { BLACK, EMPTY, WHITE, type Stone } from '../core/color.js';
import { componentsOf, neighborsOf, type Components, type Position } from './position.js';

/** What is proved about a position whatever the opponent plays, the owner passing forever. */
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
 * Opposing stones in a safe region are proved dead. Suicide is taken as forbidden. Not checked: anything that needs an answer.
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

  // Regions: maximal connected sets of points that this color does not hold.
  const region = new Int16Array(points).fill(-1);
  const members: number[][] = [];
  for (let start = 0; start < points; start++) {
    if (stones[start] === color || region[start] !== -1) continue;
    const list = [start];
    region[start] = members.length;
    for (let i = 0; i < list.length; i++) {
      for (let d = list[i]! * 4, end = d + 4; d < end; d++) {
        const q = near[d]!;
        if (q < 0 || stones[q] === color || region[q] !== -1) continue;
        region[q] = members.length;
        list.push(q);
      }
    }
    members.push(list);
  }

  // For each region: the chains around it, and those of them that have every empty point of it as a liberty.
  const around: Set<number>[] = [];
  const vital: Set<number>[] = [];
  for (const list of members) {
    const touching = new Set<number>();
    let common: Set<number> | undefined;
    for (const p of list) {
      const here = new Set<number>();
      for (let d = p * 4, end = d + 4; d < end; d++) {
        const q = near[d]!;
        if (q < 0 || stones[q] !== color) continue;
        here.add(of[q]!);
        touching.add(of[q]!);
      }
      if (stones[p] !== EMPTY) continue;
      if (common === undefined) common = here;
      else for (const chain of common) if (!here.has(chain)) common.delete(chain);
    }
    around.push(touching);
    vital.push(common ?? new Set());
  }

  const chainAlive = new Uint8Array(count);
  for (let c = 0; c < count; c++) if (content[c] === color) chainAlive[c] = 1;
  const regionGood = new Uint8Array(members.length).fill(1);
  for (let changed = true; changed;) {
    changed = false;
    const eyes = new Uint8Array(count);
    for (let r = 0; r < members.length; r++) {
      if (regionGood[r] === 0) continue;
      for (const chain of vital[r]!) if (eyes[chain]! < 2) eyes[chain]!++;
    }
    for (let c = 0; c < count; c++) {
      if (chainAlive[c] === 0 || eyes[c]! >= 2) continue;
      chainAlive[c] = 0;
      changed = true;
      for (let r = 0; r < members.length; r++) if (around[r]!.has(c)) regionGood[r] = 0;
    }
  }

  for (let p = 0; p < points; p++) {
    if (stones[p] !== color || chainAlive[of[p]!] === 0) continue;
    alive[p] = 1;
    safe[p] = color;
  }
  for (let r = 0; r < members.length; r++) {
    const list = members[r]!;
    if (around[r]!.size === 0 || regionGood[r] === 0) continue;
    let inner = 0;
    for (const p of list) {
      let onEdge = false;
      for (let d = p * 4, end = d + 4; d < end; d++) {
        const q = near[d]!;
        if (q >= 0 && stones[q] === color) onEdge = true;
      }
      if (!onEdge) inner++;
    }
    if (inner <= 1) for (const p of list) safe[p] = color;
  }
}
