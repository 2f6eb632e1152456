import { type Color, opponent } from '../core/color.js';
import type { Finding } from '../findings/finding.js';
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

/** How a game ended without a count. */
export type EndedBy = 'resign' | 'time' | 'forfeit' | 'illegal';

/** An RE text by itself, before anything is known of its writer. */
type ResultText =
  | { readonly kind: 'malformed' | 'unknown' | 'void' | 'jigo' | 'both-lose' }
  | { readonly kind: 'winner'; readonly winner: Color }
  /** `isZi`: the unit written is the zi, two points each, already doubled in `points`. */
  | { readonly kind: 'margin'; readonly winner: Color; readonly points: number; readonly isZi: boolean }
  | { readonly kind: 'ended'; readonly winner: Color; readonly by: EndedBy };

/** Chinese points of area are counted in zi; a margin in zi is half the margin in points. */
const POINTS_PER_ZI = 2;

/** Korean, Chinese and Japanese words for the end of a game without a count; the first that matches applies. */
const EAST_ASIAN_ENDINGS: readonly (readonly [RegExp, EndedBy])[] = [
  [/불계|불게|중반승|中盘|中盤|中押|不计|不計|投了|认输|認輸/u, 'resign'],
  [/시간|超时|超時|时间|時間|切れ/u, 'time'],
  [/반칙|反则|反則|犯规|犯規/u, 'illegal'],
  [/기권|실격|弃权|棄権|棄權|不戦|不战|缺席/u, 'forfeit'],
];

/** No result: cancelled, or a repetition that neither side gives up. */
const VOID = /무효|패빅|无胜负|無勝負|无效|無効/u;
const DRAWN = /무승부|비김|和棋|和局|平局|持碁|持棋|ジゴ|引き?分/u;
/** Both players lose (Japanese article 13). */
const BOTH_LOSE =
  /双方(?:とも|均|皆)?(?:判)?(?:负|負|败|敗)|両者(?:とも|共に)?(?:负|負|敗)|双负|雙負|両負|쌍방\s*패|양(?:자|쪽|측)\s*(?:모두\s*)?패/u;
const UNKNOWN = /打挂|打掛|봉수|미완|未完|不明|不詳|不详/u;

/** A number of moves before the result: `207수 `, `211수, `, `346수끝 `, `144단수`, `共207手`. */
const MOVES_IN_FRONT = /^共?\s*[\d.]+\s*(?:단?수끝?|手|$)?[\s,，:]*/u;

/** A margin: whole points, decimals or a fraction, with the unit, or half a point alone. */
const MARGIN =
  /^(\d{1,9}\s{0,9}\/\s{0,9}\d{1,9}|\d{1,9}(?:[.,]\d{1,9})?(?:\s{0,9}又?\s{0,9}\d{1,9}\s{0,9}\/\s{0,9}\d{1,9})?)?\s{0,9}(집|목|目|子)?\s{0,9}(반|半)?\s{0,9}(目|子)?/u;

const COLOR = /흑|백|黑|黒|白/u;
const EAST_ASIAN_LOSES = /^[^승胜勝]*(?:패|负|負)/u;

/**
 * Results in Korean, Chinese and Japanese words: `흑 불계승`, `백 3집반승`, `207수 흑불계승`, `흑승:흑1집반승`,
 * `白胜43.5目`, `黑中盘胜`, `黑胜3又3/4子`, `白半目勝`. `undefined` if they give no result.
 */
function readEastAsianResult(raw: string): ResultText | undefined {
  if (BOTH_LOSE.test(raw)) return { kind: 'both-lose' };
  if (VOID.test(raw)) return { kind: 'void' };
  if (DRAWN.test(raw)) return { kind: 'jigo' };
  const text = raw.replace(MOVES_IN_FRONT, '');
  const color = COLOR.exec(text)?.[0];
  if (color === undefined) return UNKNOWN.test(raw) ? { kind: 'unknown' } : undefined;
  const player: Color = color === '백' || color === '白' ? 'white' : 'black';
  const rest = text.slice(text.indexOf(color) + color.length);
  const loses = EAST_ASIAN_LOSES.test(rest);
  if (!loses && !/승|胜|勝|勝ち|贏|赢|집|目|子|불계|불게/u.test(rest)) return undefined;
  const winner = loses ? opponent(player) : player;
  const by = EAST_ASIAN_ENDINGS.find(([word]) => word.test(rest))?.[1];
  if (by) return { kind: 'ended', winner, by };
  return readMargin(rest, winner) ?? { kind: 'winner', winner };
}

function readMargin(rest: string, winner: Color): ResultText | undefined {
  const start = rest.search(/[\d반半]/u);
  if (start < 0) return undefined;
  const match = MARGIN.exec(rest.slice(start))!;
  const whole = match[1] === undefined ? 0 : parseLooseNumber(match[1].replace(/\s+/g, ' '));
  if (whole === undefined) return undefined;
  const points = whole + (match[3] ? 0.5 : 0);
  if (points === 0) return undefined;
  const isZi = match[2] === '子' || match[4] === '子';
  return { kind: 'margin', winner, points: isZi ? points * POINTS_PER_ZI : points, isZi };
}

const PLAYERS: Readonly<Record<string, Color>> = {
  b: 'black',
  black: 'black',
  zwart: 'black',
  schwarz: 'black',
  noir: 'black',
  svart: 'black',
  w: 'white',
  white: 'white',
  wit: 'white',
  weiss: 'white',
  weiß: 'white',
  blanc: 'white',
  vit: 'white',
};

/** Beginnings of words for the end of a game, in the order in which they are tried. */
const HOW: readonly (readonly [RegExp, EndedBy])[] = [
  [/\bresign|\baufgabe|\bopgave/u, 'resign'],
  [/\btime|\bzeit|\btijd/u, 'time'],
  [/\bforfeit|\bdefault/u, 'forfeit'],
  [/\billegal/u, 'illegal'],
];

/** Words after a player that mean that the player lost. */
const LOSES = /^(resign(s|ed)?|loses?|lost|forfeits?|forfeited|times? out|timed out)\b/u;
const WINS = /^(wins?|won|win[sn]t|gewinnt)\b/u;

/**
 * Results in European words, lower case: `b wins by 3.5`, `black wins by resignation`, `w resigned`.
 * `undefined` if it does not begin with a color.
 */
function readWordyResult(text: string): ResultText | undefined {
  const [first = '', ...others] = text.split(/\s+/);
  if (!Object.hasOwn(PLAYERS, first)) return undefined;
  const player = PLAYERS[first]!;
  const rest = others.join(' ');
  const by = HOW.find(([word]) => word.test(rest))?.[1];
  if (LOSES.test(rest)) {
    const winner = opponent(player);
    return by ? { kind: 'ended', winner, by } : { kind: 'winner', winner };
  }
  if (!WINS.test(rest)) return undefined;
  if (by) return { kind: 'ended', winner: player, by };
  const number = rest
    .replace(WINS, '')
    .replace(/^\s*by\s+/, '')
    .replace(/\s{0,9}(points?|pts?|moku)?\.?$/, '');
  const points = parseLooseNumber(number.trim());
  return points !== undefined && points > 0
    ? { kind: 'margin', winner: player, points, isZi: false }
    : { kind: 'winner', winner: player };
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

const ENDED = { resign: 'R', time: 'T', forfeit: 'F', illegal: 'Illegal' } as const;

/** A declared result in FF[4] words (`B+3.5`, `W+R`, `Draw`, `Void`, `?`); '' when there is none, `both lose` where FF[4] has none. */
export function formatResult(result: DeclaredResult): string {
  switch (result.kind) {
    case 'margin':
      return `${result.winner === 'black' ? 'B' : 'W'}+${String(Math.abs(result.marginHalves) / 2)}`;
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
