import { expect, test } from 'vitest';
import { analyze, DEFAULT_OPTIONS } from '../../src/referee/judge/analyze.js';
import { checkFile } from '../../src/toolkit/check/check-file.js';
import { FINDING_CODES, explain } from '../../src/core/findings/finding.js';
import { LIKELY } from '../../src/referee/repair/repair.js';

test.each(FINDING_CODES)('%s is explained', (code) => {
  const { title, means, rule, example, todo } = explain(code);
  for (const text of [title, means, rule, example, todo]) {
    expect(text).toMatch(/^[\x20-\x7e]{4,}$/);
  }
  expect(title.endsWith('.')).toBe(false);
  expect(means.endsWith('.')).toBe(true);
});

const withRecord = FINDING_CODES.filter((code) => explain(code).example.startsWith('('));

test.each(withRecord)('the example of %s shows it to the audit or to the check', (code) => {
  const bytes = new TextEncoder().encode(explain(code).example);
  const options = { ...DEFAULT_OPTIONS, file: 'example.sgf', digest: () => '' };
  const reports = [analyze(bytes, options), checkFile(bytes, options)];
  const found = reports.flatMap(({ findings, games }) => [
    ...findings,
    ...games.flatMap((game) => game.findings),
  ]);
  expect(found.map((f) => f.code)).toContain(code);
});

test('the chance from which a misprint is probable is the one that the code takes, and a tail is said to need none', () => {
  const { means } = explain('record/misprint');
  expect(means).toContain(`from ${String(LIKELY)} on it "is probably" one`);
  expect(means).toContain('The chance of a tail is that of the place where it begins');
});
