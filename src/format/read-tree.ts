import { OPEN_PAREN, CLOSE_PAREN, isWhitespace } from '../core/bytes.js';
import type { Limits } from '../core/limits.js';
import type { RawGame } from '../sgf/raw.js';
import {
  identAt,
  PROPERTY_WORDS,
  readTree as readNodes,
  type TreeFault,
  type TreePlaces,
} from '../sgf/tree.js';
import type { LossKind } from './format-types.js';
import { type FormatProperty, type FormatTree, makeNode, rawValue } from './tree.js';

const decoder = new TextDecoder();

/** Something that the tree does not have: extent in the text that was read. */
export interface LostText {
  readonly kind: LossKind;
  readonly start: number;
  readonly end: number;
}

/** A game's tree, and what of its text has no place in one. */
export interface ReadTree {
  readonly tree: FormatTree;
  readonly lost: readonly LostText[];
}

const LOST: Readonly<Partial<Record<TreeFault['kind'], LossKind>>> = {
  'illegal-text': 'illegal-text',
  'bare-value': 'bare-value',
  'bare-property': 'bare-property',
  'stray-node': 'stray-node',
  limit: 'limit',
};

/** Reads every node of a game that the scan found, to be changed and written again. Several roots come under an empty one. */
export function readTree(text: Uint8Array, game: RawGame, limits: Limits): ReadTree {
  const { nodes, places, faults } = readNodes(text, game, limits);
  const made = nodes.map(({ id }) => makeNode(propertiesOf(text, places, id)));
  for (const { id, children } of nodes) made[id]!.children = children.map((child) => made[child.id]!);
  const roots = made.filter((_, id) => nodes[id]!.parentId === null);
  const { width, height } = game;
  const root = roots.length === 1 ? roots[0]! : makeNode([], roots);
  const lost = faults.flatMap(({ kind, start, end }) => {
    const loss = LOST[kind];
    return loss === undefined || (kind === 'limit' && !hasContent(text, start, end))
      ? []
      : [{ kind: loss, start, end }];
  });
  return { tree: { root, width, height }, lost };
}

function propertiesOf(text: Uint8Array, places: TreePlaces, node: number): FormatProperty[] {
  const { firstProperties, properties, firstValues } = places;
  const found: FormatProperty[] = [];
  for (let property = firstProperties[node]!; property < firstProperties[node + 1]!; property++) {
    const [start, end] = [properties[property * PROPERTY_WORDS]!, properties[property * PROPERTY_WORDS + 1]!];
    const values: string[] = [];
    for (let value = firstValues[property]!; value < firstValues[property + 1]!; value++)
      values.push(rawValue(text, places.values[2 * value]!, places.values[2 * value + 1]!));
    const written = decoder.decode(text.subarray(start, end));
    found.push({ ident: identAt(text, start, end), written, values });
  }
  return found;
}

function hasContent(text: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = text[at]!;
    if (byte !== OPEN_PAREN && byte !== CLOSE_PAREN && !isWhitespace(byte)) return true;
  }
  return false;
}
