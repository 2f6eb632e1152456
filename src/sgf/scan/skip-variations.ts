import { OPEN_PAREN, CLOSE_PAREN, SEMICOLON, OPEN_BRACKET, isWhitespace } from '../../core/bytes.js';
import { depthOf, type Limits } from '../../core/limits.js';
import { endOfValue } from '../value.js';
import { looksLikeGame, swallowedGame } from './recover.js';
import type { Scratch } from './scratch.js';

/** `(;FF[4` is the shortest game start that a value can swallow. */
export const SHORTEST_SWALLOW = 6;

/**
 * Skips the variations beside the main line, from `start`, and counts the nodes that they branch from; returns the
 * offset behind the game. Nodes and text between variations are reported: they belong to no line.
 * Not looked at: anything inside a variation but its brackets and parentheses.
 */
export function skipVariations(start: number, state: GameState, scratch: Scratch, limits: Limits): number {
  const { text, bare } = state;
  let { depth, end } = state;
  let deepest = depthOf(limits);
  /** Tree of the main line whose last node the next variation branches from. */
  let level = depth;
  let nextBare = bare.length - 1;
  let isCounted = false;
  /** Nodes that stand behind a variation instead of inside one. */
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
      const behind = (swallowed >= 0 ? swallowed : close) + 1;
      if (depth === level && outside === 0) state.illegal(at, behind - at);
      at = behind;
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

/** A property without a semicolon before it makes a node as well. */
function startsNode(byte: number): boolean {
  return byte === SEMICOLON || (byte >= 65 && byte <= 90);
}

/** Behind an empty variation only parentheses matter: properties there belong to no node. */
export function toParenthesis(text: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && text[at] !== OPEN_PAREN && text[at] !== CLOSE_PAREN) {
    if (text[at] === OPEN_BRACKET) at = endOfValue(text, at + 1, end);
    at++;
  }
  return Math.min(at, end);
}

/** Where the reading of one game stands; shared by the parts of the scanner. */
export class GameState {
  text: Uint8Array = new Uint8Array(0);
  /** Offset behind which nothing is read. */
  end = 0;
  /** Open parentheses. */
  depth = 0;
  /** Where a new game seems to start inside this one, -1 when nowhere. Matters when this one is not closed. */
  candidate = -1;
  /** Whether a game ends there at once: an earlier game of the file was not closed. */
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

  /** Takes note of the `(` at `at` when a game seems to start there; true when this game ends there. */
  endsAtGame(at: number): boolean {
    if (this.candidate >= 0 || !looksLikeGame(this.text, at, this.end)) return false;
    this.candidate = at;
    if (this.stopsAtGame) this.end = at;
    return this.stopsAtGame;
  }

  /** Bytes that belong to no node. */
  illegal(offset: number, bytes: number): void {
    if (this.#stray === 0) this.#strayAt = offset;
    this.#stray += bytes;
  }

  reportIllegal(scratch: Scratch): void {
    if (this.#stray > 0)
      scratch.report('sgf/illegal-text', { characters: this.#stray }, { offset: this.#strayAt });
  }
}
