import { AREA, type Ruleset } from '../../src/go/rules/ruleset.js';

const TEST_RULES: Ruleset = {
  ...AREA,
  name: 'test',
  title: 'Test',
  superko: 'none',
  illegalMove: 'taken-back-as-pass',
  illegalMoveClaim: 'reply',
  compensationFrom: 0,
  handicapMax: 9,
};

/** A plain ruleset (basic ko, no superko, self-capture forbidden, area) but for the fields given. */
export function testRuleset(fields: Partial<Ruleset>): Ruleset {
  return { ...TEST_RULES, ...fields };
}
