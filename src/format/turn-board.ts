import { pointToSgf } from '../core/point.js';
import { symmetriesOf } from '../core/symmetry.js';
import { PROPERTIES, type ValueKind } from '../sgf/properties.js';
import { SYMMETRIES, type SymmetryName } from './format-types.js';
import { isPointList, pointOf } from './points.js';
import { everyNode, makeProperty, propertyOf, type FormatTree } from './tree.js';
import { partsOf } from './values.js';

/** Kinds of values with a point in them, besides lists. */
const POINTED: ReadonlySet<ValueKind> = new Set<ValueKind>(['move', 'point', 'labels', 'point-pairs']);
/** Symmetries beyond this index exchange columns and rows. */
const FLIPS = 4;

/**
 * Mirrors or turns the board: moves, setup, markup, labels, arrows, territory. Values that are no points of the board, and
 * points in comments or private properties, stay as they are. A board that is not square changes its SZ when it is turned.
 */
export function turnBoard(tree: FormatTree, symmetry: SymmetryName): void {
  const index = SYMMETRIES.indexOf(symmetry);
  const { width, height } = tree;
  const flip = symmetriesOf(width, height)[index % FLIPS]!;
  const isTurned = index >= FLIPS;
  const image = (raw: string): string => {
    const point = pointOf(raw, { width, height });
    if (point === undefined) return raw;
    const to = flip[point]!;
    const x = to % width;
    const y = (to - x) / width;
    return isTurned ? pointToSgf(x * height + y, height) : pointToSgf(to, width);
  };
  everyNode(tree, ({ properties }) => {
    for (const property of properties) {
      const { ident, values } = property;
      if (isPointList(ident)) property.values = values.map((raw) => rectangle(raw, image));
      else {
        const kind = PROPERTIES.get(ident)?.value;
        if (kind && POINTED.has(kind)) property.values = values.map((raw) => pointed(raw, kind, image));
      }
    }
  });
  if (!isTurned || width === height) return;
  const size = `${String(height)}:${String(width)}`;
  const property = propertyOf(tree.root, 'SZ');
  if (property) property.values = [size];
  else tree.root.properties.push(makeProperty('SZ', [size]));
  tree.width = height;
  tree.height = width;
}

function pointed(raw: string, kind: ValueKind, image: (raw: string) => string): string {
  const [first, second] = partsOf(raw);
  if (second === undefined) return image(first);
  return `${image(first)}:${kind === 'point-pairs' ? image(second) : second}`;
}

/** A rectangle keeps its form: top left, then bottom right. */
function rectangle(raw: string, image: (raw: string) => string): string {
  const [first, second] = partsOf(raw);
  if (second === undefined) return image(first);
  const [a, b] = [image(first), image(second)];
  if (a.length !== 2 || b.length !== 2) return `${a}:${b}`;
  const [left, right] = inOrder(a.charAt(0), b.charAt(0));
  const [top, bottom] = inOrder(a.charAt(1), b.charAt(1));
  return `${left}${top}:${right}${bottom}`;
}

/** Columns and rows: a to z, then A to Z. */
function inOrder(a: string, b: string): [string, string] {
  const isUpper = (letter: string): boolean => letter < 'a';
  const isRising = isUpper(a) === isUpper(b) ? a <= b : isUpper(b);
  return isRising ? [a, b] : [b, a];
}
