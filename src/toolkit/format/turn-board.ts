import { valueAt } from '../../core/text.js';
import { opponent } from '../../core/color.js';
import type { BoardSize } from '../../core/findings/finding.js';
import { pointFromSgf, pointToSgf, symmetriesOf } from '../../core/point.js';
import { parseReal } from '../../referee/record/record.js';
import { formatResult, readResultText } from '../../referee/record/declared-result.js';
import { PROPERTIES, type ValueKind } from '../../sgf/properties.js';
import { type FormatOptions, SYMMETRIES, type SymmetryName } from './format-types.js';
import { everyNode, type FormatTree, makeProperty, partsOf, propertyOf, unescaped } from './tree.js';

/** Kinds of values with a point in them, besides lists. */
const POINTED: ReadonlySet<ValueKind> = new Set<ValueKind>(['move', 'point', 'labels', 'point-pairs']);
/** Properties whose values are points or rectangles of them. */
const LISTS: ReadonlySet<string> = new Set(
  [...PROPERTIES].flatMap(([ident, { value }]) =>
    value === 'points' || value === 'points-or-none' ? [ident] : [],
  ),
);
/** Symmetries beyond this index exchange columns and rows. */
const FLIPS = 4;

/**
 * Mirrors or turns the board: moves, setup, markup, labels, arrows, territory. Values that are not points of the board, and
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
      if (LISTS.has(ident)) property.values = values.map((raw) => rectangle(raw, image));
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

/** The other color's property, by a color's property. */
const OTHER = new Map(
  'B AB BL OB PB BR BS BT TB GB'.split(' ').flatMap((black) => {
    const white = black.replace('B', 'W');
    return [
      [black, white],
      [white, black],
    ] as const;
  }),
);

/** Values that name a color, or count for one. */
const CHANGES: Readonly<Record<string, (text: string) => string>> = {
  PL: otherColor,
  AS: otherColor,
  RE: otherResult,
  KM: negated,
  V: negated,
};

/**
 * Exchanges Black and White: moves, setup, names, ranks, times, territory, PL and RE. Komi, which is White's, and the
 * estimates of V change their sign. HA stays: FF[4] has no handicap for White. Comments stay.
 */
export function swapColors(tree: FormatTree): void {
  everyNode(tree, ({ properties }) => {
    for (const property of properties) {
      property.ident = OTHER.get(property.ident) ?? property.ident;
      const change = valueAt(CHANGES, property.ident);
      if (change) property.values = property.values.map(change);
    }
  });
}

const COLOR = /^(\s*)(black|white|b|w|1|2)(?=\s*$)/iu;
const OTHERS: Readonly<Record<string, string>> = {
  black: 'white',
  white: 'black',
  b: 'W',
  w: 'B',
  '1': '2',
  '2': '1',
};

function otherColor(raw: string): string {
  return raw.replace(COLOR, (_, space: string, color: string) => space + OTHERS[color.toLowerCase()]!);
}

function otherResult(raw: string): string {
  if (/^\s*[bw]\+/iu.test(raw))
    return raw.replace(/[bw]/iu, (letter) => (letter.toLowerCase() === 'b' ? 'W' : 'B'));
  const { text } = readResultText(unescaped(raw));
  switch (text.kind) {
    case 'winner':
    case 'ended':
      return formatResult({ ...text, raw, winner: opponent(text.winner) });
    case 'margin':
      return formatResult({
        kind: 'margin',
        raw,
        winner: opponent(text.winner),
        marginHalves: text.points * 2,
      });
    case 'jigo':
    case 'void':
    case 'both-lose':
    case 'unknown':
    case 'malformed':
      return raw;
  }
}

function negated(raw: string): string {
  const number = parseReal(raw.trim());
  return number === undefined || number === 0 ? raw : String(-number);
}

/** The point that a raw value names; `undefined` for anything else, a pass included. */
export function pointOf(raw: string, { width, height }: BoardSize): number | undefined {
  return pointFromSgf(unescaped(raw).replace(/\s/gu, ''), width, height);
}

/**
 * Writes every list of points with rectangles, or without. A list with a value that is not a point of the board stays as
 * it is, and so does an empty one.
 */
export function rewritePoints(tree: FormatTree, form: Exclude<FormatOptions['points'], 'kept'>): void {
  everyNode(tree, ({ properties }) => {
    for (const property of properties) {
      if (!LISTS.has(property.ident)) continue;
      const points = pointsOf(property.values, tree);
      if (!points) continue;
      property.values =
        form === 'expanded' ? points.map((point) => pointToSgf(point, tree.width)) : rectangles(points, tree);
    }
  });
}

/** Every point of a list once, in ascending order; `undefined` if a value is neither a point nor a rectangle of the board. */
function pointsOf(values: readonly string[], board: BoardSize): number[] | undefined {
  const points = new Set<number>();
  for (const raw of values) {
    const [one, two = one] = partsOf(raw);
    const first = pointOf(one, board);
    const last = pointOf(two, board);
    if (first === undefined || last === undefined) return undefined;
    const [left, right] = ascending(first % board.width, last % board.width);
    const [top, bottom] = ascending(Math.floor(first / board.width), Math.floor(last / board.width));
    for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) points.add(y * board.width + x);
  }
  return [...points].sort((a, b) => a - b);
}

function ascending(a: number, b: number): [number, number] {
  return a <= b ? [a, b] : [b, a];
}

/** Rectangles from the top left, each as wide and then as high as it can be; none shares a point with another. */
function rectangles(points: readonly number[], { width, height }: BoardSize): string[] {
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
