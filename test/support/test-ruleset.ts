import { PLAIN, type Ruleset } from '../../src/go/rules/ruleset.js';

const TEST_RULES: Ruleset = {
  ...PLAIN,
  name: 'test',
  title: 'Test',
  basicKo: true,
  superko: 'none',
  scoring: 'area',
  countings: ['area'],
  deadStones: 'agreement',
  sekiPoints: true,
  illegalMove: 'taken-back-as-pass',
  illegalMoveClaim: 'reply',
  compensationFrom: 0,
  handicapMax: 9,
};

/** A plain ruleset (basic ko, no superko, self-capture forbidden, area) but for the fields given. */
export function testRuleset(fields: Partial<Ruleset>): Ruleset {
  return { ...TEST_RULES, ...fields };
}
