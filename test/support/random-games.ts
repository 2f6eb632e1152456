import fc from 'fast-check';
import { ILLEGAL_POLICIES } from '../../src/referee/replay/replayed.js';
import { SELF_CAPTURE_RULES, SUPERKO_RULES } from '../../src/go/rules/ruleset.js';
import type { Step } from './steps.js';

/** Any rules about moves that are forbidden, as fields of a ruleset. */
export const ANY_KO_RULES = {
  basicKo: fc.boolean(),
  superko: fc.constantFrom(...SUPERKO_RULES),
  startCounts: fc.boolean(),
  selfCapture: fc.constantFrom(...SELF_CAPTURE_RULES),
};

export const anyPolicy = fc.constantFrom(...ILLEGAL_POLICIES);

/** Codes that games of a comparison must really contain, or it compares nothing. */
export const CODES_TO_MEET = [
  'move/ko',
  'move/superko-positional',
  'move/superko-situational',
  'move/superko-natural',
  'move/repetition',
  'move/ko-undecided',
  'move/self-capture',
  'move/occupied',
  'move/out-of-turn',
] as const;

/** A game out of dice; `disorder`: percent of moves out of turn, of setup and of PL. Occupied points come by themselves. */
export function stepsOf(dice: readonly number[], width: number, height: number, disorder: number): Step[] {
  let sign: 'X' | 'O' = 'X';
  return dice.map((number): Step => {
    const at = number % (width * height);
    const spot = { x: at % width, y: Math.floor(at / width) };
    const roll = Math.floor(number / 37) % 100;
    if (roll < disorder / 3) return { kind: 'set', content: number % 2 ? 'X' : '.', spot };
    if (roll < disorder / 2) return { kind: 'turn', sign };
    if (roll >= disorder) sign = sign === 'X' ? 'O' : 'X';
    return roll > 90 ? { kind: 'pass', sign } : { kind: 'play', sign, spot };
  });
}
