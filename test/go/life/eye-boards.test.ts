import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { BLACK, EMPTY, WHITE } from '../../../src/core/color.js';
import { pointToSgf } from '../../../src/core/point.js';
import { analyze } from '../../../src/referee/judge/analyze.js';
import { eyeBoards, type EyeBoard } from '../../support/eye-boards.js';

/** Nothing wrong may be as sure as this. */
const SURE = 0.85;
/** How many boards may be judged wrong. */
const MAX_WRONG = 0.05;
/** `EYE_BOARDS=2000` tries more. */
const BOARDS = Number(process.env['EYE_BOARDS'] ?? 300);

function sgfOf({ size, stones }: EyeBoard): string {
  const named = (color: number): string =>
    [...stones.keys()]
      .filter((p) => stones[p] === color)
      .map((p) => `[${pointToSgf(p, size)}]`)
      .join('');
  return `(;SZ[${String(size)}]KM[0]RU[Chinese]AB${named(BLACK)}AW${named(WHITE)};B[];W[])`;
}

interface Judged {
  readonly name: string;
  readonly confidence: number;
  readonly isWrong: boolean;
}

/** What the program says of a board; `undefined` where it does not score it. A board that depends on who moves is wrong where it is sure. */
function judged(board: EyeBoard): Judged | undefined {
  const { score } = analyze(sgfOf(board)).games[0]!;
  if (!score) return undefined;
  const { confidence, life } = score;
  const isOtherwise = life.dead.some((dead, p) => board.stones[p] !== EMPTY && dead !== board.dead[p]);
  return {
    name: board.name,
    confidence,
    isWrong: board.expected === 'open' ? confidence >= SURE : isOtherwise,
  };
}

describe('groups around one eye space inside the opponent’s area, as textbooks judge them', () => {
  const all = [...eyeBoards(BOARDS)].map(judged);
  const scored = all.filter((one) => one !== undefined);
  const wrong = scored.filter(({ isWrong }) => isWrong);

  test('nearly all are scored, and most of them surely', () => {
    expect(scored.length).toBeGreaterThan(0.85 * BOARDS);
    expect(scored.filter(({ confidence }) => confidence >= SURE).length).toBeGreaterThan(0.5 * BOARDS);
  });

  test('none is surely wrong', () => {
    expect(wrong.filter(({ confidence }) => confidence >= SURE)).toEqual([]);
  });

  test('few are wrong', () => {
    expect(wrong.length, wrong.map(({ name }) => name).join('; ')).toBeLessThanOrEqual(MAX_WRONG * BOARDS);
  });
});
