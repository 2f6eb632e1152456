import { describe, expect, test } from 'vitest';
import {
  circumstancesOf,
  marginConfidence,
  everyStoneAlive,
  decisionByRule,
} from '../../../src/referee/score/score.js';
import { caseOf, lifeOf, ruleset, scored } from './support.js';

describe('games that the rules decide', () => {
  test.each([
    ['no ruleset', undefined, ';B[];W[];B[];W[]', 'none'],
    ['Japanese: passes never prove life', 'japanese', ';B[];W[];B[];W[]', 'none'],
    ['AGA after three passes', 'aga', ';B[];W[];B[]', 'none'],
    ['AGA after four passes', 'aga', ';B[];W[];B[];W[]', 'unless-agreed'],
    ['AGA after five', 'aga', ';B[];W[];B[];W[];B[]', 'unless-agreed'],
    ['Simplified Ing, first stop', 'simplified-ing', ';B[aa];W[];B[]', 'none'],
    ['Simplified Ing, second stop', 'simplified-ing', ';B[aa];W[];B[];W[bb];B[];W[]', 'by-rule'],
    ['Simplified Ing, four passes', 'simplified-ing', ';B[aa];W[];B[];W[];B[]', 'by-rule'],
    ['Tromp-Taylor at any time', 'tromp-taylor', ';B[aa]', 'by-rule'],
    ['AGA has no second stop', 'aga', ';B[aa];W[];B[];W[bb];B[];W[]', 'none'],
    ['first capture, nothing taken', 'sweden-first-capture', ';B[aa];W[bb]', 'none'],
    ['first capture, nothing taken but passed', 'sweden-first-capture', ';B[];W[];B[];W[];B[];W[]', 'none'],
    ['first capture, a stone taken', 'sweden-first-capture', ';B[aa];W[ba];B[cc];W[ab]', 'by-rule'],
  ])('%s', (_name, rules, moves, decided) => {
    const { replayed } = caseOf(`(;SZ[5]${moves})`);
    const rulesGiven = rules === undefined ? undefined : ruleset(rules);
    expect(decisionByRule(rulesGiven, replayed, false) ?? 'none').toBe(decided);
    // What the players agreed on goes before a rule for those who do not agree, and before no other.
    const agreed = decided === 'unless-agreed' ? 'none' : decided;
    expect(decisionByRule(rulesGiven, replayed, true) ?? 'none').toBe(agreed);
  });

  test('every stone is alive, proved, and nothing is uncertain', () => {
    const life = lifeOf(Uint8Array.of(1, 2, 0), 3, ['ba']);
    const chain = {
      point: 1,
      stones: 1,
      color: 'white',
      dead: true,
      source: 'estimated',
      probability: 0.4,
    } as const;
    const uncertain = { code: 'dead/uncertain', severity: 'note', args: {} } as never;
    const kept = { code: 'dead/unfinished', severity: 'note', args: {} } as never;
    const judged = {
      ...life,
      seki: Uint8Array.of(1, 1, 1),
      chains: [chain],
      confidence: 0.5,
      unfinished: 'dame',
      findings: [uncertain, kept],
    };
    expect(everyStoneAlive(judged, 'by-rule')).toEqual({
      dead: Uint8Array.of(0, 0, 0),
      seki: Uint8Array.of(0, 0, 0),
      ownership: undefined,
      chains: [{ ...chain, dead: false, source: 'proved', probability: 1 }],
      source: 'proved',
      confidence: 1,
      unfinished: '',
      findings: [kept],
    });
    const { chains, source, confidence } = everyStoneAlive(
      { ...judged, source: 'estimated' },
      'unless-agreed',
    );
    expect({ chains, source, confidence }).toEqual({
      chains: [{ ...chain, dead: false, probability: 0.5 }],
      source: 'estimated',
      confidence: 0.5,
    });
  });
});

describe('signs of a margin that can be trusted', () => {
  const EVEN = ';B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de]';
  const confidenceFeaturesOf = (root: string, rules: string | undefined, moves = EVEN): readonly number[] => {
    const sgf = `(;SZ[5]${root}${moves})`;
    const { record, stones } = caseOf(sgf);
    return circumstancesOf(record, scored(sgf, rules), lifeOf(stones, record.width)).slice(0, 11);
  };

  test.each([
    ['an even game, two passes', 'KM[6.5]', 'japanese', `${EVEN};B[];W[]`, [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]],
    ['no passes recorded', 'KM[6.5]', 'japanese', EVEN, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['area counting', 'KM[6.5]', 'chinese', EVEN, [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]],
    ['komi assumed, counting inferred', '', undefined, EVEN, [0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['Tygem', 'KM[6.5]PC[Tygem]', 'japanese', EVEN, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
    ['Fox', 'KM[6.5]PC[foxwq]', 'japanese', EVEN, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]],
    ['Korean news', 'KM[6.5]PC[hangame]', 'japanese', EVEN, [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]],
    [
      "one more move of Black's: a point between the countings",
      'KM[6.5]',
      'japanese',
      `${EVEN};B[aa]`,
      [0, 0, 0, 0, 0, Math.log1p(1), 0, 0, 0, 0, 0],
    ],
  ])('%s', (_name, root, rules, moves, signs) => {
    expect(confidenceFeaturesOf(root, rules, moves)).toEqual(signs);
  });

  test('handicap stones, an odd number of dame, seki points', () => {
    expect(confidenceFeaturesOf('KM[0.5]HA[2]AB[aa][ab]', 'japanese', `;W[da]${EVEN}`)[4]).toBe(1);
    expect(
      confidenceFeaturesOf(
        'KM[6.5]',
        'japanese',
        ';B[ba];W[da];B[bb];W[db];B[bc];W[dc];B[bd];W[dd];B[be];W[de]',
      )[6],
    ).toBe(1);
    const seki = '(;SZ[4:3]AB[ba][ca][ab][ac][bc]AW[bb][cb][db][dc]KM[0])';
    const { record, stones } = caseOf(seki);
    const signs = circumstancesOf(record, scored(seki, 'japanese'), lifeOf(stones, 4));
    expect(signs[0]).toBeCloseTo(Math.log1p(1));
  });

  test('without an estimate the confidence is that of life', () => {
    const sgf = `(;SZ[5]KM[6.5]${EVEN})`;
    const { record, stones } = caseOf(sgf);
    expect(
      marginConfidence({ ...lifeOf(stones, 5), confidence: 0.25 }, record, scored(sgf, 'japanese')),
    ).toBe(0.25);
  });
});
