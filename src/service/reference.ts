import { FINDING_CODES, SEVERITY_OF } from '../findings/catalogue.js';
import type { Severity } from '../findings/finding.js';
import { explain, type Explanation } from '../findings/explanations.js';
import { RULESETS } from '../rules/rulesets.js';
import type { Ruleset } from '../rules/ruleset.js';

/** A ruleset as the service shows it. */
export interface ShownRuleset extends Pick<
  Ruleset,
  | 'name'
  | 'title'
  | 'scoring'
  | 'countings'
  | 'superko'
  | 'selfCapture'
  | 'passStones'
  | 'sekiPoints'
  | 'compensation'
  | 'sources'
  | 'doubts'
> {
  /** Komi of even games today in points; null where the rules name none. */
  readonly komi: number | null;
}

export function shownRulesets(): ShownRuleset[] {
  return RULESETS.map((ruleset) => {
    const { name, title, scoring, countings, superko, selfCapture, passStones } = ruleset;
    const { sekiPoints, compensation, sources, doubts, komiEven } = ruleset;
    const [newest] = komiEven;
    const komi = newest ? newest.halves / 2 : null;
    return {
      ...{ name, title, scoring, countings, superko, selfCapture, passStones },
      ...{ sekiPoints, compensation, komi, sources, doubts },
    };
  });
}

/** Every finding code with what `explain` says of it. */
export function shownCodes(): (Explanation & { readonly code: string; readonly severity: Severity })[] {
  return FINDING_CODES.map((code) => ({ code, severity: SEVERITY_OF[code], ...explain(code) }));
}
