import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WORDS } from '../../src/core/words/all.js';
import { explain, FINDING_CODES } from '../../src/core/findings/finding.js';
import { LANGUAGES } from '../../src/core/words/languages.js';
import { parseDecisions } from '../../src/referee/judge/decisions.js';
import { termOf } from '../../src/core/words/template.js';
import { foreignKind } from '../../src/run/input/file-names.js';
import { analyze } from '../../src/referee/judge/analyze.js';
import { ENDINGS } from '../../src/referee/record/record.js';
import { gameTable } from '../../src/report/output/text.js';

const OTHERS = LANGUAGES.filter((language) => language !== 'en');
const HEADS = [
  ...['\u0089PNG\r\n', '\u00ff\u00d8\u00ff', 'GIF8', '%PDF-', 'PK\u0003\u0004', '\u001f\u008b\u0008'],
  ...['7z\u00bc\u00af', '\u00fd7zXZ', 'BZh', 'Rar!', '\u007fELF', 'SQLite format'],
];
const SAID = [
  ...HEADS.map((head) => foreignKind(Uint8Array.from(head, (letter) => letter.charCodeAt(0)))!),
  ...['it has no zip directory', 'its directory ends before the last entry', 'the data is cut short'],
  ...['it is part 2 of a zip in several files', 'a header has no size', 'a header has a wrong checksum'],
  ...['a name or comment in it is too long', 'a link or device, not a file', 'there is no such job'],
  'B+5.5 if the group at S2 lives, W+2.5 if not',
  ...['by the ruling Lipi Ran wins', 'B+0.5 is declared, and was counted before the decision'],
  'it is several zips joined, or incomplete; only the last is read',
  ...[
    'does a.sgf (1) call Lipi Ran "Ripi L"?',
    `is "Ripi L" the table's Lipi Ran, whose game has no record?`,
  ],
];

test.each(OTHERS)('%s: what files are, and what is wrong with archives', (language) => {
  const same = SAID.filter((english) => termOf(english, WORDS[language]) === english);
  expect(same).toEqual([]);
});

test.each(OTHERS)('%s: a charge of protective moves has no English word', (language) => {
  for (const why of ['1 dame open at the end', '20 dame open at the end', 'convention of Fox']) {
    const said = termOf(`protective move Black A15 charged (${why})`, WORDS[language]);
    expect(said).toContain('A15');
    expect(said).not.toMatch(/charged|open at|convention of|Black|move/);
  }
});

test('the table of a terminal names a misprint, among the games with warnings, though it is a note', () => {
  const moves = 'cc gg gc cg ee ed dd fe ef de df fd eb db ec dc fc gd hc hd bb ab'.split(' ');
  const nodes = [...moves, moves[20]!].map((point, i) => `;${'BW'[i % 2]!}[${point}]`);
  const [report] = analyze(`(;GM[1]FF[4]SZ[9]${nodes.join('')})`, { score: false }).games;
  const { row } = gameTable({ columns: 80, colors: 'no' });
  expect(report!.findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  expect(row(report!)).toMatch(/^1.*note record\/misprint\n$/s);
});

test('the table of a terminal names a misprint that may explain an error before it, and counts the error', () => {
  const sample = readFileSync(new URL('../../samples/scored/winner-flips.sgf', import.meta.url), 'utf8');
  const [report] = analyze(sample.replace('B[ef]', 'B[ff]').replace('B+0.5', 'B+R'), { score: false }).games;
  expect(report!.findings.filter(({ severity }) => severity !== 'note').map(({ move }) => move)).toEqual([
    36,
  ]);
  const { row } = gameTable({ columns: 80, colors: 'no' });
  expect(row(report!)).toMatch(/^0.*note record\/misprint \+1\n$/s);
});

test.each(OTHERS)('%s: a ruling in an account has no English word', (language) => {
  const said = termOf('declared: W+17.5, decided by A. Referee on 2026-11-25: X', WORDS[language]);
  expect(said).toMatch(/W\+17\.5.*A\. Referee|A\. Referee.*W\+17\.5/);
  expect(said).not.toMatch(/declared|decided/);
});

const UNDER = 'W+7.5 under japanese is W+10.5 under aga: the same winner';
const GAINS =
  'White gets 3 points more under aga: komi 7.5 instead of 6.5, each the standard (-1); protective moves cost territory, not area (-2)';
const OPEN =
  'W+10.5 is the result, because the record ends with the dame open: filled in turn, they would make it W+8.5 under aga';

test.each(OTHERS)(
  '%s: the sentences of an account have no English word, and their basis comes first',
  (language) => {
    const said = (english: string): string => termOf(english, WORDS[language]);
    const computed = said('computed: X').replace('X', '');
    expect(said(`computed: ${UNDER}`)).toBe(computed + said(UNDER));
    expect(said(`computed: ${OPEN}`)).toBe(computed + said(OPEN));
    const moves =
      'counted: protective moves White H16, White A13, Black B2 charged (12 dame open at the end)';
    for (const text of [UNDER, GAINS, OPEN, moves])
      expect(said(text)).not.toMatch(/\b(?:under|cost|White|Black|is|moves|japanese)\b/);
    const komi = ['ja', 'zh', 'ko'].includes(language) ? ['7.5', '6.5'] : ['7,5', '6,5'];
    for (const part of ['-1', '-2', ...komi]) expect(said(GAINS)).toContain(part);
    for (const part of ['H16', 'A13', 'B2', '12']) expect(said(moves)).toContain(part);
  },
);

test.each(OTHERS)('%s: each finding has a title of its own', (language) => {
  const { terms } = WORDS[language];
  const titles = FINDING_CODES.map((code) => explain(code).title);
  expect(titles.filter((title) => terms?.[title] === undefined)).toEqual([]);
  expect(new Set(titles.map((title) => terms?.[title])).size).toBe(new Set(titles).size);
});

test.each(OTHERS)('%s: each way in which games end has a word', (language) => {
  const { terms = {} } = WORDS[language];
  expect(ENDINGS.filter((ending) => !Object.hasOwn(terms, ending))).toEqual([]);
});

/** Wrong files of decisions, with every fault that is named. */
const FAULTY = [
  '{',
  '{}',
  '{"version":99,"decisions":[]}',
  '{"decisions":[1]}',
  '{"decisions":[{"game":"0123456789abcdef","name":"A","date":"2026-11-28","reason":"x"}]}',
  '{"decisions":[{"nane":"A","date":"today","dead":[],"alive":["x"],"komi":0.1,"accepted":[0],"repair":"","result":"x"}]}',
];

test.each(OTHERS)('%s: what is wrong with a decisions.json has no English word', (language) => {
  for (const json of FAULTY) {
    const read = parseDecisions(json);
    const said = termOf(`decisions.json: ${read.ok ? '' : read.error}`, WORDS[language]);
    expect(said).not.toMatch(
      /\b(?:line|column|decision|must|missing|unknown|of|mean|such|valid|version [a-z]|this|have)\b/,
    );
  }
});
