import type { Ruleset } from '../../src/rules/ruleset.js';

const PLAIN: Ruleset = {
  name: 'test',
  title: 'Test',
  basicKo: true,
  superko: 'none',
  repetitionByAgreement: 'none',
  bothLose: false,
  startCounts: true,
  selfCapture: 'forbidden',
  illegalMove: 'taken-back-as-pass',
  illegalMoveClaim: 'reply',
  doubleMove: 'unstated',
  sizes: [],
  scoring: 'area',
  countings: ['area'],
  passesToEnd: 2,
  resumption: 'unstated',
  deadStones: 'agreement',
  passesAllAlive: 0,
  passStones: false,
  whitePassesLast: false,
  sekiPoints: true,
  zi: false,
  komiEven: [],
  komiHandicap: [],
  komiAlsoSeen: [],
  komiByFirstPass: false,
  ties: 'jigo',
  compensation: 'none',
  compensationFrom: 0,
  handicapPlacement: 'either',
  placementSizes: [],
  oneStoneIsPlaced: false,
  oneStoneKomi: 'either',
  handicapMax: 9,
  articles: {},
  sources: {},
  doubts: {},
};

/** A plain ruleset (basic ko, no superko, self-capture forbidden, area) but for the fields given. */
export function testRuleset(fields: Partial<Ruleset>): Ruleset {
  return { ...PLAIN, ...fields };
}
