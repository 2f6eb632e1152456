import { ACTION } from '../core/line.js';
import type { Color } from '../core/color.js';
import type { GameRecord } from '../record/record.js';
import type { Replay } from '../replay/replay-types.js';
import type { PassLedger } from './score-types.js';

/** Passes in a row that end a game. */
const END = 2;

/**
 * The passes of a game as AGA rules 7 and 11 see them. Every pass of the record is a stone; passes that ended the game but are not
 * recorded are assumed in turn after the last move (RULES 5.4), so that a record without passes charges nobody;
 * and White, who must move last, passes once more when the last pass is Black's.
 * White's passes while Black places a handicap by moves are bookkeeping (RULES 4.2) and left out.
 */
export function passLedger(record: GameRecord, replay: Replay): PassLedger {
  let last: Color = replay.lastMove ?? 'white';
  const assumed = { black: 0, white: 0 };
  for (let run = replay.trailingPasses; run < END; run++) {
    last = last === 'black' ? 'white' : 'black';
    assumed[last]++;
  }
  return {
    black: replay.passesBlack,
    white: replay.passesWhite - placementPasses(record),
    assumedBlack: assumed.black,
    assumedWhite: assumed.white,
    impliedWhite: last === 'black' ? 1 : 0,
  };
}

/** Pass stones given by a color; without `whitePassesLast` the implied pass is not owed. */
export function stonesGiven(ledger: PassLedger, color: Color, whitePassesLast: 0 | 1): number {
  return color === 'black'
    ? ledger.black + ledger.assumedBlack
    : ledger.white + ledger.assumedWhite + ledger.impliedWhite * whitePassesLast;
}

/** White's passes between the stones of a handicap that Black placed by moves: all before the last of them. */
function placementPasses({ handicap, line }: GameRecord): number {
  if (handicap.how !== 'moves') return 0;
  let placed = 0;
  let passes = 0;
  for (let i = 0; i < line.count && placed < handicap.stones; i++) {
    if (line.kinds[i] === ACTION.playBlack) placed++;
    else if (line.kinds[i] === ACTION.passWhite) passes++;
  }
  return passes;
}
