import {
  CLOSE_BRACKET,
  CLOSE_PAREN,
  isLetter,
  isWhitespace,
  LINE_FEED,
  OPEN_BRACKET,
  SEMICOLON,
} from '../../core/bytes.js';
import type { Color } from '../../core/color.js';
import type { Limits } from '../../core/limits.js';
import type { Finding } from '../../core/findings/finding.js';
import { identCode, identOfCode, endOfValue, latin } from '../../sgf/properties.js';
import type { RawGame } from '../../sgf/raw.js';
import { PROPERTY_WORDS, readPlaces, type TreeFault, type TreePlaces } from '../../sgf/tree.js';
import { NamedPoints, rawPoint } from '../../sgf/scan/node-values.js';
import { checkValue } from './check-value.js';
import {
  bitOf,
  CLASS,
  classOf,
  formatsInWords,
  formatsOf,
  GROUP,
  groupOf,
  HAS,
  KIND,
  kindOf,
  CheckContext,
  MOVE_JUDGEMENTS,
  type MovesJudgedBy,
  POSITION_JUDGEMENTS,
} from './check-context.js';

const KI = identCode('KI');
const VW = identCode('VW');
const AE = identCode('AE');
const BLACK = identCode('B');
const WHITE = identCode('W');

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

const context = new CheckContext();
const points = [new NamedPoints(), new NamedPoints(), new NamedPoints(), new NamedPoints()] as const;
const ofList = new NamedPoints();
/** Codes of the properties of the node so far. */
const idents: number[] = [];
/** The properties of the node so far, as bits of `HAS`. */
let bits = 0;
/** Offset of the first header property of the node, -1 without one. */
let infoAt = -1;
let infoIdent = '';
let setsUpInVariations = false;

/** What the nodes of a game show without a board. */
export interface CheckedGame {
  readonly findings: readonly Finding[];
  /** Whether a variation adds or removes stones: only a board shows whether that changes anything. */
  readonly setsUpInVariations: boolean;
}

/**
 * Checks every node of every variation of a game that the scan found: the form of each value, where properties
 * may be and which may be together, and the tree itself. Returns the findings in the order of the file, those about the levels
 * of variations last. Leaves to the scan and the replay what they report about the main line, apart from repeated properties
 * and bad points, which both may report at the same place. Nodes beyond the limits of nodes and depth are not checked.
 */
export function checkGame(
  text: Uint8Array,
  game: RawGame,
  limits: Limits,
  movesJudgedBy: MovesJudgedBy,
): CheckedGame {
  const extent = { textStart: game.textStart, textEnd: plainFrom(text, game) };
  const { parents, places, faults } = readPlaces(text, extent, limits);
  context.reset(text, game, parents, movesJudgedBy);
  setsUpInVariations = false;
  /** By node: `KEPT` bits. */
  const kept = new Uint8Array(parents.length);
  let fault = 0;
  const reportFaults = (before: number): void => {
    for (; fault < faults.length && faults[fault]!.start < before; fault++) reportFault(faults[fault]!);
  };
  for (let node = 0; node < parents.length; node++) {
    reportFaults(places.nodes[node]!);
    beginNode(node);
    const end = places.firstProperties[node + 1]!;
    for (let property = places.firstProperties[node]!; property < end; property++) {
      reportFaults(places.properties[property * PROPERTY_WORDS]!);
      context.node = node;
      checkProperty(places, property);
    }
    endNode(kept, places.nodes[node]!);
  }
  reportFaults(Infinity);
  checkLevels(kept, places);
  return { findings: context.found, setsUpInVariations };
}

/**
 * Offset after which a game without variations has nothing but nodes of one move of two letters, such as `;B[dd]`, and its end:
 * most games on servers from their second node on. There is nothing in such nodes that only this check would report.
 */
function plainFrom(text: Uint8Array, { line, textStart, textEnd }: RawGame): number {
  const { nodes, offsets } = line;
  let last = line.count - 1;
  let at = textEnd;
  while (at > textStart && (text[at - 1] === CLOSE_PAREN || isWhitespace(text[at - 1]!))) at--;
  // A value of another length, such as that of a pass, may have anything behind it.
  const hasTwoBytes = (action: number): boolean => text[offsets[action]! + 2] === CLOSE_BRACKET;
  if (last < 0 || !hasTwoBytes(last) || at !== offsets[last]! + AFTER_VALUE) return textEnd;
  for (; last > 0 && hasTwoBytes(last - 1) && nodes[last] === nodes[last - 1]! + 1; last--) {
    const end = offsets[last - 1]! + AFTER_VALUE;
    if (offsets[last]! - (text[end] === LINE_FEED ? 1 : 0) !== end + BEFORE_VALUE) break;
  }
  return offsets[last]! + AFTER_VALUE;
}

/** Bytes of `;B[`, and of a point with the bracket after it. */
const BEFORE_VALUE = 3;
const AFTER_VALUE = 3;

/** The scan reports the faults of the main line. */
function reportFault({ kind, start, end, node, nodesBefore }: TreeFault): void {
  context.node = node;
  const isOnMainLine = context.isOnMainLine();
  // Whether what follows the node here is outside the main line: the node has a child, or is itself outside.
  const isBeside =
    node >= 0 && (!isOnMainLine || (context.nodes.childCounts[node]! > 0 && node + 1 < nodesBefore));
  switch (kind) {
    case 'variation-start':
      context.report('sgf/variation-start', { found: '(' }, start);
      return;
    case 'empty-variation':
      if (isBeside) context.report('sgf/empty-variation', {}, start);
      return;
    case 'missing-semicolon':
      if (isBeside) context.report('sgf/missing-semicolon', {}, start);
      return;
    case 'bare-value':
      if (!isOnMainLine) context.report('sgf/value-without-property', {}, start);
      return;
    case 'bare-property':
      if (classOfProperty(codeAt(start, end)) === 0) unknown(start, end, 0, -1);
      if (!isOnMainLine)
        context.report('sgf/property-without-value', { ident: latin(context.text, start, end) }, start);
      return;
    case 'illegal-text':
      if (node >= 0 && !isOnMainLine)
        context.reportOnce('sgf/illegal-text', String(node), { characters: end - start }, start);
      return;
    case 'stray-node':
      reportStray(start, end, isOnMainLine);
      return;
    // The scan reports it wherever it is.
    case 'limit':
  }
}

/** Nodes after a variation, and the root properties among them. The scan reports the nodes after a variation of the main line. */
function reportStray(start: number, end: number, isScanned: boolean): void {
  const { text } = context;
  let nodes = 0;
  for (let at = start; at < end; at++) {
    const byte = text[at]!;
    if (byte === OPEN_BRACKET) at = endOfValue(text, at + 1, end);
    else if (byte === SEMICOLON) nodes++;
    else if (isLetter(byte)) {
      const name = at;
      while (at + 1 < end && isLetter(text[at + 1]!)) at++;
      const code = codeAt(name, at + 1);
      if (nodes > 0 && classOfProperty(code) === CLASS.root)
        context.report('sgf/root-property-elsewhere', { ident: identOfCode(code) }, name);
    }
  }
  if (isScanned) return;
  if (nodes > 0) context.report('sgf/node-outside', { nodes }, start);
  else context.report('sgf/illegal-text', { characters: end - start }, start);
}

function codeAt(start: number, end: number): number {
  return identCode(latin(context.text, start, end).replace(/[a-z]/g, ''));
}

function beginNode(node: number): void {
  context.node = node;
  bits = 0;
  infoAt = -1;
  idents.length = 0;
  for (const group of points) group.begin();
}

function endNode(kept: Uint8Array, start: number): void {
  const { node } = context;
  const parent = context.nodes.parents[node]!;
  checkNode(start);
  setsUpInVariations ||= (bits & HAS.setup) !== 0 && !context.isOnMainLine();
  kept[node] = (parent < 0 ? 0 : kept[parent]! & KEPT.info) | (bits & (HAS.black | HAS.white));
  if (infoAt < 0) return;
  if ((kept[node] & KEPT.info) !== 0) context.report('sgf/game-info-elsewhere', { ident: infoIdent }, infoAt);
  kept[node] |= KEPT.info;
}

function checkProperty(places: TreePlaces, property: number): void {
  const at = places.properties[property * PROPERTY_WORDS]!;
  const end = places.properties[property * PROPERTY_WORDS + 1]!;
  const code = places.properties[property * PROPERTY_WORDS + 2]!;
  const first = places.firstValues[property]!;
  const last = places.firstValues[property + 1]!;
  const propertyClass = classOfProperty(code);
  bits |= HAS.any;
  if (propertyClass === 0) unknown(at, end, code, places.values[2 * first]!);
  else {
    reportLowerCase(at, end, end - at - (code < TWO_LETTERS ? 1 : 2));
    known(code, propertyClass, at);
  }
  if (idents.includes(code))
    context.report(
      'sgf/repeated-property',
      { ident: propertyClass === 0 ? shownIdent(at, end) : identOfCode(code) },
      places.values[2 * first]!,
    );
  idents.push(code);
  if (propertyClass === 0) return;

  const group = groupOf[code]!;
  const isShared = group !== GROUP.none && !(group === GROUP.setup && context.isReplayed());
  const named = isShared ? points[group]! : ofList;
  if (named === ofList) ofList.begin();
  let again = 0;
  for (let value = first; value < last; value++)
    again += checkValue(context, code, {
      start: places.values[2 * value]!,
      end: places.values[2 * value + 1]!,
      values: value - first + 1,
      named,
    });
  if (again > 0) context.report('sgf/point-twice', { ident: identOfCode(code), points: again }, at);
  if (code === VW && context.format > 0 && context.format < 4 && last - first !== 2)
    context.report('sgf/view', { format: context.format, values: last - first }, at);
  if (last - first > 1 && !LISTS.has(kindOf[code]!))
    context.report('sgf/too-many-values', { ident: identOfCode(code), count: last - first }, at);
}

function known(code: number, propertyClass: number, at: number): void {
  const { node, format, lacksFormat } = context;
  bits |= bitOf[code]!;
  if (format > 0 && (formatsOf[code]! & (1 << format)) === 0) {
    const ident = identOfCode(code);
    const args = { ident, format, lacksFormat, defined: formatsInWords(code) };
    // A missing FF is one fault, however many properties show it.
    context.reportOnce('sgf/property-format', lacksFormat ? '' : ident, args, at);
  }
  if (propertyClass === CLASS.root && context.nodes.parents[node]! >= 0) {
    context.report('sgf/root-property-elsewhere', { ident: identOfCode(code) }, at);
  } else if (propertyClass === CLASS.gameInfo && infoAt < 0) {
    infoAt = at;
    infoIdent = identOfCode(code);
  }
}

/** Codes below this have one letter, codes below `THREE_LETTERS` two. */
const TWO_LETTERS = 1 << 5;
const THREE_LETTERS = 1 << 10;

/** 0 for a property that no format defines. */
function classOfProperty(code: number): number {
  return code > 0 && code < THREE_LETTERS ? classOf[code]! : 0;
}

function reportLowerCase(at: number, end: number, lowerCase: number): void {
  if (lowerCase <= 0 || context.isOnMainLine()) return;
  const name = latin(context.text, at, end);
  context.reportOnce('sgf/lower-case-ident', name, { ident: name }, at);
}

/** A long name as it is written. */
function shownIdent(at: number, end: number): string {
  const name = latin(context.text, at, end);
  const ident = name.replace(/[a-z]/g, '');
  return ident.length <= 6 ? ident : name;
}

/** A property that no format defines: private, or of another game. `value`: offset of its first value, -1 without one. */
function unknown(at: number, end: number, code: number, value: number): void {
  const name = latin(context.text, at, end);
  const ident = name.replace(/[a-z]/g, '');
  reportLowerCase(at, end, name.length - ident.length);
  if (!context.isGo) return;
  if (code === KI && value >= 0) {
    const valueEnd = endOfValue(context.text, value, context.text.length);
    context.report('sgf/integer-komi', { value: latin(context.text, value, valueEnd) }, at);
  } else {
    context.reportOnce(ident.length > 2 ? 'sgf/long-ident' : 'sgf/unknown-property', ident, { ident }, at);
  }
}

const MOVE = HAS.black | HAS.white;
const ANNOTATION = HAS.badMove | HAS.doubtful | HAS.interesting | HAS.tesuji | HAS.force;

/** Checks the properties of the node together; `at`: its offset. */
function checkNode(at: number): void {
  if ((bits & HAS.any) === 0) {
    context.report('sgf/empty-node', {}, at);
    return;
  }
  if (!context.isGo) return;
  const moves = bits & MOVE;
  if (moves !== 0) {
    if (moves === MOVE && !context.isReplayed()) context.report('move/both-colors', {}, at);
    if ((bits & HAS.setup) === 0) {
      if ((bits & HAS.turn) !== 0) context.report('move/with-setup', { only: 'PL' }, at);
    } else if (!context.isReplayed()) context.report('move/with-setup', {}, at);
  }
  if (moves === 0 && (bits & ANNOTATION) !== 0) {
    const [, ident] = MOVE_JUDGEMENTS.find(([bit]) => (bits & bit) !== 0) ?? [0, 'KO'];
    context.report('sgf/annotation-without-move', { ident }, at);
  }
  const judged = bits & ANNOTATION & ~HAS.force;
  if (judged === (HAS.badMove | HAS.tesuji)) {
    context.report('sgf/annotation-pair', { first: 'TE', second: 'BM' }, at);
  } else {
    clash(MOVE_JUDGEMENTS, at);
  }
  clash(POSITION_JUDGEMENTS, at);
}

function clash(judgements: typeof MOVE_JUDGEMENTS, at: number): void {
  let first = '';
  for (const [bit, ident] of judgements) {
    if ((bits & bit) === 0) continue;
    if (first !== '') {
      context.report('sgf/annotation-clash', { first, second: ident }, at);
      return;
    }
    first = ident;
  }
}

/** What the rules between nodes need of a node: the color of its move, and whether it or an ancestor has game information. */
const KEPT = { black: 1, white: 2, info: 4 } as const;

/**
 * Variations that are one node too late: AE removes the stone of the preceding move, or their first move has the color of that
 * move and the move of the first child has not. `kept` holds `KEPT` bits by node.
 */
function checkLevels(kept: Uint8Array, places: TreePlaces): void {
  const starts = places.nodes;
  const { ordinals, parents } = context.nodes;
  for (let node = 0; node < parents.length; node++) {
    const parent = parents[node]!;
    if (ordinals[node]! < 2 || parent < 0) continue;
    if (takesBack(places, node, parent)) {
      context.report('sgf/variation-level', { takesBack: true }, starts[node]!, undefined, node);
      continue;
    }
    const color = kept[node]! & MOVE;
    const first = kept[parent + 1]! & MOVE;
    if (color === 0 || first === 0 || color === first || color !== (kept[parent]! & MOVE)) continue;
    const args = { takesBack: false, expected: colorOf(first), first: colorOf(first) } as const;
    context.report('sgf/variation-level', args, starts[node]!, undefined, node);
  }
}

/** Whether the AE of a node names the point of its parent's move and nothing else. */
function takesBack(places: TreePlaces, node: number, parent: number): boolean {
  const removed = onlyPoint(places, node, AE);
  return removed >= 0 && [BLACK, WHITE].some((color) => removed === onlyPoint(places, parent, color));
}

/** The one point of a property of a node, as `rawPoint` gives it; negative when there is not exactly one. */
function onlyPoint(places: TreePlaces, node: number, code: number): number {
  const { firstProperties, properties, firstValues, values } = places;
  for (let property = firstProperties[node]!; property < firstProperties[node + 1]!; property++) {
    if (properties[property * PROPERTY_WORDS + 2] !== code) continue;
    const value = firstValues[property]!;
    return firstValues[property + 1] === value + 1
      ? rawPoint(context.text, values[2 * value]!, values[2 * value + 1]!)
      : -1;
  }
  return -1;
}

function colorOf(bit: number): Color {
  return bit === HAS.black ? 'black' : 'white';
}
