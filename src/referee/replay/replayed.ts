import { opponent, type Color } from '../../core/color.js';
import type { Finding } from '../../core/findings/finding.js';
import type { Point } from '../../core/point.js';
import type { Board } from '../../go/board/board.js';
import { ACTION } from '../../core/line.js';
import type { GameRecord } from '../record/record.js';

export const ILLEGAL_POLICIES = ['stands', 'pass', 'stop'] as const;
export type IllegalPolicy = (typeof ILLEGAL_POLICIES)[number];

export interface ReplayOptions {
  /** What becomes of a move that the ruleset forbids: it stands as SGF demands, it counts as a pass, or the replay stops before it. */
  readonly illegal: IllegalPolicy;
  /** Text of the property value at a byte offset, for findings about values that are not points. */
  readonly valueAt?: (offset: number) => string;
  /**
   * `every`: report setup that changes nothing, and that a play on an occupied point is out of turn as well
   * (default `one`: at most one violation a move).
   */
  readonly faults?: 'one' | 'every';
  /** Most repetitions that the rules allow listed as findings; one `findings/more` counts the others (default: all are listed). */
  readonly mostRepetitions?: number | undefined;
  /** Numbers of plays that stand although the rules forbid them: a referee accepted that. */
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
  /** Stones that setup put on the board less those that it removed or that a move on an occupied point replaced, by color. */
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

/** Passes in a row that end a game. */
const END = 2;

/** Passes as pass stones see them: those of the record, and those that the record leaves out. */
export interface PassLedger {
  /** Recorded passes by giver, without White's passes while Black places a handicap by moves. */
  readonly black: number;
  readonly white: number;
  /** Passes that ended the game but are not recorded. */
  readonly assumedBlack: number;
  readonly assumedWhite: number;
  /** Passes that the rules still demand (AGA rule 11), which most records omit: White's last one, or what makes the totals equal. */
  readonly impliedBlack: number;
  readonly impliedWhite: number;
}

/** What of a record the ledger reads. */
type LedgerRecord = Pick<GameRecord, 'handicap' | 'line'>;

/**
 * The passes of a game as AGA rules 7 and 11 see them. Every pass of the record is a stone; passes that ended the game but are not
 * recorded are assumed in turn after the last move (RULES 5.4), so that a record without passes charges nobody.
 * Rule 11 requires equal totals, so that both countings agree, also after an accepted double move or where White moved first.
 * White's passes while Black places a handicap by moves are bookkeeping (RULES 4.2) and left out.
 */
export function passLedger(record: LedgerRecord, replay: Played): PassLedger {
  const { assumedBlack, assumedWhite, last } = assumedPasses(replay);
  const white = replay.passesWhite - placementPasses(record);
  const totals = totalsOf(record, replay);
  const owed = totals ? totals.black - totals.white : last === 'black' ? 1 : 0;
  return {
    black: replay.passesBlack,
    white,
    assumedBlack,
    assumedWhite,
    impliedBlack: Math.max(-owed, 0),
    impliedWhite: Math.max(owed, 0),
  };
}

/** Whether the last pass, recorded or assumed, is Black's, so that White owes another by the words "White makes the last move". */
export function isBlackLast(replay: Played): boolean {
  return assumedPasses(replay).last === 'black';
}

/**
 * The moves of both players as rule 11 counts them, assumed passes included: placing a handicap is one move of Black.
 * `undefined` where the game did not begin on an empty board or with a handicap, or was edited: then the missing moves are unknown.
 */
export function totalsOf(
  record: LedgerRecord,
  replay: Played,
): { readonly black: number; readonly white: number } | undefined {
  const { handicap } = record;
  const placed = handicap.how === 'moves' ? 0 : handicap.stones;
  if (replay.editedMidGame || replay.startWhite > 0 || replay.startBlack !== placed) return undefined;
  const { assumedBlack, assumedWhite } = assumedPasses(replay);
  const black = replay.playsBlack + replay.passesBlack + assumedBlack;
  const white = replay.playsWhite + replay.passesWhite + assumedWhite - placementPasses(record);
  const byMoves = handicap.how === 'moves' ? handicap.stones - 1 : 0;
  return { black: black - byMoves + (placed > 0 ? 1 : 0), white };
}

function assumedPasses(replay: Played): {
  readonly assumedBlack: number;
  readonly assumedWhite: number;
  readonly last: Color;
} {
  let last: Color = replay.lastMove ?? 'white';
  const assumed = { black: 0, white: 0 };
  for (let run = replay.trailingPasses; run < END; run++) {
    last = opponent(last);
    assumed[last]++;
  }
  return { assumedBlack: assumed.black, assumedWhite: assumed.white, last };
}

/** Pass stones that each player gives; the implied ones are owed only where the rules make White pass last. */
export function stonesGiven(
  ledger: PassLedger,
  isImplied: boolean,
): { readonly black: number; readonly white: number } {
  return {
    black: ledger.black + ledger.assumedBlack + (isImplied ? ledger.impliedBlack : 0),
    white: ledger.white + ledger.assumedWhite + (isImplied ? ledger.impliedWhite : 0),
  };
}

/** White's passes between the stones of a handicap that Black placed by moves: all before the last of them. */
function placementPasses({ handicap, line }: LedgerRecord): number {
  if (handicap.how !== 'moves') return 0;
  let placed = 0;
  let passes = 0;
  for (let i = 0; i < line.count && placed < handicap.stones; i++) {
    if (line.kinds[i] === ACTION.playBlack) placed++;
    else if (line.kinds[i] === ACTION.passWhite) passes++;
  }
  return passes;
}
