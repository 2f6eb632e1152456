import { expect, test } from 'vitest';
import { katagoRuleset, rulesetByName } from '../../../src/go/rules/rulesets.js';
import { reportOf } from '../../support/one-game.js';

test.each([
  [
    'koPOSITIONALscoreAREAtaxNONEsui1',
    {
      basicKo: false,
      superko: 'positional',
      selfCapture: 'multi',
      scoring: 'area',
      sekiPoints: true,
      compensation: 'none',
      deadStones: 'stay',
    },
  ],
  [
    'koSIMPLEscoreTERRITORYtaxSEKIsui0',
    {
      basicKo: true,
      superko: 'none',
      selfCapture: 'forbidden',
      scoring: 'territory',
      sekiPoints: false,
      compensation: 'none',
      deadStones: 'confirmation',
    },
  ],
  [
    'koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1',
    {
      basicKo: false,
      superko: 'situational',
      selfCapture: 'forbidden',
      scoring: 'area',
      sekiPoints: true,
      compensation: 'n-1',
      deadStones: 'agreement',
    },
  ],
  [
    'koSIMPLEscoreAREAtaxNONEsui0whbNfpok1',
    {
      basicKo: true,
      superko: 'none',
      selfCapture: 'forbidden',
      scoring: 'area',
      countings: ['area'],
      compensation: 'n',
    },
  ],
  ['koSIMPLEscoreAREAtaxALLsui0', { scoring: 'stones', countings: [], sekiPoints: false }],
  ['koSIMPLEscoreTERRITORYtaxNONEsui0', { scoring: 'territory', countings: ['territory'], sekiPoints: true }],
])('%s, field by field', (text, fields) => {
  expect(katagoRuleset(text)).toMatchObject({ ...fields, name: text });
});

test.each([
  ['scoreAREAkoSIMPLEsui0taxNONE', 'koSIMPLEscoreAREAtaxNONEsui0'],
  ['koSIMPLEscoringTERRITORY', 'koSIMPLEscoreTERRITORYtaxSEKIsui1'],
  [' koPOSITIONAL scoreAREA taxNONE sui1 komi7.5 ', 'koPOSITIONALscoreAREAtaxNONEsui1'],
  ['koSIMPLEscoreAREAtaxNONEsui0button0whb0fpok0', 'koSIMPLEscoreAREAtaxNONEsui0'],
  ['komi7koSIMPLEscoreAREA', 'koSIMPLEscoreAREAtaxNONEsui1'],
])('%s is %s, the same object each time', (text, name) => {
  const ruleset = katagoRuleset(text);
  expect(ruleset).toMatchObject({ name });
  expect(rulesetByName(name)).toBe(ruleset);
});

test.each([
  '',
  'ko',
  'koONE',
  'koSIMPLEscore',
  'koSIMPLE!',
  'Japanese',
  'kokomi',
  `ko${'SIMPLE'.repeat(50)}`,
])('%j is no rules string', (text) => {
  expect(katagoRuleset(text)).toBeUndefined();
});

test('a record is judged by what its rules string says', () => {
  const sgf = (rules: string): string =>
    `(;GM[1]FF[4]SZ[5]RU[${rules}];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ed];W[bb];B[cb];W[];B[];W[bb])`;
  const codes = (rules: string): string[] =>
    reportOf(sgf(rules))
      .findings.map(({ code }) => code)
      .filter((code) => code.startsWith('move/'));
  expect(codes('koPOSITIONALscoreAREAtaxNONEsui1')).toEqual(['move/superko-positional']);
  expect(codes('koSIMPLEscoreAREAtaxNONEsui1')).toEqual(['move/repetition']);
  const { ruleset, rulesetSource } = reportOf(sgf('koPOSITIONALscoreAREAtaxNONEsui1'));
  expect([ruleset?.name, rulesetSource]).toEqual(['koPOSITIONALscoreAREAtaxNONEsui1', 'declared']);
  const unknown = reportOf(sgf('koSPIGHTscoreAREAtaxNONEsui1')).findings;
  expect(unknown.find(({ code }) => code === 'rules/unknown')?.args).toEqual({
    value: 'koSPIGHTscoreAREAtaxNONEsui1',
    because: 'the ko rule SPIGHT of KataGo has no counterpart here',
  });
});
