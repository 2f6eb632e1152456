import { pointFromSgf, pointToSgf } from '../core/point.js';
import { PROPERTIES } from '../sgf/properties.js';
import type { FormatOptions } from './format-types.js';
import { everyNode, type FormatTree } from './tree.js';
import { partsOf, unescaped } from './values.js';

/** Columns and rows. */
export interface Board {
  readonly width: number;
  readonly height: number;
}

const LISTS = new Set<string>();
for (const [ident, { value }] of PROPERTIES) {
  if (value === 'points' || value === 'points-or-none') LISTS.add(ident);
}

/** The point that a raw value names; `undefined` for anything else, a pass included. */
export function pointOf(raw: string, { width, height }: Board): number | undefined {
  return pointFromSgf(unescaped(raw).replace(/\s/gu, ''), width, height);
}

/** Whether the values of a property are points or rectangles of them. */
export function isPointList(ident: string): boolean {
  return LISTS.has(ident);
}

/**
 * Writes every list of points with rectangles, or without. A list with anything on it that is no point of the board stays as
 * it is; so does an empty one.
 */
export function rewritePoints(tree: FormatTree, form: Exclude<FormatOptions['points'], 'kept'>): void {
  everyNode(tree, ({ properties }) => {
    for (const property of properties) {
      if (!isPointList(property.ident)) continue;
      const points = pointsOf(property.values, tree);
      if (!points) continue;
      property.values =
        form === 'expanded' ? points.map((point) => pointToSgf(point, tree.width)) : rectangles(points, tree);
    }
  });
}

/** Every point of a list once, rising; `undefined` where a value is no point and no rectangle of the board. */
function pointsOf(values: readonly string[], board: Board): number[] | undefined {
  const points = new Set<number>();
  for (const raw of values) {
    const [one, two = one] = partsOf(raw);
    const first = pointOf(one, board);
    const last = pointOf(two, board);
    if (first === undefined || last === undefined) return undefined;
    const [left, right] = inOrder(first % board.width, last % board.width);
    const [top, bottom] = inOrder(Math.floor(first / board.width), Math.floor(last / board.width));
    for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) points.add(y * board.width + x);
  }
  return [...points].sort((a, b) => a - b);
}

function inOrder(a: number, b: number): [number, number] {
  return a <= b ? [a, b] : [b, a];
}

/** Rectangles from the top left, each as wide and then as high as it can be; none shares a point with another. */
function rectangles(points: readonly number[], { width, height }: Board): string[] {
  const open = new Set(points);
  const written: string[] = [];
  for (const point of points) {
    if (!open.has(point)) continue;
    const start = point % width;
    let wide = 1;
    while (start + wide < width && open.has(point + wide)) wide++;
    let high = 1;
    while (Math.floor(point / width) + high < height && isRow(open, point + high * width, wide)) high++;
    for (let y = 0; y < high; y++) for (let x = 0; x < wide; x++) open.delete(point + y * width + x);
    const first = pointToSgf(point, width);
    written.push(
      wide * high === 1 ? first : `${first}:${pointToSgf(point + (high - 1) * width + wide - 1, width)}`,
    );
  }
  return written;
}

function isRow(open: ReadonlySet<number>, start: number, wide: number): boolean {
  for (let x = 0; x < wide; x++) if (!open.has(start + x)) return false;
  return true;
}
