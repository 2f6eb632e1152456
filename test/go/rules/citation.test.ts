import { describe, expect, test } from 'vitest';
import type { FindingCode } from '../../../src/core/findings/finding.js';
import { FINDING_COLUMNS, findingCells } from '../../../src/report/columns/tables.js';
import { findingObject } from '../../../src/report/output/formats.js';
import { sarifResult } from '../../../src/report/output/build-servers.js';
import { articlesOf, cite, type Ground, ruleWords } from '../../../src/go/rules/citation.js';
import { parseRuleset } from '../../../src/go/rules/fields.js';
import { rulesetByName, RULESETS } from '../../../src/go/rules/rulesets.js';
import { reportOf } from '../../support/one-game.js';

/** White retakes the ko at once with the tenth move. */
const KO = 'B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ed];W[bb];B[cb];W[bb];B[ee]';
/** Black takes two, White takes two: the starting row again. */
const LIFE = 'B[aa];W[da];B[ba];W[ca]';
const COUNTED = 'B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ca];W[da];B[ce];W[de];B[];W[]';

const at = (name: string): number => FINDING_COLUMNS.findIndex((one) => one.name === name);
const game = (header: string, moves: string): string => `(;GM[1]FF[4]SZ[5]${header};${moves})`;
const row = (header: string, moves: string): string => `(;GM[1]FF[4]SZ[4:1]${header};${moves})`;

const TABLE: readonly { rules: string; code: FindingCode; sgf: string; rule: string; source: string }[] = [
  {
    rules: 'japanese',
    code: 'move/ko',
    sgf: game('', KO),
    rule: 'Japanese 1989, article 6: basic ko',
    source: 'Japanese rules 1989, English by J. Davies (cs.cmu.edu/~wjh/go/rules/Japanese.html)',
  },
  {
    rules: 'aga-1991',
    code: 'move/ko',
    sgf: game('', KO),
    rule: 'AGA 1991, rule 6: situational superko',
    source:
      'Official AGA Rules of Go, 1991 (American Go Association, usgo.org/resources/downloads/completerules.pdf); rules 1 to 6 were read in a copy',
  },
  {
    rules: 'korean',
    code: 'move/ko',
    sgf: game('', KO),
    rule: 'Korean 1992, article 9: basic ko',
    source: 'Hankuk Kiwon rules of 1992 and 2009 (dooole.tistory.com/44, dooole.tistory.com/623)',
  },
  {
    rules: 'finland',
    code: 'move/ko',
    sgf: game('', KO),
    rule: 'Finnish rules, "Japanilaiset säännöt pääpiirteittäin": basic ko',
    source: 'Finnish rules, Japanese style (wiki page of 2007)',
  },
  {
    rules: 'aga',
    code: 'move/superko-situational',
    sgf: row('AW[ca]', LIFE),
    rule: 'AGA Concise Rules, rule 6: situational superko',
    source: 'AGA Concise Rules (American Go Association, conciserules.pdf, usgo-archive.org)',
  },
  {
    rules: 'tromp-taylor',
    code: 'move/superko-positional',
    sgf: row('AW[ca]', LIFE),
    rule: 'Tromp-Taylor, rule 6: positional superko',
    source: 'Tromp-Taylor rules (senseis.xmp.net/?TrompTaylorRules)',
  },
  {
    rules: 'japanese',
    code: 'move/repetition',
    sgf: row('AW[ca]', LIFE),
    rule: 'Japanese 1989, article 12: repetition allowed',
    source: 'Japanese rules 1989, English by J. Davies (cs.cmu.edu/~wjh/go/rules/Japanese.html)',
  },
  {
    rules: 'chinese',
    code: 'move/self-capture',
    sgf: game('', 'B[ab];W[ee];B[ba];W[aa];B[cc]'),
    rule: 'Chinese 2002, article 5: self-capture forbidden',
    source: 'Chinese rules 2002, articles 1 to 9, earlier wording (github.com/124327288/netgames)',
  },
  {
    rules: 'new-zealand',
    code: 'move/occupied',
    sgf: game('', 'B[cc];W[cc];B[dd]'),
    rule: 'New Zealand rules, definition of a play: stones are played on empty points',
    source: 'New Zealand rules (senseis.xmp.net/?NewZealandRules)',
  },
  {
    rules: 'sweden',
    code: 'move/out-of-turn',
    sgf: game('', 'B[cc];W[dd];W[bb];B[aa]'),
    rule: 'Swedish rules, "Att lägga stenar": players alternate',
    source: 'Swedish rules for beginners and advanced players, Japanese style',
  },
  {
    rules: 'aga-1991',
    code: 'ending/white-last',
    sgf: game('KM[5.5]', 'B[cc];W[dc];B[cb];W[db];B[dd];W[];B[]'),
    rule: 'AGA 1991, rule 11: White moves last',
    source: 'Official AGA Rules of Go, 1991, complete (Polish by W. Grygo)',
  },
  {
    rules: 'japanese',
    code: 'result/margin-differs',
    sgf: game('KM[0]RE[B+12]', COUNTED),
    rule: 'Japanese 1989, article 10: counting',
    source: 'Japanese rules 1989, English by J. Davies (cs.cmu.edu/~wjh/go/rules/Japanese.html)',
  },
  {
    rules: 'sweden-first-capture',
    code: 'move/after-end',
    sgf: game('', 'B[ab];W[aa];B[ba];W[cc]'),
    rule: 'Swedish rules, "Spelets mål": the first capture wins',
    source: 'Swedish rules for beginners and advanced players, Japanese style',
  },
];

describe('a finding cites the article of the applied ruleset', () => {
  test.each(TABLE)('$rules, $code', ({ rules, code, sgf, rule, source }) => {
    const { findings, record } = reportOf(sgf, { rules: rulesetByName(rules)! });
    const found = findings.find((one) => one.code === code);
    if (!found) throw new Error(`no ${code} among ${findings.map((one) => one.code).join(', ')}`);
    expect([found.rule, found.ruleSource]).toEqual([rule, source]);
    const cells = findingCells('a.sgf', 1, found, record);
    expect(cells[at('rule')]).toBe(rule);
    expect(cells[at('rule_source')]).toBe(source);
    expect(findingObject(found, record)).toMatchObject({ rule, rule_source: source });
    expect(JSON.parse(sarifResult('a.sgf', 1, found, record))).toMatchObject({
      properties: { rule, ruleSource: source },
    });
  });

  test('without a ruleset, what every ruleset says', () => {
    const found = reportOf(game('', KO)).findings.find(({ code }) => code === 'move/ko');
    expect([found?.rule, found?.ruleSource]).toEqual(['common: basic ko', undefined]);
  });

  test('a ruleset whose text names no article is cited by its name', () => {
    const found = reportOf(game('', KO), { rules: rulesetByName('stone-scoring') }).findings;
    expect(found.find(({ code }) => code === 'move/ko')?.rule).toBe('stone-scoring: basic ko');
  });

  test('a ruleset of one’s own cites its own articles and those of its base', () => {
    const club = parseRuleset({
      name: 'club',
      base: 'japanese',
      komiEven: [{ fromYear: 0, halves: 15 }],
      articles: { basicKo: 'Club rules, section 3' },
    });
    if (!club.ok) throw new Error(club.error.join());
    const rules = club.value;
    const ko = reportOf(game('', KO), { rules }).findings.find(({ code }) => code === 'move/ko');
    expect([ko?.rule, ko?.ruleSource]).toEqual(['Club rules, section 3: basic ko', 'custom']);
    const twice = reportOf(game('', 'B[cc];W[cc];B[dd]'), { rules }).findings;
    expect(twice.find(({ code }) => code === 'move/occupied')?.rule).toContain('Japanese 1989, article 3');
  });
});

test.each(RULESETS.map((ruleset) => [ruleset.name, ruleset] as const))(
  'what %s says has words of ours, whatever its article is called',
  (_, ruleset) => {
    const grounds: readonly Ground[] = ['occupied', 'self-capture', 'ko', 'end', 'life', 'komi', 'counting'];
    for (const ground of grounds)
      expect(ruleWords(cite(ruleset, ground).rule), ground).toMatch(/^[A-Z].+\.$/);
    expect(ruleWords('FF[4] HA')).toBeUndefined();
  },
);

test('explain names the articles of every ruleset', () => {
  const articles = articlesOf('move/ko', RULESETS);
  expect(articles).toContainEqual({ article: 'AGA 1991, rule 6', rulesets: ['aga-1991'] });
  expect(articles.find(({ article }) => article === 'Japanese 1989, article 6')?.rulesets).toContain(
    'japanese',
  );
  const situational = articlesOf('move/superko-situational', RULESETS).flatMap(({ rulesets }) => rulesets);
  expect(situational).toEqual(expect.arrayContaining(['aga', 'new-zealand']));
  expect(situational).not.toContain('tromp-taylor');
  expect(articlesOf('komi/missing', RULESETS)).toEqual([]);
});

/** Which texts a finding can rest on: those under which it can arise. */
test.each([
  [
    'ending/four-passes',
    ['AGA 1991, rule 10', 'Tromp-Taylor, rule 8'],
    ['AGA 1991, rule 9', 'ing', 'ing-1996'],
  ],
  [
    'move/after-end',
    ['AGA 1991, rule 10', 'Tromp-Taylor, rule 8'],
    ['AGA 1991, rule 9', 'japanese', 'finland'],
  ],
  ['handicap/placement', ['aga-1991', 'finland'], ['chinese', 'new-zealand', 'french', 'aga', 'bga']],
  ['move/repetition', ['AGA 1991, rule 6', 'japanese'], ['tromp-taylor', 'simplified-ing', 'chinese']],
  ['move/ko', ['aga-1991', 'japanese'], ['sweden-first-capture']],
] as const)('%s can rest on %j, and never on %j', (code, can, cannot) => {
  const told = articlesOf(code, RULESETS).flatMap(({ article, rulesets }) => [article, ...rulesets]);
  expect(told).toEqual(expect.arrayContaining([...can]));
  for (const one of cannot) expect(told).not.toContain(one);
});
