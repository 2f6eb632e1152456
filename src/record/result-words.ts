import { opponent, type Color } from '../core/color.js';
import { parseLooseNumber } from './number.js';
import type { EndedBy, ResultText } from './result-kinds.js';

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

/** Beginnings of words that tell how a game ended, in the order in which they are looked for. */
const HOW: readonly (readonly [RegExp, EndedBy])[] = [
  [/\bresign|\baufgabe|\bopgave/u, 'resign'],
  [/\btime|\bzeit|\btijd/u, 'time'],
  [/\bforfeit|\bdefault/u, 'forfeit'],
  [/\billegal/u, 'illegal'],
];

/** Words behind a player by which that player loses. */
const LOSES = /^(resign(s|ed)?|loses?|lost|forfeits?|forfeited|times? out|timed out)\b/u;
const WINS = /^(wins?|won|win[sn]t|gewinnt)\b/u;

/**
 * Results in European words, lower case: `b wins by 3.5`, `black wins by resignation`, `w resigned`.
 * `undefined` when no color stands at the beginning.
 */
export function readWordyResult(text: string): ResultText | undefined {
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
    .replace(/\s*(points?|pts?|moku)?\.?$/, '');
  const points = parseLooseNumber(number.trim());
  return points !== undefined && points > 0
    ? { kind: 'margin', winner: player, points, isZi: false }
    : { kind: 'winner', winner: player };
}
