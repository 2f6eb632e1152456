import { formatHalves, MAX_VALUE_LENGTH, valueAt } from '../../core/text.js';
import { readRecord } from '../../referee/record/read-record.js';
import { parseLooseNumber, type GameRecord } from '../../referee/record/record.js';
import { PROPERTIES, type PropertyClass } from '../../sgf/properties.js';
import type { RawFile, RawGame } from '../../sgf/raw.js';
import type { FormatOptions, Normalization, Strip } from './format-types.js';
import {
  escaped,
  everyNode,
  mainLineOf,
  makeProperty,
  partsOf,
  propertyOf,
  unescaped,
  withoutBlanks,
  type FormatNode,
  type FormatProperty,
  type FormatTree,
} from './tree.js';
import { addPasses, rewritePoints, swapColors, turnBoard, writeScore } from './operations.js';
import { type Rulings, writeRulings } from './rulings.js';
import { formatResult, readResultText } from '../../referee/record/declared-result.js';
import { secondsOf } from '../../referee/record/time.js';
import { rulesetFromRU } from '../../go/rules/rulesets.js';

/**
 * Applies the options to one game, except for the root's own properties and the order of properties. What a game means (its komi,
 * its score) is read from the file before the board is turned or colors are exchanged. Returns what became of its moves and its decisions.
 */
export function operate(tree: FormatTree, file: RawFile, game: RawGame, options: FormatOptions): Rulings {
  let ruled: Rulings = { repair: '', unfit: [] };
  if (options.nodes === 'mainLine' || options.strip.includes('variations')) keepMainLine(tree);
  if (options.strip.length > 0) strip(tree, options.strip);
  if (options.komi === 'repaired' || options.passes === 'added') {
    const record = readRecord(game);
    if (options.komi === 'repaired') repairKomi(tree, record);
    if (options.passes === 'added') addPasses(tree, record);
  }
  const text = (): Uint8Array => file.text.subarray(game.textStart, game.textEnd);
  if (options.score.length > 0) writeScore(tree, text(), options);
  if (options.moves === 'repaired' || options.decisions)
    ruled = writeRulings(tree, readRecord(game), text(), options);
  if (options.normalize.length > 0) normalize(tree, options.normalize);
  if (options.colors === 'swapped') swapColors(tree);
  if (options.symmetry !== 'none') turnBoard(tree, options.symmetry);
  if (options.points !== 'kept') rewritePoints(tree, options.points);
  return ruled;
}

const COMMENTS: ReadonlySet<string> = new Set(['C', 'GC']);
const MARKUP: ReadonlySet<string> = new Set('AR CR DD L LB LN M MA RG SC SL SQ TR FG PM VW'.split(' '));
/** Longer identifiers are a program's own. */
const LONGEST_PUBLIC = 2;

/** Keeps the first child of every node of the main line. */
function keepMainLine(tree: FormatTree): void {
  for (const node of mainLineOf(tree)) node.children.length = Math.min(node.children.length, 1);
}

/** Removes the properties to strip, then the empty nodes if these are to be stripped too. The root stays. */
function strip(tree: FormatTree, strips: readonly Strip[]): void {
  const wanted = new Set(strips);
  const isLeftOut = (ident: string): boolean =>
    (wanted.has('obsolete') && isObsolete(ident)) ||
    (wanted.has('comments') && COMMENTS.has(ident)) ||
    (wanted.has('markup') && MARKUP.has(ident)) ||
    (!PROPERTIES.has(ident) &&
      (wanted.has('unknown') || (wanted.has('private') && ident.length > LONGEST_PUBLIC)));
  everyNode(tree, (node) => {
    if (node.properties.some(({ ident }) => isLeftOut(ident)))
      node.properties = node.properties.filter(({ ident }) => !isLeftOut(ident));
  });
  if (wanted.has('emptyNodes')) withoutEmptyNodes(tree);
}

/** Replaces every empty node by its children. */
function withoutEmptyNodes(tree: FormatTree): void {
  everyNode(tree, (node) => {
    while (node.children.some(isEmpty))
      node.children = node.children.flatMap((child) => (isEmpty(child) ? child.children : [child]));
  });
}

function isEmpty({ properties }: FormatNode): boolean {
  return properties.length === 0;
}

/** Brings the wanted header values into the form of FF[4], where their meaning is plain. Others stay as they are. */
function normalize(tree: FormatTree, wanted: readonly Normalization[]): void {
  everyNode(tree, (node) => {
    for (const { ident, values } of node.properties) {
      const reader = valueAt(HEADER_READERS, ident);
      if (!reader || values.length !== 1 || !wanted.includes(reader.of)) continue;
      if (values[0]!.length > MAX_VALUE_LENGTH) continue;
      const meant = reader.read(unescaped(values[0]!).trim());
      if (meant !== undefined) values[0] = escaped(meant);
    }
  });
}

/** Writes a komi that is scaled, in zi, or given in words, as points. */
function repairKomi(tree: FormatTree, record: GameRecord): void {
  const { komi } = record;
  if (komi.kind !== 'komi' || komi.repair === 'none') return;
  for (const { properties } of mainLineOf(tree)) {
    const property = properties.find(({ ident }) => ident === 'KM');
    if (!property) continue;
    // Komi may be given in HA instead: then KM has nothing to repair.
    if (unescaped(property.values[0]!) === komi.raw) property.values = [formatHalves(komi.halves)];
    return;
  }
}

/** First value of every root and game-info property that the main line has before its first move, line breaks as spaces. */
export function namesOf(tree: FormatTree): Readonly<Record<string, string>> {
  const names: Record<string, string> = {};
  for (const { properties } of mainLineOf(tree)) {
    for (const { ident, values } of properties) {
      const kind = PROPERTIES.get(ident)?.class;
      if (kind === 'root' || kind === 'game-info')
        names[ident] ??= unescaped(values[0]!).replace(/\s+/gu, ' ').trim();
    }
    if (properties.some(({ ident }) => ident === 'B' || ident === 'W')) break;
  }
  return names;
}

const CLASSES: readonly PropertyClass[] = ['root', 'game-info', 'setup', 'move', 'node'];
const FIRST: readonly string[] = ['FF', 'GM', 'CA', 'AP', 'ST', 'SZ', 'B', 'W'];
const CLASS_STEP = 100;

/** Orders the properties of every node: root, game info, setup, move, the rest, unknown ones; within a class in the order of the file. */
export function orderProperties(tree: FormatTree): void {
  everyNode(tree, (node) => {
    if (node.properties.length > 1) node.properties.sort((a, b) => placeOf(a) - placeOf(b));
  });
}

function placeOf({ ident }: FormatProperty): number {
  const known = PROPERTIES.get(ident)?.class;
  const step = (known === undefined ? CLASSES.length : CLASSES.indexOf(known)) * CLASS_STEP;
  const first = FIRST.indexOf(ident);
  return step + (first < 0 ? FIRST.length : first);
}

/** Properties of one node that mark a point; a point has at most one of them. */
const MARKS = ['CR', 'MA', 'SL', 'SQ', 'TR'];
const POINT = /^[A-Za-z]{2}$/;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Writes what FF[4] has in another form: M as MA, L as LB, VW with two corners as a rectangle, FG with a name alone as a number
 * and a name; the last two only where the game is FF[1] to FF[3], in which they mean that. Where the form would lose something (a point
 * with two marks or labels, a value that is not a point) the property stays as it is, and so do those that FF[4] has no form for.
 * Source: FF[4], changes since FF[3].
 */
export function convertOldProperties(tree: FormatTree): void {
  const format = Number(propertyOf(tree.root, 'FF')?.values[0] ?? 1);
  everyNode(tree, (node) => {
    for (const { ident } of [...node.properties]) {
      if (ident === 'M') convertMarks(node);
      else if (ident === 'L') convertLetters(node);
      else if (ident === 'VW' && format < 4) convertView(node);
      else if (ident === 'FG' && format < 4) convertFigure(node);
    }
  });
}

function convertMarks(node: FormatNode): void {
  const old = pointsOf(node, 'M');
  const marked = MARKS.flatMap((ident) => pointsOf(node, ident));
  if (![...old, ...marked].every((value) => POINT.test(value))) return;
  if (old.some((value) => marked.includes(value))) return;
  replace(node, 'M', 'MA', old);
}

function convertLetters(node: FormatNode): void {
  const old = pointsOf(node, 'L');
  if (!old.every((value) => POINT.test(value)) || old.length > LETTERS.length) return;
  const labeled = valuesOf(node, 'LB').map((value) => withoutBlanks(partsOf(value)[0]));
  if (new Set([...labeled, ...old]).size < labeled.length + old.length) return;
  replace(
    node,
    'L',
    'LB',
    old.map((point, i) => `${point}:${LETTERS[i]!}`),
  );
}

/** Values of all properties of this name: files have some twice in a node. */
function valuesOf(node: FormatNode, ident: string): string[] {
  return node.properties.flatMap((property) => (property.ident === ident ? property.values : []));
}

function pointsOf(node: FormatNode, ident: string): string[] {
  return valuesOf(node, ident).map(withoutBlanks);
}

/** Puts a property with these values in the place of the old ones, or adds them to the one that is there. */
function replace(node: FormatNode, old: string, ident: string, values: string[]): void {
  const present = propertyOf(node, ident);
  if (present) present.values = [...present.values, ...values];
  const first = node.properties.findIndex((property) => property.ident === old);
  node.properties = node.properties.flatMap((property, i) => {
    if (property.ident !== old) return [property];
    return i === first && !present ? [makeProperty(ident, values)] : [];
  });
}

function convertView(node: FormatNode): void {
  const view = propertyOf(node, 'VW');
  const [first, last, ...more] = view?.values ?? [];
  if (!view || first === undefined || last === undefined || more.length > 0) return;
  if (POINT.test(first) && POINT.test(last) && first !== last) view.values = [`${first}:${last}`];
}

/** 0: the figure is printed in the usual way. */
function convertFigure(node: FormatNode): void {
  const figure = propertyOf(node, 'FG');
  const [name, ...more] = figure?.values ?? [];
  if (!figure || name === undefined || name.trim() === '' || more.length > 0) return;
  if (!/^\s*\d+\s*:/u.test(name)) figure.values = [`0:${name.replace(/(?<!\\):/gu, escaped(':', 'part'))}`];
}

/** Whether an older format defines the property and FF[4] does not. */
function isObsolete(ident: string): boolean {
  return PROPERTIES.get(ident)?.formats.includes(4) === false;
}

/** Adds the identifiers of a tree's obsolete properties. */
export function addObsolete(tree: FormatTree, idents: Set<string>): void {
  everyNode(tree, ({ properties }) => {
    for (const { ident } of properties) if (isObsolete(ident)) idents.add(ident);
  });
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Year first, with the separators in use: `2016/12/4`, `2016.12`, `2016年12月4日`, `2016년 12월 4일`. */
const YEAR_FIRST = /^(\d{4})\s*[-/.年년]\s*(\d{1,2})(?:\s*[-/.月월]\s*(\d{1,2}))?\s*[日일月월.]?$/u;
const DIGITS = /^(\d{4})(\d\d)(\d\d)$/u;
const DAY_MONTH_YEAR = /^(?:(\d{1,2})(?:st|nd|rd|th)?[\s.-]+)?([a-z]{3,9})\.?[\s,.-]+(\d{4})$/iu;
const MONTH_DAY_YEAR = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/iu;

/**
 * A date as FF[4] writes it (`2016-12-04`, `2016-12`); `undefined` where the order of day and month is ambiguous, or the text has
 * more than one date.
 */
function dateText(text: string): string | undefined {
  const numeric = YEAR_FIRST.exec(text) ?? DIGITS.exec(text);
  if (numeric) return iso(numeric[1]!, Number(numeric[2]), numeric[3]);
  const dayFirst = DAY_MONTH_YEAR.exec(text);
  if (dayFirst) return iso(dayFirst[3]!, monthOf(dayFirst[2]!), dayFirst[1]);
  const monthFirst = MONTH_DAY_YEAR.exec(text);
  if (monthFirst) return iso(monthFirst[3]!, monthOf(monthFirst[1]!), monthFirst[2]);
  return undefined;
}

/** 0 for a word that is not a month. */
function monthOf(word: string): number {
  return MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1;
}

function iso(year: string, month: number, day: string | undefined): string | undefined {
  if (month < 1 || month > MONTHS.length) return undefined;
  const start = `${year}-${String(month).padStart(2, '0')}`;
  if (day === undefined) return start;
  const isDay = Number(day) >= 1 && Number(day) <= daysIn(Number(year), month);
  return isDay ? `${start}-${day.padStart(2, '0')}` : undefined;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const HAN = '一二三四五六七八九';

const KINDS: readonly (readonly [letter: string, words: RegExp])[] = [
  ['p', /^(?:p|pro|professional|dan\s*pro|d\s*pro|段\s*pro)$/iu],
  ['d', /^(?:d|dan|段|단|단\.)$/iu],
  ['k', /^(?:k|kyu|kyū|级|級|급|gup)$/iu],
];

/** East Asian ranks count from the first, which has a word of its own. */
const FIRST_DAN = /^(?:初段|초단)$/u;
/** `p` comes before the number on some servers. */
const PRO_FIRST = /^(?:p|프로)\s*(\d{1,2})\s*(?:段|단|d|dan)?$/iu;
const NUMBER_FIRST = /^(\d{1,2}|[一二三四五六七八九]) ?-? ?([^\d?*\s][^\d?*]{0,30}?) ?([?*]?)$/u;

/** A rank as FF[4] suggests it: `5k`, `3d`, `9p`, with `?` or `*` if uncertain or settled; `undefined` for anything else. */
function rankText(text: string): string | undefined {
  if (FIRST_DAN.test(text)) return '1d';
  const pro = PRO_FIRST.exec(text);
  if (pro) return `${String(Number(pro[1]))}p`;
  const match = NUMBER_FIRST.exec(text);
  if (!match) return undefined;
  const [, number = '', word = '', sign = ''] = match;
  const kind = KINDS.find(([, words]) => words.test(word));
  if (!kind) return undefined;
  const value = HAN.includes(number) ? HAN.indexOf(number) + 1 : Number(number);
  return `${String(value)}${kind[0]}${sign}`;
}

/** Reads what a header value means; `undefined` where that is unclear, or the value says more than its form in FF[4] can. */
type HeaderReader = (text: string) => string | undefined;

/** RU in the words of FF[4], and of the rulesets that it does not name but most programs do. */
const RULES: Readonly<Record<string, string>> = {
  aga: 'AGA',
  ing: 'GOE',
  japanese: 'Japanese',
  'new-zealand': 'NZ',
  chinese: 'Chinese',
  korean: 'Korean',
};

/** Remarks after a value, which its form in FF[4] has no place for. */
const REMARK = /[,;()]/u;

function resultText(text: string): string | undefined {
  if (REMARK.test(text)) return undefined;
  const read = readResultText(text).text;
  switch (read.kind) {
    // FF[4] has no word for a game that both players lost.
    case 'both-lose':
    case 'malformed':
      return undefined;
    case 'margin': {
      // Thirds and sixths have no decimals that say the same.
      if (!Number.isInteger(read.points * 4)) return undefined;
      const marginHalves = read.points * (read.winner === 'black' ? 2 : -2);
      return formatResult({ kind: 'margin', raw: text, winner: read.winner, marginHalves });
    }
    case 'ended':
      // FF[4] has no word for a game lost by an illegal move.
      return read.by === 'illegal' ? undefined : formatResult({ ...read, raw: text });
    case 'winner':
      // `W+0` is a win by a tie under some rules, and a code of servers under others.
      return /\d/u.test(text) ? undefined : formatResult({ ...read, raw: text });
    case 'jigo':
    case 'void':
    case 'unknown':
      return formatResult({ kind: read.kind, raw: text });
  }
}

function numberText(text: string): string | undefined {
  const number = parseLooseNumber(text);
  return number === undefined ? undefined : String(number === 0 ? 0 : number);
}

function komiText(text: string): string | undefined {
  return numberText(text.replace(/\s{0,9}(?:집|目|points?|pts?\.?|moku)$/iu, ''));
}

function rulesText(text: string): string | undefined {
  const name = REMARK.test(text) ? undefined : rulesetFromRU(text);
  return name === undefined ? undefined : RULES[name];
}

/** An even game, in Korean records. */
const EVEN = '호선';

function handicapText(text: string): string | undefined {
  if (text === EVEN) return '0';
  const stones = /^(\d{1,2})\s*(?:점|子|目|stones?)?\.?$/iu.exec(text)?.[1];
  return stones === undefined ? undefined : String(Number(stones));
}

/** A time below this with a unit (`30s`) may be that of each move. */
const MIN_MAIN_SECONDS = 60;

function timeText(text: string): string | undefined {
  const seconds = secondsOf(text);
  const isPerMove =
    seconds !== undefined && seconds > 0 && seconds < MIN_MAIN_SECONDS && /[^\d.]/u.test(text);
  return seconds === undefined || isPerMove ? undefined : String(seconds);
}

/** By property. */
const HEADER_READERS: Readonly<Record<string, { readonly read: HeaderReader; readonly of: Normalization }>> =
  {
    DT: { read: dateText, of: 'DT' },
    RE: { read: resultText, of: 'RE' },
    KM: { read: komiText, of: 'KM' },
    RU: { read: rulesText, of: 'RU' },
    HA: { read: handicapText, of: 'HA' },
    TM: { read: timeText, of: 'TM' },
    BR: { read: rankText, of: 'rank' },
    WR: { read: rankText, of: 'rank' },
  };
