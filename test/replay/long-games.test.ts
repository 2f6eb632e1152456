import { describe, expect, it } from 'vitest';
import { formatDiagram } from '../../src/board/diagram.js';
import { replay } from '../../src/replay/replay.js';
import { seededRandom } from '../accuracy/random.js';
import { stepsOf } from '../support/random-games.js';
import { diagramOf } from '../support/reference-board.js';
import { referenceReplay } from '../support/reference-replay.js';
import { optionsFor, recordOf, type Step } from '../support/steps.js';
import { testRuleset } from '../support/test-ruleset.js';

/** Dice for so many steps, by a seed. */
function diceOf(seed: number, count: number): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => Math.floor(random() * 0x10000));
}

function judged(
  steps: readonly Step[],
  width: number,
  height: number,
  rules: Parameters<typeof testRuleset>[0],
) {
  const { findings, board } = replay(
    recordOf(steps, width, height),
    testRuleset(rules),
    optionsFor('stands'),
  );
  const points = new Uint8Array(width * height);
  board.copyTo(points);
  const verdicts = findings
    .filter(({ code }) => code.startsWith('move/'))
    .map(({ move, code, repeatsMove }) => ({ move, code, repeats: repeatsMove }));
  return { rows: formatDiagram({ width, height, points }), verdicts };
}

const anyMove = { basicKo: true, superko: 'positional', startCounts: true, selfCapture: 'multi' } as const;

/** Longer than the tables that the history begins with. */
const long: [name: string, width: number, height: number, steps: number][] = [
  ['a small board, where most positions lie behind captures', 4, 4, 1200],
  ['a large board that grows ever fuller', 25, 25, 700],
];

describe('games longer than the first tables of the history', () => {
  it.each(long)('%s (seed 7)', (_name, width, height, count) => {
    const dice = diceOf(7, count);
    const steps = width > 20 ? inOrder(width, height, count) : stepsOf(dice, width, height, 0);
    const slow = referenceReplay(steps, width, height, anyMove, 'stands');
    const fast = judged(steps, width, height, anyMove);
    expect(fast.verdicts).toEqual(slow.verdicts);
    expect(fast.rows).toBe(diagramOf(slow.rows));
    expect(slow.verdicts.length).toBeGreaterThan(0);
  });

  it('a game is judged alike before and after games of every length', () => {
    const short = stepsOf(diceOf(3, 80), 3, 3, 0);
    const before = judged(short, 3, 3, anyMove);
    expect(before.verdicts.length).toBeGreaterThan(0);
    for (const count of [600, 3000, 20_000, 500, 17_000]) {
      judged(stepsOf(diceOf(count, count), 5, 5, 0), 5, 5, anyMove);
      expect(judged(short, 3, 3, anyMove)).toEqual(before);
    }
  });
});

/** Black fills every other column from the left, White the ones between; then both go on where they can. */
function inOrder(width: number, height: number, count: number): Step[] {
  return Array.from({ length: count }, (_, i): Step => {
    const at = Math.floor(i / 2) % Math.floor((width * height) / 2);
    const column = Math.floor(at / height) * 2 + (i % 2);
    const spot = { x: column % width, y: at % height };
    return { kind: 'play', sign: i % 2 === 0 ? 'X' : 'O', spot };
  });
}
