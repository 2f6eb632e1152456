import type { Color, Stone } from '../../core/color.js';
import type { Finding } from '../../core/findings/finding.js';
import type { Point } from '../../core/point.js';
import type { Life } from '../../go/life/life.js';
import type { PassLedger } from '../replay/replayed.js';
import type { Counting } from '../../go/rules/ruleset.js';
import type { DeclaredResult } from '../record/record.js';
import type { ConventionName } from './conventions.js';

/** One player's numbers on the final board; every number is in whole points or stones. */
export interface SideCount {
  /** Stones on the final board, dead ones included. */
  readonly stones: number;
  readonly dead: number;
  /** Empty points surrounded once the dead stones are off, including points under dead stones and seki points. */
  readonly territory: number;
  /** Of `territory`, the points that rulesets without seki points do not count: those in seki, and `fills`. */
  readonly sekiPoints: number;
  /** Of `sekiPoints`, those outside seki that the player must fill (protective moves, false eyes). */
  readonly fills: number;
  /** Opposing stones captured during play, counted for the captor; dead stones not included. */
  readonly prisoners: number;
  /** Passes of this player, each a stone for the opponent where the ruleset has pass stones. */
  readonly passes: number;
}

export const VERDICTS = [
  'confirmed',
  'explained',
  'contradicted',
  'unsure',
  'winner-only',
  'not-checked',
  'not-scorable',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Where a komi comes from; `assumed`: neither the record nor the rules name one, or the server did not record it. */
export const KOMI_SOURCES = ['file', 'option', 'ruleset', 'assumed'] as const;

export const WINNERS = ['black', 'white', 'jigo'] as const;

/** What a count owes to the decision which stones are dead. Points, Black less White. */
export interface LifeCounts {
  /** Area and territory margins of RULES 4.1 (A and T): every surrounded point counts, no pass stones. */
  readonly area: number;
  readonly territory: number;
  /** Seki points of Black less White's (E), and the margin of prisoners that lie dead inside a seki (D). */
  readonly sekiPoints: number;
  readonly deadInSeki: number;
  /** Of `sekiPoints`, the points outside seki that must be filled (protective moves, false eyes). */
  readonly fills: number;
  /** Margin of the points that stone scoring takes off. */
  readonly tax: number;
}

/** What a score is made of beyond its columns: for the verdict and for conversion. Points, not half points. */
export interface ScoreBasis extends LifeCounts {
  /** Every stone on the board counts as alive (`decisionByRule`), whatever was judged. */
  readonly isAsItStands: boolean;
  /** The counts by the other decision, where some stones were judged dead: these off the board, or every stone on it. */
  readonly otherwise?: LifeCounts;
  /** The players or the user say which stones are dead. */
  readonly isAgreed: boolean;
  /** The source nevertheless counts points that must be filled as territory. */
  readonly fillsCount: boolean;
  /** The source counts everything surrounded, in seki too. */
  readonly sekiCounts: boolean;
  /** What protective moves that the record lacks cost, where `chargeUnder` charges them. */
  readonly charge?: AppliedConvention | undefined;
  /** Stones played and set up by color, less those that setup or a play on top of them removed. */
  readonly putBlack: number;
  readonly putWhite: number;
  /** Margin of stones that setup put on the board (H, if nothing but handicap was set up). */
  readonly setup: number;
  readonly ledger: PassLedger;
  /** Handicap stones, however they were placed; 1 for a declared one-stone game without a stone. */
  readonly handicap: number;
  readonly year: number | undefined;
  /** Color of the player who passed first at the end, assumed from the last play where passes are not recorded. */
  readonly firstPass: Color;
  readonly lastPlay: Color | undefined;
  readonly firstCapture: Color | undefined;
  /** Passes in a row at the end of the record, and before plays that resumed the game (0: none did). */
  readonly trailingPasses: number;
  readonly resumedAfter: number;
  /** The final board. */
  readonly stones: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** What a convention of a server adds to a margin. */
export interface AppliedConvention {
  readonly name: ConventionName;
  /** Black minus White. */
  readonly halves: number;
  /** `protective move Black D4 charged (convention of Fox)`. */
  readonly text: string;
}

/** The score of a finished game: both countings always, and the result under the ruleset that was applied. */
export interface GameScore {
  readonly life: Life;
  readonly black: SideCount;
  readonly white: SideCount;
  readonly dame: number;
  /** Of the dame, the liberties that groups in seki of both colors share: nobody fills them. Absent for none. */
  readonly dameInSeki?: number;
  /** Per point: 0 nothing, 1 Black's territory, 2 White's, 3 dame, 4 and 5 the same in seki, 6 and 7 the same, to be filled. */
  readonly owner: Uint8Array;
  /** Black minus White before komi and compensation, in half points. */
  readonly areaHalves: number;
  readonly territoryHalves: number;
  /** Stones handed over for passes, by giver, White's last pass included; 0 where the ruleset has none. */
  readonly passStonesBlack: number;
  readonly passStonesWhite: number;
  /** White's extra points in half points, under the applied ruleset's area counting. */
  readonly compensationHalves: number;
  readonly komiHalves: number;
  readonly komiSource: (typeof KOMI_SOURCES)[number];
  /**
   * Final margins, Black minus White, half points; `result` is the applied ruleset's own counting with the protective moves that the
   * server charges, the others are without them.
   */
  readonly resultAreaHalves: number;
  readonly resultTerritoryHalves: number;
  readonly resultHalves: number;
  readonly counting: Counting | 'stones' | 'first-capture';
  /** No ruleset was known: `counting` is what the komi suggests. */
  readonly inferredCounting: boolean;
  readonly winner: Color | 'jigo';
  /** `resultHalves` if the stones judged dead had been agreed dead, where they stay only because no agreement is recorded. */
  readonly agreedHalves?: number;
  /** Under territory counting: protective moves that the players still had to make. */
  readonly protectiveMoves: readonly ProtectiveMove[];
  /** The conventions of the server that `resultHalves` rests on. */
  readonly conventions: readonly AppliedConvention[];
  readonly confidence: number;
  readonly basis: ScoreBasis;
  readonly findings: readonly Finding[];
}

/** The declared result compared with the computed one. */
export interface Settlement {
  readonly verdict: Verdict;
  /**
   * The ruling that precedes the count, the named hypothesis that explains the result, what would make a contradicted or unsure result true, or
   * how the ruleset was inferred; '' if none of these applies.
   */
  readonly explanation: string;
  /** Of a contradicted or unsure result: the smallest single change that would make it true; `none` where no single one does. */
  readonly change?: ResultChange | 'none';
  readonly findings: readonly Finding[];
}

/**
 * Whether the count gives the margin that is declared. Players who declare it knew how every group stands, so that none of them is
 * in doubt, however unsure the judging of the position alone would be.
 */
export function confirmsMargin(
  { kind }: DeclaredResult,
  settlement: Pick<Settlement, 'verdict'> | undefined,
): boolean {
  return settlement?.verdict === 'confirmed' && (kind === 'margin' || kind === 'jigo');
}

/** The smallest single change of a count under which a declared result would be true. */
export interface ResultChange {
  readonly by: 'passes' | 'protective-move' | 'penalty' | 'counting' | 'komi' | 'group' | 'winner';
  /** `if Black had made one protective move more`. */
  readonly text: string;
  /** The result under it: margin in half points, Black minus White. */
  readonly halves: number;
  /** A stone of the group, for `group`. */
  readonly point?: Point;
}

/** A point of its territory where a color would still have to play. */
export interface ProtectiveMove {
  readonly point: number;
  readonly color: Stone;
  /** Liberties of the weakest living chain of that color beside it on the final board; 0 where there is none. */
  readonly liberties: number;
}
