import {
  CLOSE_PAREN,
  isLetter,
  isWhitespace,
  OPEN_BRACKET,
  OPEN_PAREN,
  SEMICOLON,
} from '../../core/bytes.js';
import { DEFAULT_LIMITS, depthOf, type Limits } from '../../core/limits.js';
import { addToIdent, identCode, identOfCode, USE, useOf, endOfValue, latin } from '../properties.js';

import { NodeValues } from './node-values.js';
import { looksLikeGame, swallowedGame } from './recover.js';
import { type MoveKernel, sharedMoveKernel, type Scratch } from './scratch.js';

/** A value with the shortest game start, `(;FF[`, is longer than this with its bracket. */
const SHORTEST_SWALLOW = 5;

/**
 * Skips the variations beside the main line, from `start`, and counts the nodes that they branch from; returns the
 * offset after the game. Nodes and text between variations are reported: they belong to no line.
 * Not read: anything inside a variation except its brackets and parentheses.
 * Complex because it is one loop over bytes, without calls or objects for what it finds.
 */
// eslint-disable-next-line complexity -- see above
function skipVariations(start: number, state: GameState, scratch: Scratch, limits: Limits): number {
  const { text, bare } = state;
  let { depth, end } = state;
  let deepest = depthOf(limits);
  /** Depth of the tree of the main line whose last node the next variation branches from. */
  let level = depth;
  let nextBare = bare.length - 1;
  let isCounted = false;
  /** Nodes after a variation instead of inside one. */
  let outside = 0;
  let outsideAt = -1;
  let at = start;
  while (at < end) {
    const byte = text[at]!;
    if (byte === OPEN_BRACKET) {
      const close = endOfValue(text, at + 1, end);
      const swallowed = close - at > SHORTEST_SWALLOW ? swallowedGame(text, at + 1, close, end) : -1;
      if (swallowed >= 0 || close >= end) {
        scratch.report('sgf/unclosed-value', { ident: '' }, { offset: at });
        if (swallowed >= 0) state.end = end = swallowed;
      }
      const after = (swallowed >= 0 ? swallowed : close) + 1;
      if (depth === level && outside === 0) state.illegal(at, after - at);
      at = after;
      continue;
    }
    if (byte === OPEN_PAREN) {
      if (state.endsAtGame(at)) {
        end = at;
        break;
      }
      if (++depth > deepest) {
        scratch.report('sgf/limit', { limit: 'depth', value: deepest }, { offset: at });
        deepest = Infinity;
      }
    } else if (byte === CLOSE_PAREN) {
      depth--;
      if (depth < level) {
        // Children of a tree without nodes of its own are children of the node above it.
        if (nextBare >= 0 && bare[nextBare] === level) nextBare--;
        else isCounted = false;
        level = depth;
      }
      if (depth === 0) {
        at++;
        break;
      }
    } else {
      if (!isCounted && depth > level && startsNode(byte)) {
        isCounted = true;
        state.branches++;
      }
      if (depth === level && byte === SEMICOLON) {
        if (outside++ === 0) outsideAt = at;
      } else if (depth === level && outside === 0 && !isWhitespace(byte)) state.illegal(at, 1);
    }
    at++;
  }
  if (outside > 0) scratch.report('sgf/node-outside', { nodes: outside }, { offset: outsideAt });
  state.depth = depth;
  return Math.min(at, end);
}

/** A property without a semicolon before it also makes a node. */
function startsNode(byte: number): boolean {
  return byte === SEMICOLON || (byte >= 65 && byte <= 90);
}

/** After an empty variation only parentheses matter: properties there belong to no node. */
function toParenthesis(text: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && text[at] !== OPEN_PAREN && text[at] !== CLOSE_PAREN) {
    if (text[at] === OPEN_BRACKET) at = endOfValue(text, at + 1, end);
    at++;
  }
  return Math.min(at, end);
}

/** How far one game has been read; shared by the parts of the scanner. */
class GameState {
  text: Uint8Array = new Uint8Array(0);
  /** Offset after which nothing is read. */
  end = 0;
  /** Open parentheses. */
  depth = 0;
  /** Where a new game seems to start inside this one, -1 when nowhere. Matters when this one is not closed. */
  candidate = -1;
  /** Whether a game ends at once where another seems to start: an earlier game of the file was not closed. */
  stopsAtGame = false;
  /** Nodes of the main line with more than one child. */
  branches = 0;
  /** Depths of trees on the main line that hold no node of their own, rising. */
  bare: number[] = [];
  #stray = 0;
  #strayAt = -1;

  reset(end: number, depth: number): void {
    this.end = end;
    this.depth = depth;
    this.candidate = -1;
    this.branches = 0;
    if (this.bare.length > 0) this.bare = [];
    this.#stray = 0;
  }

  /** Records the `(` at `at` if a game seems to start there; returns whether this game ends there. */
  endsAtGame(at: number): boolean {
    if (this.candidate >= 0 || !looksLikeGame(this.text, at, this.end)) return false;
    this.candidate = at;
    if (this.stopsAtGame) this.end = at;
    return this.stopsAtGame;
  }

  /** Counts bytes that belong to no node. */
  illegal(offset: number, bytes: number): void {
    if (this.#stray === 0) this.#strayAt = offset;
    this.#stray += bytes;
  }

  reportIllegal(scratch: Scratch): void {
    if (this.#stray > 0)
      scratch.report('sgf/illegal-text', { characters: this.#stray }, { offset: this.#strayAt });
  }
}

const BLACK_MOVE = identCode('B');
const WHITE_MOVE = identCode('W');

/** Nothing read yet: before the first node of a game. */
const NO_NODE = -1;

/**
 * Reads the main line of one game tree into a Scratch and skips the variations, without building a tree or allocating
 * anything per node. One instance reads games one after the other; the fields hold the results of the last call.
 */
export class GameScanner {
  readonly state = new GameState();
  readonly values: NodeValues;
  /** Nodes on the main line. */
  nodeCount = 0;
  /** Parentheses still open at the end of the text, 0 in a closed game. */
  missing = 0;
  readonly #scratch: Scratch;
  /** Reads most nodes. */
  #kernel: MoveKernel | undefined;
  #limits: Limits = DEFAULT_LIMITS;

  constructor(scratch: Scratch) {
    this.#scratch = scratch;
    this.values = new NodeValues(scratch);
  }

  /** Starts reading another text. */
  open(text: Uint8Array, limits: Limits): void {
    this.state.text = text;
    this.state.stopsAtGame = false;
    this.#limits = limits;
    this.#kernel ??= sharedMoveKernel();
    this.#kernel.open(text);
    this.#scratch.settle(this.#kernel.arrays);
  }

  /** Reads consecutive nodes of one move: see `MoveKernel`. */
  #moves(at: number, end: number, node: number, most: number): number {
    const { width, height } = this.values;
    const scratch = this.#scratch;
    const { count, kinds } = scratch;
    const kernel = this.#kernel;
    // A game that outgrew the kernel's arrays continues in others, node by node.
    if (kernel?.arrays.kinds !== kinds) return at;
    const after = kernel.read(at, end, count, Math.min(kinds.length, count + most), node, width, height);
    scratch.count = kernel.count();
    return after;
  }

  /** Reads the game whose `(` (or, where that is missing, first `;`) is at `start`, no further than `end`; returns the offset after it. */
  scan(start: number, end: number): number {
    const { values } = this;
    let after = this.#read(start, end, 0, 0);
    if (values.isSizeLate) {
      const { width, height } = values;
      values.settleSize();
      if (values.width !== width || values.height !== height) {
        after = this.#read(start, end, values.width, values.height);
      }
    }
    if (values.width === 0) values.settleSize();
    return after;
  }

  #read(start: number, end: number, width: number, height: number): number {
    const { state, values } = this;
    const scratch = this.#scratch;
    scratch.reset();
    const isUnopened = state.text[start] !== OPEN_PAREN;
    state.reset(end, isUnopened ? 1 : 0);
    values.reset(state.text, width, height);
    if (isUnopened) scratch.report('sgf/unopened-tree', {}, { offset: start });
    let at = this.#mainLine(start);
    if (state.depth > 0) at = skipVariations(at, state, scratch, this.#limits);
    state.reportIllegal(scratch);
    this.missing = at >= state.end ? Math.max(0, state.depth) : 0;
    return at;
  }

  /**
   * Reads from the start of the game to after the `)` that ends the main line; `state.depth` is how many remain open.
   * One long and complex function: it loops over every byte of a file, and keeping its state in fields or objects takes longer.
   */
  // eslint-disable-next-line complexity, max-lines-per-function -- see above
  #mainLine(start: number): number {
    const { state, values } = this;
    const { text } = state;
    const scratch = this.#scratch;
    const { nodesPerGame: mostNodes, movesPerGame } = this.#limits;
    const mostActions = scratch.count + movesPerGame;
    const mostDepth = depthOf(this.#limits);
    let at = start;
    let node = NO_NODE;
    /** Depth of the innermost tree that has had a node. */
    let nodeDepth = 0;
    let ident = 0;
    let use: number = USE.none;
    /** Offset of an identifier without a value so far. */
    let waiting = -1;
    /** Bits of the uses that have had a value in this node. */
    let seen = 0;
    let end = state.end;
    values.nodeStart = scratch.count;
    while (at < end) {
      const byte = text[at]!;
      if (byte === SEMICOLON) {
        if (waiting >= 0) waiting = this.#withoutValue(waiting, ident, node);
        if (values.isDisordered) values.order();
        nodeDepth = state.depth;
        if (node + 1 >= mostNodes || scratch.count >= mostActions) {
          const limit = node + 1 >= mostNodes ? 'nodesPerGame' : 'movesPerGame';
          scratch.report('sgf/limit', { limit, value: this.#limits[limit] }, { offset: at });
          at = toParenthesis(text, at, end);
          break;
        }
        if (scratch.count === scratch.kinds.length) scratch.grow();
        const count = scratch.count;
        at = this.#moves(at, end, node, Math.min(mostNodes - node - 1, mostActions - scratch.count));
        const moves = scratch.count - count;
        if (moves > 0) {
          node += moves;
          values.nodeStart = scratch.count - 1;
          use = scratch.kinds[scratch.count - 1]! % 2 === 0 ? USE.black : USE.white;
          ident = use === USE.black ? BLACK_MOVE : WHITE_MOVE;
          seen = 1 << use;
        } else {
          node++;
          at++;
          values.nodeStart = count;
          use = USE.none;
          seen = 0;
        }
      } else if (byte === OPEN_BRACKET) {
        waiting = -1;
        const close = endOfValue(text, at + 1, end);
        const swallowed = close - at > SHORTEST_SWALLOW ? swallowedGame(text, at + 1, close, end) : -1;
        const valueEnd = swallowed >= 0 ? swallowed : close;
        if (swallowed >= 0 || close >= end) {
          const place = { node: Math.max(node, 0), offset: at };
          scratch.report('sgf/unclosed-value', { ident: identOfCode(ident) }, place);
          state.end = end = valueEnd;
        }
        if (use === USE.none) {
          scratch.report('sgf/value-without-property', {}, { node: Math.max(node, 0), offset: at });
        } else {
          values.value(use, ident, node, at + 1, valueEnd, seen);
        }
        seen |= 1 << use;
        at = valueEnd + 1;
      } else if (isWhitespace(byte)) {
        at++;
      } else if (isLetter(byte)) {
        if (waiting >= 0) waiting = this.#withoutValue(waiting, ident, node);
        const first = at;
        let length = 0;
        ident = 0;
        for (; at < end; at++) {
          const letter = text[at]!;
          if (letter >= 65 && letter <= 90) ident = addToIdent(ident, letter, length++);
          else if (letter < 97 || letter > 122) break;
        }
        if (length === 0) {
          use = USE.none;
          state.illegal(first, at - first);
          continue;
        }
        if (at - first > length) {
          const place = { node: Math.max(node, 0), offset: first };
          scratch.report('sgf/lower-case-ident', { ident: latin(text, first, at) }, place);
        }
        if (nodeDepth < state.depth) {
          scratch.report('sgf/missing-semicolon', {}, { node: node + 1, offset: first });
          if (values.isDisordered) values.order();
          nodeDepth = state.depth;
          seen = 0;
          node++;
          values.nodeStart = scratch.count;
        }
        use = useOf(ident);
        waiting = first;
      } else if (byte === OPEN_PAREN) {
        if (waiting >= 0) waiting = this.#withoutValue(waiting, ident, node);
        if (node >= 0 && state.endsAtGame(at)) {
          end = at;
          break;
        }
        // `skipVariations` reports it.
        if (state.depth >= mostDepth) break;
        if (nodeDepth < state.depth) state.bare.push(state.depth);
        state.depth++;
        use = USE.none;
        at++;
      } else if (byte === CLOSE_PAREN) {
        if (waiting >= 0) waiting = this.#withoutValue(waiting, ident, node);
        const isEmpty = state.depth-- > nodeDepth;
        at++;
        if (!isEmpty || state.depth === 0) break;
        if (state.bare.at(-1) === state.depth) state.bare.pop();
        scratch.report('sgf/empty-variation', {}, { node: Math.max(node, 0), offset: at - 1 });
        at = toParenthesis(text, at, end);
      } else {
        state.illegal(at, 1);
        at++;
      }
    }
    if (waiting >= 0) this.#withoutValue(waiting, ident, node);
    if (values.isDisordered) values.order();
    this.nodeCount = node + 1;
    return Math.min(at, end);
  }

  #withoutValue(offset: number, ident: number, node: number): -1 {
    this.#scratch.report('sgf/property-without-value', { ident: identOfCode(ident) }, { node, offset });
    return -1;
  }
}
