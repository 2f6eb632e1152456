import type { Color } from '../core/color.js';

/** Repetition of whole-board positions; see RULES: every one limits board plays only, passes are always legal. */
export const SUPERKO_RULES = ['none', 'positional', 'situational', 'natural'] as const;
export type SuperkoRule = (typeof SUPERKO_RULES)[number];

/** `forbidden`; `multi`: two stones or more; `allowed`: a single stone too, unless a repetition rule forbids it. */
export const SELF_CAPTURE_RULES = ['forbidden', 'multi', 'allowed'] as const;
export type SelfCaptureRule = (typeof SELF_CAPTURE_RULES)[number];

export const COUNTINGS = ['territory', 'area'] as const;
export type Counting = (typeof COUNTINGS)[number];

export const SCORINGS = ['territory', 'area', 'stones', 'first-capture'] as const;
export type Scoring = (typeof SCORINGS)[number];

/** White's extra points under area counting for N handicap stones. */
export const COMPENSATIONS = ['none', 'n-1', 'n'] as const;
export type Compensation = (typeof COMPENSATIONS)[number];

export const ILLEGAL_MOVE_RULES = ['taken-back-as-pass', 'refused', 'loses', 'unstated'] as const;
export type IllegalMoveRule = (typeof ILLEGAL_MOVE_RULES)[number];

/** A komi in force from a year on (0: always), in half points. */
export interface KomiRow {
  readonly fromYear: number;
  readonly halves: number;
}

/**
 * One set of rules as orthogonal fields. Code asks for a field, never for a name.
 * Sources of each field stand in `sources`, open questions in `doubts`, both keyed by field name.
 */
export interface Ruleset {
  readonly name: string;
  readonly title: string;

  /** The play that restores the position before the opponent's immediately preceding board play is forbidden. */
  readonly basicKo: boolean;
  readonly superko: SuperkoRule;
  /** What the letter of the text forbids where practice and `superko` do not (Swedish S2: positional); for warnings only. */
  readonly literalSuperko?: SuperkoRule;
  /** A repetition the rules allow, but on which players may agree: what the game becomes. */
  readonly repetitionByAgreement: 'no-result' | 'jigo' | 'none';
  /**
   * Whether the start position (setup included) counts as an earlier position.
   * Setup counts as made by the player who is not to move (RULES 7.3): with `situational` the start is one situation
   * with its player to move, with `natural` it belongs to that player's opponent. False: nobody made it.
   */
  readonly startCounts: boolean;
  readonly selfCapture: SelfCaptureRule;
  readonly illegalMove: IllegalMoveRule;
  /** An illegal move stands once the opponent has moved (AGA rule 8). */
  readonly standsOnceAnswered: boolean;
  /** Square sizes that the text names; empty: any. */
  readonly sizes: readonly number[];

  readonly scoring: Scoring;
  /** Countings the rules offer, the default one first. Empty for `stones` and `first-capture`. */
  readonly countings: readonly Counting[];
  /** Passes in a row that end the game; 0: the rules know no pass. */
  readonly passesToEnd: number;
  /** So many passes in a row end the game with every stone alive; 0: no such rule. */
  readonly passesAllAlive: number;
  readonly passStones: boolean;
  readonly whitePassesLast: boolean;
  /** Points surrounded inside a seki count. */
  readonly sekiPoints: boolean;

  /** Newest row first; empty: the rules name no komi. */
  readonly komiEven: readonly KomiRow[];
  readonly komiHandicap: readonly KomiRow[];
  /** Other komi values in even games that the rules' users take without anyone wondering, in half points. */
  readonly komiAlsoSeen: readonly number[];
  /** The same for handicap games. */
  readonly komiHandicapAlsoSeen?: readonly number[];
  /** Komi is `komiEven` when Black passed first and one point more when White did (WMSG). */
  readonly komiByFirstPass: boolean;
  /** Who wins an exact tie; `jigo`: nobody. */
  readonly ties: 'jigo' | Color;
  readonly compensation: Compensation;
  /** Fewest stones for which compensation is given. */
  readonly compensationFrom: number;
  readonly handicapPlacement: 'fixed' | 'free' | 'either';
  /** A one-stone handicap is a placed stone (S2), not a normal first move. */
  readonly oneStoneIsPlaced: boolean;
  /** Most stones that the rules speak of; `UNLIMITED_HANDICAP` when they name no limit. */
  readonly handicapMax: number;

  readonly sources: Readonly<Record<string, readonly string[]>>;
  readonly doubts: Readonly<Record<string, string>>;
}

/** More stones than any board of the usual size has points. */
export const UNLIMITED_HANDICAP = 361;

/** How a game came to its ruleset. */
export const RULESET_SOURCES = ['declared', 'option', 'default', 'unknown'] as const;
export type RulesetSource = (typeof RULESET_SOURCES)[number];
