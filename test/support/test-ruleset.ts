import type { Ruleset } from '../../src/rules/ruleset.js';

const PLAIN: Ruleset = {
  name: 'test',
  title: 'Test',
  basicKo: true,
  superko: 'none',
  repetitionByAgreement: 'none',
  startCounts: true,
  selfCapture: 'forbidden',
  illegalMove: 'unstated',
  standsOnceAnswered: false,
  sizes: [],
  scoring: 'area',
  countings: ['area'],
  passesToEnd: 2,
  passesAllAlive: 0,
  passStones: false,
  whitePassesLast: false,
  sekiPoints: true,
  komiEven: [],
  komiHandicap: [],
  komiAlsoSeen: [],
  komiByFirstPass: false,
  ties: 'jigo',
  compensation: 'none',
  compensationFrom: 0,
  handicapPlacement: 'either',
  oneStoneIsPlaced: false,
  handicapMax: 9,
  sources: {},
  doubts: {},
};

/** A plain ruleset (basic ko, no superko, self-capture forbidden, area) but for the fields given. */
export function testRuleset(fields: Partial<Ruleset>): Ruleset {
  return { ...PLAIN, ...fields };
}
