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

/**
 * Checks one value of a property of the table by its kind: one case each.
 * Returns how many of its points the list already had.
 */
export function checkValue(context: CheckContext, code: number, value: CheckedValue): number {
  const { text, format } = context;
  const { start, end } = value;
  const kind = kindOf[code]!;
  switch (kind) {
    case KIND.move:
      if (context.isGo) checkMove(context, identOfCode(code), start, end);
      return 0;
    case KIND.points:
    case KIND['points-or-none']:
    case KIND.labels:
    case KIND['point-pairs']:
      return context.isGo ? checkListed(context, code, value) : 0;
    case KIND.text:
    case KIND['simple-text']:
      checkText(context, code, start, end);
      return 0;
    case KIND.none:
      if (!isBlank(text, start, end)) bad(context, code, start, end, 'no text in the brackets');
      return 0;
    case KIND.size:
      checkSize(context, start, end);
      return 0;
    case KIND.point:
      return context.isGo && !isEmpty(context, code, start, end, 'a point')
        ? checkPoints(context, identOfCode(code), value)
        : 0;
    case KIND['composed-text']:
      checkComposed(context, code, start, end);
      return 0;
    case KIND.figure:
      if (format === 4) checkFigure(context, code, start, end);
      return 0;
    default:
      checkNumber(context, code, kind, start, end);
      return 0;
  }
}

function checkComposed(context: CheckContext, code: number, start: number, end: number): void {
  const { text } = context;
  if (isEmpty(context, code, start, end, 'a name and a version') || joint(text, start, end) >= 0) return;
  const expected = 'two texts joined by ":"';
  const args = { ident: identOfCode(code), value: latin(text, start, end), expected };
  context.report('sgf/composed-value', args, start, code === AP ? 'note' : 'warning');
}

function checkFigure(context: CheckContext, code: number, start: number, end: number): void {
  const { text } = context;
  if (isBlank(text, start, end)) return;
  const expected = 'nothing, or a number and a text joined by ":"';
  const colon = joint(text, start, end);
  if (colon < 0) {
    const args = { ident: identOfCode(code), value: latin(text, start, end), expected };
    context.report('sgf/composed-value', args, start);
  } else if (!isNumber(text, start, colon, 'whole')) bad(context, code, start, end, expected);
}

/** HA[0] is the custom of many servers for no handicap; a number in words that the record reads is only a note. */
function checkHandicap(context: CheckContext, start: number, end: number): void {
  const expected = 'a whole number of 2 or more';
  if (isEmpty(context, HA, start, end, expected)) return;
  const value = latin(context.text, start, end);
  const isWhole = isNumber(context.text, start, end, 'whole');
  const stones = isWhole ? Number(value) : undefined;
  if (stones === 0 || (stones !== undefined && stones >= 2)) return;
  const isUnderstood = readStones(decodeValue(context.text, start, end)) !== undefined;
  bad(context, HA, start, end, expected, isUnderstood ? 'note' : 'warning');
}

function checkNumber(context: CheckContext, code: number, kind: number, start: number, end: number): void {
  const { text } = context;
  if (READ_BY_RECORD.has(code)) return;
  switch (kind) {
    case KIND.number:
      if (code === HA) checkHandicap(context, start, end);
      else if (!isEmpty(context, code, start, end, 'a whole number') && !isNumber(text, start, end, 'whole'))
        bad(context, code, start, end, 'a whole number');
      return;
    case KIND.real:
      if (isEmpty(context, code, start, end, 'a number') || isNumber(text, start, end, 'real')) return;
      if (code === TM) context.report('sgf/time-format', { value: decodeValue(text, start, end) }, start);
      else bad(context, code, start, end, 'a number');
      return;
    case KIND.double: {
      if (isEmpty(context, code, start, end, '1 or 2')) return;
      const byte = onlyByte(text, start, end);
      if (byte !== ONE && byte !== TWO) bad(context, code, start, end, '1 or 2');
      return;
    }
    case KIND.color: {
      if (isEmpty(context, code, start, end, 'B or W')) return;
      const byte = onlyByte(text, start, end);
      if (byte === LETTER_B || byte === LETTER_W) return;
      const isOldForm = COLOR_WORDS.test(latin(text, start, end).trim());
      bad(context, code, start, end, 'B or W', isOldForm ? 'note' : 'warning');
      return;
    }
  }
}

/** What programs write for a color besides B and W; every reader understands them. */
const COLOR_WORDS = /^(?:b|w|black|white|1|2)$/i;

function checkListed(context: CheckContext, code: number, value: CheckedValue): number {
  const { start, end } = value;
  const ident = identOfCode(code);
  const kind = kindOf[code]!;
  if (isBlank(context.text, start, end)) {
    if (kind !== KIND['points-or-none'] || value.values > 1)
      context.report('sgf/empty-value', { ident, expected: 'a point' }, start);
    return 0;
  }
  if (kind === KIND.labels) return checkLabel(context, start, end, value.named);
  if (kind !== KIND['point-pairs']) return checkPoints(context, ident, value);
  checkPair(context, ident, start, end);
  return 0;
}

function checkText(context: CheckContext, code: number, start: number, end: number): void {
  if (start === end || isBlank(context.text, start, end)) {
    // An empty result or ruleset is reported with the record.
    if (READ_BY_RECORD.has(code)) return;
    context.report('sgf/empty-value', { ident: identOfCode(code), expected: 'a text' }, start);
    return;
  }
  if (code !== DT) return;
  const value = decodeValue(context.text, start, end);
  if (!isDate(value)) context.report('sgf/date-format', { value }, start);
}

/** What reading the record does not report about SZ: a square written as a rectangle, and a rectangle before FF[4]. */
function checkSize(context: CheckContext, start: number, end: number): void {
  const { text, format } = context;
  const colon = joint(text, start, end);
  if (colon < 0 || !isNumber(text, start, colon, 'whole') || !isNumber(text, colon + 1, end, 'whole')) return;
  const columns = latin(text, start, colon).trim();
  if (Number(columns) === Number(latin(text, colon + 1, end))) {
    const value = latin(text, start, end);
    context.report('sgf/square-as-rectangle', { value, expected: columns }, start);
  } else if (format > 0 && format < 4) {
    context.reportOnce('sgf/feature-format', 'board', { feature: 'board that is not square', format }, start);
  }
}

function isEmpty(context: CheckContext, code: number, start: number, end: number, expected: string): boolean {
  if (!isBlank(context.text, start, end)) return false;
  context.report('sgf/empty-value', { ident: identOfCode(code), expected }, start);
  return true;
}

function bad(
  context: CheckContext,
  code: number,
  start: number,
  end: number,
  expected: string,
  severity: 'warning' | 'note' = 'warning',
): void {
  const value = decodeValue(context.text, start, wholeCharacters(context.text, start, end));
  context.report('sgf/bad-value', { ident: identOfCode(code), value, expected }, start, severity);
}

/** End of the part of a value to quote: at most 60 bytes, and no partial character. */
function wholeCharacters(text: Uint8Array, start: number, end: number): number {
  if (end - start <= 60) return end;
  let at = start + 60;
  while (at > start && isContinuation(text[at]!)) at--;
  return at;
}

const PLUS = 43;
const MINUS = 45;
const POINT = 46;

/** A number of FF[4]: a sign or none, and digits. `real`: a fraction may follow. White space around it does not count. */
function isNumber(text: Uint8Array, start: number, end: number, form: 'whole' | 'real'): boolean {
  let at = start;
  let last = end;
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
function isBlank(text: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isWhitespace(text[at]!)) return false;
  return true;
}

/** The one byte of a value besides white space; 0 if there is not exactly one. */
function onlyByte(text: Uint8Array, start: number, end: number): number {
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
function joint(text: Uint8Array, start: number, end: number): number {
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
function checkPoints(
  context: CheckContext,
  ident: string,
  { start, end, named }: { readonly start: number; readonly end: number; readonly named: NamedPoints },
): number {
  const { text, format } = context;
  const colon = colonIn(text, start, end);
  if (colon < 0) {
    const point = rawPoint(text, start, end);
    if (!isOnBoard(context, point)) {
      context.report('sgf/bad-point', { ident, value: latin(text, start, end) }, start);
      return 0;
    }
    checkSpelling(context, ident, start, end, [point]);
    return named.add(point >> 8, point & 255);
  }
  const first = rawPoint(text, start, colon);
  const last = rawPoint(text, colon + 1, end);
  if (!isOnBoard(context, first) || !isOnBoard(context, last)) {
    context.report('sgf/bad-point', { ident, value: latin(text, start, end) }, start);
    return 0;
  }
  checkSpelling(context, ident, start, end, [first, last]);
  if (format > 0 && format < 4)
    context.reportOnce('sgf/feature-format', 'rectangle', { feature: 'rectangle of points', format }, start);
  const left = Math.min(first >> 8, last >> 8);
  const right = Math.max(first >> 8, last >> 8);
  const top = Math.min(first & 255, last & 255);
  const bottom = Math.max(first & 255, last & 255);
  if (first === last || first >> 8 !== left || (first & 255) !== top)
    context.report('sgf/bad-rectangle', { ident, value: latin(text, start, end) }, start);
  let again = 0;
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) again += named.add(x, y);
  return again;
}

/** A label: a point, a colon and a text. Returns 1 when its point was named before. */
function checkLabel(context: CheckContext, start: number, end: number, named: NamedPoints): number {
  const { text } = context;
  const colon = joint(text, start, end);
  const value = latin(text, start, end);
  if (colon < 0) {
    const expected = 'a point, ":" and a text';
    context.report('sgf/composed-value', { ident: 'LB', value, expected }, start);
    return 0;
  }
  const point = rawPoint(text, start, colon);
  if (isOnBoard(context, point)) {
    checkSpelling(context, 'LB', start, colon, [point]);
    return named.add(point >> 8, point & 255);
  }
  context.report('sgf/bad-point', { ident: 'LB', value: latin(text, start, colon) }, start);
  return 0;
}

/** An arrow or a line: two different points. */
function checkPair(context: CheckContext, ident: string, start: number, end: number): void {
  const { text } = context;
  const colon = joint(text, start, end);
  const value = latin(text, start, end);
  const expected = 'two different points joined by ":"';
  if (colon < 0) {
    context.report('sgf/composed-value', { ident, value, expected }, start);
    return;
  }
  const from = rawPoint(text, start, colon);
  const to = rawPoint(text, colon + 1, end);
  if (!isOnBoard(context, from) || !isOnBoard(context, to))
    context.report('sgf/bad-point', { ident, value }, start);
  else if (from === to) context.report('sgf/bad-value', { ident, value, expected }, start);
  else checkSpelling(context, ident, start, end, [from, to]);
}

/** Points are two letters, without the blanks, line breaks and backslashes that reading skips. */
function checkSpelling(
  context: CheckContext,
  ident: string,
  start: number,
  end: number,
  points: readonly number[],
): void {
  if (end - start === 3 * points.length - 1) return;
  const value = latin(context.text, start, end);
  const expected = `"${points.map(lettersOf).join(':')}"`;
  context.report('sgf/bad-value', { ident, value, expected }, start, 'note');
}

function lettersOf(point: number): string {
  return letterOf(point >> 8) + letterOf(point & 255);
}

function letterOf(index: number): string {
  return String.fromCharCode(index < 26 ? 97 + index : 39 + index);
}

/** A move: a point of the board or a pass. What the replay judges is not reported here. */
function checkMove(context: CheckContext, ident: string, start: number, end: number): void {
  const { text, format } = context;
  const first = LETTER[text[start]!]!;
  const second = LETTER[text[start + 1]!]!;
  if (end - start === 2 && first < context.width && second < context.height) return;
  const point = rawPoint(text, start, end);
  if (point === RAW_EMPTY) {
    if (format > 0 && format < 4) context.reportOnce('sgf/pass-format', '', { format }, start);
    return;
  }
  if (point !== RAW_BAD) checkSpelling(context, ident, start, end, [point]);
  if (context.isReplayed() && (ident === 'B' || ident === 'W')) return;
  const isPass = point === (19 << 8) + 19 && context.width <= 19 && context.height <= 19;
  if (!isPass && !isOnBoard(context, point))
    context.report('sgf/bad-point', { ident, value: latin(text, start, end) }, start);
}

function isOnBoard({ width, height }: CheckContext, point: number): boolean {
  return point !== RAW_BAD && point !== RAW_EMPTY && point >> 8 < width && (point & 255) < height;
}
