import { isContinuation, LETTER_B, LETTER_W, BACKSLASH, COLON, isWhitespace } from '../../core/bytes.js';
import { LETTER } from '../../core/point.js';
import { decodeValue, latin, identCode, identOfCode } from '../../sgf/properties.js';
import { KIND, kindOf, type CheckContext } from './check-context.js';
import { readStones } from '../../referee/record/handicap-and-komi.js';
import { colonIn, type NamedPoints, RAW_BAD, RAW_EMPTY, rawPoint } from '../../sgf/scan/node-values.js';

/** Header values whose meaning the record reads and reports on. */
const READ_BY_RECORD: ReadonlySet<number> = new Set(['FF', 'GM', 'KM', 'RE', 'RU'].map(identCode));
const DT = identCode('DT');
const TM = identCode('TM');
const AP = identCode('AP');
const HA = identCode('HA');

/** Codes of the letters and digits for a color, and for a degree. */
const ONE = 49;
const TWO = 50;

/** One value in the text; `values` counts those of its property, this one included. */
interface CheckedValue {
  readonly start: number;
  readonly end: number;
  readonly values: number;
  readonly named: NamedPoints;
}

/** The value that is being checked: in which game, of which property, and where it is. */
let context: CheckContext;
let text: Uint8Array;
let code = 0;
let start = 0;
let end = 0;

/**
 * Checks one value of a property of the table by its kind: one case each.
 * Returns how many of its points the list already had.
 */
export function checkValue(game: CheckContext, property: number, value: CheckedValue): number {
  context = game;
  text = game.text;
  code = property;
  start = value.start;
  end = value.end;
  const kind = kindOf[code]!;
  switch (kind) {
    case KIND.move:
      if (game.isGo) checkMove(identOfCode(code));
      return 0;
    case KIND.points:
    case KIND['points-or-none']:
    case KIND.labels:
    case KIND['point-pairs']:
      return game.isGo ? checkListed(kind, value) : 0;
    case KIND.text:
    case KIND['simple-text']:
      checkText();
      return 0;
    case KIND.none:
      if (!isBlank()) bad('no text in the brackets');
      return 0;
    case KIND.size:
      checkSize();
      return 0;
    case KIND.point:
      return game.isGo && !isEmpty('a point') ? checkPoints(value.named) : 0;
    case KIND['composed-text']:
      checkComposed();
      return 0;
    case KIND.figure:
      if (game.format === 4) checkFigure();
      return 0;
    default:
      checkNumber(kind);
      return 0;
  }
}

function checkComposed(): void {
  if (!isEmpty('a name and a version') && joint() < 0)
    notComposed('two texts joined by ":"', code === AP ? 'note' : 'warning');
}

function checkFigure(): void {
  if (isBlank()) return;
  const expected = 'nothing, or a number and a text joined by ":"';
  const colon = joint();
  if (colon < 0) notComposed(expected);
  else if (!isNumber('whole', start, colon)) bad(expected);
}

/** HA[0] is the custom of many servers for no handicap; a number in words that the record reads is only a note. */
function checkHandicap(): void {
  const expected = 'a whole number of 2 or more';
  if (isEmpty(expected)) return;
  const stones = isNumber('whole') ? Number(shown()) : undefined;
  if (stones === 0 || (stones !== undefined && stones >= 2)) return;
  const isUnderstood = readStones(decodeValue(text, start, end)) !== undefined;
  bad(expected, isUnderstood ? 'note' : 'warning');
}

function checkNumber(kind: number): void {
  if (READ_BY_RECORD.has(code)) return;
  switch (kind) {
    case KIND.number:
      if (code === HA) checkHandicap();
      else if (!isEmpty('a whole number') && !isNumber('whole')) bad('a whole number');
      return;
    case KIND.real:
      if (isEmpty('a number') || isNumber('real')) return;
      if (code === TM) context.report('sgf/time-format', { value: decodeValue(text, start, end) }, start);
      else bad('a number');
      return;
    case KIND.double: {
      if (isEmpty('1 or 2')) return;
      const byte = onlyByte();
      if (byte !== ONE && byte !== TWO) bad('1 or 2');
      return;
    }
    case KIND.color: {
      if (isEmpty('B or W')) return;
      const byte = onlyByte();
      if (byte === LETTER_B || byte === LETTER_W) return;
      bad('B or W', COLOR_WORDS.test(shown().trim()) ? 'note' : 'warning');
      return;
    }
  }
}

/** What programs write for a color besides B and W; every reader understands them. */
const COLOR_WORDS = /^(?:b|w|black|white|1|2)$/i;

function checkListed(kind: number, { values, named }: CheckedValue): number {
  if (isBlank()) {
    if (kind !== KIND['points-or-none'] || values > 1) empty('a point');
    return 0;
  }
  if (kind === KIND.labels) return checkLabel(named);
  if (kind !== KIND['point-pairs']) return checkPoints(named);
  checkPair();
  return 0;
}

function checkText(): void {
  if (isBlank()) {
    // An empty result or ruleset is reported with the record.
    if (!READ_BY_RECORD.has(code)) empty('a text');
    return;
  }
  if (code !== DT) return;
  const value = decodeValue(text, start, end);
  if (!isDate(value)) context.report('sgf/date-format', { value }, start);
}

/** What reading the record does not report about SZ: a square written as a rectangle, and a rectangle before FF[4]. */
function checkSize(): void {
  const { format } = context;
  const colon = joint();
  if (colon < 0 || !isNumber('whole', start, colon) || !isNumber('whole', colon + 1, end)) return;
  const columns = shown(colon).trim();
  if (Number(columns) === Number(latin(text, colon + 1, end))) {
    context.report('sgf/square-as-rectangle', { value: shown(), expected: columns }, start);
  } else if (format > 0 && format < 4) {
    context.reportOnce('sgf/feature-format', 'board', { feature: 'board that is not square', format }, start);
  }
}

/** The value as it is written, or its part before an offset. */
function shown(to = end): string {
  return latin(text, start, to);
}

function empty(expected: string): void {
  context.report('sgf/empty-value', { ident: identOfCode(code), expected }, start);
}

function isEmpty(expected: string): boolean {
  if (!isBlank()) return false;
  empty(expected);
  return true;
}

function bad(expected: string, severity: 'warning' | 'note' = 'warning'): void {
  const value = decodeValue(text, start, wholeCharacters());
  context.report('sgf/bad-value', { ident: identOfCode(code), value, expected }, start, severity);
}

function badPoint(to = end): void {
  context.report('sgf/bad-point', { ident: identOfCode(code), value: shown(to) }, start);
}

function notComposed(expected: string, severity?: 'warning' | 'note'): void {
  const args = { ident: identOfCode(code), value: shown(), expected };
  context.report('sgf/composed-value', args, start, severity);
}

/** End of the part of a value to quote: at most 60 bytes, and no partial character. */
function wholeCharacters(): number {
  if (end - start <= 60) return end;
  let at = start + 60;
  while (at > start && isContinuation(text[at]!)) at--;
  return at;
}

const PLUS = 43;
const MINUS = 45;
const POINT = 46;

/** A number of FF[4]: a sign or none, and digits. `real`: a fraction may follow. White space around it does not count. */
function isNumber(form: 'whole' | 'real', from = start, to = end): boolean {
  let at = from;
  let last = to;
  while (at < last && isWhitespace(text[at]!)) at++;
  while (last > at && isWhitespace(text[last - 1]!)) last--;
  if (at < last && (text[at] === PLUS || text[at] === MINUS)) at++;
  const digits = at;
  while (at < last && isDigit(text[at]!)) at++;
  if (at === digits) return false;
  if (at === last) return true;
  if (form === 'whole' || text[at] !== POINT) return false;
  const fraction = ++at;
  while (at < last && isDigit(text[at]!)) at++;
  return at === last && at > fraction;
}

/** Whether a value is empty or white space only. */
function isBlank(): boolean {
  for (let at = start; at < end; at++) if (!isWhitespace(text[at]!)) return false;
  return true;
}

/** The one byte of a value besides white space; 0 if there is not exactly one. */
function onlyByte(): number {
  let only = 0;
  for (let at = start; at < end; at++) {
    const byte = text[at]!;
    if (isWhitespace(byte)) continue;
    if (only !== 0) return 0;
    only = byte;
  }
  return only;
}

/** Offset of the colon that joins the parts of a composed value, -1 when there is none; one after a backslash is text. */
function joint(): number {
  for (let at = start; at < end; at++) {
    const byte = text[at]!;
    if (byte === COLON) return at;
    if (byte === BACKSLASH) at++;
  }
  return -1;
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

const YEAR = /^\d{4}$/;
const TWO_DIGITS = /^\d{2}$/;

/** A date of a DT value; a shortcut after it leaves out parts of it. */
interface WrittenDate {
  readonly year: number;
  readonly month: number;
  readonly form: 'year' | 'month' | 'day';
}

/**
 * Whether a DT value has the form of FF[4]: dates joined by commas, `YYYY-MM-DD`, `YYYY-MM` or `YYYY`; after the first one
 * also `MM-DD`, `MM` or `DD` as shortcuts. The days must exist in the calendar.
 */
function isDate(value: string): boolean {
  let last: WrittenDate | undefined;
  for (const date of value.split(',')) {
    const parts = date.split('-');
    last = YEAR.test(parts[0]!) ? fullDate(parts) : last && shortcut(parts, last);
    if (!last) return false;
  }
  return true;
}

function fullDate([first, second, third, ...more]: readonly string[]): WrittenDate | undefined {
  const year = Number(first);
  const month = Number(second ?? 0);
  if (more.length > 0 || (second !== undefined && !isMonth(second))) return undefined;
  if (third !== undefined && !isDay(third, year, month)) return undefined;
  return { year, month, form: third !== undefined ? 'day' : second !== undefined ? 'month' : 'year' };
}

/** After a day `MM-DD` or `DD`, after a month `MM-DD` or `MM`. */
function shortcut(
  [first = '', second, third]: readonly string[],
  last: WrittenDate,
): WrittenDate | undefined {
  if (last.form === 'year' || third !== undefined) return undefined;
  if (second === undefined && last.form === 'day')
    return isDay(first, last.year, last.month) ? last : undefined;
  if (!isMonth(first)) return undefined;
  const month = Number(first);
  if (second === undefined) return { ...last, month };
  return isDay(second, last.year, month) ? { ...last, month, form: 'day' } : undefined;
}

function isMonth(text: string): boolean {
  return TWO_DIGITS.test(text) && Number(text) >= 1 && Number(text) <= 12;
}

function isDay(text: string, year: number, month: number): boolean {
  const day = Number(text);
  return (
    TWO_DIGITS.test(text) && day >= 1 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  );
}

/** Reads one value of a list of points, rectangles included; returns how many of its points were named before. */
function checkPoints(named: NamedPoints): number {
  const { format } = context;
  const colon = colonIn(text, start, end);
  const first = rawPoint(text, start, colon < 0 ? end : colon);
  const last = colon < 0 ? first : rawPoint(text, colon + 1, end);
  if (!isOnBoard(first) || !isOnBoard(last)) {
    badPoint();
    return 0;
  }
  if (colon < 0) {
    checkSpelling([first]);
    return named.add(first >> 8, first & 255);
  }
  checkSpelling([first, last]);
  if (format > 0 && format < 4)
    context.reportOnce('sgf/feature-format', 'rectangle', { feature: 'rectangle of points', format }, start);
  const left = Math.min(first >> 8, last >> 8);
  const right = Math.max(first >> 8, last >> 8);
  const top = Math.min(first & 255, last & 255);
  const bottom = Math.max(first & 255, last & 255);
  if (first === last || first >> 8 !== left || (first & 255) !== top)
    context.report('sgf/bad-rectangle', { ident: identOfCode(code), value: shown() }, start);
  let again = 0;
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) again += named.add(x, y);
  return again;
}

/** A label: a point, a colon and a text. Returns 1 when its point was named before. */
function checkLabel(named: NamedPoints): number {
  const colon = joint();
  if (colon < 0) {
    notComposed('a point, ":" and a text');
    return 0;
  }
  const point = rawPoint(text, start, colon);
  if (isOnBoard(point)) {
    checkSpelling([point], colon);
    return named.add(point >> 8, point & 255);
  }
  badPoint(colon);
  return 0;
}

/** An arrow or a line: two different points. */
function checkPair(): void {
  const colon = joint();
  const expected = 'two different points joined by ":"';
  if (colon < 0) {
    notComposed(expected);
    return;
  }
  const from = rawPoint(text, start, colon);
  const to = rawPoint(text, colon + 1, end);
  if (!isOnBoard(from) || !isOnBoard(to)) badPoint();
  else if (from === to)
    context.report('sgf/bad-value', { ident: identOfCode(code), value: shown(), expected }, start);
  else checkSpelling([from, to]);
}

/** Points are two letters, without the blanks, line breaks and backslashes that reading skips. `to`: end of the points. */
function checkSpelling(points: readonly number[], to = end): void {
  if (to - start === 3 * points.length - 1) return;
  const expected = `"${points.map(lettersOf).join(':')}"`;
  context.report('sgf/bad-value', { ident: identOfCode(code), value: shown(to), expected }, start, 'note');
}

function lettersOf(point: number): string {
  return letterOf(point >> 8) + letterOf(point & 255);
}

function letterOf(index: number): string {
  return String.fromCharCode(index < 26 ? 97 + index : 39 + index);
}

/** A move: a point of the board or a pass. What the replay judges is not reported here. */
function checkMove(ident: string): void {
  const { format, width, height } = context;
  const first = LETTER[text[start]!]!;
  const second = LETTER[text[start + 1]!]!;
  if (end - start === 2 && first < width && second < height) return;
  const point = rawPoint(text, start, end);
  if (point === RAW_EMPTY) {
    if (format > 0 && format < 4) context.reportOnce('sgf/pass-format', '', { format }, start);
    return;
  }
  if (point !== RAW_BAD) checkSpelling([point]);
  if (context.isReplayed() && (ident === 'B' || ident === 'W')) return;
  const isPass = point === (19 << 8) + 19 && width <= 19 && height <= 19;
  if (!isPass && !isOnBoard(point)) badPoint();
}

function isOnBoard(point: number): boolean {
  const { width, height } = context;
  return point !== RAW_BAD && point !== RAW_EMPTY && point >> 8 < width && (point & 255) < height;
}
