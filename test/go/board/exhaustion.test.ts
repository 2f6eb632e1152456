import { describe, expect, test } from 'vitest';
import {
  gamesByReplay,
  gamesOver,
  gamesUnderSuperko,
  legalPositions,
  reachedPositions,
} from '../../support/exhaustion.js';
import { compareCounts, legalBoards, randomBoards } from '../../support/reference-count.js';

/** Numbers known from outside: J. Tromp and G. Farnebäck, Combinatorics of Go. `exhaustion-large.test.ts` has the larger ones. */
describe('what is known by exhaustion', () => {
  test.each([
    [1, 1, 1],
    [1, 2, 5],
    [1, 3, 15],
    [2, 2, 57],
    [2, 3, 489],
    [3, 3, 12_675],
  ])('a board of %d by %d has %d legal positions', (width, height, positions) => {
    expect(legalPositions(width, height)).toBe(positions);
    expect(legalPositions(height, width)).toBe(positions);
  });

  test.each([
    [2, 2, 57],
    [2, 3, 489],
    [3, 3, 12_675],
  ])('play on %d by %d reaches all %d of them, and no other', (width, height, positions) => {
    expect(reachedPositions(width, height).positions).toHaveLength(positions);
  });

  // The first play of Black on each point, times the images of each under symmetry and exchange of colors.
  test.each([
    [1, 1, 1, { 0: 2 }],
    [1, 2, 9, { 0: 4 }],
    [1, 2, 9, { 0: 2, 1: 2 }],
    [1, 3, 907, { 0: 4, 1: 2 }],
    [1, 3, 907, { 0: 2, 1: 2, 2: 2 }],
  ])('a board of %d by %d has %d games under positional superko', (width, height, games, first) => {
    expect(gamesUnderSuperko(width, height, first)).toBe(games);
    expect(gamesUnderSuperko(height, width, first)).toBe(games);
    expect(gamesByReplay(width, height)).toBe(games);
    expect(gamesOver(reachedPositions(width, height))).toBe(games);
  });
});

describe('both countings against the slow reference', () => {
  test.each([
    [1, 1],
    [1, 2],
    [2, 2],
    [3, 2],
    [3, 3],
  ])('every legal position of %d by %d', (width, height) => {
    const boards = legalBoards(width, height);
    expect(compareCounts(width, height, boards, 1)).toEqual([]);
  });

  test('20,000 positions of 4 by 4', () => {
    expect(compareCounts(4, 4, randomBoards(4, 4, 20_000, 2026), 2)).toEqual([]);
  });
});
