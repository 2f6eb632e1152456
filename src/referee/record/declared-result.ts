import { type Color, opponent } from '../../core/color.js';
import type { Finding } from '../../core/findings/finding.js';
import { formatHalves, meaningOf, memo } from '../../core/text.js';
import {
  type DeclaredKomi,
  type DeclaredResult,
  type HeaderFacts,
  headerFinding,
  parseLooseNumber,
  parseReal,
  RESULT_MISSING,
} from './record.js';

export interface ReadResult {
  readonly text: ResultText;
  /** Whether the words are those of FF[4], or codes that need no repair. */
  readonly isStandard: boolean;
}

const MALFORMED: ReadResult = { text: { kind: 'malformed' }, isStandard: false };

const WHOLE = meaningOf({ jigo: '0, Draw', void: 'Void', unknown: '?' });

const WHOLE_LOOSE = meaningOf({
  'both-lose': 'both lose, both lost, both players lose, both players lost, double loss, double forfeit',
  jigo: 'draw, drawn, tie, jigo, 0.0, 1/2, ½-½, =, unentschieden, remis, partie nulle, égalité, oavgjort, tasapeli',
  void: 'void, not played, no result',
  unknown:
    'unknown, unfinished, not finished, left unfinished, suspended, game suspended, abgebrochen, has adjourned., adjourned',
});

/** After `B+` or `W+`, exactly. */
const ENDINGS = meaningOf({ resign: 'R, Resign', time: 'T, Time', forfeit: 'F, Forfeit' });

/** After `B+` or `W+` in lower case: not FF[4], but the meaning is clear. */
const ENDINGS_LOOSE = meaningOf({
  resign: 'r, r., res, res., resign, resigned, resignation',
  time: 't, time, timeout',
  forfeit: 'f, forf, forf., forfeit, bye, offline, disconnect, disconnection',
  illegal: 'illegal, repetition',
});

/**
 * After `B+` or `W+`: the winner without a margin. `J` and `AW` are in games of programs that an
 * operator or a server adjudicated.
 */
const ADJUDICATED = ['j', 'aw', '?', 'win', 'wins'];

/** Reads an RE text by the FF[4] grammar and by the forms seen in records of any origin. */
export const readResultText = memo((raw): ReadResult => {
  const text = raw.trim();
  const whole = WHOLE.get(text);
  if (whole) return { text: { kind: whole }, isStandard: true };
  const lower = text.toLowerCase();
  const loose = WHOLE_LOOSE.get(lower);
  if (loose) return { text: { kind: loose }, isStandard: false };
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
  const by = ENDINGS.get(tail);
  if (by) return { text: { kind: 'ended', winner, by }, isStandard: upperCase };
  const points = parseReal(tail);
  if (points !== undefined && isUnsigned(tail)) return margin(winner, points, upperCase);
  // What follows a comma or is in parentheses explains the result and does not change it.
  const essence = tail
    .split(/,\s|\(|;/, 1)[0]!
    .trim()
    .toLowerCase();
  if (essence === '' || ADJUDICATED.includes(essence))
    return { text: { kind: 'winner', winner }, isStandard: false };
  const ending = ENDINGS_LOOSE.get(essence);
  if (ending) return { text: { kind: 'ended', winner, by: ending }, isStandard: false };
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

/**
 * RE after repair: margins in half points, Black minus White, komi included.
 * Margins in zi are doubled: those that say so, and quarters of a point where the rules write zi or the komi has no quarter: points
 * are whole numbers, so a margin in points has the fraction of the komi.
 * Findings: `result/missing`, `result/malformed`, `result/repaired` (with what was understood).
 * Not checked: whether the moves and the count agree.
 */
export function declaredResult(facts: ResultFacts, found: Finding[]): DeclaredResult {
  const raw = facts.header.get('RE');
  const offset = facts.at.RE;
  if (raw === undefined || raw.trim() === '') {
    found.push(offset < 0 ? RESULT_MISSING : headerFinding('result/missing', {}, offset, 'FF[4] RE'));
    return { kind: 'missing' };
  }
  const read = readResultText(raw);
  const text = read.text;
  if (text.kind === 'malformed') {
    found.push(headerFinding('result/malformed', { value: raw }, offset, 'FF[4] RE'));
    return { kind: 'malformed', raw };
  }
  const repaired = repair(text, facts);
  const result = resultOf(repaired, raw);
  if (repaired !== text || !read.isStandard) {
    const args = { value: raw, meant: formatResult(result) };
    found.push(headerFinding('result/repaired', args, offset, 'FF[4] RE'));
  }
  return result;
}

type ResultFacts = HeaderFacts & { readonly komi: DeclaredKomi };

function repair(text: ResultText, facts: ResultFacts): ResultText {
  if (text.kind !== 'margin' || text.isZi) return text;
  const { winner, points } = text;
  // Fox writes codes such as 0.02 and 0.03 for a winner without a count; its margins are whole quarters.
  if (facts.origin === 'fox' && !Number.isInteger(points * 4)) return { kind: 'winner', winner };
  if (isQuarter(points) && countsZi(facts))
    return { kind: 'margin', winner, points: points * POINTS_PER_ZI, isZi: true };
  return text;
}

/** An odd number of quarter points. */
function isQuarter(points: number): boolean {
  return Number.isInteger(points * 4) && !Number.isInteger(points * 2);
}

function countsZi({ komi, zi }: ResultFacts): boolean {
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

/** The margin that a result declares in half points, 0 for a jigo; `undefined` without a count. */
export function declaredHalves(result: DeclaredResult): number | undefined {
  return result.kind === 'margin' ? result.marginHalves : result.kind === 'jigo' ? 0 : undefined;
}

/** Whether a count gives the declared margin, however RE writes it. */
export function isDeclared(
  result: DeclaredResult,
  count: { readonly resultHalves: number; readonly winner: Color | 'jigo' },
): boolean {
  return (
    declaredHalves(result) === count.resultHalves && (count.resultHalves !== 0 || count.winner === 'jigo')
  );
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

/** How a game ended without a count. */
export type EndedBy = 'resign' | 'time' | 'forfeit' | 'illegal';

/** An RE text by itself, before anything is known of its writer. */
export type ResultText =
  | { readonly kind: 'malformed' | 'unknown' | 'void' | 'jigo' | 'both-lose' }
  | { readonly kind: 'winner'; readonly winner: Color }
  /** `isZi`: the unit written is the zi, two points each, already doubled in `points`. */
  | { readonly kind: 'margin'; readonly winner: Color; readonly points: number; readonly isZi: boolean }
  | { readonly kind: 'ended'; readonly winner: Color; readonly by: EndedBy };

/** Chinese points of area are counted in zi; a margin in zi is half the margin in points. */
export const POINTS_PER_ZI = 2;

/** What a text says of one player: from the player's name to the next. */
interface Clause {
  readonly player: Color;
  readonly text: string;
}

/** The words of some languages; the endings in the order in which they are tried. */
interface Words {
  readonly wins: RegExp;
  readonly loses: RegExp;
  /** Who does this has lost, unless the clause says that the player wins. */
  readonly givesUp: RegExp;
  readonly endings: readonly (readonly [RegExp, EndedBy])[];
  readonly margin: (text: string) => Margin | undefined;
  /** Whether a margin or an ending alone, without a verb, is that of the winner. */
  readonly winsWithout: RegExp;
}

interface Margin {
  readonly points: number;
  readonly isZi: boolean;
}

/** The winner that all clauses agree upon, with the ending or margin; `undefined` if they name none or both. */
function resultIn(clauses: readonly Clause[], words: Words): ResultText | undefined {
  let winner: Color | undefined;
  let by: EndedBy | undefined;
  let margin: Margin | undefined;
  for (const { player, text } of clauses) {
    const has = { win: words.wins.test(text), loss: words.loses.test(text) };
    const isLoss = has.loss || (!has.win && words.givesUp.test(text));
    if (!has.win && !isLoss && !words.winsWithout.test(text)) continue;
    const named = isLoss ? opponent(player) : player;
    if ((has.win && has.loss) || (winner !== undefined && winner !== named)) return undefined;
    winner = named;
    by ??= words.endings.find(([word]) => word.test(text))?.[1];
    margin ??= words.margin(text);
  }
  if (winner === undefined) return undefined;
  if (by) return { kind: 'ended', winner, by };
  return margin && margin.points > 0 ? { kind: 'margin', winner, ...margin } : { kind: 'winner', winner };
}

/** No result: cancelled, or a repetition that neither side gives up. */
const VOID = /무효|패빅|无胜负|無勝負|无效|無効/u;
const DRAWN = /무승부|비김|和棋|和局|平局|持碁|持棋|ジゴ|引き?分|^빅$/u;
/** Both players lose (Japanese article 13). */
const BOTH_LOSE =
  /双方(?:とも|均|皆)?(?:判)?(?:负|負|败|敗)|両者(?:とも|共に)?(?:负|負|敗)|双负|雙負|両負|쌍방 ?패|양(?:자|쪽|측) ?(?:모두 ?)?패/u;
const UNKNOWN = /打ち?[挂掛]|봉수|미완|未完|不明|不詳|不详/u;

/** A number of moves before the result: `207수 `, `211수, `, `346수끝 `, `144단수`, `共207手`. */
const MOVES_IN_FRONT = /^共?\s{0,9}[\d.]+\s{0,9}(?:단?수끝?|手|$)?[\s,，:]*/u;

/** A komi is no margin: `贴6目半`, `덤 6집반`. */
const KOMI = /(?:贴|貼|コミ|덤)\s{0,9}[\d.又/]*(?:目|子|집)?(?:半|반)?/gu;

/** A margin: whole points, decimals or a fraction, with the unit, or half a point alone. */
const EAST_ASIAN_MARGIN =
  /^(\d{1,9}\s{0,9}\/\s{0,9}\d{1,9}|[¼½¾]|\d{1,9}(?:[.,]\d{1,9})?(?:[¼½¾]|\s{0,9}又?\s{0,9}\d{1,9}\s{0,9}\/\s{0,9}\d{1,9})?)?\s{0,9}(집|목|目|子)?\s{0,9}(반|半)?\s{0,9}(目|子)?/u;

const EAST_ASIAN: Words = {
  wins: /승|胜|勝|贏|赢/u,
  loses: /패|负|負|败|敗/u,
  givesUp: /认输|認輸|投了|投子|超时|超時|切れ|초과|기권|실격|弃权|棄権|棄權|缺席|犯规|犯規|反则|反則|반칙/u,
  endings: [
    [/불계|불게|중반승|中盘|中盤|中押|不计|不計|投了|投子|认输|認輸/u, 'resign'],
    [/시간|超时|超時|时间|時間|切れ/u, 'time'],
    [/반칙|反则|反則|犯规|犯規/u, 'illegal'],
    [/기권|실격|弃权|棄権|棄權|不戦|不战|缺席/u, 'forfeit'],
  ],
  margin: eastAsianMargin,
  winsWithout: /집|目|子|불계|불게/u,
};

function eastAsianMargin(text: string): Margin | undefined {
  const start = text.search(/[\d반半¼½¾]/u);
  if (start < 0) return undefined;
  const [, number, unit, half, last] = EAST_ASIAN_MARGIN.exec(text.slice(start))!;
  const whole = number === undefined ? 0 : parseLooseNumber(number.replace(/\s+/g, ' '));
  if (whole === undefined) return undefined;
  const isZi = unit === '子' || last === '子';
  const points = whole + (half ? 0.5 : 0);
  return { points: isZi ? points * POINTS_PER_ZI : points, isZi };
}

const DIGITS = '〇一二三四五六七八九';

/** Full-width digits, and numerals before a unit, as digits: `１５目`, `十五目`, `两目`, `四分之三子`. */
function withDigits(text: string): string {
  return text
    .replace(/[０-９]/gu, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(/[〇一二三四五六七八九十百两兩]{1,9}(?=[目子分又])/gu, (numeral) => String(valueOf(numeral)))
    .replace(/(\d{1,4})分之(\d{1,4})/gu, '$2/$1');
}

function valueOf(numeral: string): number {
  let sum = 0;
  let digit = 0;
  for (const sign of numeral) {
    if (sign === '十' || sign === '百') {
      sum += (digit || 1) * (sign === '十' ? 10 : 100);
      digit = 0;
    } else digit = sign === '两' || sign === '兩' ? 2 : DIGITS.indexOf(sign);
  }
  return sum + digit;
}

/**
 * Results in Korean, Chinese and Japanese words: `흑 불계승`, `백 3집반승`, `207수 흑불계승`, `흑승:흑1집반승`, `白胜43.5目`,
 * `黑中盘胜`, `黑胜5又四分之三子`, `白十五目半勝`, `黑超时,白胜`. `undefined` if they give no result, or name two winners.
 */
function readEastAsianResult(raw: string): ResultText | undefined {
  if (BOTH_LOSE.test(raw)) return { kind: 'both-lose' };
  if (VOID.test(raw)) return { kind: 'void' };
  if (DRAWN.test(raw)) return { kind: 'jigo' };
  const text = withDigits(raw).replace(MOVES_IN_FRONT, '');
  const [, ...parts] = text.split(/([흑黑黒백白])/u);
  if (parts.length === 0) return UNKNOWN.test(raw) ? { kind: 'unknown' } : undefined;
  const clauses: Clause[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const player = '백白'.includes(parts[i]!) ? 'white' : 'black';
    clauses.push({ player, text: parts[i + 1]!.replace(KOMI, '') });
  }
  return resultIn(clauses, EAST_ASIAN);
}

const PLAYERS = meaningOf({
  black: 'black, zwart, schwarz, noir, noirs, svart, czarne, czarny, musta',
  white: 'white, wit, weiss, weiß, blanc, blancs, vit, białe, biały, valkoinen, valkea',
});

/** English, Dutch, German, French, Swedish, Polish and Finnish words, each between spaces. */
const EUROPEAN: Words = {
  wins: / (?:wins?|won|wint|winst|gewinnt|gewonnen|gagne|victoire|vinner|vann|wygryw\S*|wygra\S*|voittaa|voitti) /u,
  loses:
    / (?:loses?|lost|verliert|verlor|verloren|verliest|perd|förlorar|förlorade|przegr\S*|häviää|hävisi) /u,
  givesUp:
    / (?:resign(?:s|ed)?|forfeit(?:s|ed)|times? out|timed out|ran out of time|gibt auf|gab auf|abandonne|ger upp|gav upp|poddał\S*|poddaj\S*|luovutti|luovuttaa) /u,
  endings: [
    [
      / (?:resign\S*|aufgabe|gibt auf|gab auf|opgave|abandon\S*|uppgift|ger upp|gav upp|podda\S*|rezygnac\S*|luovut\S*) /u,
      'resign',
    ],
    [/ (?:time|times|timed|zeit\S*|tijd|temps|tid|czas|ajalla) /u, 'time'],
    [/ (?:forfeit\S*|default|kampflos|forfait|walkover|walkower\S*) /u, 'forfeit'],
    [/ illegal\S* /u, 'illegal'],
  ],
  margin: europeanMargin,
  winsWithout: /(?!)/u,
};

const HALF = / (?:half|halben?|demi|halv|pół|puolella) /u;

function europeanMargin(text: string): Margin | undefined {
  const found = /(?:\d{1,4} )?\d{1,4} ?\/ ?\d{1,4}|\d{1,4} ?[¼½¾]|[¼½¾]|\d{1,4}(?:[.,]\d{1,4})?/u.exec(
    text,
  )?.[0];
  const points = found === undefined ? (HALF.test(text) ? 0.5 : undefined) : parseLooseNumber(found);
  if (points === undefined) return undefined;
  const isZi = text.includes(' zi ');
  return { points: isZi ? points * POINTS_PER_ZI : points, isZi };
}

/**
 * Results in European words, lower case: `b wins by 3.5`, `black wins by resignation`, `w resigned`, `schwarz gewinnt durch aufgabe`,
 * `victoire de noir`. `undefined` if they give no result, or name two winners.
 */
function readEuropeanResult(lower: string): ResultText | undefined {
  const words = lower.split(/[\s;:!]+|[.,](?=\s|$)/u).filter((word) => word !== '');
  const clauses: { readonly player: Color; text: string }[] = [];
  let before = ' ';
  words.forEach((word, i) => {
    const player = PLAYERS.get(word) ?? (i === 0 ? colorOfLetter(word) : undefined);
    if (player !== undefined) {
      clauses.push({ player, text: before });
      before = ' ';
    } else if (clauses.length === 0) before += `${word} `;
    else clauses.at(-1)!.text += `${word} `;
  });
  return resultIn(clauses, EUROPEAN);
}

/** `Black+15.5`, `W + R`: the winner, and what stands behind the plus. */
function aroundPlus(lower: string): { readonly winner: Color; readonly tail: string } | undefined {
  const plus = lower.indexOf('+');
  const word = lower.slice(0, Math.max(plus, 0)).trim();
  const winner = PLAYERS.get(word) ?? colorOfLetter(word);
  return winner && { winner, tail: lower.slice(plus + 1).trim() };
}
