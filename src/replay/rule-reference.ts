import type { Ruleset } from '../rules/ruleset.js';

/** Parts of the rules that a move can break. */
const SUBJECTS = {
  'off-board': 'stones are played on the board',
  occupied: 'stones are played on empty points',
  'out-of-turn': 'players alternate',
  'self-capture': 'self-capture',
  ko: 'basic ko',
  positional: 'positional superko',
  situational: 'situational superko',
  'situational-only': 'situational superko (natural situational superko allows it)',
  natural: 'natural situational superko',
  allowed: 'repetition allowed',
  'after-end': 'end of the game',
} as const;

export type Subject = keyof typeof SUBJECTS;

const SELF_CAPTURE = {
  forbidden: 'self-capture forbidden',
  multi: 'self-capture of one stone forbidden',
  allowed: 'self-capture allowed',
};

/** Rule that a finding rests on, such as `aga: situational superko`; `common: ...` is what every ruleset says. */
export function ruleReference(ruleset: Ruleset | undefined, subject: Subject): string {
  const name = ruleset ? ruleset.name : 'common';
  const text = subject === 'self-capture' ? SELF_CAPTURE[ruleset?.selfCapture ?? 'multi'] : SUBJECTS[subject];
  return `${name}: ${text}`;
}
