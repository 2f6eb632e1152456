import { finding, type Finding } from '../findings/finding.js';
import { stonesGiven } from '../replay/ledger.js';
import type { ScoreBasis } from './score-types.js';

/**
 * Holds a count against identities (I) and (II) of RULES 4.1: area less territory is Black's stones put on the board less White's,
 * and with pass stones it is the setup and the moves made. They hold for every recorded game and every choice of dead stones,
 * so that a failure is a fault of the program: finding `internal/fault`. Returns nothing when they hold.
 */
export function checkIdentities(basis: ScoreBasis): readonly Finding[] {
  const found: Finding[] = [];
  const difference = basis.area - basis.territory;
  const first = basis.putBlack - basis.putWhite;
  if (difference !== first) found.push(fault('A - T', difference, first));
  const givenBlack = stonesGiven(basis.ledger, 'black', 'implied');
  const givenWhite = stonesGiven(basis.ledger, 'white', 'implied');
  const withPassStones = basis.territory + givenWhite - givenBlack;
  const movesBlack = basis.putBlack + givenBlack;
  const movesWhite = basis.putWhite + givenWhite;
  if (basis.area - withPassStones !== movesBlack - movesWhite) {
    found.push(fault("A - T'", basis.area - withPassStones, movesBlack - movesWhite));
  }
  return found;
}

function fault(what: string, is: number, expected: number): Finding {
  return finding('internal/fault', {
    what: `Unexpected ${what} = ${String(is)}, expected ${String(expected)}`,
  });
}
