import { describe, expect, it } from 'vitest';
import { formatDiagram } from '../../support/diagram.js';
import { replay } from '../../../src/referee/replay/replay.js';
import { seededRandom } from '../../accuracy/random.js';
import { stepsOf } from '../../support/random-games.js';
import { diagramOf } from '../../support/reference-board.js';
import { referenceReplay } from '../../support/reference-replay.js';
import { optionsFor, recordOf, type Step } from '../../support/steps.js';
import { testRuleset } from '../../support/test-ruleset.js';

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
  const points = board.contents();
  const verdicts = findings
    .filter(({ code }) => code.startsWith('move/'))
    .map(({ move, code, repeatsMove }) => ({ move, code, repeats: repeatsMove }));
  return { rows: formatDiagram({ width, height, points }), verdicts };
}

const anyMove = { basicKo: true, superko: 'positional', startCounts: true, selfCapture: 'multi' } as const;

/** Longer than the tables that the history begins with. */
const long: [name: string, width: number, height: number, steps: number][] = [
  ['a small board, where most positions lie behind captures', 4, 4, 1200],
  ['nine points, where positions come again and again', 3, 3, 3000],
  ['twenty points', 5, 4, 3000],
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

  it('a ko behind a long run of plays', () => {
    const spots = (from: number, count: number): { x: number; y: number }[] =>
      Array.from({ length: count }, (_, i) => ({ x: 2 * (i % 20), y: from + 2 * Math.floor(i / 20) }));
    const at = (x: number, y: number): { x: number; y: number } => ({ x, y });
    const black = [...spots(0, 280), at(11, 31), at(12, 30), at(12, 32), at(39, 39)];
    const white = [...spots(1, 280), at(13, 30), at(13, 32), at(14, 31), at(12, 31)];
    const steps = black.flatMap((spot, i): Step[] => [
      { kind: 'play', sign: 'X', spot },
      { kind: 'play', sign: 'O', spot: white[i]! },
    ]);
    // Black takes the ko, both pass, and White takes back.
    steps.push({ kind: 'play', sign: 'X', spot: at(13, 31) }, { kind: 'pass', sign: 'O' });
    steps.push({ kind: 'pass', sign: 'X' }, { kind: 'play', sign: 'O', spot: at(12, 31) });
    const rules = {
      basicKo: false,
      superko: 'positional',
      startCounts: true,
      selfCapture: 'forbidden',
    } as const;
    const { findings } = replay(recordOf(steps, 40, 40), testRuleset(rules), optionsFor('stands'));
    const verdicts = findings.filter(({ code }) => code.startsWith('move/'));
    expect(verdicts.map(({ code, move, repeatsMove }) => [code, move, repeatsMove])).toEqual([
      ['move/superko-positional', 572, 568],
    ]);
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
