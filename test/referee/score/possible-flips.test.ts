import { describe, expect, test } from 'vitest';
import type { ChainLife } from '../../../src/go/life/life.js';
import { possibleFlips } from '../../../src/referee/score/explanations.js';
import { scoreGame } from '../../../src/referee/score/score.js';
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
    const [a, c, e] = [15, 17, 19].map((point) => ({ ...WHITE_ROW, point }));
    expect(flips([e!, { ...c!, probability: 0.9 }, a!], 40)).toBe(
      'A4 (5 stones, 20 points), E4 (5 stones, 20 points), C4 (5 stones, 20 points)',
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
    expect(flips([chain], 14, ['ba', 'da'], sgf)).toBe('B3 (1 stone, 7 points)');
    // One dead and one alive: the dead one alone is at stake.
    expect(flips([chain], 14, ['ba'], sgf)).toBe('');
  });

  // With other white stones alive everything empty is dame, so that as many points are at stake as stones turn over.
  test.each([
    ['to the right', 'AW[bb][cb][ed]', 6, 2],
    ['to the left', 'AW[bb][cb][ed]', 7, 2],
    ['below', 'AW[bb][bc][ed]', 6, 2],
    ['above', 'AW[bb][bc][ed]', 11, 2],
    ['not behind the right edge', 'AW[eb][ac][ca]', 9, 1],
    ['not behind the left edge', 'AW[eb][ac][ca]', 10, 1],
    ['not behind empty points', 'AW[bb][db]', 6, 1],
  ])('stones next to each other turn over together: %s', (_name, white, point, points) => {
    const chain: Doubt = { point, stones: 1, color: 'white', probability: 0.5 };
    const words = flips([chain], 2 * points, [], `(;SZ[5:4]AB[cc]${white}KM[0])`);
    expect(words).toContain(`(1 stone, ${String(points)} points)`);
  });

  test('dead stones behind a wall stay dead', () => {
    const sgf = '(;SZ[5]AB[ac][bc][cc][dc][ec]AW[ba][be]KM[0])';
    const chain: Doubt = { point: 1, stones: 1, color: 'white', probability: 0.5 };
    // Of 25 points Black keeps the wall and the ten below; White's stone counts one.
    expect(flips([chain], 22, ['ba', 'be'], sgf)).toBe('B5 (1 stone, 11 points)');
  });
});
