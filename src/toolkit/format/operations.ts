/** What `format` does to the tree of a game: the board turned, colors, points; passes and the score written into it. */
import { wrongValue } from '../../core/checks.js';
import { opponent } from '../../core/color.js';
import type { BoardSize } from '../../core/findings/finding.js';
import { pointFromSgf, pointToSgf, symmetriesOf } from '../../core/point.js';
import { marginText, valueAt } from '../../core/text.js';
import type { Ruleset } from '../../go/rules/ruleset.js';
import { rulesetByName } from '../../go/rules/rulesets.js';
import { analyze } from '../../referee/judge/analyze.js';
import { formatResult, readResultText } from '../../referee/record/declared-result.js';
import { type GameRecord, parseReal } from '../../referee/record/record.js';
import type { GameScore } from '../../referee/score/score-types.js';
import { PROPERTIES, type ValueKind } from '../../sgf/properties.js';
import { type FormatOptions, type ScorePart, SYMMETRIES, type SymmetryName } from './format-types.js';
import {
  everyNode,
  type FormatNode,
  type FormatTree,
  mainLineOf,
  makeNode,
  makeProperty,
  partsOf,
  propertyOf,
  unescaped,
} from './tree.js';

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

/** Values of `GameScore.owner`. */
const TERRITORY = { TB: 1, TW: 2 } as const;
const SEKI_POINTS = { TB: 4, TW: 5 } as const;

/**
 * Writes what we count: TB and TW in the last node of the main line, RE in the root, each in place of any present.
 * A game that did not end by counting, or whose position cannot be judged, stays as it is. `text`: the game as SGF.
 */
export function writeScore(tree: FormatTree, text: Uint8Array, options: FormatOptions): void {
  const { decisions } = options;
  const rules = rulesetOf(options.rules);
  const { games } = analyze(text, { digest: () => '', rules, places: false, decisions });
  const score = games[0]?.score;
  if (score) for (const part of options.score) WRITERS[part](tree, score);
}

/** As RE has it. */
export function countedResult({ winner, resultHalves }: GameScore): string {
  return winner === 'jigo' ? 'Draw' : marginText(resultHalves, winner);
}

export function rulesetOf(name: string): Ruleset | 'auto' {
  const rules = name === 'auto' ? name : rulesetByName(name);
  if (!rules) throw wrongValue('rules', name, '"auto" or the name of a ruleset');
  return rules;
}

const WRITERS: Readonly<Record<ScorePart, (tree: FormatTree, score: GameScore) => void>> = {
  territory(tree, score) {
    const last = mainLineOf(tree).at(-1)!;
    for (const ident of ['TB', 'TW'] as const) {
      const points: string[] = [];
      score.owner.forEach((owner, point) => {
        const isCounted = owner === SEKI_POINTS[ident] && score.counting === 'area';
        if (owner === TERRITORY[ident] || isCounted) points.push(pointToSgf(point, tree.width));
      });
      set(last, ident, points);
    }
  },
  result(tree, score) {
    set(tree.root, 'RE', [countedResult(score)]);
  },
};

/** No values: no property. */
export function set(node: FormatNode, ident: string, values: string[]): void {
  const property = propertyOf(node, ident);
  if (values.length === 0) node.properties = node.properties.filter((one) => one !== property);
  else if (property) property.values = values;
  else node.properties.push(makeProperty(ident, values));
}

/** Passes that end a game. */
const TO_END = 2;

type Mover = 'B' | 'W';

/** The moves of a line before a node. */
interface Before {
  readonly last: Mover | undefined;
  /** Both have moved: what came before may have been handicap. */
  readonly bothMoved: boolean;
}

/**
 * Adds the passes that a record implies: where one color moves twice in a row with no setup between, after both have moved; and
 * at the end of a main line whose result is a margin, so that it ends with two passes. Nodes get a B or W without a point.
 */
export function addPasses(tree: FormatTree, record: GameRecord): void {
  betweenMoves(tree);
  if (record.result.kind === 'margin') atTheEnd(tree);
}

function betweenMoves(tree: FormatTree): void {
  const start: Before = { last: undefined, bothMoved: false };
  const open: { node: FormatNode; before: Before }[] = [{ node: tree.root, before: after(tree.root, start) }];
  for (let one = open.pop(); one; one = open.pop()) {
    const { node, before } = one;
    for (const [i, child] of node.children.entries()) {
      const mover = moverOf(child);
      if (mover && before.bothMoved && mover === before.last) node.children[i] = pass(other(mover), [child]);
      open.push({ node: child, before: after(child, before) });
    }
  }
}

function atTheEnd(tree: FormatTree): void {
  const line = mainLineOf(tree);
  const end = line.at(-1)!;
  const moves = line.filter(moverOf);
  const last = moves.at(-1);
  if (!last) return;
  const mark = moves.findLastIndex((node) => !isPass(node, tree));
  let color = other(moverOf(last)!);
  let parent = end;
  for (let missing = TO_END - (moves.length - 1 - mark); missing > 0; missing--) {
    const added = pass(color, []);
    parent.children.unshift(added);
    parent = added;
    color = other(color);
  }
}

function after(node: FormatNode, before: Before): Before {
  const mover = moverOf(node);
  if (mover)
    return {
      last: mover,
      bothMoved: before.bothMoved || (before.last !== undefined && before.last !== mover),
    };
  return hasSetup(node) ? { last: undefined, bothMoved: before.bothMoved } : before;
}

/** The color of a node with one move; none where both move. */
function moverOf(node: FormatNode): Mover | undefined {
  const moves = node.properties.filter(({ ident }) => ident === 'B' || ident === 'W');
  return moves.length === 1 ? (moves[0]!.ident as Mover) : undefined;
}

function isPass(node: FormatNode, board: BoardSize): boolean {
  return node.properties.some(
    ({ ident, values }) =>
      (ident === 'B' || ident === 'W') && isPassValue(unescaped(values[0]!).trim(), board),
  );
}

/** `tt` is a pass where there is no such point. */
function isPassValue(value: string, board: BoardSize): boolean {
  return value === '' || (value === 'tt' && pointOf(value, board) === undefined);
}

function hasSetup(node: FormatNode): boolean {
  return node.properties.some(({ ident }) => ['AB', 'AW', 'AE', 'PL', 'B', 'W'].includes(ident));
}

function other(mover: Mover): Mover {
  return mover === 'B' ? 'W' : 'B';
}

function pass(mover: Mover, children: FormatNode[]): FormatNode {
  return makeNode([makeProperty(mover, [''])], children);
}
