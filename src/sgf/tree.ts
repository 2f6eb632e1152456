import { parseTokens } from '@sabaki/sgf/src/parse.js';
import { CLOSE_PAREN, isLetter, isWhitespace, OPEN_BRACKET, OPEN_PAREN, SEMICOLON } from '../core/bytes.js';
import { depthOf, type Limits } from '../core/limits.js';
import { addToIdent, USE, useOf, decodeValue, endOfValue } from './properties.js';
import type { RawGame } from './raw.js';
import type { LineTree, TreeShape } from '../core/line.js';
import { NodeValues } from './scan/node-values.js';
import { Scratch } from './scan/scratch.js';

const ESCAPES = /\\/g;

/** A node of @sabaki/sgf. Ids count the nodes of a game from 0 in the order of the file. */
interface TreeNode {
  readonly id: number;
  readonly parentId: number | null;
  /** Values by FF[4] identifier, with escapes resolved and repeated properties merged. */
  readonly data: Readonly<Record<string, readonly string[]>>;
  readonly children: readonly TreeNode[];
}

/** Where the nodes, properties and values of a tree are in the scanned text, as byte offsets. */
export interface TreePlaces {
  /** By node: offset of its `;`, or of its first property where that is missing. */
  readonly nodes: readonly number[];
  /** By node, and one more: index of its first property. */
  readonly firstProperties: readonly number[];
  /** Three numbers per property that has a value, in the order of the file: start and end of its name, and the name's code. */
  readonly properties: readonly number[];
  /** By property, and one more: index of its first value. */
  readonly firstValues: readonly number[];
  /** Two numbers per value: start and end inside its brackets. */
  readonly values: readonly number[];
}

/** Numbers a property takes in `TreePlaces.properties`. */
export const PROPERTY_WORDS = 3;

/** A part of a game's text that does not belong in a tree, or is in the wrong place. */
export interface TreeFault {
  readonly kind:
    | 'illegal-text'
    /** A value without a property. */
    | 'bare-value'
    /** A property without a value. */
    | 'bare-property'
    /** Nodes after a variation, up to the next parenthesis. */
    | 'stray-node'
    /** A node without its semicolon. */
    | 'missing-semicolon'
    /** A `(` where a variation should have its first node. */
    | 'variation-start'
    | 'empty-variation'
    /** What follows is beyond the limit on nodes or depth and was not read. */
    | 'limit';
  readonly start: number;
  readonly end: number;
  /** The node it follows, -1 before the first. */
  readonly node: number;
  /** How many nodes were read before it. */
  readonly nodesBefore: number;
}

/** Where all nodes of one game are; they are numbered from 0 in the order of the file. */
interface PlacedTree {
  /** By node: the one before it on its line, -1 for the first of a line, of which there may be several. */
  readonly parents: readonly number[];
  readonly places: TreePlaces;
  /** In the order of the file. */
  readonly faults: readonly TreeFault[];
}

/** All nodes of one game. */
interface GameTree extends PlacedTree {
  /** Several where a game opens with several parentheses. */
  readonly roots: readonly TreeNode[];
  /** By id. */
  readonly nodes: readonly TreeNode[];
}

/** Where a game is, and the size of its board. */
type Extent = Pick<RawGame, 'textStart' | 'textEnd'>;
export type PlacedGame = Extent & Pick<RawGame, 'width' | 'height'>;
type TreeLimits = Pick<Limits, 'nodesPerGame' | 'depth'>;

/**
 * Reads every variation of a game that the scan found, as leniently as the scan, so that both have the same main line.
 * Reading stops at the limits of nodes and depth with a fault. Never throws.
 */
export function readTree(text: Uint8Array, game: Extent, limits: TreeLimits): GameTree {
  const tokens = new Tokens(text, game, limits, true);
  const nodes: TreeNode[] = [];
  let ids = 0;
  const options = { getId: () => ids++, dictionary: nodes };
  // The parser takes iterators and a dictionary of nodes, but its types allow neither.
  const roots = (parseTokens as unknown as Parser)(tokens, options);
  return { roots, nodes, ...tokens.placed() };
}

/** Reads what `readTree` does without values and node objects, which take twice as long as all the rest. */
export function readPlaces(text: Uint8Array, game: Extent, limits: TreeLimits): PlacedTree {
  const tokens = new Tokens(text, game, limits, false);
  tokens.readAll();
  return tokens.placed();
}

type Parser = (
  tokens: Iterable<Token>,
  options: { getId: () => number; dictionary: TreeNode[] },
) => readonly TreeNode[];

interface Token {
  readonly type: 'parenthesis' | 'semicolon' | 'prop_ident' | 'c_value_type';
  readonly value: string;
}

const result = (type: Token['type'], value: string): IteratorYieldResult<Token> => ({
  done: false,
  value: { type, value },
});

const TREE_OPENS = result('parenthesis', '(');
const TREE_CLOSES = result('parenthesis', ')');
const NODE_BEGINS = result('semicolon', ';');
const END: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * The tokens of one game, well-formed whatever the text is: each node has its semicolon, no tree is empty, and every value
 * belongs to a property. What was left out for that is in `faults`.
 */
class Tokens implements IterableIterator<Token> {
  private readonly faults: TreeFault[] = [];
  private readonly parents: number[] = [];
  private readonly places = {
    nodes: [] as number[],
    firstProperties: [0],
    properties: [] as number[],
    firstValues: [0],
    values: [] as number[],
  };
  readonly #text: Uint8Array;
  readonly #end: number;
  readonly #mostNodes: number;
  readonly #mostDepth: number;
  readonly #wantsValues: boolean;
  #at: number;
  /** Tokens that were read, their number, and how many of them were taken. */
  readonly #ready: IteratorYieldResult<Token>[] = [];
  #readyCount = 0;
  #taken = 0;
  /** By open parenthesis: the node that its tree follows, and whether the parser got it: it gets only trees with nodes. */
  readonly #above: number[] = [];
  readonly #isOpened: boolean[] = [];
  #node = -1;
  /** Whether the innermost tree has had no node so far. */
  #isBare = true;
  /** After the `)` of a variation only parentheses matter: nodes there belong to no line. */
  #isAfter = false;
  #strayStart = -1;
  /** The property that values belong to. */
  #identStart = -1;
  #identEnd = -1;
  #identCode = 0;
  #hasValue = false;

  constructor(text: Uint8Array, { textStart, textEnd }: Extent, limits: TreeLimits, wantsValues: boolean) {
    this.#text = text;
    this.#at = textStart;
    this.#end = textEnd;
    this.#mostNodes = limits.nodesPerGame;
    this.#mostDepth = depthOf(limits);
    this.#wantsValues = wantsValues;
    // A game whose `(` is missing is read as if it had one.
    if (text[textStart] !== OPEN_PAREN) this.#openTree();
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(): IteratorResult<Token> {
    if (this.#taken === this.#readyCount) {
      this.#taken = 0;
      this.#readyCount = 0;
      while (this.#at < this.#end && this.#readyCount === 0) this.#read();
      if (this.#readyCount === 0) {
        this.#finish();
        return END;
      }
    }
    return this.#ready[this.#taken++]!;
  }

  /** Reads all that a parser would, and drops the tokens. */
  readAll(): void {
    for (; this.#at < this.#end; this.#readyCount = 0) this.#read();
    this.#finish();
  }

  /** What has been read so far. */
  placed(): PlacedTree {
    const { parents, places, faults } = this;
    return { parents, places, faults };
  }

  #finish(): void {
    this.#endProperty();
    this.#endStray(this.#end);
  }

  #emit(token: IteratorYieldResult<Token>): void {
    this.#ready[this.#readyCount++] = token;
  }

  /** Reads what is at the current place. */
  #read(): void {
    const start = this.#at;
    const byte = this.#text[start]!;
    if (byte === OPEN_BRACKET) this.#value(start);
    else if (byte === SEMICOLON) {
      this.#at++;
      if (this.#isAfter) this.#stray(start);
      else this.#addNode(start);
    } else if (isLetter(byte)) this.#letters(start);
    else if (byte === OPEN_PAREN) {
      if (this.#above.length >= this.#mostDepth) {
        this.#stop(start);
        return;
      }
      this.#at++;
      this.#endProperty();
      this.#endStray(start);
      if (this.#isBare && this.#above.length > 1) this.#fault('variation-start', start, start + 1);
      this.#openTree();
    } else if (byte === CLOSE_PAREN) {
      this.#at++;
      this.#closeTree(start);
    } else {
      this.#at++;
      if (isWhitespace(byte)) return;
      if (this.#isAfter) this.#stray(start);
      else this.#fault('illegal-text', start, start + 1);
    }
  }

  #openTree(): void {
    this.#above.push(this.#node);
    this.#isOpened.push(false);
    this.#isBare = true;
    this.#isAfter = false;
  }

  #closeTree(at: number): void {
    this.#endProperty();
    this.#endStray(at);
    if (this.#above.length <= 1) {
      this.#at = this.#end;
      return;
    }
    if (this.#isBare && !this.#isAfter && this.places.nodes.length > 0)
      this.#fault('empty-variation', at, at + 1);
    if (this.#isOpened.pop()) this.#emit(TREE_CLOSES);
    this.#node = this.#above.pop()!;
    this.#isBare = false;
    this.#isAfter = true;
  }

  /** Returns whether the limit allows it. */
  #addNode(start: number): boolean {
    this.#endProperty();
    const { nodes, firstProperties, properties } = this.places;
    if (nodes.length >= this.#mostNodes) {
      this.#stop(start);
      return false;
    }
    const innermost = this.#isOpened.length - 1;
    if (!this.#isOpened[innermost]) {
      this.#isOpened[innermost] = true;
      this.#emit(TREE_OPENS);
    }
    this.#emit(NODE_BEGINS);
    this.parents.push(this.#node);
    this.#node = nodes.length;
    nodes.push(start);
    firstProperties.push(properties.length / PROPERTY_WORDS);
    this.#isBare = false;
    return true;
  }

  #letters(start: number): void {
    const text = this.#text;
    let at = start;
    let code = 0;
    let capitals = 0;
    for (; at < this.#end && isLetter(text[at]!); at++)
      if (text[at]! <= 90) code = addToIdent(code, text[at]!, capitals++);
    this.#at = at;
    if (this.#isAfter) {
      this.#stray(start);
      return;
    }
    this.#endProperty();
    if (capitals === 0) {
      this.#fault('illegal-text', start, at);
      return;
    }
    if (this.#isBare) {
      const after = this.#node;
      const nodesBefore = this.places.nodes.length;
      if (!this.#addNode(start)) return;
      this.faults.push({ kind: 'missing-semicolon', start, end: at, node: after, nodesBefore });
    }
    this.#identStart = start;
    this.#identEnd = at;
    this.#identCode = code;
    this.#hasValue = false;
  }

  #value(start: number): void {
    const close = endOfValue(this.#text, start + 1, this.#end);
    this.#at = close + 1;
    if (this.#isAfter) {
      this.#stray(start);
      return;
    }
    if (this.#identStart < 0) {
      this.#fault('bare-value', start, Math.min(close + 1, this.#text.length));
      return;
    }
    const { firstProperties, properties, firstValues, values } = this.places;
    if (this.#hasValue) firstValues[firstValues.length - 1]!++;
    else {
      this.#hasValue = true;
      properties.push(this.#identStart, this.#identEnd, this.#identCode);
      firstProperties[firstProperties.length - 1]!++;
      firstValues.push(values.length / 2 + 1);
      if (this.#wantsValues)
        this.#emit(result('prop_ident', identAt(this.#text, this.#identStart, this.#identEnd)));
    }
    values.push(start + 1, close);
    if (this.#wantsValues) this.#emit(result('c_value_type', this.#written(start + 1, close)));
  }

  /** The value as the parser needs it: the parser resolves escapes, and removes every line break except `\n`. */
  #written(start: number, end: number): string {
    const value = decodeValue(this.#text, start, end);
    return `[${value.includes('\\') ? value.replace(ESCAPES, '\\\\') : value}]`;
  }

  #endProperty(): void {
    if (this.#identStart >= 0 && !this.#hasValue)
      this.#fault('bare-property', this.#identStart, this.#identEnd);
    this.#identStart = -1;
  }

  #stray(at: number): void {
    if (this.#strayStart < 0) this.#strayStart = at;
  }

  #endStray(at: number): void {
    if (this.#strayStart >= 0) this.#fault('stray-node', this.#strayStart, at);
    this.#strayStart = -1;
  }

  #stop(at: number): void {
    this.#endProperty();
    this.#fault('limit', at, this.#end);
    this.#at = this.#end;
  }

  #fault(kind: TreeFault['kind'], start: number, end: number): void {
    const last = this.faults.at(-1);
    // Characters of one piece of text are one fault.
    if (last?.kind === 'illegal-text' && kind === 'illegal-text' && last.end === start)
      this.faults[this.faults.length - 1] = { ...last, end };
    else this.faults.push({ kind, start, end, node: this.#node, nodesBefore: this.places.nodes.length });
  }
}

/** The capitals of a name. */
export function identAt(text: Uint8Array, start: number, end: number): string {
  let ident = '';
  for (let at = start; at < end; at++) if (text[at]! <= 90) ident += String.fromCharCode(text[at]!);
  return ident;
}

const scratch = new Scratch();
const values = new NodeValues(scratch);

/**
 * The actions of every variation of a game that the scan found. Their arrays are reused: valid until the next call.
 * Reports nothing; stops at the limits of nodes and depth.
 */
export function readLineTree(text: Uint8Array, game: PlacedGame, limits: Limits): LineTree {
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
