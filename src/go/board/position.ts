import { EMPTY, type Stone } from '../../core/color.js';
import { bySize } from '../../core/point.js';

/** The stones of a position: one byte per point (EMPTY, BLACK, WHITE), indexed `y * width + x`. */
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

/** The neighbors of each point: up, left, right, down, as far as they exist. */
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

/** The neighbors in one array, four per point, in the same order; the point itself takes the place of missing ones. */
export const fourNeighborsOf = bySize((width, height): Int16Array => {
  const near = neighborsOf(width, height);
  return Int16Array.from({ length: 4 * near.length }, (_, i) => near[i >> 2]![i & 3] ?? i >> 2);
});

/**
 * Scratch space by number, assigned in board order, extended for the first larger board: a smaller number found to be of
 * the same component, or the number itself, and finally the component; and the point where the number was assigned.
 */
let same = new Int16Array(19 * 19);
let starts = new Int16Array(19 * 19);

/** The smallest number of the same component. */
function smallest(number: number): number {
  while (same[number] !== number) number = same[number]!;
  return number;
}

/** Splits a position into chains and empty regions. Row by row, because the branches of a point-to-point search are hard to predict. */
export function componentsOf({ width, height, stones }: Position): Components {
  const points = width * height;
  if (same.length < points) {
    same = new Int16Array(points);
    starts = new Int16Array(points);
  }
  const of = new Int16Array(points);
  let numbers = 0;
  for (let row = 0; row < points; row += width) {
    let left = 3;
    for (let p = row; p < row + width; p++) {
      const content = stones[p]!;
      const isLikeAbove = row > 0 && stones[p - width] === content;
      if (content === left) {
        let number = of[p - 1]!;
        if (isLikeAbove && of[p - width] !== number) {
          const [one, other] = [smallest(number), smallest(of[p - width]!)];
          number = Math.min(one, other);
          same[Math.max(one, other)] = number;
        }
        of[p] = number;
      } else if (isLikeAbove) of[p] = of[p - width]!;
      else {
        same[numbers] = numbers;
        starts[numbers] = p;
        of[p] = numbers++;
      }
      left = content;
    }
  }
  const content = new Uint8Array(points);
  const size = new Int16Array(points);
  const first = new Int16Array(points);
  let count = 0;
  for (let number = 0; number < numbers; number++) {
    const before = same[number]!;
    // A smaller number already has its component.
    if (before !== number) same[number] = same[before]!;
    else {
      first[count] = starts[number]!;
      content[count] = stones[first[count]!]!;
      same[number] = count++;
    }
  }
  for (let p = 0; p < points; p++) {
    const component = same[of[p]!]!;
    of[p] = component;
    size[component]!++;
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

/** Maximal connected sets of points that a color does not hold: the points of region r are `list` from `starts[r]` to `starts[r + 1]`. */
export interface Regions {
  readonly list: Int16Array;
  readonly starts: readonly number[];
}

export function regionsWithout({ width, height, stones }: Position, color: Stone): Regions {
  const near = neighborsOf(width, height);
  const seen = new Uint8Array(stones.length);
  const list = new Int16Array(stones.length);
  const starts = [0];
  let end = 0;
  for (let start = 0; start < stones.length; start++) {
    if (stones[start] === color || seen[start] === 1) continue;
    list[end++] = start;
    seen[start] = 1;
    for (let i = end - 1; i < end; i++) {
      for (const q of near[list[i]!]!) {
        if (stones[q] === color || seen[q] === 1) continue;
        seen[q] = 1;
        list[end++] = q;
      }
    }
    starts.push(end);
  }
  return { list, starts };
}
