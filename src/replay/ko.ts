import type { Stone } from '../core/color.js';
import type { Ruleset, SuperkoRule } from '../rules/ruleset.js';
import { NEVER, type History } from './history.js';

/** The fields of a ruleset that forbid board plays. */
export type KoRules = Pick<Ruleset, 'basicKo' | 'superko' | 'startCounts' | 'selfCapture'>;

/** What every ruleset forbids, plus the basic ko: applied when the ruleset is not known. */
export const COMMON_RULES: KoRules = {
  basicKo: true,
  superko: 'none',
  startCounts: true,
  selfCapture: 'multi',
};

export type Superko = Exclude<SuperkoRule, 'none'>;

/** A board play that made a position which stood before. */
export interface Repetition {
  /** `ko` and superko rules: what forbids it; `allowed`: nothing in the ruleset. */
  readonly verdict: 'ko' | Superko | 'allowed';
  /** Move number after which the position stood before; 0 is the start. The first one that the verdict rests on. */
  readonly repeats: number;
  /** Definitions that forbid it, whatever the ruleset, the start position being an earlier one; joined by commas. */
  readonly under: string;
}

/**
 * Judges the position that `history.seek` found after a board play, before it is taken down again.
 * `koFrom`: move number before the opponent's immediately preceding board play when the position is the one of then, else NEVER.
 * Definitions: basic ko is the position before the opponent's board play just made; positional any earlier one;
 * situational one with the same player to move; natural one that the player had made by a board play.
 */
export function judgeRepetition(history: History, player: Stone, koFrom: number, rules: KoRules): Repetition {
  const other = (3 - player) as Stone;
  const repeats = {
    positional: earliest(history.firstToMove(player), history.firstToMove(other)),
    situational: history.firstToMove(other),
    natural: history.firstMadeBy(player),
  };
  const { superko } = rules;
  const broken = superko !== 'none' && repeats[superko] !== NEVER;
  const under = history.isStart && !rules.startCounts ? withStart(history, player, repeats) : repeats;
  const names = (['positional', 'situational', 'natural'] as const)
    .filter((name) => under[name] !== NEVER)
    .join(',');
  if (koFrom !== NEVER && (rules.basicKo || broken)) return { verdict: 'ko', repeats: koFrom, under: names };
  if (broken) {
    return { verdict: superko, repeats: repeats[superko], under: names };
  }
  return { verdict: 'allowed', repeats: under.positional, under: names };
}

type FirstMoves = Readonly<Record<Superko, number>>;

/** The first moves as they would be if the start position counted, made by the player not to move. */
function withStart(history: History, player: Stone, repeats: FirstMoves): FirstMoves {
  const { start, startToMove } = history;
  return {
    positional: start,
    situational: startToMove === player ? repeats.situational : start,
    natural: startToMove === player ? repeats.natural : start,
  };
}

function earliest(one: number, two: number): number {
  return one === NEVER ? two : two === NEVER ? one : Math.min(one, two);
}
