import { BACKSLASH, CLOSE_BRACKET, isContinuation, LINE_FEED, RETURN } from '../core/bytes.js';

/** Where in a game tree a property belongs (FF[4]). */
export const PROPERTY_CLASSES = ['root', 'game-info', 'setup', 'move', 'node'] as const;
export type PropertyClass = (typeof PROPERTY_CLASSES)[number];

/** What a value looks like. `...-list`: several values allowed. `points`: a list of points, rectangles allowed. */
export const VALUE_KINDS = [
  'none',
  'number',
  'real',
  'double',
  'color',
  'simple-text',
  'text',
  'move',
  'point',
  'points',
  'points-or-none',
  'labels',
  'point-pairs',
  'composed-text',
  'figure',
  'size',
  'number-list',
  'simple-text-list',
  'any',
] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

/** One SGF property of Go. `formats`: the FF versions that define it. */
interface Property {
  readonly ident: string;
  readonly name: string;
  readonly value: ValueKind;
  readonly class: PropertyClass;
  readonly formats: readonly number[];
}

type Row = readonly [
  ident: string,
  name: string,
  value: ValueKind,
  propertyClass: PropertyClass,
  formats: string,
];

// Sources: the FF[4] property index and the FF[1] and FF[3] lists at red-bean.com/sgf.
const ROWS: readonly Row[] = [
  ['AB', 'Add Black', 'points', 'setup', '1234'],
  ['AE', 'Add Empty', 'points', 'setup', '1234'],
  ['AN', 'Annotation', 'simple-text', 'game-info', '34'],
  ['AP', 'Application', 'composed-text', 'root', '4'],
  ['AR', 'Arrow', 'point-pairs', 'node', '4'],
  ['AS', 'Who adds stones', 'simple-text', 'node', '4'],
  ['AW', 'Add White', 'points', 'setup', '1234'],
  ['B', 'Black', 'move', 'move', '1234'],
  ['BL', 'Black time left', 'real', 'move', '1234'],
  ['BM', 'Bad move', 'double', 'move', '1234'],
  ['BR', 'Black rank', 'simple-text', 'game-info', '1234'],
  ['BS', 'Black species', 'number', 'game-info', '123'],
  ['BT', 'Black team', 'simple-text', 'game-info', '34'],
  ['C', 'Comment', 'text', 'node', '1234'],
  ['CA', 'Charset', 'simple-text', 'root', '4'],
  ['CH', 'Check mark', 'double', 'node', '123'],
  ['CP', 'Copyright', 'simple-text', 'game-info', '34'],
  ['CR', 'Circle', 'points', 'node', '34'],
  ['DD', 'Dim points', 'points-or-none', 'node', '4'],
  ['DM', 'Even position', 'double', 'node', '34'],
  ['DO', 'Doubtful', 'none', 'move', '34'],
  ['DT', 'Date', 'simple-text', 'game-info', '1234'],
  ['EL', 'Evaluation of move', 'number', 'node', '123'],
  ['EV', 'Event', 'simple-text', 'game-info', '1234'],
  ['EX', 'Expected move', 'move', 'node', '123'],
  ['FF', 'File format', 'number', 'root', '1234'],
  ['FG', 'Figure', 'figure', 'node', '1234'],
  ['GB', 'Good for Black', 'double', 'node', '1234'],
  ['GC', 'Game comment', 'text', 'game-info', '1234'],
  ['GM', 'Game', 'number', 'root', '1234'],
  ['GN', 'Game name', 'simple-text', 'game-info', '1234'],
  ['GW', 'Good for White', 'double', 'node', '1234'],
  ['HA', 'Handicap', 'number', 'game-info', '1234'],
  ['HO', 'Hotspot', 'double', 'node', '34'],
  ['ID', 'Game identifier', 'simple-text', 'game-info', '3'],
  ['IT', 'Interesting', 'none', 'move', '4'],
  ['KM', 'Komi', 'real', 'game-info', '1234'],
  ['KO', 'Ko', 'none', 'move', '34'],
  ['L', 'Letters', 'points', 'node', '123'],
  ['LB', 'Label', 'labels', 'node', '34'],
  ['LN', 'Line', 'point-pairs', 'node', '4'],
  ['LT', 'Lose on time', 'none', 'game-info', '3'],
  ['M', 'Simple markup', 'points', 'node', '123'],
  ['MA', 'Mark', 'points', 'node', '34'],
  ['MN', 'Set move number', 'number', 'move', '34'],
  ['N', 'Node name', 'simple-text', 'node', '1234'],
  ['OB', 'Black moves left in a period', 'number', 'move', '34'],
  ['OM', 'Moves in overtime', 'number', 'game-info', '3'],
  ['ON', 'Opening', 'simple-text', 'game-info', '34'],
  ['OP', 'Overtime operator', 'real', 'game-info', '3'],
  ['OT', 'Overtime', 'simple-text', 'game-info', '4'],
  ['OV', 'Overhead of operator', 'real', 'game-info', '3'],
  ['OW', 'White moves left in a period', 'number', 'move', '34'],
  ['PB', 'Player Black', 'simple-text', 'game-info', '1234'],
  ['PC', 'Place', 'simple-text', 'game-info', '1234'],
  ['PL', 'Player to play', 'color', 'setup', '1234'],
  ['PM', 'Print move mode', 'number', 'node', '4'],
  ['PW', 'Player White', 'simple-text', 'game-info', '1234'],
  ['RE', 'Result', 'simple-text', 'game-info', '1234'],
  ['RG', 'Region', 'points', 'node', '123'],
  ['RO', 'Round', 'simple-text', 'game-info', '1234'],
  ['RU', 'Rules', 'simple-text', 'game-info', '34'],
  ['SC', 'Secure stones', 'points', 'node', '123'],
  ['SE', 'Selftest moves', 'points', 'node', '3'],
  ['SI', 'Sigma', 'double', 'node', '123'],
  ['SL', 'Selected', 'points', 'node', '1234'],
  ['SO', 'Source', 'simple-text', 'game-info', '1234'],
  ['SQ', 'Square', 'points', 'node', '4'],
  ['ST', 'Style of variations', 'number', 'root', '4'],
  ['SZ', 'Size', 'size', 'root', '1234'],
  ['TB', 'Territory Black', 'points-or-none', 'node', '1234'],
  ['TC', 'Territory count', 'number', 'node', '123'],
  ['TE', 'Tesuji', 'double', 'move', '1234'],
  ['TM', 'Time limit', 'real', 'game-info', '1234'],
  ['TR', 'Triangle', 'points', 'node', '34'],
  ['TW', 'Territory White', 'points-or-none', 'node', '1234'],
  ['UC', 'Unclear position', 'double', 'node', '34'],
  ['US', 'User', 'simple-text', 'game-info', '1234'],
  ['V', 'Value', 'real', 'node', '1234'],
  ['VW', 'View', 'points-or-none', 'node', '1234'],
  ['W', 'White', 'move', 'move', '1234'],
  ['WL', 'White time left', 'real', 'move', '1234'],
  ['WR', 'White rank', 'simple-text', 'game-info', '1234'],
  ['WS', 'White species', 'number', 'game-info', '123'],
  ['WT', 'White team', 'simple-text', 'game-info', '34'],
];

/** Every property that FF[1] to FF[4] define for Go, by identifier. Private properties are not listed. */
export const PROPERTIES: ReadonlyMap<string, Property> = new Map(
  ROWS.map(([ident, name, value, propertyClass, formats]) => [
    ident,
    { ident, name, value, class: propertyClass, formats: Array.from(formats, Number) },
  ]),
);

const OUTSIDE_CAPITAL = 0x40;

/**
 * A number for an identifier, so that the scan compares no strings: five bits per letter for up to six capitals
 * (exact); longer private identifiers get a negative hash.
 */
export function identCode(ident: string): number {
  let code = 0;
  for (let i = 0; i < ident.length; i++) code = addToIdent(code, ident.charCodeAt(i), i);
  return code;
}

/** Adds one capital letter (as a byte) to the code of the `length` letters before it. */
export function addToIdent(code: number, letter: number, length: number): number {
  return length < 6 ? (code << 5) | (letter - OUTSIDE_CAPITAL) : (Math.imul(code, 33) + letter) | 0x80000000;
}

/** Letters of a code made from at most six capitals; `?` for a longer identifier. */
export function identOfCode(code: number): string {
  if (code < 0) return '?';
  let ident = '';
  for (let rest = code; rest > 0; rest >>>= 5)
    ident = String.fromCharCode((rest & 31) + OUTSIDE_CAPITAL) + ident;
  return ident;
}

/** What the scan does with a property's values. */
export const USE = {
  none: 0,
  black: 1,
  white: 2,
  addBlack: 3,
  addWhite: 4,
  addEmpty: 5,
  turn: 6,
  force: 7,
  territoryBlack: 8,
  territoryWhite: 9,
  comment: 10,
  /** Kept as a header value anywhere on the main line. */
  header: 11,
  /** Kept as a header value in the root only. */
  other: 12,
  /** Time, and periods or moves, that a player has left. */
  timeBlack: 13,
  timeWhite: 14,
  countBlack: 15,
  countWhite: 16,
} as const;

const SPECIAL: Readonly<Record<string, number>> = {
  B: USE.black,
  W: USE.white,
  AB: USE.addBlack,
  AW: USE.addWhite,
  AE: USE.addEmpty,
  PL: USE.turn,
  KO: USE.force,
  TB: USE.territoryBlack,
  TW: USE.territoryWhite,
  C: USE.comment,
  BL: USE.timeBlack,
  WL: USE.timeWhite,
  OB: USE.countBlack,
  OW: USE.countWhite,
};

/** Codes of one and two letters are direct indexes. */
const SHORT = new Uint8Array(1 << 10).fill(USE.other);
for (const [ident, property] of PROPERTIES) {
  const isHeader = property.class === 'root' || property.class === 'game-info';
  SHORT[identCode(ident)] = SPECIAL[ident] ?? (isHeader ? USE.header : USE.other);
}

/** Use of the property with this code; private ones are `other`. */
export function useOf(code: number): number {
  return code > 0 && code < SHORT.length ? SHORT[code]! : USE.other;
}

/** Reading one property value from UTF-8 bytes: where it ends, and what it says once escapes are resolved. */

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Offset of the bracket that closes the value starting at `start` (after its `[`), or `end` without one. */
export function endOfValue(text: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const byte = text[at]!;
    if (byte === CLOSE_BRACKET) return at;
    if (byte === BACKSLASH) at++;
  }
  return end;
}

/** A longer value is cut: a string cannot be as long as a file. */
const LONGEST_BYTES = 16 * 1024 * 1024;

/** Values up to this length are kept: names, numbers and dates recur from game to game. */
const KEPT_BYTES = 32;
const KEPT_VALUES = 2048;
const keptBytes = new Uint8Array(KEPT_VALUES * KEPT_BYTES);
const keptLengths = new Uint8Array(KEPT_VALUES);
const keptTexts = new Array<string>(KEPT_VALUES).fill('');

/**
 * Text of the value in [start, end): escapes resolved, soft line breaks removed, every line break as `\n`.
 * Bytes that are not UTF-8 become U+FFFD.
 */
export function decodeValue(text: Uint8Array, start: number, end: number): string {
  const length = end - start;
  if (length <= 0) return '';
  if (length > KEPT_BYTES) return decodeUncached(text, start, Math.min(end, start + LONGEST_BYTES));
  let hash = length;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text[at]!, 0x01000193);
  const slot = (hash ^ (hash >>> 15)) & (KEPT_VALUES - 1);
  const kept = slot * KEPT_BYTES;
  if (keptLengths[slot] === length) {
    let same = 0;
    while (same < length && keptBytes[kept + same] === text[start + same]) same++;
    if (same === length) return keptTexts[slot]!;
  }
  const value = decodeUncached(text, start, end);
  for (let i = 0; i < length; i++) keptBytes[kept + i] = text[start + i]!;
  keptLengths[slot] = length;
  keptTexts[slot] = value;
  return value;
}

/** Most values have nothing to resolve: no escape, no carriage return. */
function decodeUncached(text: Uint8Array, start: number, end: number): string {
  let high = 0;
  for (let at = start; at < end; at++) {
    const byte = text[at]!;
    if (byte === BACKSLASH || byte === RETURN) return decodeResolving(text, start, end);
    high |= byte;
  }
  if (high >= 0x80 || end - start > KEPT_BYTES) return decoder.decode(text.subarray(start, end));
  let out = '';
  let at = start;
  for (; at + 4 <= end; at += 4) {
    out += String.fromCharCode(text[at]!, text[at + 1]!, text[at + 2]!, text[at + 3]!);
  }
  for (; at < end; at++) out += String.fromCharCode(text[at]!);
  return out;
}

function decodeResolving(text: Uint8Array, start: number, end: number): string {
  let out = '';
  for (let at = start; at < end;) {
    let byte = text[at]!;
    let width = 1;
    let code = byte;
    if (byte === BACKSLASH) {
      at++;
      if (at >= end) break;
      const skip = lineBreakAt(text, at, end);
      if (skip > 0) {
        at += skip;
        continue;
      }
      byte = code = text[at]!;
    } else if (byte === RETURN || byte === LINE_FEED) {
      width = lineBreakAt(text, at, end);
      code = LINE_FEED;
    }
    if (byte >= 0x80) {
      width = sequenceLength(text, at, end);
      if (width === 0) return resolve(decoder.decode(text.subarray(start, end)));
      code = codePoint(text, at, width);
    }
    out += code < 0x10000 ? String.fromCharCode(code) : String.fromCodePoint(code);
    at += width;
  }
  return out;
}

/** Text of the value that starts at `offset`, such as an action's offset; at most 200 bytes of it. */
export function valueAt(text: Uint8Array, offset: number): string {
  const limit = Math.min(text.length, offset + 200);
  return decodeValue(text, offset, endOfValue(text, offset, limit));
}

/** Length of the well-formed UTF-8 sequence at `at`, 0 when there is none (Unicode 15, table 3-7). */
export function sequenceLength(text: Uint8Array, at: number, end: number): number {
  const lead = text[at]!;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + length > end) return 0;
  const second = text[at + 1]!;
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  for (let i = 2; i < length; i++) if (!isContinuation(text[at + i]!)) return 0;
  return length;
}

/** Up to 60 bytes as Latin-1, for messages about text that is not a value. */
export function latin(text: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...text.subarray(start, Math.min(end, start + 60)));
}

function codePoint(text: Uint8Array, at: number, length: number): number {
  let code = text[at]! & (0xff >> (length + 1));
  for (let i = 1; i < length; i++) code = (code << 6) | (text[at + i]! & 0x3f);
  return code;
}

/** Bytes of the line break at `at` (LF, CR, CR LF, LF CR as FF[4] allows), 0 when there is none. */
function lineBreakAt(text: Uint8Array, at: number, end: number): number {
  const byte = text[at]!;
  if (byte !== LINE_FEED && byte !== RETURN) return 0;
  const next = at + 1 < end ? text[at + 1]! : 0;
  return next !== byte && (next === LINE_FEED || next === RETURN) ? 2 : 1;
}

function resolve(value: string): string {
  return value.replace(/\\(\r\n|\n\r|[^])|\r\n|\n\r|\r/g, (found, escaped: string | undefined) => {
    if (escaped === undefined) return '\n';
    return /^[\r\n]/.test(escaped) ? '' : found.slice(1);
  });
}
