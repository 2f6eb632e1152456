import type { Ruleset } from '../../go/rules/ruleset.js';

/** KataGo's names of what a ruleset here says. */
const KO = { none: 'SIMPLE', positional: 'POSITIONAL', situational: 'SITUATIONAL', natural: 'SITUATIONAL' };
const BONUS = { none: '0', n: 'N', 'n-1': 'N-1' } as const;

/** The JSON in which KataGo states rules, with our name of the ruleset; `undefined` where KataGo cannot state them. */
export function katagoRules(ruleset: Ruleset): string | undefined {
  const { superko, scoring, sekiPoints, selfCapture, compensation, deadStones, name } = ruleset;
  if (superko === 'fighting-disturbing' || scoring === 'first-capture') return undefined;
  const tax = scoring === 'stones' ? 'ALL' : sekiPoints ? 'NONE' : 'SEKI';
  return JSON.stringify({
    friendlyPassOk: deadStones === 'agreement',
    hasButton: false,
    ko: KO[superko],
    name,
    scoring: scoring === 'territory' ? 'TERRITORY' : 'AREA',
    suicide: selfCapture !== 'forbidden',
    tax,
    whiteHandicapBonus: BONUS[compensation],
  });
}

/** The keys of KataGo's JSON in its rules string. */
const KEYS: Readonly<Record<string, string>> = {
  ko: 'ko',
  score: 'score',
  scoring: 'score',
  scoringRule: 'score',
  tax: 'tax',
  taxRule: 'tax',
  koRule: 'ko',
  suicide: 'sui',
  multiStoneSuicideLegal: 'sui',
  hasButton: 'button',
  whiteHandicapBonus: 'whb',
  friendlyPassOk: 'fpok',
};

/** JSON from outside; `undefined`: it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** KataGo's rules string for its JSON, or the ruleset that the JSON names; '' where it is neither. */
export function rulesOfJson(text: string): string {
  const fields = Object.entries((parsedJson(text) ?? {}) as Readonly<Record<string, unknown>>);
  const name = fields.find(([key]) => key === 'name')?.[1];
  if (typeof name === 'string') return name;
  const parts = fields.map(([key, value]) => {
    const word = typeof value === 'boolean' ? String(Number(value)) : String(value).toUpperCase();
    return Object.hasOwn(KEYS, key) ? KEYS[key]! + word : '?';
  });
  return parts.join('');
}
