import type { Color } from '../color.js';
import { row, type Family } from './family.js';

/** How a repetition may be settled: by the players' agreement as no result or a draw, or by a referee. */
export type SettledRepetition = {
  readonly as: 'no-result' | 'jigo' | 'referee';
  /** `Japanese 1989, article 12`; '' where none is known. */
  readonly article: string;
};

type RepeatedPosition = {
  readonly cycle: number;
  /** The sentence that forbids it by its wording, where the text is usually read as having only the basic ko. */
  readonly letter?: string;
  readonly settled?: SettledRepetition;
};

/** Findings about single moves: legality, turns, repetition, and the node that a move is in. */
export const MOVE_FINDINGS = {
  'move/off-board': row<{ readonly value: string }>('error'),
  'move/occupied': row<{ readonly by: Color }>('error'),
  'move/self-capture': row<{ readonly stones: number }>('error'),
  /** `passLeftOut`: as for `move/out-of-turn`; two passes before the move are then missing. */
  'move/ko': row<{ readonly passLeftOut?: true }>('error'),
  'move/superko-positional': row<RepeatedPosition>('error'),
  'move/superko-situational': row<RepeatedPosition>('error'),
  'move/superko-natural': row<RepeatedPosition>('error'),
  /**
   * A repetition the applied ruleset allows. `under`: the definitions that would forbid it, joined by commas; `isStartOfNobody`: it is a
   * ko retaken at once, but it is not known who created the position that it restores.
   */
  'move/repetition': row<{
    readonly cycle: number;
    readonly under: string;
    readonly isStartOfNobody?: boolean;
    readonly settled?: SettledRepetition;
  }>('note'),
  /** A repetition on which the ruleset's ko rule cannot rule from the positions alone. `under` as above. */
  'move/ko-undecided': row<{ readonly cycle: number; readonly under: string }>('warning'),
  /**
   * `passLeftOut`: the server enforces turns and records no passes; `isResumption`: play continues after the passes that stopped it,
   * and the text does not say who plays first then.
   */
  'move/out-of-turn': row<{
    readonly expected: Color;
    readonly passLeftOut: boolean;
    readonly isResumption?: boolean;
    /** The moves before and after have the same color: that of the move may be wrong. */
    readonly isBetween?: boolean;
  }>('warning'),
  'move/after-end': row<{ readonly end: string }>('warning'),
  'move/both-colors': row('warning'),
  /** `only`: the one setup property of the node that is not a stone. */
  'move/with-setup': row<{ readonly only?: 'PL' }>('warning'),
  'move/resigner-moved-last': row<{ readonly result: string }>('note'),
  'move/malformed': row<{ readonly value: string }>('error'),
} satisfies Family;

/** Findings about setup stones (AB, AW, AE). */
export const SETUP_FINDINGS = {
  'setup/after-start': row<{ readonly stones: number }>('warning'),
  'setup/position': row<{ readonly black: number; readonly white: number }>('note'),
  'setup/no-liberty': row<{ readonly stones: number }>('warning'),
  'setup/overlap': row<{ readonly points: number }>('warning'),
  'setup/redundant': row<{ readonly points: number }>('note'),
} satisfies Family;
