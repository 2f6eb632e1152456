import { PROPERTIES } from '../sgf/properties.js';
import { escaped, everyNode, type FormatNode, type FormatTree, makeProperty, propertyOf } from './tree.js';

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
  const old = propertyOf(node, 'M');
  if (!old?.values.every((value) => POINT.test(value))) return;
  const marked = new Set(MARKS.flatMap((ident) => propertyOf(node, ident)?.values ?? []));
  if (![...marked].every((value) => POINT.test(value)) || old.values.some((value) => marked.has(value)))
    return;
  replace(node, 'M', 'MA', old.values);
}

function convertLetters(node: FormatNode): void {
  const old = propertyOf(node, 'L');
  if (!old?.values.every((value) => POINT.test(value)) || old.values.length > LETTERS.length) return;
  const labeled = propertyOf(node, 'LB')?.values.map((value) => value.slice(0, 2)) ?? [];
  if (new Set([...labeled, ...old.values]).size < labeled.length + old.values.length) return;
  const labels = old.values.map((point, i) => `${point}:${LETTERS[i]!}`);
  replace(node, 'L', 'LB', labels);
}

/** Puts a property with these values in the place of an old one, or adds them to the one that is there. */
function replace(node: FormatNode, old: string, ident: string, values: string[]): void {
  const present = propertyOf(node, ident);
  if (present) {
    present.values = [...present.values, ...values];
    node.properties = node.properties.filter((property) => property.ident !== old);
  } else {
    node.properties = node.properties.map((property) =>
      property.ident === old ? makeProperty(ident, values) : property,
    );
  }
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
