import type { Limits } from '../core/limits.js';
import type { LineTree, TreeShape } from '../core/line.js';
import { USE, useOf } from './properties.js';
import type { RawGame } from './raw.js';
import { NodeValues } from './scan/node-values.js';
import { Scratch } from './scan/scratch.js';
import { PROPERTY_WORDS, readPlaces, type TreePlaces } from './tree.js';

const scratch = new Scratch();
const values = new NodeValues(scratch);

/**
 * The actions of every variation of a game that the scan found. They lie in arrays that are used again: valid until the next call.
 * Nothing is reported; reading stops at the limits of nodes and depth.
 */
export function readLineTree(text: Uint8Array, game: RawGame, limits: Limits): LineTree {
  const { parents, places, faults } = readPlaces(text, game, limits);
  const { length: nodeCount } = parents;
  scratch.reset();
  values.reset(text, game.width, game.height);
  const firstActions = new Uint32Array(nodeCount + 1);
  for (let node = 0; node < nodeCount; node++) {
    values.nodeStart = firstActions[node] = scratch.count;
    takeActions(node, places);
    if (values.isDisordered) values.order();
  }
  firstActions[nodeCount] = scratch.count;
  const shape = shapeOf(parents);
  const { count, kinds, points, offsets } = scratch;
  return {
    count,
    kinds,
    points,
    nodes: scratch.nodes,
    offsets,
    nodeCount,
    firstActions,
    ...shape,
    longest: longestLine(shape.parents, firstActions),
    cutAt: faults.find(({ kind }) => kind === 'limit')?.start ?? -1,
  };
}

function takeActions(node: number, places: TreePlaces): void {
  const { firstProperties, properties, firstValues } = places;
  for (let property = firstProperties[node]!; property < firstProperties[node + 1]!; property++) {
    const ident = properties[property * PROPERTY_WORDS + 2]!;
    const use = useOf(ident);
    if (use < USE.black || use > USE.force) continue;
    for (let value = firstValues[property]!; value < firstValues[property + 1]!; value++)
      values.value(use, ident, node, places.values[2 * value]!, places.values[2 * value + 1]!, 0);
  }
}

/** Most actions on one line. */
function longestLine(parents: Int32Array, firstActions: Uint32Array): number {
  const upTo = new Uint32Array(parents.length);
  let longest = 0;
  for (let node = 0; node < parents.length; node++) {
    const parent = parents[node]!;
    const own = firstActions[node + 1]! - firstActions[node]!;
    upTo[node] = (parent < 0 ? 0 : upTo[parent]!) + own;
    if (upTo[node]! > longest) longest = upTo[node]!;
  }
  return longest;
}

/** `above`: by node, the one before it on its line, -1 for the first of a line. */
export function shapeOf(above: readonly number[]): TreeShape {
  const { length } = above;
  const parents = Int32Array.from(above);
  const childCounts = new Uint32Array(length);
  const ordinals = new Uint32Array(length);
  const depths = new Uint32Array(length);
  const runs = new Uint32Array(length);
  let rootCount = 0;
  for (let node = 0; node < length; node++) {
    const parent = parents[node]!;
    const ordinal = parent < 0 ? ++rootCount : ++childCounts[parent]!;
    ordinals[node] = ordinal;
    depths[node] = parent < 0 ? 0 : depths[parent]! + 1;
    runs[node] = parent >= 0 && ordinal === 1 ? runs[parent]! : node;
  }
  return { parents, childCounts, ordinals, depths, runs, rootCount };
}
