import { readRecord } from '../record/read-record.js';
import type { GameRecord } from '../record/record.js';
import { decisionsFor } from '../referee/decisions.js';
import { PROPERTIES, type PropertyClass } from '../sgf/properties.js';
import type { RawFile, RawGame } from '../sgf/raw.js';
import type { FormatOptions, Normalization, Strip } from './format-types.js';
import { HEADER_READERS } from './header-texts.js';
import {
  escaped,
  everyNode,
  type FormatNode,
  type FormatProperty,
  type FormatTree,
  mainLineOf,
  makeProperty,
  partsOf,
  propertyOf,
  unescaped,
  withoutBlanks,
} from './tree.js';
import { rewritePoints, swapColors, turnBoard } from './turn-board.js';
import { addPasses, writeDecisions, writeScore } from './write-score.js';

/**
 * Applies the options to one game, except for the root's own properties and the order of properties. What a game means (its komi,
 * its score) is read from the file before anything is turned or exchanged.
 */
export function operate(tree: FormatTree, file: RawFile, game: RawGame, options: FormatOptions): void {
  if (options.nodes === 'mainLine' || options.strip.includes('variations')) keepMainLine(tree);
  if (options.strip.length > 0) strip(tree, options.strip);
  if (options.komi === 'repaired' || options.passes === 'added') {
    const record = readRecord(game);
    if (options.komi === 'repaired') repairKomi(tree, record);
    if (options.passes === 'added') addPasses(tree, record);
  }
  const text = (): Uint8Array => file.text.subarray(game.textStart, game.textEnd);
  if (options.score.length > 0) writeScore(tree, text(), options);
  const decisions = options.decisions && decisionsFor(readRecord(game), options.decisions);
  if (decisions && decisions.length > 0) writeDecisions(tree, text(), decisions, options.rules);
  if (options.normalize.length > 0) normalize(tree, options.normalize);
  if (options.colors === 'swapped') swapColors(tree);
  if (options.symmetry !== 'none') turnBoard(tree, options.symmetry);
  if (options.points !== 'kept') rewritePoints(tree, options.points);
}

const COMMENTS: ReadonlySet<string> = new Set(['C', 'GC']);
const MARKUP: ReadonlySet<string> = new Set('AR CR DD L LB LN M MA RG SC SL SQ TR FG PM VW'.split(' '));
/** Longer identifiers are a program's own. */
const LONGEST_PUBLIC = 2;

/** Keeps the first child of every node of the main line. */
function keepMainLine(tree: FormatTree): void {
  for (const node of mainLineOf(tree)) node.children.length = Math.min(node.children.length, 1);
}

/** Leaves out the wanted properties, then the empty nodes if they are wanted out too. The root stays. */
function strip(tree: FormatTree, strips: readonly Strip[]): void {
  const wanted = new Set(strips);
  const isLeftOut = (ident: string): boolean =>
    (wanted.has('obsolete') && isObsolete(ident)) ||
    (wanted.has('comments') && COMMENTS.has(ident)) ||
    (wanted.has('markup') && MARKUP.has(ident)) ||
    (!PROPERTIES.has(ident) &&
      (wanted.has('unknown') || (wanted.has('private') && ident.length > LONGEST_PUBLIC)));
  everyNode(tree, (node) => {
    if (node.properties.some(({ ident }) => isLeftOut(ident)))
      node.properties = node.properties.filter(({ ident }) => !isLeftOut(ident));
  });
  if (wanted.has('emptyNodes')) withoutEmptyNodes(tree);
}

/** Children of an empty node take its place, in its place. */
function withoutEmptyNodes(tree: FormatTree): void {
  everyNode(tree, (node) => {
    while (node.children.some(isEmpty))
      node.children = node.children.flatMap((child) => (isEmpty(child) ? child.children : [child]));
  });
}

function isEmpty({ properties }: FormatNode): boolean {
  return properties.length === 0;
}

/** Brings the wanted header values into the form of FF[4], where their meaning is plain. Others stay as they are. */
function normalize(tree: FormatTree, wanted: readonly Normalization[]): void {
  everyNode(tree, (node) => {
    for (const { ident, values } of node.properties) {
      const reader = HEADER_READERS[ident];
      if (!reader || values.length !== 1 || !wanted.includes(reader.of)) continue;
      const meant = reader.read(unescaped(values[0]!).trim());
      if (meant !== undefined) values[0] = escaped(meant);
    }
  });
}

/** Writes a komi that is scaled, in zi, or given in words, as points. */
function repairKomi(tree: FormatTree, record: GameRecord): void {
  const { komi } = record;
  if (komi.kind !== 'komi' || komi.repair === 'none') return;
  for (const { properties } of mainLineOf(tree)) {
    const property = properties.find(({ ident }) => ident === 'KM');
    if (!property) continue;
    // Komi may be given in HA instead: then KM has nothing to repair.
    if (unescaped(property.values[0]!) === komi.raw) property.values = [String(komi.halves / 2)];
    return;
  }
}

/** First value of every root and game-info property that the main line has before its first move, line breaks as spaces. */
export function namesOf(tree: FormatTree): Readonly<Record<string, string>> {
  const names: Record<string, string> = {};
  for (const { properties } of mainLineOf(tree)) {
    for (const { ident, values } of properties) {
      const kind = PROPERTIES.get(ident)?.class;
      if (kind === 'root' || kind === 'game-info')
        names[ident] ??= unescaped(values[0]!).replace(/\s+/gu, ' ').trim();
    }
    if (properties.some(({ ident }) => ident === 'B' || ident === 'W')) break;
  }
  return names;
}

const CLASSES: readonly PropertyClass[] = ['root', 'game-info', 'setup', 'move', 'node'];
const FIRST: readonly string[] = ['FF', 'GM', 'CA', 'AP', 'ST', 'SZ', 'B', 'W'];
const CLASS_STEP = 100;

/** Orders the properties of every node: root, game info, setup, move, the rest, unknown ones; those of one class in the order of the file. */
export function orderProperties(tree: FormatTree): void {
  everyNode(tree, (node) => {
    if (node.properties.length > 1) node.properties.sort((a, b) => placeOf(a) - placeOf(b));
  });
}

function placeOf({ ident }: FormatProperty): number {
  const known = PROPERTIES.get(ident)?.class;
  const step = (known === undefined ? CLASSES.length : CLASSES.indexOf(known)) * CLASS_STEP;
  const first = FIRST.indexOf(ident);
  return step + (first < 0 ? FIRST.length : first);
}

/** Properties of one node that mark a point; a point has at most one of them. */
const MARKS = ['CR', 'MA', 'SL', 'SQ', 'TR'];
const POINT = /^[A-Za-z]{2}$/;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Writes what FF[4] has in another form: M as MA, L as LB, VW with two corners as a rectangle, FG with a name alone as a number
 * and a name; the last two only where the game is FF[1] to FF[3], in which they mean that. Where the form would lose something (a point
 * with two marks or labels, a value that is no point) the property stays as it is, and so do those that FF[4] has no form for.
 * Source: FF[4], changes since FF[3].
 */
export function convertOldProperties(tree: FormatTree): void {
  const format = Number(propertyOf(tree.root, 'FF')?.values[0] ?? 1);
  everyNode(tree, (node) => {
    for (const { ident } of [...node.properties]) {
      if (ident === 'M') convertMarks(node);
      else if (ident === 'L') convertLetters(node);
      else if (ident === 'VW' && format < 4) convertView(node);
      else if (ident === 'FG' && format < 4) convertFigure(node);
    }
  });
}

function convertMarks(node: FormatNode): void {
  const old = pointsOf(node, 'M');
  const marked = MARKS.flatMap((ident) => pointsOf(node, ident));
  if (![...old, ...marked].every((value) => POINT.test(value))) return;
  if (old.some((value) => marked.includes(value))) return;
  replace(node, 'M', 'MA', old);
}

function convertLetters(node: FormatNode): void {
  const old = pointsOf(node, 'L');
  if (!old.every((value) => POINT.test(value)) || old.length > LETTERS.length) return;
  const labeled = valuesOf(node, 'LB').map((value) => withoutBlanks(partsOf(value)[0]));
  if (new Set([...labeled, ...old]).size < labeled.length + old.length) return;
  replace(
    node,
    'L',
    'LB',
    old.map((point, i) => `${point}:${LETTERS[i]!}`),
  );
}

/** Values of all properties of this name: files have some twice in a node. */
function valuesOf(node: FormatNode, ident: string): string[] {
  return node.properties.flatMap((property) => (property.ident === ident ? property.values : []));
}

function pointsOf(node: FormatNode, ident: string): string[] {
  return valuesOf(node, ident).map(withoutBlanks);
}

/** Puts a property with these values in the place of the old ones, or adds them to the one that is there. */
function replace(node: FormatNode, old: string, ident: string, values: string[]): void {
  const present = propertyOf(node, ident);
  if (present) present.values = [...present.values, ...values];
  const first = node.properties.findIndex((property) => property.ident === old);
  node.properties = node.properties.flatMap((property, i) => {
    if (property.ident !== old) return [property];
    return i === first && !present ? [makeProperty(ident, values)] : [];
  });
}

function convertView(node: FormatNode): void {
  const view = propertyOf(node, 'VW');
  const [first, last, ...more] = view?.values ?? [];
  if (!view || first === undefined || last === undefined || more.length > 0) return;
  if (POINT.test(first) && POINT.test(last) && first !== last) view.values = [`${first}:${last}`];
}

/** 0: the figure is printed in the usual way. */
function convertFigure(node: FormatNode): void {
  const figure = propertyOf(node, 'FG');
  const [name, ...more] = figure?.values ?? [];
  if (!figure || name === undefined || name.trim() === '' || more.length > 0) return;
  if (!/^\s*\d+\s*:/u.test(name)) figure.values = [`0:${name.replace(/(?<!\\):/gu, escaped(':', 'part'))}`];
}

/** Whether an older format defines the property and FF[4] does not. */
function isObsolete(ident: string): boolean {
  return PROPERTIES.get(ident)?.formats.includes(4) === false;
}

/** Adds the identifiers of a tree's obsolete properties. */
export function addObsolete(tree: FormatTree, idents: Set<string>): void {
  everyNode(tree, ({ properties }) => {
    for (const { ident } of properties) if (isObsolete(ident)) idents.add(ident);
  });
}
