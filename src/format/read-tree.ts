import type { Limits } from '../core/limits.js';
import type { RawGame } from '../sgf/raw.js';
import { endOfValue, isWhitespace, OPEN_BRACKET } from '../sgf/value.js';
import type { LossKind } from './format-types.js';
import { makeNode, type FormatNode, type FormatProperty, type FormatTree } from './tree.js';
import { rawValue } from './values.js';

const OPEN = 40;
const CLOSE = 41;
const SEMICOLON = 59;

const decoder = new TextDecoder();

/** Something that the tree does not have: extent in the text that was read. */
export interface LostText {
  readonly kind: LossKind;
  readonly start: number;
  readonly end: number;
}

/** A game's tree, and what of its text has no place in one. */
export interface ReadTree {
  readonly tree: FormatTree;
  readonly lost: readonly LostText[];
}

/**
 * Reads every node of a game that the scan found, with the scan's leniencies, so that both have the same main line.
 * Several roots come under an empty one. Takes trees of any depth up to the limits; what lies beyond is told as lost.
 */
export function readTree(text: Uint8Array, game: RawGame, limits: Limits): ReadTree {
  return new TreeReader(text, game, limits).read();
}

class TreeReader {
  readonly #text: Uint8Array;
  readonly #game: RawGame;
  readonly #limits: Limits;
  readonly #lost: LostText[] = [];
  readonly #roots: FormatNode[] = [];
  /** By open parenthesis: the node that its tree follows. */
  readonly #above: (FormatNode | undefined)[];
  #node: FormatNode | undefined;
  /** The innermost tree has had no node so far. */
  #isBare = true;
  /** Behind the `)` of a variation only parentheses matter: what stands there belongs to no line. */
  #isBehind = false;
  #strayStart = -1;
  #property: FormatProperty | undefined;
  #identStart = 0;
  #identEnd = 0;
  #count = 0;

  constructor(text: Uint8Array, game: RawGame, limits: Limits) {
    this.#text = text;
    this.#game = game;
    this.#limits = limits;
    // A game whose `(` is missing is read as if it had one.
    this.#above = text[game.textStart] === OPEN ? [] : [undefined];
  }

  read(): ReadTree {
    const { textEnd } = this.#game;
    const reached = this.#readNodes();
    this.#settle();
    this.#endStray(reached);
    if (reached < textEnd && hasContent(this.#text, reached, textEnd)) this.#lose('limit', reached, textEnd);
    const { width, height } = this.#game;
    const root = this.#roots.length === 1 ? this.#roots[0]! : makeNode([], this.#roots);
    return { tree: { root, width, height }, lost: this.#lost };
  }

  /** Returns the offset behind what was read. */
  #readNodes(): number {
    const text = this.#text;
    const end = this.#game.textEnd;
    let at = this.#game.textStart;
    while (at < end) {
      const byte = text[at]!;
      if (byte === OPEN_BRACKET) {
        const close = endOfValue(text, at + 1, end);
        this.#value(at, close);
        at = close + 1;
      } else if (byte === SEMICOLON) {
        if (this.#isBehind) this.#stray(at);
        else if (!this.#addNode()) return at;
        at++;
      } else if ((byte & 0xdf) >= 65 && (byte & 0xdf) <= 90) {
        const first = at;
        while (at < end && (text[at]! & 0xdf) >= 65 && (text[at]! & 0xdf) <= 90) at++;
        if (this.#isBehind) this.#stray(first);
        else if (!this.#ident(first, at)) return first;
      } else if (byte === OPEN) {
        if (this.#above.length >= this.#limits.depth) return at;
        this.#open(at++);
      } else if (byte === CLOSE) {
        this.#settle();
        this.#endStray(at);
        at++;
        if (this.#above.length <= 1) return end;
        this.#node = this.#above.pop();
        this.#isBehind = true;
      } else {
        if (!isWhitespace(byte)) {
          if (this.#isBehind) this.#stray(at);
          else this.#lose('illegal-text', at, at + 1);
        }
        at++;
      }
    }
    return end;
  }

  #open(at: number): void {
    this.#settle();
    this.#endStray(at);
    this.#above.push(this.#node);
    this.#isBare = true;
    this.#isBehind = false;
  }

  #addNode(): boolean {
    this.#settle();
    if (this.#count >= this.#limits.nodesPerGame) return false;
    this.#count++;
    const node = makeNode();
    (this.#node?.children ?? this.#roots).push(node);
    this.#node = node;
    this.#isBare = false;
    return true;
  }

  #ident(start: number, end: number): boolean {
    this.#settle();
    const written = decoder.decode(this.#text.subarray(start, end));
    const ident = written.replace(/[a-z]/gu, '');
    if (ident === '') {
      this.#lose('illegal-text', start, end);
      return true;
    }
    if (this.#isBare && !this.#addNode()) return false;
    this.#property = { ident, written, values: [] };
    this.#identStart = start;
    this.#identEnd = end;
    return true;
  }

  #value(at: number, close: number): void {
    const property = this.#property;
    if (this.#isBehind) this.#stray(at);
    else if (!property) this.#lose('bare-value', at, Math.min(close + 1, this.#text.length));
    else {
      if (property.values.length === 0) this.#node!.properties.push(property);
      property.values.push(rawValue(this.#text, at + 1, close));
    }
  }

  /** Done with a property: without a value it is none. */
  #settle(): void {
    const property = this.#property;
    this.#property = undefined;
    if (property?.values.length === 0) this.#lose('bare-property', this.#identStart, this.#identEnd);
  }

  #stray(at: number): void {
    if (this.#strayStart < 0) this.#strayStart = at;
  }

  #endStray(at: number): void {
    if (this.#strayStart >= 0) this.#lose('stray-node', this.#strayStart, at);
    this.#strayStart = -1;
  }

  #lose(kind: LossKind, start: number, end: number): void {
    const last = this.#lost.at(-1);
    // Characters of one piece of text are one loss.
    if (last?.kind === kind && last.end === start) this.#lost[this.#lost.length - 1] = { ...last, end };
    else this.#lost.push({ kind, start, end });
  }
}

function hasContent(text: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = text[at]!;
    if (byte !== OPEN && byte !== CLOSE && !isWhitespace(byte)) return true;
  }
  return false;
}
