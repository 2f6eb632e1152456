import type { Color } from '../core/color.js';
import { memo } from './memo.js';
import { parseLooseNumber, parseReal } from './number.js';
import { readEastAsianResult } from './result-east-asian.js';
import type { EndedBy, ResultText } from './result-kinds.js';
import { readWordyResult } from './result-words.js';

export interface ReadResult {
  readonly text: ResultText;
  /** Whether the words are those of FF[4], or codes that need no repair. */
  readonly isStandard: boolean;
}

const MALFORMED: ReadResult = { text: { kind: 'malformed' }, isStandard: false };

const WHOLE: Readonly<Record<string, ResultText['kind'] & ('unknown' | 'void' | 'jigo')>> = {
  '0': 'jigo',
  Draw: 'jigo',
  Void: 'void',
  '?': 'unknown',
};

const WHOLE_LOOSE: Readonly<
  Record<string, ResultText['kind'] & ('unknown' | 'void' | 'jigo' | 'both-lose')>
> = {
  'both lose': 'both-lose',
  'both lost': 'both-lose',
  'both players lose': 'both-lose',
  'both players lost': 'both-lose',
  'double loss': 'both-lose',
  'double forfeit': 'both-lose',
  draw: 'jigo',
  drawn: 'jigo',
  tie: 'jigo',
  jigo: 'jigo',
  '0.0': 'jigo',
  '1/2': 'jigo',
  '½-½': 'jigo',
  '=': 'jigo',
  void: 'void',
  'no result': 'void',
  unknown: 'unknown',
  unfinished: 'unknown',
  'not finished': 'unknown',
  'has adjourned.': 'unknown',
  adjourned: 'unknown',
};

/** Behind `B+` or `W+`, exactly. */
const ENDINGS: Readonly<Record<string, EndedBy>> = {
  R: 'resign',
  Resign: 'resign',
  T: 'time',
  Time: 'time',
  F: 'forfeit',
  Forfeit: 'forfeit',
};

/** Behind `B+` or `W+` in lower case: not FF[4], but what is meant is plain. */
const ENDINGS_LOOSE: Readonly<Record<string, EndedBy>> = {
  r: 'resign',
  'r.': 'resign',
  res: 'resign',
  'res.': 'resign',
  resign: 'resign',
  resigned: 'resign',
  resignation: 'resign',
  t: 'time',
  time: 'time',
  timeout: 'time',
  f: 'forfeit',
  forf: 'forfeit',
  'forf.': 'forfeit',
  forfeit: 'forfeit',
  offline: 'forfeit',
  disconnect: 'forfeit',
  disconnection: 'forfeit',
  illegal: 'illegal',
  repetition: 'illegal',
};

/**
 * Behind `B+` or `W+`: the winner is told and nothing of the margin. `J` and `AW` stand in games of programs that an
 * operator or a server adjudicated.
 */
const ADJUDICATED = ['j', 'aw', '?', 'win', 'wins'];

/** Reads an RE text by the FF[4] grammar and by what is seen in records of any origin. */
export const readResultText = memo((raw): ReadResult => {
  const text = raw.trim();
  if (Object.hasOwn(WHOLE, text)) return { text: { kind: WHOLE[text]! }, isStandard: true };
  const lower = text.toLowerCase();
  if (Object.hasOwn(WHOLE_LOOSE, lower)) return { text: { kind: WHOLE_LOOSE[lower]! }, isStandard: false };
  const winner = colorOfLetter(lower.charAt(0));
  if (winner && text.length === 1) return { text: { kind: 'winner', winner }, isStandard: false };
  if (winner && text.charAt(1) === '+') {
    return readAfterPlus(winner, text.slice(2), text.charAt(0) === 'B' || text.charAt(0) === 'W');
  }
  const found = readWordyResult(lower) ?? readEastAsianResult(text);
  return found ? { text: found, isStandard: false } : MALFORMED;
});

function colorOfLetter(letter: string): Color | undefined {
  return letter === 'b' ? 'black' : letter === 'w' ? 'white' : undefined;
}

function readAfterPlus(winner: Color, tail: string, upperCase: boolean): ReadResult {
  if (tail === '') return { text: { kind: 'winner', winner }, isStandard: upperCase };
  if (Object.hasOwn(ENDINGS, tail)) {
    return { text: { kind: 'ended', winner, by: ENDINGS[tail]! }, isStandard: upperCase };
  }
  const points = parseReal(tail);
  if (points !== undefined && isUnsigned(tail)) return margin(winner, points, upperCase);
  // What follows a comma or stands in parentheses explains the result and does not change it.
  const essence = tail
    .split(/,\s|\(|;/, 1)[0]!
    .trim()
    .toLowerCase();
  if (essence === '' || ADJUDICATED.includes(essence))
    return { text: { kind: 'winner', winner }, isStandard: false };
  if (Object.hasOwn(ENDINGS_LOOSE, essence)) {
    return { text: { kind: 'ended', winner, by: ENDINGS_LOOSE[essence]! }, isStandard: false };
  }
  const inZi = /(zi|子)$/u.test(essence);
  const loose = parseLooseNumber(essence.replace(/\s*(points?|pts?|moku|zi|子|目|집)\.?$/u, ''));
  if (loose === undefined || !isUnsigned(essence)) return MALFORMED;
  return inZi
    ? { text: { kind: 'margin', winner, points: loose * 2, isZi: true }, isStandard: false }
    : margin(winner, loose, false);
}

function isUnsigned(text: string): boolean {
  const code = text.charCodeAt(0);
  return code !== 43 && code !== 45;
}

/** A margin of nothing is no count: servers write it for a winner whose margin they do not know. */
function margin(winner: Color, points: number, isStandard: boolean): ReadResult {
  if (points === 0) return { text: { kind: 'winner', winner }, isStandard: false };
  return { text: { kind: 'margin', winner, points, isZi: false }, isStandard };
}
