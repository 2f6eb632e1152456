import { describe, expect, test } from 'vitest';
import type { GameRecord } from '../../../src/referee/record/record.js';
import { hypothesesFor } from '../../../src/referee/score/explanations.js';
import type { GameScore, ScoreBasis } from '../../../src/referee/score/score-types.js';
import { scored } from './support.js';

interface Given extends Partial<Omit<GameScore, 'basis'>> {
  readonly basis?: Partial<ScoreBasis>;
}

/** A finished game of which only what is given differs from 10 points for Black without komi, dame, seki, handicap or passes. */
function gameWith({ basis, ...given }: Given): GameScore {
  const score = scored('(;GM[1]SZ[5]KM[0];B[aa];W[bb])', 'japanese');
  return {
    ...score,
    areaHalves: 20,
    territoryHalves: 20,
    resultHalves: 20,
    resultAreaHalves: 20,
    resultTerritoryHalves: 20,
    komiHalves: 0,
    komiSource: 'file',
    dame: 0,
    passStonesBlack: 0,
    passStonesWhite: 0,
    ...given,
    basis: {
      ...score.basis,
      area: 10,
      territory: 10,
      sekiPoints: 0,
      deadInSeki: 0,
      fills: 0,
      handicap: 0,
      ...basis,
    },
  };
}

function from(origin: string): GameRecord {
  return { origin } as GameRecord;
}

/** Margins in half points by the name of what would make them. */
function told(given: Given, origin = 'unknown'): Record<string, number> {
  const found = hypothesesFor(from(origin), gameWith(given));
  return Object.fromEntries(found.map(({ name, halves }) => [name, halves]));
}

/** What every territory count offers: without seki and fills all four say the same. */
function sekis(
  halves: number,
  without = halves,
  filled = halves,
  taken = halves,
  points = 'seki points',
): Record<string, number> {
  return {
    [`${points} counted`]: halves,
    [`${points} not counted`]: without,
    'points to be filled counted': filled,
    'seki points not counted, stones dead in seki taken': taken,
  };
}

describe('conventions that another margin may follow from', () => {
  test.each<[string, Given, Record<string, number>]>([
    [
      'area counting a point away',
      { counting: 'territory', resultAreaHalves: 22 },
      { 'area counting': 22, ...sekis(20) },
    ],
    [
      'area counting a point away for White',
      { counting: 'territory', resultAreaHalves: 18 },
      { 'area counting': 18, ...sekis(20) },
    ],
    [
      'area counting farther away explains nothing',
      { counting: 'territory', resultAreaHalves: 24 },
      { ...sekis(20) },
    ],
    [
      'territory counting a point away',
      { counting: 'area', resultTerritoryHalves: 18 },
      { 'territory counting': 18 },
    ],
    ['territory counting farther away', { counting: 'area', resultTerritoryHalves: 16 }, {}],
    ['other countings have no conventions', { counting: 'stones' }, {}],
    [
      'three handicap stones',
      { counting: 'area', komiHalves: 1, areaHalves: 21, basis: { handicap: 3 } },
      {
        'territory counting': 20,
        'area counting without handicap compensation': 20,
        'handicap compensation of N-1 points': 16,
        'handicap compensation of N points': 14,
      },
    ],
    [
      'two handicap stones are the fewest',
      { counting: 'area', basis: { handicap: 2 } },
      {
        'territory counting': 20,
        'area counting without handicap compensation': 20,
        'handicap compensation of N-1 points': 18,
        'handicap compensation of N points': 16,
      },
    ],
    [
      'a handicap of one stone compensates nothing',
      { counting: 'area', basis: { handicap: 1 } },
      { 'territory counting': 20 },
    ],
    [
      'komi of an even game that was assumed: one point more or less',
      { counting: 'area', komiSource: 'assumed', komiHalves: 13 },
      { 'territory counting': 20, 'komi 6.5': 20, 'komi 7.5': 18, 'komi 5.5': 22 },
    ],
    [
      'komi of a ruleset',
      { counting: 'area', komiSource: 'ruleset', komiHalves: 15 },
      { 'territory counting': 20, 'komi 6.5': 22, 'komi 7.5': 20 },
    ],
    [
      'komi of a handicap game that was assumed',
      { counting: 'area', komiSource: 'assumed', komiHalves: 1, areaHalves: 21, basis: { handicap: 1 } },
      { 'territory counting': 20, 'komi 0.5': 20, 'komi 0': 21 },
    ],
    [
      'seki points, points to fill and stones dead in a seki',
      {
        counting: 'territory',
        komiHalves: 13,
        basis: { territory: 20, sekiPoints: 5, fills: 2, deadInSeki: 3 },
      },
      { 'area counting': 20, ...sekis(27, 11, 15, 17, 'points in seki and to be filled') },
    ],
    [
      'points to fill alone',
      { counting: 'territory', komiHalves: 13, basis: { territory: 20, sekiPoints: 2, fills: 2 } },
      { 'area counting': 20, ...sekis(27, 23, 27, 23, 'points to be filled') },
    ],
    [
      'an odd number of dame',
      { counting: 'area', dame: 3 },
      {
        'territory counting': 20,
        'one neutral point for Black': 22,
        'one neutral point for White': 18,
      },
    ],
    [
      'dame under territory counting',
      { counting: 'territory', dame: 3 },
      { 'area counting': 20, ...sekis(20) },
    ],
    [
      "pass stones: White's last",
      {
        counting: 'territory',
        passStonesWhite: 1,
        basis: {
          ledger: { black: 0, white: 0, assumedBlack: 0, assumedWhite: 0, impliedBlack: 0, impliedWhite: 1 },
        },
      },
      {
        'area counting': 20,
        ...sekis(22),
        "without White's last pass stone": 18,
        'without pass stones': 18,
      },
    ],
    [
      "pass stones: Black's, and none implied",
      {
        counting: 'territory',
        passStonesBlack: 1,
        basis: {
          ledger: { black: 1, white: 0, assumedBlack: 0, assumedWhite: 0, impliedBlack: 0, impliedWhite: 0 },
        },
      },
      {
        'area counting': 20,
        ...sekis(18),
        "without White's last pass stone": 20,
        'without pass stones': 22,
      },
    ],
    [
      'more pass stones than one explain nothing',
      {
        counting: 'territory',
        passStonesWhite: 4,
        passStonesBlack: 1,
        basis: {
          ledger: { black: 1, white: 3, assumedBlack: 0, assumedWhite: 0, impliedBlack: 0, impliedWhite: 1 },
        },
      },
      { 'area counting': 20, ...sekis(26), "without White's last pass stone": 18 },
    ],
  ])('%s', (_name, given, expected) => {
    expect(told(given)).toEqual(expected);
  });

  test('zi are asked of the server that writes them, and of area counting', () => {
    expect(told({ counting: 'area' }, 'fox')).toEqual({
      'territory counting': 20,
      'margin in zi': 10,
    });
    expect(told({ counting: 'territory' }, 'fox')).not.toHaveProperty('margin in zi');
  });

  test('Korean newspapers count territory without seki points, whatever else would explain a margin', () => {
    expect(told({ counting: 'territory', basis: { sekiPoints: 4 } }, 'korean-news')).toEqual({});
  });

  test.each<[name: string, komiHalves: number, expected: Record<string, number>]>([
    ['with a komi of 7.5 they may have counted area', 15, { 'area counting': 21 }],
    ['with another they have not', 13, {}],
  ])('Korean newspapers: %s', (_name, komiHalves, expected) => {
    expect(told({ counting: 'territory', komiHalves, resultAreaHalves: 21 }, 'korean-news')).toEqual(
      expected,
    );
  });
});
