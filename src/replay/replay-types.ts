import type { Color } from '../core/color.js';
import type { Finding } from '../findings/finding.js';
import type { Point } from '../core/point.js';
import type { Board } from '../board/board.js';

export const ILLEGAL_POLICIES = ['stands', 'pass', 'stop'] as const;
export type IllegalPolicy = (typeof ILLEGAL_POLICIES)[number];

export interface ReplayOptions {
  /** What becomes of a move that the ruleset forbids: it stands as SGF demands, it counts as a pass, or the replay stops before it. */
  readonly illegal: IllegalPolicy;
  /** Text of the property value at a byte offset, for findings about values that are no points. */
  readonly valueAt?: (offset: number) => string;
  /**
   * `every`: report setup that changes nothing, and that a play on an occupied point is out of turn as well
   * (default `one`: at most one violation a move).
   */
  readonly faults?: 'one' | 'every';
  /** Most repetitions that the rules allow listed as findings; one `findings/more` counts the others (default: all are listed). */
  readonly mostRepetitions?: number | undefined;
  /** Numbers of moves that stand although they repeat a position: a referee accepted that. */
  readonly accepted?: ReadonlySet<number>;
}

/** What happened when a main line was executed. Numbers by color are in the player's own color unless the name says otherwise. */
export interface Replay {
  /** The final board. It is reused: valid until the next replay of the same size. */
  readonly board: Board;
  /** B and W properties executed, passes and malformed ones included. */
  readonly moves: number;
  /** Board plays executed. */
  readonly playsBlack: number;
  readonly playsWhite: number;
  readonly passesBlack: number;
  readonly passesWhite: number;
  /** Stones that setup put on the board less those that it removed, by color; also stones overwritten by an occupied-point move (negative). */
  readonly setupBlack: number;
  readonly setupWhite: number;
  /** Stones on the board when the first move was made. */
  readonly startBlack: number;
  readonly startWhite: number;
  /** Passes in a row at the very end of the line. */
  readonly trailingPasses: number;
  /** Color of the first of the trailing passes; `undefined` when there are none. */
  readonly firstTrailingPass: Color | undefined;
  /** Color of the last board play, `undefined` when there is none; and of the last move of any kind. */
  readonly lastPlay: Color | undefined;
  readonly lastMove: Color | undefined;
  readonly lastPlayPoint: Point | undefined;
  /** 1-based number of the move that first made two passes in a row; 0: never. */
  readonly firstEnd: number;
  /** Longest run of passes that is followed by a board play, i.e. a resumption; 0: none of two or more. */
  readonly resumedAfter: number;
  /** Most passes in a row anywhere. */
  readonly longestPassRun: number;
  /** Setup after the first move happened: conservation of stones holds only with `setup*` deltas. */
  readonly editedMidGame: boolean;
  /** How many moves the applied ruleset forbids. */
  readonly illegal: number;
  /** 1-based number of the move at which `--illegal stop` stopped the replay, or a first-capture game ended; 0: ran to the end. */
  readonly stoppedAt: number;
  /** First color that captured, for `first-capture` scoring. */
  readonly firstCapture: Color | undefined;
  readonly findings: readonly Finding[];
}

/** What a score needs of a replay. */
export interface Played extends Omit<Replay, 'board' | 'findings'> {
  readonly board: Pick<Board, 'prisonersBlack' | 'prisonersWhite'>;
}
