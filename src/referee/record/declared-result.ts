import type { Color } from '../../core/color.js';
import { formatHalves } from '../../core/text.js';
import type { Finding } from '../../core/findings/finding.js';
import {
  headerFinding,
  memo,
  parseLooseNumber,
  parseReal,
  RESULT_MISSING,
  type DeclaredKomi,
  type DeclaredResult,
  type Origin,
  type ZiUse,
} from './record.js';
import {
  aroundPlus,
  type EndedBy,
  POINTS_PER_ZI,
  readEastAsianResult,
  readEuropeanResult,
  type ResultText,
} from './result-words.js';

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
  unentschieden: 'jigo',
  remis: 'jigo',
  'partie nulle': 'jigo',
  égalité: 'jigo',
  oavgjort: 'jigo',
  tasapeli: 'jigo',
  void: 'void',
  'not played': 'void',
  'no result': 'void',
  unknown: 'unknown',
  unfinished: 'unknown',
  'not finished': 'unknown',
  'left unfinished': 'unknown',
  suspended: 'unknown',
  'game suspended': 'unknown',
  abgebrochen: 'unknown',
  'has adjourned.': 'unknown',
  adjourned: 'unknown',
};

/** After `B+` or `W+`, exactly. */
const ENDINGS: Readonly<Record<string, EndedBy>> = {
  R: 'resign',
  Resign: 'resign',
  T: 'time',
  Time: 'time',
  F: 'forfeit',
  Forfeit: 'forfeit',
};

/** After `B+` or `W+` in lower case: not FF[4], but the meaning is clear. */
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
  bye: 'forfeit',
  offline: 'forfeit',
  disconnect: 'forfeit',
  disconnection: 'forfeit',
  illegal: 'illegal',
  repetition: 'illegal',
};

/**
 * After `B+` or `W+`: the winner without a margin. `J` and `AW` are in games of programs that an
 * operator or a server adjudicated.
 */
const ADJUDICATED = ['j', 'aw', '?', 'win', 'wins'];

/** Reads an RE text by the FF[4] grammar and by the forms seen in records of any origin. */
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
  const named = aroundPlus(lower);
  if (named) return readAfterPlus(named.winner, named.tail, false);
  const found = readEuropeanResult(lower) ?? readEastAsianResult(text);
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
  // What follows a comma or is in parentheses explains the result and does not change it.
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
  const loose = parseLooseNumber(essence.replace(/\s{0,9}(points?|pts?|moku|zi|子|目|집)\.?$/u, ''));
  if (loose === undefined || !isUnsigned(essence)) return MALFORMED;
  return inZi
    ? { text: { kind: 'margin', winner, points: loose * 2, isZi: true }, isStandard: false }
    : margin(winner, loose, false);
}

function isUnsigned(text: string): boolean {
  const code = text.charCodeAt(0);
  return code !== 43 && code !== 45;
}

/** A margin of 0 is not a count: servers write it for a winner whose margin they do not know. */
function margin(winner: Color, points: number, isStandard: boolean): ReadResult {
  if (points === 0) return { text: { kind: 'winner', winner }, isStandard: false };
  return { text: { kind: 'margin', winner, points, isZi: false }, isStandard };
}

/** What the declared result is read from. */
export interface ResultTexts {
  /** RE, `undefined` when there is none. */
  readonly result: string | undefined;
  readonly origin: Origin;
  readonly zi: ZiUse;
  readonly komi: DeclaredKomi;
  /** Byte offset of RE, -1 when there is none. */
  readonly offset: number;
}

/**
 * RE after repair: margins in half points, Black minus White, komi included.
 * Margins in zi are doubled: those that say so, and quarters of a point where the rules write zi or the komi has no quarter: points
 * are whole numbers, so a margin in points has the fraction of the komi.
 * Findings: `result/missing`, `result/malformed`, `result/repaired` (with what was understood).
 * Not checked: whether the moves and the count agree.
 */
export function declaredResult(texts: ResultTexts, found: Finding[]): DeclaredResult {
  const raw = texts.result;
  if (raw === undefined || raw.trim() === '') {
    found.push(
      texts.offset < 0 ? RESULT_MISSING : headerFinding('result/missing', {}, texts.offset, 'FF[4] RE'),
    );
    return { kind: 'missing' };
  }
  const read = readResultText(raw);
  const text = read.text;
  if (text.kind === 'malformed') {
    found.push(headerFinding('result/malformed', { value: raw }, texts.offset, 'FF[4] RE'));
    return { kind: 'malformed', raw };
  }
  const repaired = repair(text, texts);
  const result = resultOf(repaired, raw);
  if (repaired !== text || !read.isStandard) {
    const args = { value: raw, meant: formatResult(result) };
    found.push(headerFinding('result/repaired', args, texts.offset, 'FF[4] RE'));
  }
  return result;
}

function repair(text: ResultText, texts: ResultTexts): ResultText {
  if (text.kind !== 'margin' || text.isZi) return text;
  const { winner, points } = text;
  // Fox writes codes such as 0.02 and 0.03 for a winner without a count; its margins are whole quarters.
  if (texts.origin === 'fox' && !Number.isInteger(points * 4)) return { kind: 'winner', winner };
  if (isQuarter(points) && countsZi(texts))
    return { kind: 'margin', winner, points: points * POINTS_PER_ZI, isZi: true };
  return text;
}

/** An odd number of quarter points. */
function isQuarter(points: number): boolean {
  return Number.isInteger(points * 4) && !Number.isInteger(points * 2);
}

function countsZi({ komi, zi }: ResultTexts): boolean {
  if (komi.kind !== 'komi') return zi === 'written';
  return komi.repair === 'zi' || (zi !== 'never' && !isQuarter(komi.halves / 2));
}

function resultOf(text: ResultText, raw: string): DeclaredResult {
  switch (text.kind) {
    case 'margin': {
      const halves = text.points * 2;
      return {
        kind: 'margin',
        raw,
        winner: text.winner,
        marginHalves: text.winner === 'black' ? halves : -halves,
      };
    }
    case 'winner':
      return { kind: 'winner', raw, winner: text.winner };
    case 'ended':
      return { kind: 'ended', raw, winner: text.winner, by: text.by };
    case 'jigo':
    case 'void':
    case 'both-lose':
    case 'unknown':
    case 'malformed':
      return { kind: text.kind, raw };
  }
}

/** How a game ended without a count, as FF[4] writes it after the sign. */
export const ENDED = { resign: 'R', time: 'T', forfeit: 'F', illegal: 'Illegal' } as const;

/** A declared result in FF[4] words (`B+3.5`, `W+R`, `Draw`, `Void`, `?`); '' when there is none, `both lose` where FF[4] has none. */
export function formatResult(result: DeclaredResult): string {
  switch (result.kind) {
    case 'margin':
      return `${result.winner === 'black' ? 'B' : 'W'}+${formatHalves(Math.abs(result.marginHalves))}`;
    case 'winner':
      return result.winner === 'black' ? 'B+' : 'W+';
    case 'ended':
      return `${result.winner === 'black' ? 'B' : 'W'}+${ENDED[result.by]}`;
    case 'jigo':
      return 'Draw';
    case 'void':
      return 'Void';
    case 'both-lose':
      return 'both lose';
    case 'unknown':
      return '?';
    case 'malformed':
    case 'missing':
      return '';
  }
}
