import type { Finding } from '../../core/finding.js';
import type { Limits } from '../../core/limits.js';
import { addToIdent, identCode, identOfCode } from '../properties.js';
import type { RawGame } from '../raw.js';
import { endOfValue, isWhitespace, latin, OPEN_BRACKET } from '../value.js';
import { checkLevels, checkNode, KEPT } from './check-node.js';
import { checkValue } from './check-value.js';
import { LintContext, type MovesJudgedBy } from './lint-context.js';
import { NamedPoints } from './point-lists.js';
import { bitOf, CLASS, classOf, formatsInWords, formatsOf, GROUP, groupOf, HAS } from './property-table.js';
import { KIND, kindOf } from './property-table.js';

const OPEN = 40;
const CLOSE = 41;
const SEMICOLON = 59;
const KI = identCode('KI');

/** Kinds that take several values. */
const LISTS: ReadonlySet<number> = new Set([
  KIND.points,
  KIND['points-or-none'],
  KIND.labels,
  KIND['point-pairs'],
  KIND['number-list'],
  KIND['simple-text-list'],
  KIND.any,
]);

const context = new LintContext();
const points = [new NamedPoints(), new NamedPoints(), new NamedPoints(), new NamedPoints()] as const;
const ofList = new NamedPoints();
/** By open parenthesis: the node that its tree follows. */
let above = new Int32Array(256);
/** By node: `KEPT` bits, and where it begins. */
let kept = new Uint8Array(1024);
let starts = new Uint32Array(1024);
/** Codes of the properties of the node so far. */
const idents: number[] = [];
/** What the properties of the node so far are, as bits of `HAS`. */
let bits = 0;
/** Offset of the first header property of the node, -1 without one. */
let infoAt = -1;
let infoIdent = '';

/**
 * Checks every node of every variation of a game that the scan found: the form of each value, where properties
 * stand and which stand together, and the tree itself. Returns the findings in the order of the file, those about the levels
 * of variations last. What the scan and the replay report about the main line is left to them, apart from repeated properties
 * and bad points, which both may tell at the same place. Reading stops at the limits of nodes and depth.
 */
export function lintGame(
  text: Uint8Array,
  game: RawGame,
  limits: Limits,
  movesJudgedBy: MovesJudgedBy,
): readonly Finding[] {
  context.reset(text, game, movesJudgedBy);
  readNodes(text, game.textStart, game.textEnd, limits);
  endNode();
  checkLevels(context, kept, starts);
  return context.found;
}

function readNodes(text: Uint8Array, start: number, end: number, limits: Limits): void {
  /** A game whose `(` is missing is read as if it had one. */
  let depth = text[start] === OPEN ? 0 : 1;
  above[0] = -1;
  let isBare = true;
  let isBehind = false;
  let at = start;
  while (at < end) {
    const byte = text[at]!;
    if (byte === SEMICOLON) {
      if (!isBehind) {
        if (context.nodes.count >= limits.nodesPerGame) return;
        beginNode(context.node, at);
        isBare = false;
      }
      at++;
    } else if (byte === OPEN) {
      if (depth >= limits.depth) return;
      if (isBare && depth > 1) context.report('sgf/variation-start', { found: '(' }, at);
      endNode();
      if (depth === above.length) above = widened(above, new Int32Array(depth * 2));
      above[depth++] = context.node;
      isBare = true;
      isBehind = false;
      at++;
    } else if (byte === CLOSE) {
      endNode();
      if (depth <= 1) return;
      if (isBare && !isBehind && context.nodes.count > 0 && isBeside(context.node))
        context.report('sgf/empty-variation', {}, at);
      context.node = above[--depth]!;
      isBehind = true;
      isBare = false;
      at++;
    } else if (byte === OPEN_BRACKET) {
      const close = endOfValue(text, at + 1, end);
      if (!isBehind && !isBare && !context.isOnMainLine())
        context.report('sgf/value-without-property', {}, at);
      at = close + 1;
    } else if ((byte & 0xdf) >= 65 && (byte & 0xdf) <= 90) {
      const behind = endOfLetters(text, at, end);
      if (isBehind || !hasCapital(text, at, behind)) {
        if (!isBehind) stray(at, behind - at);
        at = behind;
        continue;
      }
      if (isBare) {
        if (context.nodes.count >= limits.nodesPerGame) return;
        if (isBeside(context.node)) context.report('sgf/missing-semicolon', {}, at);
        beginNode(context.node, at);
        isBare = false;
      }
      at = property(text, at, behind, end);
    } else {
      if (!isBehind && !isWhitespace(byte)) stray(at, 1);
      at++;
    }
  }
}

/** Whether what follows a node here stands beside the main line: the node has a child, or is beside it itself. */
function isBeside(node: number): boolean {
  return node >= 0 && (context.nodes.childCounts[node]! > 0 || !context.isOnMainLine());
}

/** Text between properties; the scan tells that of the main line. */
function stray(at: number, characters: number): void {
  if (context.node >= 0 && !context.isOnMainLine())
    context.reportOnce('sgf/illegal-text', String(context.node), { characters }, at);
}

function beginNode(parent: number, at: number): void {
  endNode();
  const node = context.nodes.add(parent, 0);
  if (node === kept.length) {
    kept = widened(kept, new Uint8Array(node * 2));
    starts = widened(starts, new Uint32Array(node * 2));
  }
  kept[node] = parent < 0 ? 0 : kept[parent]! & KEPT.info;
  starts[node] = at;
  context.node = node;
  isOpen = true;
  bits = 0;
  infoAt = -1;
  idents.length = 0;
  for (const group of points) group.begin();
}

/** Whether a node has begun whose properties were not judged together yet. */
let isOpen = false;

function endNode(): void {
  if (!isOpen) return;
  isOpen = false;
  const { node } = context;
  checkNode(context, bits, starts[node]!);
  kept[node]! |= bits & (HAS.black | HAS.white);
  if (infoAt < 0) return;
  if ((kept[node]! & KEPT.info) !== 0)
    context.report('sgf/game-info-elsewhere', { ident: infoIdent }, infoAt);
  kept[node]! |= KEPT.info;
}

/** Reads the property whose name stands in [at, behind), with its values; returns the offset behind them. */
function property(text: Uint8Array, at: number, behind: number, end: number): number {
  let code = 0;
  let length = 0;
  for (let i = at; i < behind; i++) if (text[i]! <= 90) code = addToIdent(code, text[i]!, length++);
  bits |= HAS.any;
  if (behind - at > length && !context.isOnMainLine()) {
    const ident = latin(text, at, behind);
    context.reportOnce('sgf/lower-case-ident', ident, { ident }, at);
  }
  const propertyClass = length <= 2 ? classOf[code]! : 0;
  if (propertyClass === 0) unknown(text, at, behind, code, length);
  else known(code, propertyClass, at);
  const isRepeated = idents.includes(code);
  idents.push(code);

  let values = 0;
  let again = 0;
  const group = propertyClass === 0 ? 0 : groupOf[code]!;
  const isShared = group !== GROUP.none && !(group === GROUP.setup && context.isReplayed());
  const named = isShared && group !== GROUP.territory ? points[group]! : ofList;
  if (named === ofList) ofList.begin();
  let next = behind;
  for (;;) {
    while (next < end && isWhitespace(text[next]!)) next++;
    if (next >= end || text[next] !== OPEN_BRACKET) break;
    const close = endOfValue(text, next + 1, end);
    values++;
    if (values === 1 && isRepeated) {
      const ident = length <= 6 ? identOfCode(code) : latin(text, at, behind);
      context.report('sgf/repeated-property', { ident }, next + 1);
    }
    if (propertyClass !== 0)
      again += checkValue(context, code, { start: next + 1, end: close, values, named });
    next = close + 1;
  }
  if (values === 0 && !context.isOnMainLine())
    context.report('sgf/property-without-value', { ident: latin(text, at, behind) }, at);
  if (propertyClass === 0) return next;
  if (again > 0) context.report('sgf/point-twice', { ident: identOfCode(code), points: again }, at);
  if (values > 1 && !LISTS.has(kindOf[code]!))
    context.report('sgf/too-many-values', { ident: identOfCode(code), count: values }, at);
  return next;
}

function known(code: number, propertyClass: number, at: number): void {
  const { node, format } = context;
  bits |= bitOf[code]!;
  if (format > 0 && (formatsOf[code]! & (1 << format)) === 0) {
    const ident = identOfCode(code);
    context.reportOnce('sgf/property-format', ident, { ident, format, defined: formatsInWords(code) }, at);
  }
  if (propertyClass === CLASS.root && context.nodes.parents[node]! >= 0) {
    context.report('sgf/root-property-elsewhere', { ident: identOfCode(code) }, at);
  } else if (propertyClass === CLASS.gameInfo && infoAt < 0) {
    infoAt = at;
    infoIdent = identOfCode(code);
  }
}

/** A property that no format has: private, or of another game. */
function unknown(text: Uint8Array, at: number, behind: number, code: number, length: number): void {
  if (!context.isGo) return;
  const ident = latin(text, at, behind).replace(/[a-z]/g, '');
  if (code === KI && text[behind] === OPEN_BRACKET) {
    const close = endOfValue(text, behind + 1, text.length);
    context.report('sgf/integer-komi', { value: latin(text, behind + 1, close) }, at);
  } else {
    context.reportOnce(length > 2 ? 'sgf/long-ident' : 'sgf/unknown-property', ident, { ident }, at);
  }
}

function endOfLetters(text: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (text[at]! & 0xdf) >= 65 && (text[at]! & 0xdf) <= 90) at++;
  return at;
}

function hasCapital(text: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text[at]! <= 90) return true;
  return false;
}

function widened<A extends Int32Array | Uint8Array | Uint32Array>(old: A, wider: A): A {
  wider.set(old);
  return wider;
}
