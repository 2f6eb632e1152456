import { eyesOf } from '../life/eye-shape.js';
import { BLACK, EMPTY, WHITE } from '../core/color.js';
import type { Components } from '../board/position.js';

/** Fewer eyes than this and a group lives by seki only. */
export const TWO_EYES = 2;

/** Groups by component: which component stands for the group, and how many eyes that one's group has. */
export interface GroupEyes {
  readonly of: Int16Array;
  readonly eyes: Uint16Array;
}

/**
 * Joins chains to groups, and counts their eyes by the shapes of their territory.
 * A group is the chains of a color that share an empty point or a region of their territory.
 */
export function groupEyes(board: DividedBoard): GroupEyes {
  const of = groupsOf(board);
  const eyes = new Uint16Array(board.components.count);
  addEyes(board, of, eyes);
  return { of, eyes };
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

/** Adds to each group's eyes those of its regions. */
function addEyes(board: DividedBoard, group: Int16Array, eyes: Uint16Array): void {
  eachRegion(board, (start, count) => {
    eyes[group[board.components.of[start]!]!]! += count;
  });
}

/** Visits every region of territory with one of its points and the eyes that it gives by its shape. */
export function eachRegion(board: DividedBoard, visit: (start: number, eyes: number) => void): void {
  const { stones, owner, near, dead } = board;
  const seen = new Uint8Array(owner.length);
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
    visit(start, eyesOf(region, near, region.some((p) => dead[p] !== 0) ? 'opponent' : 'owner'));
  }
}

/** A board without its dead stones, divided: what the seki rules read. */
export interface DividedBoard {
  readonly width: number;
  readonly height: number;
  readonly stones: Uint8Array;
  /** 1 where a stone was taken off. */
  readonly dead: Uint8Array;
  readonly components: Components;
  /** Per point: 1 Black's territory, 2 White's, 3 dame, 0 a stone. */
  readonly owner: Uint8Array;
  /** Four neighbors a point, -1 where there is none. */
  readonly near: Int16Array;
}
