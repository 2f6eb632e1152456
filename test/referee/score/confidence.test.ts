import { describe, expect, test } from 'vitest';
import { MARGIN_RIGHT } from '../../../src/go/life/calibration.js';
import { chanceByTrees } from '../../../src/go/life/confidence.js';
import type { Life } from '../../../src/go/life/life.js';
import type { GameRecord } from '../../../src/referee/record/record.js';
import { circumstancesOf, marginConfidence } from '../../../src/referee/score/score.js';
import type { GameScore } from '../../../src/referee/score/score-types.js';

interface Given {
  readonly black?: number;
  readonly white?: number;
  readonly trailingPasses?: number;
  readonly score?: Partial<GameScore>;
  readonly origin?: string;
  readonly handicap?: number;
  /** Chances of the verdicts on chains of three stones; negative: dead ones. */
  readonly chains?: readonly number[];
}

function made({
  black = 0,
  white = 0,
  trailingPasses = 0,
  score,
  origin = '',
  handicap = 0,
  chains = [],
}: Given): {
  life: Life;
  record: GameRecord;
  score: GameScore;
} {
  return {
    life: {
      confidence: 0.625,
      chains: chains.map((chance) => ({ probability: Math.abs(chance), stones: 3, dead: chance < 0 })),
    } as unknown as Life,
    record: { origin, handicap: { stones: handicap } } as GameRecord,
    score: {
      black: { sekiPoints: black, fills: 0 },
      white: { sekiPoints: white, fills: 0 },
      dame: 0,
      komiSource: 'file',
      inferredCounting: false,
      counting: 'territory',
      komiHalves: 13,
      resultHalves: 0,
      protectiveMoves: [],
      resultAreaHalves: 13,
      resultTerritoryHalves: 13,
      basis: { trailingPasses, putBlack: 0, putWhite: 0 },
      ...score,
    } as unknown as GameScore,
  };
}

const FILL = { sekiPoints: 1, fills: 1 } as GameScore['black'];
const MOVE = { point: 0, color: 1, liberties: 3 } as const;
const IN_ATARI = { ...MOVE, liberties: 1 };

/** Signs that a game has beyond one that is plain in every respect: values by place. */
const SIGNS: [name: string, given: Given, values: Readonly<Record<number, number>>][] = [
  ['seki points of both', { black: 2, white: 1 }, { 0: Math.log(4), 12: Math.log(4) }],
  ['komi that was assumed', { score: { komiSource: 'assumed' } }, { 1: 1 }],
  ['counting that was inferred', { score: { inferredCounting: true } }, { 2: 1 }],
  ['area counting', { score: { counting: 'area' } }, { 3: 1 }],
  ['a handicap of two stones', { handicap: 2 }, { 4: 1 }],
  ['area two points above territory', { score: { resultAreaHalves: 17 } }, { 5: Math.log(3) }],
  ['territory two points above area', { score: { resultTerritoryHalves: 17 } }, { 5: Math.log(3) }],
  ['an odd number of dame', { score: { dame: 3 } }, { 6: 1, 27: 3 }],
  ['an even number of dame', { score: { dame: 2 } }, { 27: 2 }],
  ['three dame and one pass', { trailingPasses: 1, score: { dame: 3 } }, { 6: 1, 27: 3 }],
  ['three dame after two passes', { trailingPasses: 2, score: { dame: 3 } }, { 6: 1, 7: 1 }],
  ['three dame on Fox, which records no passes', { origin: 'fox', score: { dame: 3 } }, { 6: 1, 9: 1 }],
  ['two passes at the end', { trailingPasses: 2 }, { 7: 1 }],
  ['a Korean newspaper', { origin: 'korean-news' }, { 8: 1 }],
  ['Fox', { origin: 'fox' }, { 9: 1 }],
  ['Tygem', { origin: 'tygem' }, { 10: 1 }],
  ['a point to fill', { score: { black: FILL } }, { 0: Math.log(2), 11: 1 }],
  [
    'a point to fill on Tygem',
    { origin: 'tygem', score: { white: FILL } },
    { 0: Math.log(2), 10: 1, 11: 1, 19: 1 },
  ],
  [
    'a point to fill on Fox',
    { origin: 'fox', score: { white: FILL } },
    { 0: Math.log(2), 9: 1, 11: 1, 20: 1 },
  ],
  ['a protective move', { score: { protectiveMoves: [MOVE] } }, { 13: 1, 14: 1 }],
  ['one beside a chain in atari', { score: { protectiveMoves: [IN_ATARI] } }, { 13: 1 }],
  [
    'two on Fox',
    { origin: 'fox', score: { protectiveMoves: [MOVE, IN_ATARI] } },
    { 9: 1, 13: 2, 14: 1, 17: 2 },
  ],
  ['one on Tygem', { origin: 'tygem', score: { protectiveMoves: [MOVE] } }, { 10: 1, 13: 1, 14: 1, 18: 1 }],
  ['a margin of two points', { score: { resultHalves: -4 } }, { 15: Math.log(3) }],
  ['a komi of 7.5', { score: { komiHalves: 15 } }, {}],
  ['a komi of 7.5 in Korea', { origin: 'korean-news', score: { komiHalves: 15 } }, { 8: 1, 16: 1 }],
  [
    'area two points above territory in Korea',
    { origin: 'korean-news', score: { resultAreaHalves: 17 } },
    { 5: Math.log(3), 8: 1, 21: Math.log(3) },
  ],
  [
    'a chain of three stones in doubt, one sure',
    { chains: [0.9, 0.99] },
    { 22: Math.log(2), 24: 1, 25: Math.log(4) },
  ],
  ['one that is not quite sure', { chains: [0.97] }, { 24: 1, 25: Math.log(4) }],
  ['a dead one in doubt', { chains: [-0.9] }, { 22: Math.log(2), 24: 1, 25: Math.log(4), 26: Math.log(1.3) }],
];

const PLAIN: [name: string, given: Given][] = [
  ['nothing special', {}],
  ['one stone of handicap', { handicap: 1 }],
  ['one pass', { trailingPasses: 1 }],
  ['komi of the ruleset', { score: { komiSource: 'ruleset' } }],
];

const NONE = Array.from({ length: 28 }, () => 0);

describe('circumstances of a margin', () => {
  test.each(SIGNS)('%s', (_, given, values) => {
    const { record, score, life } = made(given);
    const found = circumstancesOf(record, score, life);
    expect(found).toHaveLength(NONE.length);
    found.forEach((value, place) => expect(value, `place ${place}`).toBeCloseTo(values[place] ?? 0, 12));
  });

  test.each(PLAIN)('none: %s', (_, given) => {
    const { record, score, life } = made(given);
    expect(circumstancesOf(record, score, life)).toEqual(NONE);
  });
});

describe('confidence in a margin', () => {
  test('without an estimate is that in the dead stones', () => {
    const { record, score, life } = made({ origin: 'fox' });
    expect(marginConfidence(life, record, score)).toBe(0.625);
  });

  test("has the board's features first, then the circumstances", () => {
    const { record, score, life } = made({ origin: 'tygem' });
    const board = [9, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0.1];
    const expected = chanceByTrees(MARGIN_RIGHT, [...board, ...NONE.with(10, 1)]);
    expect(marginConfidence({ ...life, confidenceFeatures: board }, record, score)).toBe(expected);
    expect(marginConfidence({ ...life, confidenceFeatures: board, mostConfidence: 0.5 }, record, score)).toBe(
      0.5,
    );
  });
});

test('a tree asks down to an answer, and the answers are added', () => {
  const trees = [[0, 1.5, -1, [1, 0, 2, 3]], 0.5] as const;
  const odds = (features: readonly number[]): number => {
    const chance = chanceByTrees({ bias: 1, trees }, features);
    return Math.log(chance / (1 - chance));
  };
  expect(odds([1.5, 9])).toBeCloseTo(0.5, 12);
  expect(odds([2, 0])).toBeCloseTo(3.5, 12);
  expect(odds([2, 1])).toBeCloseTo(4.5, 12);
});
