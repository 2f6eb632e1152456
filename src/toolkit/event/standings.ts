import type { Color } from '../../core/color.js';
import { formatHalves } from '../../core/text.js';
import type { TableDraft } from './table.js';
import { stepsOf } from './terms.js';

/**
 * Places by the criteria of a pairing program, which its file does not hold. Read from OpenGotha's export of an event (the wall list
 * has its MMS, SOS and SOSOS), with which these agree; Pairgoth took its criteria from there.
 */

/** What a tournament file says of its standings. Ranks as `30k`; points in halves. */
export interface StandingRules {
  /** Names of the criteria, the first decides first: `MMS`, `NBW`, `SOSM`, `SOSW`, `SOSOSM`, `SOSOSW`. Those after another one are left out. */
  readonly criteria: readonly string[];
  /** Ranks below the floor and above the bar start with the points of these. */
  readonly floor: string;
  readonly bar: string;
  /** The rank that starts with no point. */
  readonly zero: string;
  /** Points for a round without a game, and with a bye: of MMS, and of wins. */
  readonly absent: PointsOf;
  readonly bye: PointsOf;
  /** Half points of a sum are cut off. */
  readonly isRoundedDown: boolean;
}

type PointsOf = Readonly<Record<Score, number>>;

/** McMahon score, or number of wins. */
type Score = 'MMS' | 'NBW';

/** Each criterion as the sum of another one over the opponents, `undefined` where it is a score itself. */
const CRITERIA: ReadonlyMap<string, { readonly score: Score; readonly of?: string }> = new Map([
  ['MMS', { score: 'MMS' }],
  ['SOSM', { score: 'MMS', of: 'MMS' }],
  ['SOSOSM', { score: 'MMS', of: 'SOSM' }],
  ['NBW', { score: 'NBW' }],
  ['SOSW', { score: 'NBW', of: 'NBW' }],
  ['SOSOSW', { score: 'NBW', of: 'SOSW' }],
]);

/** A round of a player: the opponent, what the player scored in halves, and the stones by which the opponent was the weaker one. */
interface Played {
  readonly opponent: number;
  readonly halves: number;
  readonly stones: number;
}

/**
 * Gives every player a place and the values of the criteria; none where a criterion decides that is not in `CRITERIA`, or where the
 * table has no games. Players with the same values stay in the order of the file. A result that is not known counts as a loss.
 */
export function placePlayers(draft: TableDraft, rules: StandingRules): void {
  const unknown = rules.criteria.findIndex((name) => !CRITERIA.has(name));
  const criteria = unknown < 0 ? rules.criteria : rules.criteria.slice(0, unknown);
  if (criteria.length === 0 || draft.pairings.length === 0) return;
  const rounds = roundsOf(draft);
  const sums = new Map<string, readonly number[]>();
  for (const name of criteria) valuesOf(rounds, rules, name, sums);
  const rows = draft.players.map((player, i) => ({
    player,
    values: criteria.map((name) => sums.get(name)![i]!),
    standing: 0,
  }));
  const order = [...rows].sort((a, b) => {
    const at = a.values.findIndex((value, i) => value !== b.values[i]);
    return at < 0 ? 0 : b.values[at]! - a.values[at]!;
  });
  for (const [i, row] of order.entries()) row.standing = i + 1;
  draft.criteria.push(...criteria);
  draft.players = rows.map(({ player, values, standing }) => ({
    ...player,
    standing,
    criteria: values.map(formatHalves),
  }));
}

/** The rounds of a player. */
interface Rounds {
  readonly rank: string;
  readonly played: Played[];
  byes: number;
  /** All of the event so far. */
  readonly count: number;
}

function roundsOf({ players, pairings, byes }: TableDraft): readonly Rounds[] {
  const count = pairings.reduce((most, { round }) => Math.max(most, round), 0);
  const all = players.map(({ rank }): Rounds => ({ rank, played: [], byes: 0, count }));
  for (const { black, white, result, handicap = 0 } of pairings) {
    const { outcome } = result;
    const halvesOf = (color: Color): number =>
      outcome === color || outcome === 'both-win' ? 2 : outcome === 'jigo' ? 1 : 0;
    all[black]!.played.push({ opponent: white, halves: halvesOf('black'), stones: -handicap });
    all[white]!.played.push({ opponent: black, halves: halvesOf('white'), stones: handicap });
  }
  for (const { round, player } of byes) if (round <= count) all[player]!.byes++;
  return all;
}

/** The values of a criterion in halves, by player. */
function valuesOf(
  all: readonly Rounds[],
  rules: StandingRules,
  name: string,
  sums: Map<string, readonly number[]>,
): readonly number[] {
  const known = sums.get(name);
  if (known) return known;
  const { score, of } = CRITERIA.get(name)!;
  const opposed = of === undefined ? undefined : valuesOf(all, rules, of, sums);
  const values = all.map(({ rank, played, byes, count }) => {
    const start = score === 'MMS' ? startOf(rank, rules) : 0;
    const absent = Math.max(0, count - played.length - byes);
    if (opposed) {
      // A round without an opponent counts as one against oneself at the start.
      const without = of === score ? start : start * count;
      const over = (sum: number, { opponent, stones }: Played): number =>
        sum + opposed[opponent]! + (of === 'MMS' ? 2 * stones : 0);
      return played.reduce(over, without * (byes + absent));
    }
    const won = played.reduce((sum, { halves }) => sum + halves, start);
    const sum = won + byes * rules.bye[score] + absent * rules.absent[score];
    return rules.isRoundedDown ? 2 * Math.floor(sum / 2) : sum;
  });
  sums.set(name, values);
  return values;
}

function startOf(rank: string, { floor, bar, zero }: StandingRules): number {
  const [low = 0, high = 0, none = 0] = [floor, bar, zero].map(stepsOf);
  return 2 * (Math.min(Math.max(stepsOf(rank) ?? low, low), high) - none);
}
