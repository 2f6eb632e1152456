import type { LineTree } from '../core/line-tree.js';
import type { Limits } from '../core/limits.js';
import { USE, useOf } from './idents.js';
import { NodeValues } from './node-values.js';
import { addToIdent } from './properties.js';
import type { RawGame } from './raw.js';
import { Scratch } from './scratch.js';
import { TreeNodes } from './tree-nodes.js';
import { endOfValue, OPEN_BRACKET } from './value.js';

const OPEN = 40;
const CLOSE = 41;
const SEMICOLON = 59;

const NO_NODE = -1;

const scratch = new Scratch();
const values = new NodeValues(scratch);
const nodes = new TreeNodes();
/** By open parenthesis: the node that its tree follows. */
let above = new Int32Array(256);

/**
 * Reads every variation of a game that the scan found, with the leniencies of the scan, so that both have the same
 * main line. The tree lies in arrays that are used again: it is valid until the next call.
 * Nothing is reported; reading stops at the limits of nodes and depth.
 */
export function scanTree(text: Uint8Array, game: RawGame, limits: Limits): LineTree {
  scratch.reset();
  values.reset(text, game.width, game.height);
  nodes.reset();
  const cutAt = readNodes(text, game.textStart, game.textEnd, limits);
  if (values.isDisordered) values.order();
  const { count, kinds, points, offsets } = scratch;
  nodes.firstActions[nodes.count] = count;
  const { parents, firstActions, childCounts, ordinals, depths, runs, rootCount } = nodes;
  return {
    count,
    kinds,
    points,
    nodes: scratch.nodes,
    offsets,
    nodeCount: nodes.count,
    firstActions,
    parents,
    childCounts,
    ordinals,
    depths,
    runs,
    rootCount,
    longest: nodes.longest(),
    cutAt,
  };
}

/** Reads the nodes in [start, end); returns the offset of the first one beyond a limit, -1 when there is none. */
function readNodes(text: Uint8Array, start: number, end: number, limits: Limits): number {
  /** A game whose `(` is missing is read as if it had one. */
  let depth = text[start] === OPEN ? 0 : 1;
  above[0] = NO_NODE;
  /** The last node of the line so far, and whether the innermost tree has had one. */
  let node = NO_NODE;
  let isBare = true;
  /** Behind the `)` of a variation only parentheses matter: properties there belong to no node. */
  let isBehind = false;
  let ident = 0;
  let use: number = USE.none;
  let at = start;
  while (at < end) {
    const byte = text[at]!;
    if (byte === OPEN_BRACKET) {
      const close = endOfValue(text, at + 1, end);
      if (use >= USE.black && use <= USE.force) values.value(use, ident, node, at + 1, close, 0);
      at = close + 1;
    } else if (byte === SEMICOLON) {
      if (!isBehind) {
        if (nodes.count >= limits.nodesPerGame) return at;
        node = addNode(node);
        isBare = false;
      }
      use = USE.none;
      at++;
    } else if ((byte & 0xdf) >= 65 && (byte & 0xdf) <= 90 && !isBehind) {
      const first = at;
      let length = 0;
      ident = 0;
      for (; at < end; at++) {
        const letter = text[at]!;
        if (letter >= 65 && letter <= 90) ident = addToIdent(ident, letter, length++);
        else if (letter < 97 || letter > 122) break;
      }
      use = length === 0 ? USE.none : useOf(ident);
      if (length > 0 && isBare) {
        if (nodes.count >= limits.nodesPerGame) return first;
        node = addNode(node);
        isBare = false;
      }
    } else if (byte === OPEN) {
      if (depth >= limits.depth) return at;
      if (depth === above.length) {
        const wider = new Int32Array(depth * 2);
        wider.set(above);
        above = wider;
      }
      above[depth++] = node;
      isBare = true;
      isBehind = false;
      use = USE.none;
      at++;
    } else if (byte === CLOSE) {
      if (depth <= 1) return -1;
      node = above[--depth]!;
      isBehind = true;
      use = USE.none;
      at++;
    } else {
      at++;
    }
  }
  return -1;
}

function addNode(parent: number): number {
  if (values.isDisordered) values.order();
  values.nodeStart = scratch.count;
  return nodes.add(parent, scratch.count);
}
