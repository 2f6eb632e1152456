import { SEVERITY_OF, type FindingArgs, type FindingCode } from '../findings/catalogue.js';
import { finding, type Finding } from '../findings/finding.js';

/** One object for all games: nothing in them depends on the game. */
export const RULES_MISSING = finding('rules/missing', {});
export const KOMI_MISSING = finding('komi/missing', {});
export const RESULT_MISSING = finding('result/missing', {});

/**
 * A finding about the value of a header property at byte `offset`; `rule` such as `FF[4] KM`.
 * Most games have one or two of these, so the object is written out instead of being merged from parts.
 */
export function headerFinding<C extends FindingCode>(
  code: C,
  args: FindingArgs[C],
  offset: number,
  rule: string,
): Finding {
  return { offset, rule, code, severity: SEVERITY_OF[code], args, line: 0, column: 0 } as unknown as Finding;
}
