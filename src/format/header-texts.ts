import { parseLooseNumber } from '../record/header-values.js';
import { formatResult, readResultText } from '../record/declared-result.js';
import { secondsOf } from '../record/time.js';
import { rulesetFromRU } from '../rules/aliases.js';
import type { Normalization } from './format-types.js';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Year first, with the signs that people put between: `2016/12/4`, `2016.12`, `2016年12月4日`, `2016년 12월 4일`. */
const YEAR_FIRST = /^(\d{4})\s*[-/.年년]\s*(\d{1,2})(?:\s*[-/.月월]\s*(\d{1,2}))?\s*[日일月월.]?$/u;
const DIGITS = /^(\d{4})(\d\d)(\d\d)$/u;
const DAY_MONTH_YEAR = /^(?:(\d{1,2})(?:st|nd|rd|th)?[\s.-]+)?([a-z]{3,9})\.?[\s,.-]+(\d{4})$/iu;
const MONTH_DAY_YEAR = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/iu;

/**
 * A date as FF[4] writes it (`2016-12-04`, `2016-12`); `undefined` where the order of day and month is open, or the text has
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

/** 0 for a word that is no month. */
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
const NUMBER_FIRST = /^(\d{1,2}|[一二三四五六七八九])\s*-?\s*([^\d?*]+?)\s*([?*]?)$/u;

/** A rank as FF[4] suggests it: `5k`, `3d`, `9p`, with the `?` or `*` of one uncertain or settled; `undefined` for anything else. */
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

/** Reads what a header value means; `undefined` where that is not plain, or the value says more than its form in FF[4] can. */
export type HeaderReader = (text: string) => string | undefined;

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
      const marginHalves = read.points * (read.winner === 'black' ? 2 : -2);
      return formatResult({ kind: 'margin', raw: text, winner: read.winner, marginHalves });
    }
    case 'ended':
      // FF[4] has no word for a game lost by an illegal move.
      return read.by === 'illegal' ? undefined : formatResult({ ...read, raw: text });
    case 'winner':
      return formatResult({ ...read, raw: text });
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
  return numberText(text.replace(/\s*(?:집|目|points?|pts?\.?|moku)$/iu, ''));
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

function timeText(text: string): string | undefined {
  const seconds = secondsOf(text);
  return seconds === undefined ? undefined : String(seconds);
}

/** By the properties that they are for. */
export const HEADER_READERS: Readonly<
  Record<string, { readonly read: HeaderReader; readonly of: Normalization }>
> = {
  DT: { read: dateText, of: 'DT' },
  RE: { read: resultText, of: 'RE' },
  KM: { read: komiText, of: 'KM' },
  RU: { read: rulesText, of: 'RU' },
  HA: { read: handicapText, of: 'HA' },
  TM: { read: timeText, of: 'TM' },
  BR: { read: rankText, of: 'rank' },
  WR: { read: rankText, of: 'rank' },
};
