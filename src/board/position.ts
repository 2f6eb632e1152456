import { EMPTY } from '../core/color.js';
import { bySize } from '../core/point.js';

/** The stones of a position: one byte a point (EMPTY, BLACK, WHITE), indexed `y * width + x`. */
export interface Position {
  readonly width: number;
  readonly height: number;
  readonly stones: Uint8Array;
}

/** Connected points of one content: chains of stones and empty regions, numbered from 0 in board order. */
export interface Components {
  /** Component number of each point. */
  readonly of: Int16Array;
  readonly count: number;
  /** Content (EMPTY, BLACK, WHITE) of each component. */
  readonly content: Uint8Array;
  readonly size: Int16Array;
  /** Smallest point of each component. */
  readonly first: Int16Array;
}

/** A copy of the stones without the dead ones. */
export function withoutDead(stones: Uint8Array, dead: Uint8Array): Uint8Array {
  const cleared = stones.slice();
  for (let p = 0; p < cleared.length; p++) if (dead[p] !== 0) cleared[p] = EMPTY;
  return cleared;
}

/** Of each point its neighbors: up, left, right, down, where there are any. */
export type Neighbors = readonly (readonly number[])[];

/** The neighbors of all points of a board. */
export const neighborsOf = bySize((width, height): Neighbors =>
  Array.from({ length: width * height }, (_, p) => {
    const found: number[] = [];
    if (p >= width) found.push(p - width);
    if (p % width > 0) found.push(p - 1);
    if (p % width < width - 1) found.push(p + 1);
    if (p < width * (height - 1)) found.push(p + width);
    return found;
  }),
);

/** The neighbors in one array, four a point, in the same order; the point itself fills up what it has less than four. */
export const fourNeighborsOf = bySize((width, height): Int16Array => {
  const near = neighborsOf(width, height);
  return Int16Array.from({ length: 4 * near.length }, (_, i) => near[i >> 2]![i & 3] ?? i >> 2);
});

/** Points to go on from while a component is found; longer for the first larger board. */
let stack = new Int16Array(19 * 19);

/** Splits a position into chains and empty regions. */
export function componentsOf(position: Position): Components {
  const { width, height, stones } = position;
  const near = fourNeighborsOf(width, height);
  const points = width * height;
  const of = new Int16Array(points).fill(-1);
  const content = new Uint8Array(points);
  const size = new Int16Array(points);
  const first = new Int16Array(points);
  if (stack.length < points) stack = new Int16Array(points);
  let count = 0;
  for (let start = 0; start < points; start++) {
    if (of[start] !== -1) continue;
    const kind = stones[start]!;
    let top = 0;
    let members = 0;
    stack[top++] = start;
    of[start] = count;
    while (top > 0) {
      const p = stack[--top]!;
      members++;
      for (let n = 4 * p; n < 4 * p + 4; n++) {
        const q = near[n]!;
        if (stones[q] !== kind || of[q] !== -1) continue;
        of[q] = count;
        stack[top++] = q;
      }
    }
    content[count] = kind;
    size[count] = members;
    first[count] = start;
    count++;
  }
  return { of, count, content, size, first };
}

/** By component: the colors of the stones next to an empty region as bits (BLACK, WHITE); 0 for chains and an empty board. */
export function colorsBeside({ width, height, stones }: Position, { of, count }: Components): Uint8Array {
  const near = fourNeighborsOf(width, height);
  const beside = new Uint8Array(count);
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] !== EMPTY) continue;
    const n = 4 * p;
    beside[of[p]!]! |=
      stones[near[n]!]! | stones[near[n + 1]!]! | stones[near[n + 2]!]! | stones[near[n + 3]!]!;
  }
  return beside;
}
