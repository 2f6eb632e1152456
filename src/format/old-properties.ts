import { PROPERTIES } from '../sgf/properties.js';
import {
  escaped,
  everyNode,
  type FormatNode,
  type FormatTree,
  makeProperty,
  partsOf,
  propertyOf,
  withoutBlanks,
} from './tree.js';

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
export function isObsolete(ident: string): boolean {
  return PROPERTIES.get(ident)?.formats.includes(4) === false;
}

/** Adds the identifiers of a tree's obsolete properties. */
export function addObsolete(tree: FormatTree, idents: Set<string>): void {
  everyNode(tree, ({ properties }) => {
    for (const { ident } of properties) if (isObsolete(ident)) idents.add(ident);
  });
}
