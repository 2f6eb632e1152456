import { ACTION } from '../core/line.js';
import type { Limits } from '../core/limits.js';
import { addToIdent, identOfCode } from './properties.js';
import { USE, useOf } from './idents.js';
import { colonIn, LETTER, rawPoint, RAW_BAD, RAW_EMPTY } from './raw-points.js';
import { looksLikeGame, swallowedGame } from './recover.js';
import type { Scratch } from './scratch.js';
import { CLOSE_BRACKET, endOfValue, isWhitespace, OPEN_BRACKET } from './value.js';

const LINE_FEED = 10;
const OPEN = 40;
const CLOSE = 41;
const SEMICOLON = 59;
const UPPER_B = 66;
const UPPER_W = 87;

/** Nothing read yet: before the first node of a game. */
const NO_NODE = -1;
/** `(;FF[4` is the shortest game start that a value can swallow. */
const SHORTEST_SWALLOW = 6;

/**
 * Reads one game tree: the main line into a Scratch, the variations skipped, no tree built and nothing allocated
 * for a node. One instance reads games one after the other; the fields hold what the last call found.
 */
export class GameScanner {
  readonly #text: Uint8Array;
  readonly #scratch: Scratch;
  readonly #limits: Limits;

  /** Nodes on the main line. */
  nodeCount = 0;
  branches = 0;
  /** Parentheses open where the text ended, 0 in a closed game. */
  missing = 0;
  /** Where a new game seems to start inside this one, -1 when nowhere. Matters when this one is not closed. */
  candidate = -1;
  /** Whether a game ends there at once: an earlier game of the file was not closed. */
  stopsAtGame = false;
  /** Value of the last C of the main line; -1 when there is none. */
  commentStart = -1;
  commentEnd = -1;
  /** Raw points of TB and TW of the last node that has either; `marksNode` is -1 when none has. */
  marksBlack: number[] = [];
  marksWhite: number[] = [];
  marksNode = -1;
  marksOffset = -1;

  #end = 0;
  #node = NO_NODE;
  #depth = 0;
  #stray = 0;
  #strayAt = -1;
  /** Index of the first action of the current node, and whether setup came behind a move in it. */
  #nodeStart = 0;
  #disordered = 0;
  #limitHit = 0;

  constructor(text: Uint8Array, scratch: Scratch, limits: Limits) {
    this.#text = text;
    this.#scratch = scratch;
    this.#limits = limits;
  }

  /** Reads the game whose `(` is at `start`, no further than `end`; returns the offset behind it. */
  scan(start: number, end: number): number {
    this.#scratch.reset();
    this.branches = 0;
    this.missing = 0;
    this.candidate = -1;
    this.commentStart = -1;
    this.marksNode = -1;
    if (this.marksBlack.length > 0) this.marksBlack = [];
    if (this.marksWhite.length > 0) this.marksWhite = [];
    this.#end = end;
    this.#node = NO_NODE;
    this.#depth = 0;
    this.#stray = 0;
    this.#nodeStart = 0;
    this.#disordered = 0;
    this.#limitHit = 0;
    let at = this.#mainLine(start);
    if (this.#depth > 0) at = this.#rest(at);
    this.nodeCount = this.#node + 1;
    if (this.#stray > 0) {
      this.#scratch.report('sgf/illegal-text', { characters: this.#stray }, { offset: this.#strayAt });
    }
    if (at >= this.#end && this.#depth > 0) this.missing = this.#depth;
    return at;
  }

  /** From the game's `(` to behind the `)` that ends the main line; `#depth` tells how many remain open. */
  #mainLine(start: number): number {
    const text = this.#text;
    const scratch = this.#scratch;
    const lastNode = this.#limits.nodesPerGame;
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
    let end = this.#end;
    let count = 0;
    let nodeStart = 0;
    let { kinds, points, nodes, offsets } = scratch;
    while (at < end) {
      const byte = text[at]!;
      if (byte === SEMICOLON) {
        if (waiting >= 0) waiting = this.#withoutValue(waiting, ident, node);
        if (this.#disordered > 0) this.#order();
        nodeDepth = this.#depth;
        // Nearly every node is one move of two letters: such nodes are read in a loop of their own.
        for (;;) {
          use = USE.none;
          seen = 0;
          if (node + 1 >= lastNode) break;
          node++;
          at++;
          nodeStart = count;
          const color = text[at];
          if (color !== UPPER_B && color !== UPPER_W) break;
          if (text[at + 1] !== OPEN_BRACKET || text[at + 4] !== CLOSE_BRACKET || at + 4 >= end) break;
          const x = LETTER[text[at + 2]!]!;
          const y = LETTER[text[at + 3]!]!;
          if (x >= 52 || y >= 52) break;
          if (count === kinds.length) {
            scratch.count = count;
            scratch.grow();
            ({ kinds, points, nodes, offsets } = scratch);
          }
          const kind = color === UPPER_B ? ACTION.playBlack : ACTION.playWhite;
          kinds[count] = kind;
          points[count] = (x << 8) | y;
          nodes[count] = node;
          offsets[count] = at + 2;
          count++;
          at += 5;
          if (text[at] === LINE_FEED) at++;
          if (text[at] !== SEMICOLON || at >= end) {
            use = kind + 1;
            ident = color - 64;
            seen = 1 << use;
            break;
          }
        }
        if (node + 1 >= lastNode) {
          this.#tooLong(at);
          break;
        }
      } else if (byte === OPEN_BRACKET) {
        waiting = -1;
        const close = endOfValue(text, at + 1, end);
        const swallowed = close - at > SHORTEST_SWALLOW ? swallowedGame(text, at + 1, close, end) : -1;
        const valueEnd = swallowed >= 0 ? swallowed : close;
        if (swallowed >= 0 || close >= end) {
          scratch.report(
            'sgf/unclosed-value',
            { ident: identOfCode(ident) },
            { node: Math.max(node, 0), offset: at },
          );
          this.#end = end = valueEnd;
        }
        if (use === USE.none) {
          scratch.report('sgf/value-without-property', {}, { node: Math.max(node, 0), offset: at });
        } else {
          scratch.count = count;
          this.#nodeStart = nodeStart;
          this.#value(use, ident, node, at + 1, valueEnd, seen);
          if (scratch.count > count) {
            count = scratch.count;
            ({ kinds, points, nodes, offsets } = scratch);
          }
        }
        seen |= 1 << use;
        at = valueEnd + 1;
      } else if (isWhitespace(byte)) {
        at++;
      } else if ((byte & 0xdf) >= 65 && (byte & 0xdf) <= 90) {
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
          this.#illegal(first, at - first);
          continue;
        }
        if (at - first > length) {
          scratch.report(
            'sgf/lower-case-ident',
            { ident: latin(text, first, at) },
            { node: Math.max(node, 0), offset: first },
          );
        }
        if (nodeDepth < this.#depth) {
          scratch.report('sgf/missing-semicolon', {}, { node: node + 1, offset: first });
          nodeDepth = this.#depth;
          seen = 0;
          node++;
          nodeStart = count;
        }
        use = useOf(ident);
        waiting = first;
      } else if (byte === OPEN) {
        if (waiting >= 0) waiting = this.#withoutValue(waiting, ident, node);
        if (this.candidate < 0 && node >= 0 && looksLikeGame(text, at, end)) {
          this.candidate = at;
          if (this.stopsAtGame) {
            this.#end = end = at;
            break;
          }
        }
        this.#depth++;
        use = USE.none;
        at++;
      } else if (byte === CLOSE) {
        if (waiting >= 0) waiting = this.#withoutValue(waiting, ident, node);
        const isEmpty = this.#depth-- > nodeDepth;
        at++;
        if (!isEmpty || this.#depth === 0) break;
        scratch.report('sgf/empty-variation', {}, { node: Math.max(node, 0), offset: at - 1 });
        at = this.#toParenthesis(at);
      } else {
        this.#illegal(at, 1);
        at++;
      }
    }
    if (waiting >= 0) this.#withoutValue(waiting, ident, node);
    scratch.count = count;
    this.#nodeStart = nodeStart;
    if (this.#disordered > 0) this.#order();
    this.#node = node;
    return Math.min(at, end);
  }

  /** Skips the variations beside the main line and counts the nodes they branch from. */
  #rest(start: number): number {
    const text = this.#text;
    const deepest = this.#limits.depth;
    let depth = this.#depth;
    /** The level of the main line that the next `(` branches from, and whether it is counted. */
    let level = depth;
    let counted = 0;
    let at = start;
    while (at < this.#end) {
      const byte = text[at]!;
      if (byte === OPEN_BRACKET) {
        const close = endOfValue(text, at + 1, this.#end);
        const swallowed = close - at > SHORTEST_SWALLOW ? swallowedGame(text, at + 1, close, this.#end) : -1;
        if (swallowed >= 0 || close >= this.#end) {
          this.#scratch.report('sgf/unclosed-value', { ident: '' }, { offset: at });
          if (swallowed >= 0) this.#end = swallowed;
        }
        at = (swallowed >= 0 ? swallowed : close) + 1;
        continue;
      }
      if (byte === OPEN) {
        if (this.candidate < 0 && looksLikeGame(text, at, this.#end)) {
          this.candidate = at;
          if (this.stopsAtGame) {
            this.#end = at;
            break;
          }
        }
        if (depth === level && counted === 0 && text[at + 1] !== CLOSE) {
          this.branches++;
          counted = 1;
        }
        depth++;
        if (depth > deepest && this.#limitHit === 0) {
          this.#limitHit = 1;
          this.#scratch.report('sgf/limit', { limit: 'depth', value: deepest }, { offset: at });
        }
      } else if (byte === CLOSE) {
        depth--;
        if (depth < level) {
          level = depth;
          counted = 0;
        }
        if (depth === 0) {
          at++;
          break;
        }
      }
      at++;
    }
    this.#depth = depth;
    return Math.min(at, this.#end);
  }

  #value(use: number, ident: number, node: number, start: number, end: number, seen: number): void {
    const scratch = this.#scratch;
    switch (use) {
      case USE.black:
      case USE.white: {
        if ((seen & (1 << use)) !== 0) {
          scratch.report('sgf/repeated-property', { ident: identOfCode(ident) }, { node, offset: start });
        }
        const color = use - USE.black;
        const point = rawPoint(this.#text, start, end);
        if (point >= 0) scratch.add(ACTION.playBlack + color, point, node, start);
        else scratch.add((point === RAW_EMPTY ? ACTION.passBlack : ACTION.badBlack) + color, 0, node, start);
        return;
      }
      case USE.addBlack:
      case USE.addWhite:
      case USE.addEmpty:
        this.#points(start, end, use - USE.addBlack + ACTION.addBlack, node, ident);
        return;
      case USE.turn: {
        const color = turnOf(this.#text[start]!);
        if (color < 0 || start >= end) this.#badPoint(ident, node, start, end);
        else this.#addSetup(color, 0, node, start);
        return;
      }
      case USE.force:
        this.#addSetup(ACTION.force, 0, node, start);
        return;
      case USE.territoryBlack:
      case USE.territoryWhite:
        if (this.marksNode !== node) {
          this.marksNode = node;
          this.marksOffset = start;
          if (this.marksBlack.length > 0) this.marksBlack = [];
          if (this.marksWhite.length > 0) this.marksWhite = [];
        }
        this.#points(start, end, use === USE.territoryBlack ? MARK_BLACK : MARK_WHITE, node, ident);
        return;
      case USE.comment:
        this.commentStart = start;
        this.commentEnd = end;
        if (node <= 0) scratch.addHeader(ident, start, end);
        return;
      case USE.header:
        scratch.addHeader(ident, start, end);
        return;
      default:
        if (node <= 0) scratch.addHeader(ident, start, end);
    }
  }

  /** A point or a rectangle of a setup or territory property. */
  #points(start: number, end: number, target: number, node: number, ident: number): void {
    const text = this.#text;
    const colon = end - start > 3 ? colonIn(text, start, end) : -1;
    if (colon < 0) {
      const point = rawPoint(text, start, end);
      if (point >= 0) this.#addPoint(target, point, node, start);
      else if (point === RAW_BAD) this.#badPoint(ident, node, start, end);
      return;
    }
    const first = rawPoint(text, start, colon);
    const last = rawPoint(text, colon + 1, end);
    if (first < 0 || last < 0) {
      this.#badPoint(ident, node, start, end);
      return;
    }
    const left = Math.min(first >> 8, last >> 8);
    const right = Math.max(first >> 8, last >> 8);
    const top = Math.min(first & 255, last & 255);
    const bottom = Math.max(first & 255, last & 255);
    for (let x = left; x <= right; x++) {
      for (let y = top; y <= bottom; y++) this.#addPoint(target, (x << 8) | y, node, start);
    }
  }

  #addPoint(target: number, point: number, node: number, offset: number): void {
    if (target === MARK_BLACK) this.marksBlack.push(point);
    else if (target === MARK_WHITE) this.marksWhite.push(point);
    else this.#addSetup(target, point, node, offset);
  }

  #addSetup(kind: number, point: number, node: number, offset: number): void {
    const scratch = this.#scratch;
    const count = scratch.count;
    if (count > this.#nodeStart && orderOf(scratch.kinds[count - 1]!) > orderOf(kind)) this.#disordered = 1;
    scratch.add(kind, point, node, offset);
  }

  /** Brings the actions of the current node into the order setup, turn, force, moves; each kind stays in file order. */
  #order(): void {
    const { kinds, points, offsets, count } = this.#scratch;
    const from = this.#nodeStart;
    const order = Array.from({ length: count - from }, (_, i) => from + i);
    order.sort((a, b) => orderOf(kinds[a]!) - orderOf(kinds[b]!) || a - b);
    const sortedKinds = order.map((i) => kinds[i]!);
    const sortedPoints = order.map((i) => points[i]!);
    const sortedOffsets = order.map((i) => offsets[i]!);
    kinds.set(sortedKinds, from);
    points.set(sortedPoints, from);
    offsets.set(sortedOffsets, from);
    this.#disordered = 0;
  }

  #badPoint(ident: number, node: number, start: number, end: number): void {
    const value = latin(this.#text, start, Math.min(end, start + 20));
    this.#scratch.report('sgf/bad-point', { ident: identOfCode(ident), value }, { node, offset: start });
  }

  #withoutValue(offset: number, ident: number, node: number): -1 {
    this.#scratch.report('sgf/property-without-value', { ident: identOfCode(ident) }, { node, offset });
    return -1;
  }

  #illegal(offset: number, bytes: number): void {
    if (this.#stray === 0) this.#strayAt = offset;
    this.#stray += bytes;
  }

  /** Behind an empty variation only parentheses matter: properties there belong to no node. */
  #toParenthesis(start: number): number {
    const text = this.#text;
    let at = start;
    while (at < this.#end && text[at] !== OPEN && text[at] !== CLOSE) {
      if (text[at] === OPEN_BRACKET) at = endOfValue(text, at + 1, this.#end);
      at++;
    }
    return Math.min(at, this.#end);
  }

  #tooLong(at: number): void {
    this.#scratch.report(
      'sgf/limit',
      { limit: 'nodesPerGame', value: this.#limits.nodesPerGame },
      { offset: at },
    );
  }
}

const MARK_BLACK = 100;
const MARK_WHITE = 101;

/** Setup before PL before KO before moves. */
function orderOf(kind: number): number {
  if (kind < ACTION.addBlack) return 3;
  if (kind <= ACTION.addEmpty) return 0;
  return kind === ACTION.force ? 2 : 1;
}

/** PL[B], PL[black], and PL[1] of old programs. */
function turnOf(byte: number): number {
  switch (byte) {
    case 66:
    case 98:
    case 49:
      return ACTION.turnBlack;
    case 87:
    case 119:
    case 50:
      return ACTION.turnWhite;
    default:
      return -1;
  }
}

function latin(text: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...text.subarray(start, Math.min(end, start + 60)));
}
