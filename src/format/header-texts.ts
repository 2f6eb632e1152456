import { parseLooseNumber } from '../record/number.js';
import { formatResult } from '../record/result.js';
import { readResultText } from '../record/result-text.js';
import { rulesetFromRU } from '../rules/aliases.js';
import { dateText } from './date-text.js';
import type { Normalization } from './format-types.js';
import { rankText } from './rank-text.js';
import { secondsText } from './seconds-text.js';

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

/** Remarks behind a value, which its form in FF[4] has no place for. */
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

/** By the properties that they are for. */
export const HEADER_READERS: Readonly<
  Record<string, { readonly read: HeaderReader; readonly of: Normalization }>
> = {
  DT: { read: dateText, of: 'DT' },
  RE: { read: resultText, of: 'RE' },
  KM: { read: komiText, of: 'KM' },
  RU: { read: rulesText, of: 'RU' },
  HA: { read: handicapText, of: 'HA' },
  TM: { read: secondsText, of: 'TM' },
  BR: { read: rankText, of: 'rank' },
  WR: { read: rankText, of: 'rank' },
};
