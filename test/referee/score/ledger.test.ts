import { describe, expect, test } from 'vitest';
import { checkIdentities, playBasis } from '../../../src/referee/score/score.js';
import { stonesGiven, type PassLedger } from '../../../src/referee/replay/replayed.js';
import type { ScoreBasis } from '../../../src/referee/score/score-types.js';
import { caseOf } from './support.js';

function basisOf(sgf: string): ScoreBasis {
  const { record, replayed, stones } = caseOf(sgf);
  return playBasis(record, replayed, stones);
}

/** Recorded passes, then those assumed, then what is implied: White's, negative where Black's. */
function passesOf(ledger: PassLedger): readonly number[] {
  const { black, white, assumedBlack, assumedWhite, impliedBlack, impliedWhite } = ledger;
  return [black, white, assumedBlack, assumedWhite, impliedWhite - impliedBlack];
}

describe('passes as stones', () => {
  test.each([
    ['both passed, White last', ';B[aa];W[bb];B[];W[]', [1, 1, 0, 0, 0]],
    ['both passed, Black last: White owes one', ';B[aa];W[];B[]', [1, 1, 0, 0, 1]],
    ["one recorded after Black's play", ';B[aa];W[bb];B[cc];W[]', [0, 1, 1, 0, 1]],
    ["one recorded after White's play", ';B[aa];W[bb];B[]', [1, 0, 0, 1, 0]],
    ["none recorded after Black's play", ';B[aa]', [0, 0, 1, 1, 1]],
    ["none recorded after White's play", ';B[aa];W[bb]', [0, 0, 1, 1, 0]],
    ['three in a row', ';B[aa];W[];B[];W[]', [1, 2, 0, 0, 0]],
    ['a pass in between', ';B[aa];W[];B[bb];W[cc];B[];W[]', [1, 2, 0, 0, 0]],
    ['no move at all', '', [0, 0, 1, 1, 0]],
    ['an accepted double move: White owes one', ';B[aa];W[bb];B[ab];B[cc];W[dd];B[];W[]', [1, 1, 0, 0, 1]],
    ['a double move of White: Black owes one', ';B[aa];W[bb];W[bc];B[];W[]', [1, 1, 0, 0, -1]],
    ['White first, Black last: the totals are equal', ';W[aa];B[bb];W[];B[]', [1, 1, 0, 0, 0]],
    ['White first and last: Black owes one', ';W[aa];B[bb];W[cc];B[];W[]', [1, 1, 0, 0, -1]],
    [
      'a position that was set up: only the last pass is known',
      'AB[aa]AW[bb];B[cc];W[];B[]',
      [1, 1, 0, 0, 1],
    ],
  ])('%s', (_name, moves, passes) => {
    expect(passesOf(basisOf(`(;SZ[5]${moves})`).ledger)).toEqual(passes);
  });

  test.each([
    ['two stones with one pass between', 'HA[2]', ';B[aa];W[];B[cc];W[bb];B[];W[]', 1],
    ['three stones with two', 'HA[3]', ';B[aa];W[];B[cc];W[];B[dd];W[bb];B[];W[]', 1],
    ['a pass later in the game counts', 'HA[2]', ';B[aa];W[];B[cc];W[bb];B[dd];W[];B[ee];W[ea];B[];W[]', 2],
    ['a pass behind the last stone counts', 'HA[2]', ';B[aa];W[];B[cc];W[];W[bb];B[];W[]', 2],
    ['no pass between', 'HA[3]', ';B[aa];B[cc];B[dd];W[bb];B[];W[]', 1],
    ['stones that were set up leave every pass a pass', 'HA[2]AB[aa][cc]', ';W[];B[bb];W[];B[]', 2],
  ])('handicap by moves: %s', (_name, root, moves, white) => {
    expect(basisOf(`(;SZ[5]${root}${moves})`).ledger.white).toBe(white);
  });

  test('White gives the implied one only where White passes last', () => {
    const ledger: PassLedger = {
      black: 1,
      white: 2,
      assumedBlack: 4,
      assumedWhite: 8,
      impliedBlack: 0,
      impliedWhite: 1,
    };
    expect(stonesGiven(ledger, true)).toEqual({ black: 5, white: 11 });
    expect(stonesGiven(ledger, false).white).toBe(10);
  });
});

describe('the identities of area and territory', () => {
  const basis = basisOf('(;SZ[5]AB[ab];B[bb];W[cc];B[dd];W[];B[])');

  test('hold for a game', () => {
    expect(checkIdentities(basis)).toEqual([]);
  });

  test('a stone too many is told twice, with both numbers', () => {
    const found = checkIdentities({ ...basis, area: basis.area + 1 });
    const is = basis.area + 1 - basis.territory;
    const { ledger } = basis;
    const { black: byBlack, white: byWhite } = stonesGiven(ledger, true);
    const given = byWhite - byBlack;
    expect(found.map(({ code, args }) => [code, args])).toEqual([
      ['internal/fault', { what: `A - T is ${String(is)} and should be ${String(is - 1)}` }],
      ['internal/fault', { what: `A - T' is ${String(is - given)} and should be ${String(is - 1 - given)}` }],
    ]);
  });
});
