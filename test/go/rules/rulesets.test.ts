import { describe, expect, test } from 'vitest';
import { describeRuleset, compareRulesets, parseRuleset, RULE_FIELDS } from '../../../src/go/rules/fields.js';
import {
  compensationFor,
  komiAccepted,
  komiFor,
  RULE_TOPICS,
  type Ruleset,
  tiesFor,
} from '../../../src/go/rules/ruleset.js';
import { RULESET_NAMES, rulesetByName, RULESETS } from '../../../src/go/rules/rulesets.js';
import { SOURCE_TEXTS } from '../../../src/go/rules/citation.js';

function ruleset(name: string): Ruleset {
  const found = rulesetByName(name);
  if (!found) throw new Error(`no ruleset ${name}`);
  return found;
}

/** Rows of words with blanks between them; `true`, `false` and numbers as such. */
function rowsIn(text: string): [string, ...unknown[]][] {
  const cell = (word: string): unknown => (/^(?:true|false|\d+)$/.test(word) ? JSON.parse(word) : word);
  const rows = text.trim().split('\n');
  return rows.map((row) => row.trim().split(/ +/)).map(([name = '', ...cells]) => [name, ...cells.map(cell)]);
}

// RULES 2.1 to 2.3 and 7, written out by hand: name, basic ko, superko, start counts, self-capture, illegal move,
// scoring, passes to end, pass stones, White last, seki points, compensation.
const TABLE = rowsIn(`
  aga-1991             false situational         true  forbidden taken-back-as-pass territory     2 true  true  true  n-1
  aga                  false situational         true  forbidden taken-back-as-pass territory     2 true  true  true  n-1
  aga-sweden           false natural             true  forbidden taken-back-as-pass territory     2 true  true  true  n-1
  bga                  true  natural             true  forbidden taken-back-as-pass territory     2 true  true  true  n-1
  french               false natural             false forbidden unstated           area          2 true  true  true  n-1
  sweden               true  none                true  forbidden unstated           territory     2 false false false none
  sweden-first-capture false none                true  forbidden unstated           first-capture 0 false false false none
  finland              true  none                true  forbidden loses              territory     2 false false false none
  japanese             true  none                true  forbidden loses              territory     2 false false false none
  bga-2007             true  none                true  forbidden unstated           territory     2 false false false none
  korean               true  none                true  forbidden unstated           territory     2 false false false none
  chinese              true  positional          true  forbidden taken-back-as-pass area          2 false false true  n
  chinese-ogs          false positional          true  forbidden refused            area          2 false false true  n
  chinese-kgs          false positional          true  forbidden refused            area          2 false false true  n
  new-zealand          false situational         false allowed   unstated           area          2 false false true  none
  tromp-taylor         false positional          true  multi     unstated           area          2 false false true  none
  ing                  false positional          true  multi     unstated           area          4 false false true  none
  wmsg-2008            false positional          true  forbidden unstated           area          2 false false true  none
  stone-scoring        true  none                true  forbidden unstated           stones        2 false false false none
  ing-1996             true  fighting-disturbing true  multi     unstated           area          4 false false true  n
  simplified-ing       false positional          true  multi     unstated           area          2 false false true  none
  egf-ing              false positional          true  multi     unstated           area          2 false false true  none
  egf-area             false positional          true  multi     unstated           area          2 true  true  true  none
  egf-territory        true  none                true  forbidden unstated           territory     2 false false false none
  japanese-1949        true  none                true  forbidden unstated           territory     2 false false false none
  korean-2016          true  none                true  forbidden unstated           territory     2 false false false none
  lasker-maas          true  none                true  forbidden unstated           territory     2 false false true  none
  aga-kgs              false positional          true  forbidden refused            area          2 false false true  n-1
  aga-ogs              false situational         true  forbidden refused            area          2 false false true  n-1
  japanese-kgs         true  none                true  forbidden refused            territory     2 false false false none
  japanese-fox         true  none                true  forbidden refused            territory     2 false false false none
  chinese-fox          true  none                true  forbidden refused            area          2 false false true  n
  igs                  true  none                true  forbidden refused            territory     2 false false false none
  pandanet             true  none                true  forbidden refused            territory     2 false false false none
`);

// What becomes of disputes, by RULES 2.1 and 2.2 and SOURCES: name, claim of an illegal move, two moves in a row,
// who plays first again, dead stones, both lose, what a repetition may become.
const DISPUTES: readonly (readonly [string, ...unknown[]])[] = [
  ['aga-1991', 'reply', 'both', 'opponent-of-last-passer', 'agreement', false, 'none'],
  ['aga', 'reply', 'both', 'opponent-of-last-passer', 'agreement', false, 'none'],
  ['aga-sweden', 'reply', 'both', 'opponent-of-last-passer', 'agreement', false, 'none'],
  ['bga', 'reply', 'both', 'opponent-of-last-passer', 'agreement', false, 'none'],
  ['french', 'unstated', 'unstated', 'unstated', 'agreement', false, 'none'],
  ['sweden', 'unstated', 'unstated', 'unstated', 'unstated', false, 'none'],
  ['finland', 'unstated', 'unstated', 'unstated', 'confirmation', false, 'jigo'],
  ['japanese', 'result', 'unstated', 'opponent-of-requester', 'confirmation', true, 'no-result'],
  ['korean', 'unstated', 'unstated', 'unstated', 'confirmation', false, 'no-result'],
  ['bga-2007', 'unstated', 'unstated', 'opponent-of-requester', 'confirmation', false, 'jigo'],
  ['chinese', 'unstated', 'second', 'unstated', 'agreement', false, 'referee'],
  ['chinese-ogs', 'unstated', 'unstated', 'unstated', 'agreement', false, 'none'],
  ['chinese-kgs', 'unstated', 'unstated', 'unstated', 'agreement', false, 'none'],
  ['new-zealand', 'unstated', 'unstated', 'by-agreement', 'agreement', false, 'none'],
  ['tromp-taylor', 'unstated', 'unstated', 'never', 'stay', false, 'none'],
  ['ing', 'unstated', 'unstated', 'never', 'playing-out', false, 'none'],
  ['wmsg-2008', 'unstated', 'unstated', 'opponent-of-last-passer', 'agreement', false, 'none'],
  ['stone-scoring', 'unstated', 'unstated', 'unstated', 'playing-out', false, 'none'],
];

describe('rows', () => {
  test.each(DISPUTES.map(([name, ...fields]) => ({ name, fields })))(
    'disputes under $name as the rule texts say',
    ({ name, fields }) => {
      const r = ruleset(name);
      const { illegalMoveClaim, doubleMove, resumption, deadStones, bothLose, repetitionByAgreement } = r;
      expect([illegalMoveClaim, doubleMove, resumption, deadStones, bothLose, repetitionByAgreement]).toEqual(
        fields,
      );
    },
  );

  test.each(TABLE.map(([name, ...fields]) => ({ name, fields })))(
    '$name as the rule texts say',
    ({ name, fields }) => {
      const r = ruleset(name);
      expect([
        r.basicKo,
        r.superko,
        r.startCounts,
        r.selfCapture,
        r.illegalMove,
        r.scoring,
        r.passesToEnd,
        r.passStones,
        r.whitePassesLast,
        r.sekiPoints,
        r.compensation,
      ]).toEqual(fields);
    },
  );

  test('every named ruleset is in the table, once', () => {
    expect([...RULESET_NAMES].sort()).toEqual(TABLE.map(([name]) => name).sort());
  });

  test.each(RULESETS.map((r) => [r.name, r] as const))('%s would pass as a ruleset of a user', (_, r) => {
    const { sources: _sources, doubts: _doubts, ...fields } = r;
    expect(parseRuleset({ ...fields, name: 'of-a-user' })).toMatchObject({ ok: true });
  });

  test('the letter of the Swedish text is positional', () => {
    expect(ruleset('sweden').literalSuperko).toBe('positional');
  });

  test('all-alive after four passes belongs to the AGA family and to rules with a second stop', () => {
    expect(RULESETS.filter((r) => r.passesAllAlive === 4).map((r) => r.name)).toEqual([
      'aga-1991',
      'aga',
      'aga-sweden',
      'bga',
      'french',
      'simplified-ing',
      'egf-ing',
      'egf-area',
    ]);
  });

  test.each(RULESETS.map((r) => [r.name, r] as const))(
    '%s: sources and doubts are keyed by its fields',
    (_, r) => {
      const subjects = [...RULE_FIELDS, ...RULE_TOPICS];
      for (const key of [...Object.keys(r.sources), ...Object.keys(r.articles)])
        expect(subjects).toContain(key);
      for (const key of Object.keys(r.doubts)) expect(RULE_FIELDS).toContain(key);
    },
  );

  test.each(RULESETS.map((r) => [r.name, r] as const))('%s: what it cites was read in a text', (_, r) => {
    for (const key of Object.keys(r.articles)) {
      expect(r.sources[key], key).toBeDefined();
      expect(SOURCE_TEXTS[r.sources[key]![0]!], key).toBeDefined();
    }
  });

  test.each(RULESETS.map((r) => [r.name, r] as const))('%s: the default counting is the scoring', (_, r) => {
    const counted = r.scoring === 'territory' || r.scoring === 'area';
    expect(r.countings[0]).toBe(counted ? r.scoring : undefined);
  });

  test.each(RULESETS.map((r) => [r.name, r] as const))(
    '%s: komi rows run from the newest to year 0',
    (_, r) => {
      for (const rows of [r.komiEven, r.komiHandicap]) {
        const years = rows.map((row) => row.fromYear);
        expect(years).toEqual([...years].sort((a, b) => b - a));
        if (years.length > 0) expect(years.at(-1)).toBe(0);
      }
    },
  );

  test('no ruleset of an unknown or inherited name', () => {
    expect(rulesetByName('AGA' as string)).toBeUndefined();
    expect(rulesetByName('toString' as string)).toBeUndefined();
  });
});

describe('komi in points', () => {
  test.each([
    ['aga', 0, 2020, 7.5],
    ['aga', 0, 2004, 7.5],
    ['aga', 0, 2003, 5.5],
    ['aga', 0, undefined, 7.5],
    ['aga', 4, 2020, 0.5],
    ['aga', 1, 1995, 0.5],
    ['aga-1991', 0, 2020, 5.5],
    ['aga-sweden', 0, 2011, 7.5],
    ['japanese', 0, 2010, 6.5],
    ['japanese', 0, 2002, 5.5],
    ['japanese', 0, 1960, 5.5],
    ['japanese', 0, 1940, 4.5],
    ['japanese', 0, 1846, 0],
    ['korean', 0, 1996, 5.5],
    ['korean', 0, 1997, 6.5],
    ['korean', 3, 2010, 0],
    ['finland', 0, 2010, 6.5],
    ['finland', 2, 2010, 0],
    ['sweden', 0, 2010, 6.5],
    ['sweden', 2, 2010, 0.5],
    ['chinese', 0, 2010, 7.5],
    ['chinese', 0, 1999, 5.5],
    ['chinese', 2, 2010, undefined],
    ['chinese-ogs', 2, 2015, 0.5],
    ['new-zealand', 0, 2010, 7],
    ['new-zealand', 2, 2010, 0],
    ['ing', 0, 2010, 8],
    ['ing-1996', 0, 2010, 8],
    ['simplified-ing', 0, 2010, undefined],
    ['egf-ing', 0, 2010, 8],
    ['egf-area', 0, 2010, 7.5],
    ['egf-territory', 0, 2010, 6.5],
    ['egf-territory', 2, 2010, undefined],
    ['japanese-1949', 0, 1960, 5.5],
    ['aga-ogs', 2, 2020, 0.5],
    ['igs', 0, 2010, 5.5],
    ['pandanet', 0, 2003, 5.5],
    ['pandanet', 0, 2004, 6.5],
    ['chinese-fox', 0, 2018, 7.5],
    ['japanese-fox', 2, 2018, 0.5],
    ['bga', 0, 2007, 6],
    ['bga', 0, 2008, 7.5],
    ['french', 0, 2010, 7.5],
    ['wmsg-2008', 0, 2008, 6.5],
    ['tromp-taylor', 0, 2010, undefined],
  ])('%s, handicap %i, year %s: %s', (name, handicap, year, points) => {
    const halves = komiFor(ruleset(name), { handicap, year });
    expect(halves === undefined ? undefined : halves / 2).toBe(points);
  });

  test('both values are accepted beside a year of change, one far from it', () => {
    expect(komiAccepted(ruleset('aga'), { handicap: 0, year: 2005 })).toEqual([15]);
    expect([...komiAccepted(ruleset('aga'), { handicap: 0, year: 2004 })].sort()).toEqual([11, 15]);
    expect(komiAccepted(ruleset('aga'), { handicap: 0, year: 1999 })).toEqual([11]);
  });

  test.each([
    ['japanese', [0, 1, 11, 13]],
    ['sweden', [1]],
  ])(
    'a handicap of one accepts the komi of even games too, unless the text says which: %s',
    (name, halves) => {
      const accepted = komiAccepted(ruleset(name), { handicap: 1, year: 2010 });
      expect([...accepted].sort((a, b) => a - b)).toEqual(halves);
    },
  );
});

test.each([
  ['aga', 1, 0],
  ['aga', 2, 1],
  ['aga', 9, 8],
  ['french', 3, 2],
  ['chinese', 1, 0],
  ['chinese', 2, 2],
  ['chinese-ogs', 1, 1],
  ['chinese-kgs', 4, 4],
  ['chinese-ogs', 0, 0],
  ['new-zealand', 5, 0],
  ['japanese', 9, 0],
  ['ing', 4, 0],
  ['ing-1996', 4, 4],
  ['aga-kgs', 4, 3],
  ['chinese-fox', 4, 4],
  ['egf-area', 4, 0],
])('%s gives White %i stones: %i points', (name, stones, points) => {
  expect(compensationFor(ruleset(name), stones)).toBe(2 * points);
});

describe('description', () => {
  test('formats what a reader compares', () => {
    const rows = new Map(describeRuleset(ruleset('bga')).map((row) => [row.field, row]));
    expect(rows.get('komiEven')).toMatchObject({ value: '7.5; before 2008 6', sources: ['B1', 'B3'] });
    expect(rows.get('superko')?.value).toBe('natural');
    expect(rows.get('handicapMax')?.value).toBe('9');
    expect(rows.get('basicKo')?.doubt).toContain('basic ko');
  });

  test('two rulesets differ where their texts do', () => {
    const differing = compareRulesets(ruleset('aga'), ruleset('aga-1991')).filter((pair) => pair.differs);
    expect(differing.map((pair) => pair.field)).toEqual(['komiEven', 'handicapPlacement']);
    expect(differing[0]!.values).toEqual(['7.5; before 2004 5.5', '5.5']);
  });
});

test.each([
  ['ing', 0, 'black'],
  ['ing-1996', 0, 'black'],
  ['ing-1996', 3, 'white'],
  ['egf-ing', 0, 'black'],
  ['egf-area', 0, 'jigo'],
  ['egf-territory', 0, 'jigo'],
  ['egf-territory', 1, 'white'],
  ['japanese', 2, 'jigo'],
] as const)('%s, handicap %i: a tie goes to %s', (name, stones, winner) => {
  expect(tiesFor(ruleset(name), stones)).toBe(winner);
});
