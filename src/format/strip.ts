import { PROPERTIES } from '../sgf/properties.js';
import type { Strip } from './format-types.js';
import { everyNode, mainLineOf, type FormatNode, type FormatTree } from './tree.js';

const COMMENTS: ReadonlySet<string> = new Set(['C', 'GC']);
const MARKUP: ReadonlySet<string> = new Set('AR CR DD L LB LN M MA RG SC SL SQ TR FG PM VW'.split(' '));
/** Longer identifiers are nobody's but a program's own. */
const LONGEST_PUBLIC = 2;

/** Keeps the first child of every node of the main line. */
export function keepMainLine(tree: FormatTree): void {
  for (const node of mainLineOf(tree)) node.children.length = Math.min(node.children.length, 1);
}

/** Leaves out the properties, and then the empty nodes, that are asked for. The root stays. */
export function strip(tree: FormatTree, strips: readonly Strip[]): void {
  const asked = new Set(strips);
  const isLeftOut = (ident: string): boolean =>
    (asked.has('comments') && COMMENTS.has(ident)) ||
    (asked.has('markup') && MARKUP.has(ident)) ||
    (!PROPERTIES.has(ident) &&
      (asked.has('unknown') || (asked.has('private') && ident.length > LONGEST_PUBLIC)));
  everyNode(tree, (node) => {
    if (node.properties.some(({ ident }) => isLeftOut(ident)))
      node.properties = node.properties.filter(({ ident }) => !isLeftOut(ident));
  });
  if (asked.has('emptyNodes')) withoutEmptyNodes(tree);
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
