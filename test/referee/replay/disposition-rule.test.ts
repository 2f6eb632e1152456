import { expect, test } from 'vitest';
import { rulesetByName } from '../../../src/go/rules/rulesets.js';
import { reportOf } from '../../support/one-game.js';

const KO = 'B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ed];W[bb];B[cb];W[bb]';
const TWICE = 'B[cc];W[dc];B[cb];W[db];B[ca];B[aa];W[da]';

/** What becomes of an illegal move is cited from where the text says it. */
test.each([
  ['aga', 'stands', KO, 'last-move', 'Official AGA Rules, rule 8'],
  ['aga', 'stands', `${KO};B[dd]`, 'accepted', 'Official AGA Rules, rule 8'],
  ['aga', 'stands', TWICE, 'accepted', 'Official AGA Rules, rule 8'],
  ['aga', 'pass', KO, 'as-pass', 'AGA Concise Rules, rule 8'],
  ['aga-sweden', 'pass', TWICE, 'as-pass', 'Swedish AGA text, rule 8'],
  ['japanese', 'pass', KO, 'as-pass', undefined],
  ['japanese', 'stands', KO, 'forfeit', 'Japanese 1989, article 14'],
  ['chinese', 'stands', TWICE, 'void', 'Chinese 2002, article 17'],
  ['korean', 'stands', KO, 'unstated', undefined],
] as const)('%s, illegal moves %s, after %s: %s by %s', (rules, illegal, moves, disposition, rule) => {
  const { findings } = reportOf(`(;GM[1]FF[4]SZ[5]KM[6.5];${moves})`, {
    rules: rulesetByName(rules),
    illegal,
  });
  const found = findings.find((one) => one.disposition !== undefined);
  expect([found?.disposition, found?.dispositionRule]).toEqual([disposition, rule]);
});
