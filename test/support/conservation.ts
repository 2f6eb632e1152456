import { BLACK, WHITE } from '../../src/core/color.js';
import type { Replay } from '../../src/referee/replay/replayed.js';

/**
 * Checks the conservation of stones in a replay (played + set up = on the board + taken), for each color.
 * Returns '' when it holds, else which side fails by how much; a failure is a fault of the program, never of the record.
 * Self-captured stones are prisoners of the opponent; replaced stones are in the setup numbers.
 */
export function checkConservation(replay: Replay): string {
  const { board } = replay;
  const black = replay.playsBlack + replay.setupBlack - board.count(BLACK) - board.prisonersWhite;
  const white = replay.playsWhite + replay.setupWhite - board.count(WHITE) - board.prisonersBlack;
  return black === 0 && white === 0
    ? ''
    : `Unexpected count of stones: Black ${black}, White ${white}, expected 0`;
}
