import type { Limits } from '../core/limits.js';
import type { RawGame } from '../sgf/raw.js';
import { readTree } from '../sgf/tree.js';

/** What a whole game tree holds, variations too. */
export interface TreeCounts {
  readonly nodes: number;
  /** Lines from the root to an end: 1 for a game without variations. */
  readonly variations: number;
  /** Nodes after which the tree splits. */
  readonly branches: number;
  /** Nodes with C that is not empty. */
  readonly comments: number;
  /** Characters in all C values, escapes resolved. */
  readonly commentCharacters: number;
}

/** Counts over the tree of one game, up to the limits of nodes and depth; nothing is checked. */
export function countTree(
  text: Uint8Array,
  game: Pick<RawGame, 'textStart' | 'textEnd'>,
  limits: Pick<Limits, 'nodesPerGame' | 'depth'>,
): TreeCounts {
  const { nodes, roots } = readTree(text, game, limits, 'values');
  let variations = 0;
  let branches = roots.length > 1 ? 1 : 0;
  let comments = 0;
  let commentCharacters = 0;
  for (const { children, data } of nodes) {
    if (children.length === 0) variations++;
    else if (children.length > 1) branches++;
    const texts = data['C']?.filter((value) => value !== '') ?? [];
    if (texts.length > 0) comments++;
    for (const value of texts) commentCharacters += value.replace(/[\ud800-\udbff]/g, '').length;
  }
  return { nodes: nodes.length, variations, branches, comments, commentCharacters };
}
