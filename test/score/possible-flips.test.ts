import { describe, expect, test } from 'vitest';
import type { ChainLife } from '../../src/life/life-types.js';
import { possibleFlips } from '../../src/score/possible-flips.js';
import { scoreGame } from '../../src/score/score.js';
import { caseOf, lifeOf, ruleset } from './support.js';

type Doubt = Pick<ChainLife, 'point' | 'stones' | 'color' | 'probability'>;

/** Black's rows at the top and at the bottom, White's in the middle, on 5 by 7 points. */
const STRIPES = '(;SZ[5:7]AB[ab][bb][cb][db][eb][af][bf][cf][df][ef]AW[ad][bd][cd][dd][ed]KM[0])';

/** What is possible when the margin that is declared differs by so many half points. */
function flips(chains: readonly Doubt[], by: number, dead: readonly string[] = [], sgf = STRIPES): string {
  const { record, replayed, stones } = caseOf(sgf);
  const life = lifeOf(stones, record.width, dead);
  const judged = chains.map((chain) => ({
    ...chain,
    dead: life.dead[chain.point] === 1,
    source: 'estimated' as const,
  }));
  const score = scoreGame(record, replayed, stones, { ...life, chains: judged }, ruleset('chinese'), {});
  return possibleFlips(score, score.resultHalves + by);
}

const WHITE_ROW: Doubt = { point: 15, stones: 5, color: 'white', probability: 0.6 };
const TOP_ROW: Doubt = { point: 5, stones: 5, color: 'black', probability: 0.7 };

describe('groups whose other verdict would give the declared margin', () => {
  test.each([
    // White's row dead: its 5 stones and the 10 dame around it and 5 points under it become Black's.
    ["White's row taken off", [WHITE_ROW], 40, [], 'A4 (5 stones, 20 points)'],
    ['the same amount the other way', [WHITE_ROW], -40, [], 'A4 (5 stones, 20 points)'],
    ['another amount', [WHITE_ROW], 38, [], ''],
    ['nothing at stake', [WHITE_ROW], 0, [], ''],
    ['a group that is sure', [{ ...WHITE_ROW, probability: 0.97 }], 40, [], ''],
    [
      'a group that is nearly sure',
      [{ ...WHITE_ROW, probability: 0.969 }],
      40,
      [],
      'A4 (5 stones, 20 points)',
    ],
    [
      "White's row left on the board",
      [WHITE_ROW],
      40,
      ['ad', 'bd', 'cd', 'dd', 'ed'],
      'A4 (5 stones, 20 points)',
    ],
  ] as const)('%s', (_name, chains, by, dead, words) => {
    expect(flips(chains, by, dead)).toBe(words);
  });

  test('the least sure come first, and of equal ones the first on the board', () => {
    const twice = [{ ...WHITE_ROW, probability: 0.9 }, { ...WHITE_ROW, point: 17 }, WHITE_ROW];
    expect(flips(twice, 40)).toBe(
      'A4 (5 stones, 20 points), C4 (5 stones, 20 points), A4 (5 stones, 20 points)',
    );
  });

  test('no more than eight are tried', () => {
    const surer = { ...WHITE_ROW, probability: 0.8 };
    expect(flips([...Array<Doubt>(7).fill(TOP_ROW), surer], 40)).toBe('A4 (5 stones, 20 points)');
    expect(flips([...Array<Doubt>(8).fill(TOP_ROW), surer], 40)).toBe('');
  });

  test('stones of the color in the same enclosure turn over together, others do not', () => {
    const sgf = '(;SZ[5:3]AB[ab][bb][cb][db][eb]AW[ba][da]KM[0])';
    const chain: Doubt = { point: 1, stones: 1, color: 'white', probability: 0.5 };
    // Both dead: Black has the row above. Alive again, both: two stones of White, three dame.
    expect(flips([chain], 14, ['ba', 'da'], sgf)).toBe('B3 (1 stones, 7 points)');
    // One dead and one alive: the dead one alone is at stake.
    expect(flips([chain], 14, ['ba'], sgf)).toBe('');
  });
});
