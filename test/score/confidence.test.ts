import { describe, expect, test } from 'vitest';
import { MARGIN_RIGHT } from '../../src/life/calibration.js';
import type { Life } from '../../src/life/life.js';
import type { GameRecord } from '../../src/record/record.js';
import { circumstancesOf, marginConfidence, type ScoredFeatures } from '../../src/score/score.js';

interface Given {
  readonly black?: number;
  readonly white?: number;
  readonly trailingPasses?: number;
  readonly score?: Partial<ScoredFeatures>;
  readonly origin?: string;
  readonly handicap?: number;
}

function made({ black = 0, white = 0, trailingPasses = 0, score, origin = '', handicap = 0 }: Given): {
  record: GameRecord;
  score: ScoredFeatures;
} {
  return {
    record: { origin, handicap: { stones: handicap } } as GameRecord,
    score: {
      black: { sekiPoints: black },
      white: { sekiPoints: white },
      dame: 0,
      komiSource: 'file',
      inferredCounting: false,
      counting: 'territory',
      resultAreaHalves: 13,
      resultTerritoryHalves: 13,
      basis: { trailingPasses },
      ...score,
    } as ScoredFeatures,
  };
}

/** Signs that a game has beyond one that is plain in every respect: place and value. */
const SIGNS: [name: string, given: Given, place: number, value: number][] = [
  ['seki points of both', { black: 2, white: 1 }, 0, Math.log(4)],
  ['komi that was assumed', { score: { komiSource: 'assumed' } }, 1, 1],
  ['counting that was inferred', { score: { inferredCounting: true } }, 2, 1],
  ['area counting', { score: { counting: 'area' } }, 3, 1],
  ['a handicap of two stones', { handicap: 2 }, 4, 1],
  ['area two points above territory', { score: { resultAreaHalves: 17 } }, 5, Math.log(3)],
  ['territory two points above area', { score: { resultTerritoryHalves: 17 } }, 5, Math.log(3)],
  ['an odd number of dame', { score: { dame: 3 } }, 6, 1],
  ['two passes at the end', { trailingPasses: 2 }, 7, 1],
  ['a Korean newspaper', { origin: 'korean-news' }, 8, 1],
  ['Fox', { origin: 'fox' }, 9, 1],
  ['Tygem', { origin: 'tygem' }, 10, 1],
];

const PLAIN: [name: string, given: Given][] = [
  ['nothing special', {}],
  ['one stone of handicap', { handicap: 1 }],
  ['one pass', { trailingPasses: 1 }],
  ['an even number of dame', { score: { dame: 2 } }],
  ['komi of the ruleset', { score: { komiSource: 'ruleset' } }],
];

const NONE = Array.from({ length: 11 }, () => 0);

describe('circumstances of a margin', () => {
  test.each(SIGNS)('%s', (_, given, place, value) => {
    const { record, score } = made(given);
    const found = circumstancesOf(record, score);
    expect(found[place]).toBeCloseTo(value, 12);
    expect(found.with(place, 0)).toEqual(NONE);
  });

  test.each(PLAIN)('none: %s', (_, given) => {
    const { record, score } = made(given);
    expect(circumstancesOf(record, score)).toEqual(NONE);
  });
});

describe('confidence in a margin', () => {
  const life = { confidence: 0.625 } as Life;

  test('without an estimate is that in the dead stones', () => {
    const { record, score } = made({ origin: 'fox' });
    expect(marginConfidence(life, record, score)).toBe(0.625);
  });

  test("has the board's features first, then the circumstances", () => {
    const { bias, weights } = MARGIN_RIGHT;
    const confidenceFeatures = Array.from({ length: weights.length - NONE.length }, (_, i) =>
      i === 0 ? 2 : 0,
    );
    const { record, score } = made({ origin: 'tygem' });
    const sum = bias + 2 * weights[0]! + weights.at(-1)!;
    expect(marginConfidence({ ...life, confidenceFeatures }, record, score)).toBeCloseTo(
      1 / (1 + Math.exp(-sum)),
      12,
    );
  });
});
