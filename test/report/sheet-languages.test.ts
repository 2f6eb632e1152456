import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FINDING_CODES, DISPOSITIONS, finding, type FindingCode } from '../../src/core/findings/finding.js';
import { LANGUAGES } from '../../src/core/words/languages.js';
import { WORDS } from '../../src/core/words/all.js';
import { rulingSheet } from '../../src/report/output/ruling-sheet.js';
import { analyze } from '../../src/referee/judge/analyze.js';
import type { GameReport, PlacedFinding } from '../../src/referee/judge/report.js';

function report(name: string): GameReport {
  const text = readFileSync(new URL(`../../samples/${name}.sgf`, import.meta.url), 'utf8');
  return analyze(text, { keepBoard: true }).games[0]!;
}

const REPORTS = ['ko/triple-ko-aga', 'ko/basic-ko-retaken', 'scored/winner-flips'].map(report);

/** A value for every argument of the findings that a sheet can be about. */
const ARGS: Readonly<Record<string, unknown>> = {
  value: 'zz',
  by: 'black',
  stones: 3,
  points: 2,
  under: 'positional,natural',
  settled: { as: 'no-result', article: 'article 12' },
  letter: '',
  isStartOfNobody: false,
  isResumption: false,
  isBetween: false,
  passLeftOut: true,
  expected: 'white',
  end: 'the first capture',
  result: 'B+R',
  meant: 'B+R',
  declared: 'B+3.5',
  computed: 'W+0.5',
  reason: 'empty',
  point: 'E5',
  row: 2,
};

const CODES = FINDING_CODES.filter((code) => /^(?:move|result|dead)\//.test(code));

function found(code: FindingCode, i: number): PlacedFinding {
  const disposition = DISPOSITIONS[i % DISPOSITIONS.length]!;
  const place = { move: 4, color: 'black', point: 40, repeatsMove: 2 } as const;
  const isMove = code.startsWith('move/');
  return {
    ...finding(code, ARGS as never, isMove ? { ...place, disposition } : {}, 'error'),
    rule: 'Japanese 1989, article 6',
  } as PlacedFinding;
}

/** What a sheet says in its language: without names, addresses and texts about rules that are marked as English. */
function textOf(sheet: string): string {
  return sheet
    .replace(/^.*<main>/s, '')
    .replace(/<style>.*?<\/style>|<svg.*?<\/svg>/gs, ' ')
    .replace(/<(p|dd)[^>]* lang="en"[^>]*>.*?<\/\1>/gs, ' ')
    .replace(/<small>.*?<\/small>|<[^>]*>/gs, ' ');
}

/** Every three words that follow each other in a text. */
function runsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}’']+/gu) ?? [];
  return words.slice(2).map((word, i) => `${words[i]!} ${words[i + 1]!} ${word}`);
}

const { findings, phrases, sheet } = WORDS.en;
const ENGLISH_RUNS = new Set(
  [findings, phrases, sheet, WORDS.de.terms!].flatMap((texts) =>
    (texts === WORDS.de.terms ? Object.keys(texts) : Object.values(texts)).flatMap((text) =>
      text.split(/[{}]/).flatMap(runsOf),
    ),
  ),
);

test('English sheets have runs of English words', () => {
  const one = { ...REPORTS[0]!, findings: [found('move/ko', 0)] };
  expect(runsOf(textOf(rulingSheet(one))).filter((run) => ENGLISH_RUNS.has(run))).not.toEqual([]);
});

describe.each(LANGUAGES.filter((language) => language !== 'en'))('sheets in %s', (language) => {
  test('have no English sentence, whatever finding they are about', () => {
    for (const [i, code] of CODES.entries()) {
      for (const [j, one] of REPORTS.entries()) {
        const said = textOf(rulingSheet({ ...one, findings: [found(code, i + j)] }, { language }));
        expect(said, code).toContain(WORDS[language].sheet.question);
        const english = runsOf(said).filter((run) => ENGLISH_RUNS.has(run));
        expect(english, `${code}: ${said}`).toEqual([]);
      }
    }
  });
});
