import type { GameRecord } from '../record/record.js';
import { rulesetByName } from '../rules/rulesets.js';
import type { Ruleset, RulesetSource } from '../rules/ruleset.js';
import type { AnalyzeOptions } from './options.js';

export interface RulesetChoice {
  /** `undefined`: unknown; judged by what every ruleset forbids plus the basic ko. */
  readonly ruleset: Ruleset | undefined;
  readonly source: RulesetSource;
}

const UNKNOWN: RulesetChoice = { ruleset: undefined, source: 'unknown' };
const declared = new Map<string, RulesetChoice>();

/** The option first, then RU, then the default of the run; never a guess. By the game's year it may be the rules that held before. */
export function chooseRuleset(
  record: Pick<GameRecord, 'rulesName' | 'year'>,
  options: Pick<AnalyzeOptions, 'rules' | 'defaultRules'>,
): RulesetChoice {
  const choice = namedRuleset(record, options);
  const { predecessor } = choice.ruleset ?? {};
  if (!predecessor || record.year === undefined || record.year >= predecessor.beforeYear) return choice;
  return { ...choice, ruleset: rulesetByName(predecessor.name) };
}

function namedRuleset(
  record: Pick<GameRecord, 'rulesName'>,
  options: Pick<AnalyzeOptions, 'rules' | 'defaultRules'>,
): RulesetChoice {
  if (options.rules !== 'auto') return { ruleset: options.rules, source: 'option' };
  if (record.rulesName !== undefined) {
    let choice = declared.get(record.rulesName);
    if (!choice) {
      const ruleset = rulesetByName(record.rulesName);
      choice = ruleset ? { ruleset, source: 'declared' } : UNKNOWN;
      declared.set(record.rulesName, choice);
    }
    return choice;
  }
  return options.defaultRules ? { ruleset: options.defaultRules, source: 'default' } : UNKNOWN;
}
