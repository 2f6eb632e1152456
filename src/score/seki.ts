import { BLACK, EMPTY, WHITE, type Stone } from '../core/color.js';
import { eyesOf } from './eyes.js';
import type { DividedBoard } from './fills.js';

/** Fewer eyes than this and a group lives by seki only. */
const TWO_EYES = 2;

/** The groups of a board. */
export interface Groups {
  /** By component: a component that stands for its group. */
  readonly of: Int16Array;
  /** Per point: 1 in the territory of a group in seki. */
  readonly inSeki: Uint8Array;
}

/**
 * Joins chains to groups and finds those in seki.
 * A group is the chains of a color that share an empty point or a region of their territory: where a common dame would join them,
 * they could have been joined. It is in seki when its territory gives less than two eyes (`filled` points give none)
 * and it shares a region of dame with an opposing group of the same kind. Against a group with two eyes it would be dead, not in seki,
 * so that a thin but living group is not taxed for its unfilled dame.
 */
export function sekiGroups(board: DividedBoard, filled: Uint8Array): Groups {
  const { owner, components, near, stones } = board;
  const group = groupsOf(board);
  const eyes = new Uint16Array(components.count);
  addEyes(board, filled, group, eyes);
  const weak = (component: number): boolean => eyes[group[component]!]! < TWO_EYES;
  // By region of dame: the colors of weak groups that it touches, as bits.
  const touchedBy = new Uint8Array(components.count);
  eachDameNeighbor(board, (region, chain, color) => {
    if (weak(chain)) touchedBy[region]! |= color;
  });
  const seki = new Uint8Array(components.count);
  eachDameNeighbor(board, (region, chain) => {
    if (touchedBy[region] === (BLACK | WHITE) && weak(chain)) seki[group[chain]!] = 1;
  });
  const points = new Uint8Array(owner.length);
  for (let p = 0; p < owner.length; p++) {
    if (stones[p] === EMPTY && owner[p] !== 3 && seki[group[components.of[p]!]!] === 1) points[p] = 1;
  }
  return { of: group, inSeki: points };

  function eachDameNeighbor(
    { stones: content }: DividedBoard,
    visit: (region: number, chain: number, color: Stone) => void,
  ): void {
    for (let p = 0; p < owner.length; p++) {
      if (owner[p] !== 3) continue;
      for (let d = p * 4, end = d + 4; d < end; d++) {
        const q = near[d]!;
        if (q < 0 || content[q] === EMPTY) continue;
        visit(components.of[p]!, components.of[q]!, content[q] as Stone);
      }
    }
  }
}

/** Group of each component; a region of territory belongs to the group around it, a region of dame to none (itself). */
function groupsOf(board: DividedBoard): Int16Array {
  const { stones, owner, components, near } = board;
  const parent = new Int16Array(components.count);
  for (let c = 0; c < parent.length; c++) parent[c] = c;
  const root = (c: number): number => {
    while (parent[c] !== c) {
      parent[c] = parent[parent[c]!]!;
      c = parent[c]!;
    }
    return c;
  };
  const join = (a: number, b: number): void => {
    const x = root(a);
    const y = root(b);
    if (x < y) parent[y] = x;
    else parent[x] = y;
  };
  for (let p = 0; p < owner.length; p++) {
    if (stones[p] !== EMPTY) continue;
    let black = -1;
    let white = -1;
    for (let d = p * 4, end = d + 4; d < end; d++) {
      const q = near[d]!;
      if (q < 0) continue;
      const chain = components.of[q]!;
      if (stones[q] === BLACK) {
        if (black >= 0) join(black, chain);
        black = chain;
      } else if (stones[q] === WHITE) {
        if (white >= 0) join(white, chain);
        white = chain;
      }
    }
    if (owner[p] === 3) continue;
    const own = owner[p] === BLACK ? black : white;
    if (own >= 0) join(own, components.of[p]!);
  }
  for (let c = 0; c < parent.length; c++) parent[c] = root(c);
  return parent;
}

/** Adds to each group's eyes those of its regions, as they are after the filling. */
function addEyes(board: DividedBoard, filled: Uint8Array, group: Int16Array, eyes: Uint16Array): void {
  const { stones, owner, components, near, dead } = board;
  const seen = filled.slice();
  const region: number[] = [];
  for (let start = 0; start < owner.length; start++) {
    if (seen[start] !== 0 || stones[start] !== EMPTY || owner[start] === 3) continue;
    region.length = 0;
    region.push(start);
    seen[start] = 1;
    for (let i = 0; i < region.length; i++) {
      for (let d = region[i]! * 4, end = d + 4; d < end; d++) {
        const q = near[d]!;
        if (q < 0 || seen[q] !== 0 || stones[q] !== EMPTY) continue;
        seen[q] = 1;
        region.push(q);
      }
    }
    eyes[group[components.of[start]!]!]! += eyesOf(
      region,
      near,
      region.some((p) => dead[p] !== 0) ? 'opponent' : 'owner',
    );
  }
}
