import { describe, expect, test } from 'vitest';
import { RULESETS } from '../../../src/go/rules/rulesets.js';
import { playBasis } from '../../../src/referee/score/score.js';
import {
  finalHalves,
  marginsUnder,
  methodOf,
  sekiTax,
  winnerOf,
} from '../../../src/referee/score/margins.js';
import type { ScoreBasis } from '../../../src/referee/score/score-types.js';
import { caseOf, ruleset } from './support.js';

const { record, replayed, stones } = caseOf('(;SZ[5];B[aa];W[bb])');

/** Numbers that are told apart in every sum. */
const BASIS: ScoreBasis = {
  ...playBasis(record, replayed, stones),
  area: 100,
  territory: 1000,
  sekiPoints: 10,
  deadInSeki: 20,
  fills: 3,
  fillsCount: false,
  sekiCounts: false,
  handicap: 0,
  tax: 7,
  ledger: { black: 1, white: 2, assumedBlack: 4, assumedWhite: 8, impliedBlack: 0, impliedWhite: 1 },
};

describe('margins under a ruleset', () => {
  test('what lies in seki is E + D, less the points to fill where the source counts them', () => {
    expect(sekiTax(BASIS)).toBe(30);
    expect(sekiTax({ ...BASIS, fillsCount: true })).toBe(27);
    expect(sekiTax({ ...BASIS, sekiCounts: true })).toBe(0);
  });

  test.each([
    ['no ruleset: nothing in seki, no pass stones', undefined, { areaHalves: 200, territoryHalves: 2 * 970 }],
    ['Japanese', 'japanese', { territoryHalves: 2 * 970, passStonesBlack: 0, passStonesWhite: 0 }],
    [
      'Chinese: area is not taxed',
      'chinese',
      { areaHalves: 200, territoryHalves: 2 * 970, passStonesWhite: 0 },
    ],
    [
      'AGA: pass stones, seki points count, White passes last',
      'aga',
      { territoryHalves: 2 * (1000 + 11 - 5), passStonesBlack: 5, passStonesWhite: 11 },
    ],
  ])('%s', (_name, rules, margins) => {
    expect(marginsUnder(BASIS, rules === undefined ? undefined : ruleset(rules))).toMatchObject(margins);
  });

  test('pass stones without the last one where White need not pass last', () => {
    const rule = { ...ruleset('aga'), whitePassesLast: false };
    expect(marginsUnder(BASIS, rule).passStonesWhite).toBe(10);
  });

  test("compensation is the ruleset's own", () => {
    expect(marginsUnder({ ...BASIS, handicap: 3 }, ruleset('aga')).compensationHalves).toBe(4);
    expect(marginsUnder({ ...BASIS, handicap: 3 }, undefined).compensationHalves).toBe(0);
  });

  test.each([
    ['territory', 1000 - 13],
    ['area', 200 - 4 - 13],
    ['stones', 200 - 14 - 4 - 13],
    ['first-capture', 0],
  ] as const)('final margin by %s', (method, halves) => {
    const margins = {
      areaHalves: 200,
      territoryHalves: 1000,
      compensationHalves: 4,
      passStonesBlack: 0,
      passStonesWhite: 0,
    };
    expect(finalHalves(BASIS, margins, method, 13)).toBe(halves);
  });

  test('every ruleset is counted its own way, and the wanted one only where points are counted', () => {
    for (const rule of RULESETS) {
      const isOther = rule.scoring === 'stones' || rule.scoring === 'first-capture';
      expect(methodOf(rule, undefined)).toBe(isOther ? rule.scoring : (rule.countings[0] ?? rule.scoring));
      expect(methodOf(rule, 'area')).toBe(isOther ? rule.scoring : 'area');
      expect(methodOf(rule, 'territory')).toBe(isOther ? rule.scoring : 'territory');
    }
  });

  test.each([
    ['area', 1, 'jigo', undefined, 'black'],
    ['area', -1, 'jigo', undefined, 'white'],
    ['area', 0, 'jigo', undefined, 'jigo'],
    ['territory', 0, 'white', 'black', 'white'],
    ['first-capture', 0, 'white', 'black', 'black'],
    ['first-capture', 0, 'white', undefined, 'jigo'],
  ] as const)(
    '%s, %i half points, ties %s, first capture by %s: %s',
    (method, halves, ties, capture, winner) => {
      expect(winnerOf({ ...BASIS, firstCapture: capture }, method, halves, ties)).toBe(winner);
    },
  );
});
