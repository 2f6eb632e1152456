import { CHECK_FINDINGS } from './check.js';
import { DEAD_FINDINGS, ENDING_FINDINGS, RESULT_FINDINGS } from './ending.js';
import { DECISION_FINDINGS, EVENT_FINDINGS } from './event.js';
import { ENCODING_FINDINGS, FILE_FINDINGS, INTERNAL_FINDINGS } from './file.js';
import type { Explanation, None, Severity, Where } from './family.js';
import { GAME_FINDINGS, HANDICAP_FINDINGS, KOMI_FINDINGS, RULES_FINDINGS } from './header.js';
import { MOVE_FINDINGS, SETUP_FINDINGS } from './move.js';
import { SGF_FINDINGS } from './sgf.js';
import { TABLE_FINDINGS } from './table.js';
import { TIME_FINDINGS } from './time.js';

export type { Explanation } from './family.js';

/** Every finding, by its code: all families in the order in which lists of codes show them. */
const FINDINGS = {
  ...MOVE_FINDINGS,
  ...SETUP_FINDINGS,
  ...HANDICAP_FINDINGS,
  ...KOMI_FINDINGS,
  ...RULES_FINDINGS,
  ...ENDING_FINDINGS,
  ...RESULT_FINDINGS,
  ...DEAD_FINDINGS,
  ...DECISION_FINDINGS,
  ...TIME_FINDINGS,
  ...GAME_FINDINGS,
  ...ENCODING_FINDINGS,
  ...SGF_FINDINGS,
  ...CHECK_FINDINGS,
  ...FILE_FINDINGS,
  ...TABLE_FINDINGS,
  ...EVENT_FINDINGS,
  ...INTERNAL_FINDINGS,
};

type Findings = typeof FINDINGS;

export type FindingCode = keyof Findings;

/** The arguments of each code: what its sentence takes. */
export type FindingArgs = {
  readonly [C in FindingCode]: Parameters<Findings[C]['sentence']> extends [infer Args, ...unknown[]]
    ? Args
    : None;
};

/** Every code, family by family. */
export const FINDING_CODES = Object.keys(FINDINGS) as FindingCode[];

/** The page of a code in the documentation site, relative to its first page. */
export function pageOf(code: FindingCode): string {
  return `findings/${code.replace('/', '-')}.html`;
}

/** The severity of a code, unless the stage that reports it gives another. */
export function severityOf(code: FindingCode): Severity {
  return FINDINGS[code].severity;
}

/** The sentence of a code with its arguments, without what became of an illegal move. */
export function sentenceOf<C extends FindingCode>(code: C, args: FindingArgs[C], where: Where): string {
  const { sentence } = FINDINGS[code] as { sentence: (args: FindingArgs[C], where: Where) => string };
  return sentence(args, where);
}

/** The full account of a code: its meaning, the rule it rests on, a smallest case, and what to do. */
export function explain(code: FindingCode): Explanation {
  const { title, means, rule, example, todo } = FINDINGS[code];
  return { title, means, rule, example, todo };
}
