import type { Stone } from '../../core/color.js';
import type { Ruleset, SuperkoRule } from '../../go/rules/ruleset.js';
import { type History, NEVER } from '../../go/board/history.js';

/** The fields of a ruleset that forbid board plays. */
export type KoRules = Pick<Ruleset, 'basicKo' | 'superko' | 'startCounts' | 'selfCapture'>;

/** What every ruleset forbids, plus the basic ko: applied when the ruleset is not known. */
export const COMMON_RULES: KoRules = {
  basicKo: true,
  superko: 'none',
  startCounts: true,
  selfCapture: 'multi',
};

export type Superko = Exclude<SuperkoRule, 'none' | 'fighting-disturbing'>;

/** A board play that made a position that occurred before. */
export interface Repetition {
  /** `ko` and superko rules: what forbids it; `allowed`: nothing in the ruleset; `undecided`: it depends on more than a record shows. */
  readonly verdict: 'ko' | Superko | 'allowed' | 'undecided';
  /** Move number after which the position occurred before; 0 is the start. The first one that the verdict rests on. */
  readonly repeats: number;
  /** Definitions that forbid it, whatever the ruleset, if the start position counts as an earlier one; joined by commas. */
  readonly under: string;
  /** The first moves of each of them, NEVER where it does not forbid. */
  readonly first: FirstMoves;
  /** A ko retaken at once, allowed only because nobody is known to have made the start position that it restores. */
  readonly isStartOfNobody: boolean;
}

/** What the rules of fighting and disturbing ko depend on besides the earlier positions. */
export interface KoFight {
  /** The board play before this one restored a position too: a full cycle has been played already. */
  readonly hasCycled: boolean;
  /** The opponent's move before the play took nothing, so that another board or pass play lies in between. */
  readonly isAfterPause: boolean;
}

/**
 * Judges the position that `history.seek` found after a board play, before it is recorded.
 * `koFrom`: move number before the opponent's immediately preceding board play if the position is again the same, else NEVER.
 * `fight`: given where the rules depend on it.
 * Definitions: basic ko is the position before the opponent's board play just made; positional any earlier one;
 * situational one with the same player to move; natural one that the player had made by a board play.
 *
 * Fighting and disturbing ko (Ing): whether life and death depend on the ko does not follow from the positions, so only what both
 * kinds of ko have in common is decided. Stones of a fighting ko may be taken again after another board or pass play,
 * and a disturbing ko may run through one full cycle: the first restoration after such a play is allowed under both.
 * Any other, but the basic ko, is undecided.
 */
export function judgeRepetition(
  history: History,
  player: Stone,
  koFrom: number,
  rules: KoRules,
  fight: KoFight | undefined,
): Repetition {
  const other = (3 - player) as Stone;
  const repeats = {
    positional: earliest(history.firstToMove(player), history.firstToMove(other)),
    situational: history.firstToMove(other),
    natural: history.firstMadeBy(player),
  };
  const { superko } = rules;
  const broken = isSuperko(superko) && repeats[superko] !== NEVER;
  const under = history.isStart && !rules.startCounts ? withStart(history, player, repeats) : repeats;
  const names =
    NAMES[
      (under.positional === NEVER ? 0 : 1) +
        (under.situational === NEVER ? 0 : 2) +
        (under.natural === NEVER ? 0 : 4)
    ]!;
  // Without a spread, which takes ten times as long: records made to waste time repeat with every move.
  const made = (verdict: Repetition['verdict'], from: number, isStartOfNobody = false): Repetition => {
    return { verdict, repeats: from, under: names, first: under, isStartOfNobody };
  };
  if (koFrom !== NEVER && (rules.basicKo || broken)) return made('ko', koFrom);
  if (broken) return made(superko, repeats[superko]);
  const isUndecided = fight !== undefined && (fight.hasCycled || !fight.isAfterPause);
  const isStartOfNobody = koFrom !== NEVER && isSuperko(superko) && under[superko] !== NEVER;
  return made(isUndecided ? 'undecided' : 'allowed', under.positional, isStartOfNobody);
}

/** Names of definitions joined by commas, by sums of 1 (positional), 2 (situational) and 4 (natural). */
const NAMES = Array.from({ length: 8 }, (_, bits) =>
  ['positional', 'situational', 'natural'].filter((_, i) => (bits & (1 << i)) !== 0).join(','),
);

/** Whether a rule on repetition is decided by the positions alone. */
export function isSuperko(rule: SuperkoRule): rule is Superko {
  return rule !== 'none' && rule !== 'fighting-disturbing';
}

/** Whether the ruleset forbids the play. */
export function isForbidden({ verdict }: Repetition): boolean {
  return verdict !== 'allowed' && verdict !== 'undecided';
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
