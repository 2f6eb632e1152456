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
  #mostActions = 0;

  /** The node that is being read, and the depth of the innermost tree that has had a node. */
  #node = NO_NODE;
  #nodeDepth = 0;
  /** The property that is being read; the offset of its identifier until it has a value, else -1. */
  #ident = 0;
  #use: number = USE.none;
  #waiting = -1;
  /** Bits of the uses that have had a value in this node. */
  #seen = 0;
  /** The main line ends here. */
  #isOver = false;

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
    const scratch = this.#scratch;
    const { count, kinds } = scratch;
    const kernel = this.#kernel;
    // A game that outgrew the kernel's arrays continues in others, node by node.
    if (kernel?.arrays.kinds !== kinds) return at;
    const after = kernel.read(at, end, count, Math.min(kinds.length, count + most), node, this.values);
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

  /** Reads from the start of the game to after the `)` that ends the main line; `state.depth` is how many remain open. */
  #mainLine(start: number): number {
    const { state, values } = this;
    const { text } = state;
    this.#startLine();
    let at = start;
    while (at < state.end && !this.#isOver) {
      const byte = text[at]!;
      if (byte === OPEN_BRACKET) at = this.#value(at);
      else if (byte === SEMICOLON) at = this.#nodes(at);
      else if (isLetter(byte)) at = this.#identifier(at);
      else if (isWhitespace(byte)) at++;
      else if (byte === OPEN_PAREN) at = this.#open(at);
      else if (byte === CLOSE_PAREN) at = this.#close(at);
      else state.illegal(at++, 1);
    }
    this.#endProperty();
    if (values.isDisordered) values.order();
    this.nodeCount = this.#node + 1;
    return Math.min(at, state.end);
  }

  #startLine(): void {
    this.#mostActions = this.#scratch.count + this.#limits.movesPerGame;
    this.#node = NO_NODE;
    this.#nodeDepth = this.#ident = this.#seen = 0;
    this.#use = USE.none;
    this.#waiting = -1;
    this.#isOver = false;
    this.values.nodeStart = this.#scratch.count;
  }

  /** A `;`: the nodes of one move from here on, or the start of any other node. */
  #nodes(at: number): number {
    const { state, values } = this;
    const scratch = this.#scratch;
    const { nodesPerGame } = this.#limits;
    this.#endProperty();
    if (values.isDisordered) values.order();
    this.#nodeDepth = state.depth;
    if (this.#node + 1 >= nodesPerGame || scratch.count >= this.#mostActions) {
      const limit = this.#node + 1 >= nodesPerGame ? 'nodesPerGame' : 'movesPerGame';
      scratch.report('sgf/limit', { limit, value: this.#limits[limit] }, { offset: at });
      this.#isOver = true;
      return toParenthesis(state.text, at, state.end);
    }
    if (scratch.count === scratch.kinds.length) scratch.grow();
    const { count } = scratch;
    const most = Math.min(nodesPerGame - this.#node - 1, this.#mostActions - count);
    const after = this.#moves(at, state.end, this.#node, most);
    const moves = scratch.count - count;
    if (moves === 0) {
      this.#startNode(count);
      return at + 1;
    }
    this.#node += moves;
    values.nodeStart = scratch.count - 1;
    this.#use = scratch.kinds[scratch.count - 1]! % 2 === 0 ? USE.black : USE.white;
    this.#ident = this.#use === USE.black ? BLACK_MOVE : WHITE_MOVE;
    this.#seen = 1 << this.#use;
    return after;
  }

  #startNode(count: number): void {
    this.#node++;
    this.values.nodeStart = count;
    this.#use = USE.none;
    this.#seen = 0;
  }

  /** A value of the property read last. */
  #value(at: number): number {
    const { state } = this;
    const { text, end } = state;
    const scratch = this.#scratch;
    const node = Math.max(this.#node, 0);
    this.#waiting = -1;
    const close = endOfValue(text, at + 1, end);
    const swallowed = close - at > SHORTEST_SWALLOW ? swallowedGame(text, at + 1, close, end) : -1;
    const valueEnd = swallowed >= 0 ? swallowed : close;
    if (swallowed >= 0 || close >= end) {
      scratch.report('sgf/unclosed-value', { ident: identOfCode(this.#ident) }, { node, offset: at });
      state.end = valueEnd;
    }
    if (this.#use === USE.none) scratch.report('sgf/value-without-property', {}, { node, offset: at });
    else this.values.value(this.#use, this.#ident, this.#node, at + 1, valueEnd, this.#seen);
    this.#seen |= 1 << this.#use;
    return valueEnd + 1;
  }

  #identifier(first: number): number {
    const { state, values } = this;
    const { text, end } = state;
    const scratch = this.#scratch;
    this.#endProperty();
    let at = first;
    let length = 0;
    let ident = 0;
    for (; at < end; at++) {
      const letter = text[at]!;
      if (letter >= 65 && letter <= 90) ident = addToIdent(ident, letter, length++);
      else if (letter < 97 || letter > 122) break;
    }
    this.#ident = ident;
    if (length === 0) {
      this.#use = USE.none;
      state.illegal(first, at - first);
      return at;
    }
    if (at - first > length) {
      const place = { node: Math.max(this.#node, 0), offset: first };
      scratch.report('sgf/lower-case-ident', { ident: latin(text, first, at) }, place);
    }
    if (this.#nodeDepth < state.depth) {
      scratch.report('sgf/missing-semicolon', {}, { node: this.#node + 1, offset: first });
      if (values.isDisordered) values.order();
      this.#nodeDepth = state.depth;
      this.#startNode(scratch.count);
    }
    this.#use = useOf(ident);
    this.#waiting = first;
    return at;
  }

  /** A `(`: the line goes on in the first tree in it. */
  #open(at: number): number {
    const { state } = this;
    this.#endProperty();
    // `skipVariations` reports the limit.
    if ((this.#node >= 0 && state.endsAtGame(at)) || state.depth >= depthOf(this.#limits)) {
      this.#isOver = true;
      return at;
    }
    if (this.#nodeDepth < state.depth) state.bare.push(state.depth);
    state.depth++;
    this.#use = USE.none;
    return at + 1;
  }

  /** A `)`: the end of the line, or of a tree without a node. */
  #close(at: number): number {
    const { state } = this;
    this.#endProperty();
    const isEmpty = state.depth-- > this.#nodeDepth;
    this.#isOver = !isEmpty || state.depth === 0;
    if (this.#isOver) return at + 1;
    if (state.bare.at(-1) === state.depth) state.bare.pop();
    this.#scratch.report('sgf/empty-variation', {}, { node: Math.max(this.#node, 0), offset: at });
    return toParenthesis(state.text, at + 1, state.end);
  }

  /** Reports the property read last if it has no value. */
  #endProperty(): void {
    if (this.#waiting < 0) return;
    const place = { node: this.#node, offset: this.#waiting };
    this.#scratch.report('sgf/property-without-value', { ident: identOfCode(this.#ident) }, place);
    this.#waiting = -1;
  }
}
