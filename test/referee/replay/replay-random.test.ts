import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDiagram } from '../../support/diagram.js';
import { checkConservation } from '../../support/conservation.js';
import { positionAt, replay } from '../../../src/referee/replay/replay.js';
import { ANY_KO_RULES, anyPolicy, CODES_TO_MEET, stepsOf } from '../../support/random-games.js';
import { diagramOf } from '../../support/reference-board.js';
import { referenceReplay } from '../../support/reference-replay.js';
import { optionsFor, recordOf, type Step } from '../../support/steps.js';
import { testRuleset } from '../../support/test-ruleset.js';

/** Small boards make repetitions frequent. */
const SIZES = [
  [1, 2],
  [4, 1],
  [5, 1],
  [7, 1],
  [2, 2],
  [3, 2],
  [3, 3],
  [5, 4],
  [6, 6],
] as const;

const games = fc.record({
  size: fc.constantFrom(...SIZES),
  dice: fc.array(fc.nat(0xffff), { minLength: 10, maxLength: 90, size: 'max' }),
  /** Percent of moves on occupied points, out of turn, and of setup. */
  disorder: fc.constantFrom(0, 0, 3, 15),
  rules: fc.record(ANY_KO_RULES),
  policy: anyPolicy,
});

describe('random games against the slow replay', () => {
  it.each([20260301, 20260302, 20260303])(
    'same position, same verdicts, same repeated moves (seed %i)',
    (seed) => {
      const seen = new Set<string>();
      fc.assert(
        fc.property(games, ({ size: [width, height], dice, disorder, rules, policy }) => {
          const ordered = stepsOf(dice, width, height, disorder);
          const steps = disorder === 0 ? withoutOccupied(ordered, width, height, rules) : ordered;
          const ruleset = testRuleset(rules);
          const slow = referenceReplay(steps, width, height, rules, policy);
          const fast = replay(recordOf(steps, width, height), ruleset, optionsFor(policy));
          const points = fast.board.contents();
          expect(formatDiagram({ width, height, points })).toBe(diagramOf(slow.rows));
          const verdicts = fast.findings
            .filter(({ code }) => code.startsWith('move/'))
            .map(({ move, code, repeatsMove }) => ({ move, code, repeats: repeatsMove }));
          expect(verdicts).toEqual(slow.verdicts);
          expect([fast.illegal, fast.stoppedAt]).toEqual([slow.illegal, slow.stoppedAt]);
          expect(checkConservation(fast)).toBe('');
          if (policy === 'stands') {
            expect(positionAt(recordOf(steps, width, height).line, width, height, steps.length)).toEqual(
              points,
            );
          }
          for (const { code } of fast.findings) seen.add(code);
        }),
        { seed, numRuns: 250 },
      );
      // The games must really contain what the comparison is about.
      for (const code of CODES_TO_MEET) {
        expect(seen).toContain(code);
      }
    },
  );
});

/** Leaves out plays on occupied points, so that long orderly games remain. */
function withoutOccupied(
  steps: readonly Step[],
  width: number,
  height: number,
  rules: Parameters<typeof referenceReplay>[3],
): Step[] {
  const kept: Step[] = [];
  let sign: 'X' | 'O' = 'X';
  for (const step of steps) {
    if (step.kind !== 'play' && step.kind !== 'pass') continue;
    const tried: Step = { ...step, sign };
    const { verdicts } = referenceReplay([...kept, tried], width, height, rules, 'stands');
    if (verdicts.some(({ move, code }) => move === kept.length + 1 && code === 'move/occupied')) continue;
    kept.push(tried);
    sign = sign === 'X' ? 'O' : 'X';
  }
  return kept;
}
