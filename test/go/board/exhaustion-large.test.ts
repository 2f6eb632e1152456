import { expect, test } from 'vitest';
import { gamesOver, legalPositions, reachedPositions } from '../../support/exhaustion.js';
import { compareCounts, randomBoards } from '../../support/reference-count.js';

const MAX_TIME = 3_600_000;

/** The larger numbers of `exhaustion.test.ts`: minutes each. */
test('a board of 4 by 4 has 24,318,165 legal positions', { timeout: MAX_TIME }, () => {
  expect(legalPositions(4, 4)).toBe(24_318_165);
});

test(
  'over the positions of our board, 1 by 4 has 2,098,407,841 games under positional superko',
  { timeout: MAX_TIME },
  () => {
    expect(gamesOver(reachedPositions(1, 4))).toBe(2_098_407_841);
  },
);

test('over the positions of our board, 2 by 2 has 386,356,909,593', { timeout: MAX_TIME }, () => {
  expect(gamesOver(reachedPositions(2, 2))).toBe(386_356_909_593);
});

test(
  'both countings of a million positions of 4 by 4 are those of the slow reference',
  { timeout: MAX_TIME },
  () => {
    expect(compareCounts(4, 4, randomBoards(4, 4, 1_000_000, 4), 3)).toEqual([]);
  },
);
