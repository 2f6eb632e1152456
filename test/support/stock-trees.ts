import sgf from '@sabaki/sgf';
import { failure, type Outcome, success } from '../../src/core/outcome.js';
import { cleanGames, type CleanGame } from './tree-clean.js';

/** One node of a whole tree; `data` holds decoded values by FF[4] identifier. */
export interface SgfTree {
  readonly data: Readonly<Record<string, readonly string[]>>;
  readonly children: readonly SgfTree[];
  /** Set where the game has several first nodes: this one is above them and is no node of the record. */
  readonly isStandIn?: true;
}

/** Why a text gave no trees. */
export interface TreeFault {
  readonly kind: 'no-game' | 'too-deep' | 'refused';
  /** 1-based number of the game, 0 when there is none. */
  readonly game: number;
  readonly detail: string;
}

/** The parser recurses once a parenthesis; 5,000 of them overflow the stack of Node 20. */
export const DEEPEST_TREE = 1500;

interface ParsedNode {
  readonly id: number | null;
  readonly data: Readonly<Record<string, readonly string[]>>;
  children: readonly ParsedNode[];
}

/**
 * Parses every variation of every game with @sabaki/sgf. Its known faults are kept away from it: games are cut out
 * and balanced first, so that a surplus parenthesis costs no later game, stray text makes no root and no exception,
 * and depth is limited. Repairs are silent here: the scan reports them.
 */
export function parseTrees(text: string): Outcome<readonly SgfTree[], TreeFault> {
  const games = cleanGames(text);
  if (games.length === 0) return failure({ kind: 'no-game', game: 0, detail: 'no game tree' });
  const trees: SgfTree[] = [];
  for (const [index, game] of games.entries()) {
    const tree = parseOne(game, index + 1);
    if (!tree.ok) return tree;
    trees.push(tree.value);
  }
  return success(trees);
}

function parseOne(game: CleanGame, number: number): Outcome<SgfTree, TreeFault> {
  if (game.depth > DEEPEST_TREE) {
    return failure({ kind: 'too-deep', game: number, detail: `${game.depth.toString()} levels` });
  }
  try {
    let roots = sgf.parse(game.text) as unknown as readonly ParsedNode[];
    while (roots.some(({ id }) => id === null))
      roots = roots.flatMap((node) => (node.id === null ? node.children : [node]));
    for (const root of roots) adoptInvented(root);
    const root = roots[0];
    if (root === undefined) return success({ data: {}, children: [] });
    // Several roots: the game opened with more than one parenthesis before its first node.
    return success(roots.length === 1 ? root : { data: {}, children: roots, isStandIn: true });
  } catch (error) {
    return failure({
      kind: 'refused',
      game: number,
      detail: error instanceof Error ? error.message : String(error),
    });
  }
}

/** For `(;X((;A)(;B)))` the parser invents a node between X and A: X takes over its children. */
function adoptInvented(root: ParsedNode): void {
  const open: ParsedNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    while (node.children.some((child) => child.id === null)) {
      node.children = node.children.flatMap((child) => (child.id === null ? child.children : [child]));
    }
    for (const child of node.children) open.push(child);
  }
}
