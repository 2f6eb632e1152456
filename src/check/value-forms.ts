import { isWhitespace } from '../sgf/value.js';

const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const COLON = 58;
const BACKSLASH = 92;

/** A number of FF[4]: a sign or none, and digits. `real`: a fraction may follow. White space around it does not count. */
export function isNumber(text: Uint8Array, start: number, end: number, form: 'whole' | 'real'): boolean {
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

/** Whether a value has nothing but white space. */
export function isBlank(text: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isWhitespace(text[at]!)) return false;
  return true;
}

/** The one byte of a value besides white space; 0 when there is none or more. */
export function onlyByte(text: Uint8Array, start: number, end: number): number {
  let only = 0;
  for (let at = start; at < end; at++) {
    const byte = text[at]!;
    if (isWhitespace(byte)) continue;
    if (only !== 0) return 0;
    only = byte;
  }
  return only;
}

/** Offset of the colon that joins the parts of a composed value, -1 when there is none; one behind a backslash is text. */
export function joint(text: Uint8Array, start: number, end: number): number {
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
const TWO = /^\d{2}$/;

/**
 * Whether a DT value has the form of FF[4]: dates joined by commas, `YYYY-MM-DD`, `YYYY-MM` or `YYYY`; behind the first one
 * also `MM-DD`, `MM` or `DD` as shortcuts. The days must be in the calendar.
 */
export function isDate(value: string): boolean {
  /** What the date before gave, which says what a shortcut may be. */
  let year = 0;
  let month = 0;
  let form: 'none' | 'year' | 'month' | 'day' = 'none';
  for (const date of value.split(',')) {
    const parts = date.split('-');
    const [first = '', second, third] = parts;
    if (parts.length > 3) return false;
    if (YEAR.test(first)) {
      year = Number(first);
      month = Number(second ?? 0);
      if (second !== undefined && !isMonth(second)) return false;
      if (third !== undefined && !isDay(third, year, month)) return false;
      form = third !== undefined ? 'day' : second !== undefined ? 'month' : 'year';
    } else if (form === 'none' || form === 'year' || third !== undefined) {
      return false;
    } else if (second !== undefined) {
      month = Number(first);
      if (!isMonth(first) || !isDay(second, year, month)) return false;
      form = 'day';
    } else if (form === 'month') {
      if (!isMonth(first)) return false;
      month = Number(first);
    } else if (!isDay(first, year, month)) {
      return false;
    }
  }
  return form !== 'none';
}

function isMonth(text: string): boolean {
  return TWO.test(text) && Number(text) >= 1 && Number(text) <= 12;
}

function isDay(text: string, year: number, month: number): boolean {
  const day = Number(text);
  return TWO.test(text) && day >= 1 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}
