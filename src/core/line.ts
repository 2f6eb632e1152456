import type { Point } from './point.js';

/**
 * What one property value of the main line does, in the order of execution.
 * Inside a node, setup comes before moves, whatever the order in the file.
 * `badBlack`/`badWhite`: a move property whose value is neither a point of the board nor a pass.
 * `force`: KO[] in the same node. `turn*`: PL.
 */
export const ACTION = {
  playBlack: 0,
  playWhite: 1,
  passBlack: 2,
  passWhite: 3,
  badBlack: 4,
  badWhite: 5,
  addBlack: 6,
  addWhite: 7,
  addEmpty: 8,
  turnBlack: 9,
  turnWhite: 10,
  force: 11,
} as const;

/** What a picture of a line needs: setup and moves, without nodes and text offsets. The lists may be longer than `count`. */
export interface Actions<List = ArrayLike<number>> {
  readonly kinds: List;
  readonly points: List;
  readonly count?: number;
}

/** Below this an action is a B or W property, and its lowest bit is the color (0 Black, 1 White). */
export const FIRST_NON_MOVE = 6;

/**
 * The main line of one game as parallel arrays, one entry per action; never mutated.
 * Arrays may be longer than `count`.
 */
export interface MainLine {
  readonly count: number;
  /** One of ACTION. */
  readonly kinds: Uint8Array;
  /** For play*, add*: the point (`y * width + x`). Otherwise 0. */
  readonly points: Uint16Array;
  /** 0-based node of the action along the main line (root is 0). */
  readonly nodes: Uint32Array;
  /** Byte offset of the value in the scanned text (see RawGame.text), for line and column. */
  readonly offsets: Uint32Array;
  /** Nodes on the main line, including those without actions. */
  readonly nodeCount: number;
}

/** TB and TW of the last node of the main line that has either, lists expanded. */
export interface TerritoryMarks {
  readonly black: readonly Point[];
  readonly white: readonly Point[];
  readonly node: number;
  readonly offset: number;
}

/** The place of each node of a tree among the others, by id. */
export interface TreeShape {
  /** Node before it on its line, -1 for the first of a line. */
  readonly parents: Int32Array;
  /** How many children a node has. */
  readonly childCounts: Uint32Array;
  /** Which child of its parent a node is, from 1; roots are numbered among themselves. */
  readonly ordinals: Uint32Array;
  /** 0-based node along its own line. */
  readonly depths: Uint32Array;
  /** Node at which its run of first children begins: 0 on the main line. */
  readonly runs: Uint32Array;
  /** Nodes without a parent; more than one where a game opens with several parentheses. */
  readonly rootCount: number;
}

/**
 * All lines of one game tree in the form of one line: nodes are numbered in the order of the file, so that a node precedes
 * its children and its first child follows it directly. Nodes 0, 1, ... up to the first node without children
 * are the main line. Arrays by node may be longer than `nodeCount`.
 */
export interface LineTree extends MainLine, TreeShape {
  /** Index of each node's first action; one entry more than there are nodes. */
  readonly firstActions: Uint32Array;
  /** Most actions on one line. */
  readonly longest: number;
  /** Byte offset of the first node that a limit left out, -1 when all were read. */
  readonly cutAt: number;
}

/** Most steps of a path that are written; a longer path keeps its last ones. */
const MAX_STEPS = 100;

/**
 * Path of a node: `12.2/30.3` is the second child of node 12 of the main line, then the third child of node 30 of that
 * line; `root.2` is the second root of the game. '' for the main line. In a path of more than 100 steps `...` replaces
 * the first ones.
 */
export function pathOf(
  tree: Pick<LineTree, 'parents' | 'ordinals' | 'depths' | 'runs'>,
  node: number,
): string {
  const { parents, ordinals, depths, runs } = tree;
  const steps: string[] = [];
  for (let at = runs[node]!; at !== 0; at = runs[parents[at]!]!) {
    const parent = parents[at]!;
    if (steps.length === MAX_STEPS) {
      steps.push('...');
      break;
    }
    steps.push(`${parent < 0 ? 'root' : String(depths[parent]!)}.${String(ordinals[at]!)}`);
    if (parent < 0) break;
  }
  return steps.reverse().join('/');
}
