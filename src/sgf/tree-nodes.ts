import type { TreeNode } from './tree.js';

/** How the nodes of a tree lie to each other, by id. */
export interface TreeShape {
  /** -1: it is a root. */
  readonly parents: Int32Array;
  readonly childCounts: Uint32Array;
  /** Which child of its parent a node is, from 1; roots count among themselves. */
  readonly ordinals: Uint32Array;
  /** 0-based node along its own line. */
  readonly depths: Uint32Array;
  /** Node at which its run of first children begins: 0 on the main line. */
  readonly runs: Uint32Array;
  readonly rootCount: number;
}

export function shapeOf(nodes: readonly TreeNode[]): TreeShape {
  const { length } = nodes;
  const parents = new Int32Array(length);
  const childCounts = new Uint32Array(length);
  const ordinals = new Uint32Array(length);
  const depths = new Uint32Array(length);
  const runs = new Uint32Array(length);
  let rootCount = 0;
  for (let node = 0; node < length; node++) {
    const parent = nodes[node]!.parentId ?? -1;
    const ordinal = parent < 0 ? ++rootCount : ++childCounts[parent]!;
    parents[node] = parent;
    ordinals[node] = ordinal;
    depths[node] = parent < 0 ? 0 : depths[parent]! + 1;
    runs[node] = parent >= 0 && ordinal === 1 ? runs[parent]! : node;
  }
  return { parents, childCounts, ordinals, depths, runs, rootCount };
}
