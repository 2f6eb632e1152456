import { BLACK, EMPTY, WHITE } from '../core/color.js';

/** Colors that a region touches, as bits; 0 only on a board without stones. */
export const TOUCHES_BLACK = 1;
export const TOUCHES_WHITE = 2;

/** The regions of a position: maximal sets of empty points that are joined along lines. */
export interface Regions {
  readonly count: number;
  /** Region of each point (0-based, in order of the smallest point), -1 on stones. */
  readonly regionOf: Int16Array;
  /** By region: points in it. */
  readonly sizes: readonly number[];
  /** By region: TOUCHES_BLACK and TOUCHES_WHITE. */
  readonly touches: readonly number[];
}

/** Finds the regions of a position given as one byte a point (EMPTY, BLACK, WHITE). */
export function regionsOf(position: Uint8Array, width: number, height: number): Regions {
  const regionOf = new Int16Array(width * height).fill(-1);
  const stack = new Uint16Array(width * height);
  const sizes: number[] = [];
  const touches: number[] = [];
  let depth = 0;
  let size = 0;
  let touched = 0;
  const visit = (point: number, region: number): void => {
    const content = position[point];
    if (content === BLACK) touched |= TOUCHES_BLACK;
    else if (content === WHITE) touched |= TOUCHES_WHITE;
    else if (regionOf[point] === -1) {
      regionOf[point] = region;
      stack[depth++] = point;
      size++;
    }
  };
  for (let start = 0; start < width * height; start++) {
    if (position[start] !== EMPTY || regionOf[start] !== -1) continue;
    const region = sizes.length;
    size = 0;
    touched = 0;
    visit(start, region);
    while (depth > 0) {
      const point = stack[--depth]!;
      const x = point % width;
      if (point >= width) visit(point - width, region);
      if (x > 0) visit(point - 1, region);
      if (x < width - 1) visit(point + 1, region);
      if (point < width * (height - 1)) visit(point + width, region);
    }
    sizes.push(size);
    touches.push(touched);
  }
  return { count: sizes.length, regionOf, sizes, touches };
}
