import { opponent, type Color } from '../core/color.js';
import { parseLooseNumber } from './number.js';
import type { EndedBy, ResultText } from './result-kinds.js';

/** Chinese points of area are counted in zi; a margin in zi is half the margin in points. */
const POINTS_PER_ZI = 2;

/** How a game ended without a count. Korean, Chinese and Japanese words, the first that is found. */
const HOW: readonly (readonly [RegExp, EndedBy])[] = [
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

/** Number of moves in front: `207수 `, `211수, `, `346수끝 `, `144단수`, `共207手`. */
const MOVES_IN_FRONT = /^共?\s*[\d.]+\s*(?:단?수끝?|手|$)?[\s,，:]*/u;

/** A margin: whole points, decimals or a fraction, with the unit, or half a point alone. */
const MARGIN =
  /(\d+\s*\/\s*\d+|\d+(?:[.,]\d+)?(?:\s*又?\s*\d+\s*\/\s*\d+)?)?\s*(집|목|目|子)?\s*(반|半)?\s*(目|子)?/u;

const COLOR = /흑|백|黑|黒|白/u;
const LOSES = /^[^승胜勝]*(?:패|负|負)/u;

/**
 * Results in Korean, Chinese and Japanese words: `흑 불계승`, `백 3집반승`, `207수 흑불계승`, `흑승:흑1집반승`,
 * `白胜43.5目`, `黑中盘胜`, `黑胜3又3/4子`, `白半目勝`. `undefined` when they tell no result.
 */
export function readEastAsianResult(raw: string): ResultText | undefined {
  if (BOTH_LOSE.test(raw)) return { kind: 'both-lose' };
  if (VOID.test(raw)) return { kind: 'void' };
  if (DRAWN.test(raw)) return { kind: 'jigo' };
  const text = raw.replace(MOVES_IN_FRONT, '');
  const color = COLOR.exec(text)?.[0];
  if (color === undefined) return UNKNOWN.test(raw) ? { kind: 'unknown' } : undefined;
  const player: Color = color === '백' || color === '白' ? 'white' : 'black';
  const rest = text.slice(text.indexOf(color) + color.length);
  const loses = LOSES.test(rest);
  if (!loses && !/승|胜|勝|勝ち|贏|赢|집|目|子|불계|불게/u.test(rest)) return undefined;
  const winner = loses ? opponent(player) : player;
  const by = HOW.find(([word]) => word.test(rest))?.[1];
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
