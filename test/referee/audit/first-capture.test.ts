import { expect, test } from 'vitest';
import { analyze, DEFAULT_OPTIONS } from '../../../src/referee/judge/analyze.js';
import { rulesetByName } from '../../../src/go/rules/rulesets.js';

test.each([
  ['sweden-first-capture', false],
  ['sweden', true],
])('a game under %s without KM misses it: %s', (name, isMissed) => {
  const sgf = new TextEncoder().encode('(;GM[1]FF[4]SZ[9];B[aa];W[ab];B[ee];W[ba])');
  const options = { ...DEFAULT_OPTIONS, rules: rulesetByName(name)!, file: 'x.sgf', digest: () => '' };
  const codes = analyze(sgf, options).games[0]!.findings.map(({ code }) => code);
  expect(codes.includes('komi/missing')).toBe(isMissed);
});
