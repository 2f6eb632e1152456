import { isContinuation, LETTER_B, LETTER_W } from '../core/bytes.js';
import { decodeValue, latin } from '../sgf/value.js';
import { KIND, kindOf, type CheckContext } from './check-context.js';
import {
  checkLabel,
  checkMove,
  checkPair,
  checkPoints,
  isBlank,
  isDate,
  isNumber,
  joint,
  type NamedPoints,
  onlyByte,
} from './value-forms.js';
import { readStones } from '../record/handicap-and-komi.js';
import { identCode, identOfCode } from '../sgf/properties.js';

/** Header values whose meaning the record reads and reports on. */
const READ_BY_RECORD: ReadonlySet<number> = new Set(['FF', 'GM', 'KM', 'RE', 'RU'].map(identCode));
const DT = identCode('DT');
const TM = identCode('TM');
const AP = identCode('AP');
const HA = identCode('HA');

/** Letters and digits by which a color is written, and by which how much is. */
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
 * Returns how many points it names that the list had before.
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

/** End of what is quoted of a value: at most 60 bytes, and no part of a character. */
function wholeCharacters(text: Uint8Array, start: number, end: number): number {
  if (end - start <= 60) return end;
  let at = start + 60;
  while (at > start && isContinuation(text[at]!)) at--;
  return at;
}
