import type { Ruleset } from '../rules/ruleset.js';
import { compensationFor } from '../rules/komi.js';
import { stonesGiven } from '../replay/ledger.js';
import { sekiTax, type Method } from './margins.js';
import type { ScoreBasis } from './score-types.js';

/** The items of a conversion, in the order of its account. */
export const ITEMS = [
  'parity',
  'earlyPasses',
  'passStones',
  'komi',
  'handicapCompensation',
  'sekiPoints',
  'deadInSeki',
  'unfilledDame',
  'ties',
  'groupTax',
] as const;
export type ItemName = (typeof ITEMS)[number];

/**
 * What a ruleset adds to the plain area margin, item by item, in half points, as RULES 4.3 divides it. Area less territory is
 * Black's stones put on the board less White's: the last play (1 if Black's), handicap stones after the first, and the rest, which
 * early passes make (and setup or moves out of turn). With pass stones the first and the rest are paid back; what is not is `passStones`.
 * Unfilled dame are taken as filled without a move (0), and a tie changes the winner, not the margin (0).
 */
export function componentsUnder(
  basis: ScoreBasis,
  ruleset: Ruleset,
  method: Method,
  komiHalves: number,
): Record<ItemName, number> {
  const items: Record<ItemName, number> = {
    parity: 0,
    earlyPasses: 0,
    passStones: 0,
    komi: -komiHalves,
    handicapCompensation: 0,
    sekiPoints: 0,
    deadInSeki: 0,
    unfilledDame: 0,
    ties: 0,
    groupTax: 0,
  };
  if (method !== 'territory') {
    items.handicapCompensation = negative(compensationFor(ruleset, basis.handicap));
    if (method === 'stones') items.groupTax = negative(2 * basis.tax);
    return items;
  }
  const put = basis.putBlack - basis.putWhite;
  const stones = Math.max(basis.handicap - 1, 0);
  const parity = basis.lastPlay === 'black' ? 1 : 0;
  items.handicapCompensation = negative(2 * stones);
  if (ruleset.passStones) {
    const implied = ruleset.whitePassesLast ? 'implied' : 'not-implied';
    const black = stonesGiven(basis.ledger, 'black', implied);
    const white = stonesGiven(basis.ledger, 'white', implied);
    items.passStones = 2 * (stones + white - black - put);
  } else {
    items.parity = negative(2 * parity);
    items.earlyPasses = 2 * (stones + parity - put);
  }
  if (!ruleset.sekiPoints) {
    items.sekiPoints = negative(2 * (sekiTax(basis) - basis.deadInSeki));
    items.deadInSeki = negative(2 * basis.deadInSeki);
  }
  return items;
}

/** Minus a number, without a negative zero. */
function negative(halves: number): number {
  return halves === 0 ? 0 : -halves;
}
