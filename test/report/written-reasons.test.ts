import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WORDS } from '../../src/core/words/all.js';
import { termOf } from '../../src/core/words/template.js';
import { messageOf } from '../../src/core/findings/finding.js';
import { analyze } from '../../src/referee/judge/analyze.js';
import type { Decision } from '../../src/referee/judge/decisions.js';
import type { GameReport } from '../../src/referee/judge/report.js';
import { rulingSheet } from '../../src/report/output/ruling-sheet.js';

const LANGUAGES = ['de', 'fr', 'ja'] as const;
const REASONS = [
  'komi of the event is 6.5',
  'White passes at move 10; the margin was miscounted by 10 points; komi 6.5',
  'not scored: 10 points (komi 6.5)',
  'W+R, decided by the players on 2026-01-02: komi 6.5',
  `${'a long story, '.repeat(90)}komi 6.5`,
];
const NAMES = ['Black', 'White on the 2026-11-21: komi 6.5'];

function report(name: string, decision: Partial<Decision>): GameReport {
  const text = readFileSync(new URL(`../../samples/${name}.sgf`, import.meta.url), 'utf8');
  return analyze(text, { keepBoard: true, decisions: [decision as Decision] }).games[0]!;
}

const WRITTEN = LANGUAGES.flatMap((language) =>
  REASONS.flatMap((reason) => NAMES.map((name) => [language, { name, date: '2026-11-22', reason }] as const)),
);

test.each(WRITTEN)('%s: who decided and why stays as it is written: %j', (language, by) => {
  const words = WORDS[language];
  const english = `decided by ${by.name} on ${by.date}: ${by.reason}`;
  const said = words.terms!['decided by {1} on {2}: {3}']!;
  const translated = said.replace('{1}', by.name).replace('{2}', by.date).replace('{3}', by.reason);
  expect(translated).not.toBe(english);
  const accepted = report('ko/triple-ko-aga', { ...by, game: '21ac3014f574e5c5', accepted: [6] });
  expect(rulingSheet(accepted, { language })).toContain(`: ${translated}</p>`);
  const found = accepted.findings.find(({ decided }) => decided !== undefined)!;
  expect(messageOf(found, accepted.record, words).endsWith(translated)).toBe(true);

  const ruled = report('scored/winner-flips', { ...by, game: 'aada75478b9d941c', result: 'W+F' });
  expect(rulingSheet(ruled, { language })).toContain(`: ${translated}</p>`);
  const explained = termOf(ruled.settlement!.explanation, words);
  expect(explained).toMatch(/^W\+F/);
  expect(explained).toContain(by.name);
  expect(explained.endsWith(by.reason)).toBe(true);

  expect(termOf(`komi 6.5 assumed; ${english}; ${english}`, words)).toBe(
    `${termOf('komi 6.5 assumed', words)}; ${translated}; ${translated}`,
  );
});
