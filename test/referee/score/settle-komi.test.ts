import { describe, expect, test } from 'vitest';
import { playBasis } from '../../../src/referee/score/score.js';
import { conventionsOf } from '../../../src/referee/score/conventions.js';
import { inferredCounting, rulesetKomi, settleKomi } from '../../../src/referee/score/margins.js';
import { caseOf, ruleset } from './support.js';

interface Settled {
  readonly name: string;
  readonly root: string;
  readonly moves?: string;
  readonly rules?: string;
  readonly option?: number;
  readonly halves: number;
  readonly source: string;
}

const KOMI: readonly Settled[] = [
  {
    name: 'the option goes before all',
    root: 'KM[6.5]',
    rules: 'japanese',
    option: 0,
    halves: 0,
    source: 'option',
  },
  { name: 'the file before the ruleset', root: 'KM[5.5]', rules: 'japanese', halves: 11, source: 'file' },
  { name: 'a komi of zero is one', root: 'KM[0]', rules: 'japanese', halves: 0, source: 'file' },
  {
    name: 'the ruleset where the file tells none',
    root: '',
    rules: 'japanese',
    halves: 13,
    source: 'ruleset',
  },
  { name: 'an even game without anything', root: '', halves: 13, source: 'assumed' },
  { name: 'a handicap game without anything', root: 'HA[2]AB[aa][cc]', halves: 1, source: 'assumed' },
  { name: 'a one-stone game without anything', root: 'HA[1]', halves: 1, source: 'assumed' },
];

describe('komi', () => {
  test.each(KOMI)('$name', ({ root, moves, rules, option, halves, source }) => {
    const { record, replayed, stones } = caseOf(`(;SZ[5]${root}${moves ?? ';B[bb];W[cc]'})`);
    const basis = playBasis(record, replayed, stones);
    const rule = rules === undefined ? undefined : ruleset(rules);
    expect(settleKomi(record, rule, basis, option)).toEqual({ halves, source });
  });

  test('a komi that the server did not record counts as assumed, also where the ruleset names one', () => {
    const { record, replayed, stones } = caseOf('(;SZ[5];B[bb];W[cc])');
    const basis = playBasis(record, replayed, stones);
    const komi = { ...record.komi, kind: 'not-recorded' } as typeof record.komi;
    expect(settleKomi({ ...record, komi }, ruleset('chinese'), basis, undefined)).toEqual({
      halves: 15,
      source: 'assumed',
    });
    expect(settleKomi({ ...record, komi }, undefined, basis, undefined)).toEqual({
      halves: 13,
      source: 'assumed',
    });
  });

  test('where komi depends on the first pass, one of the two values yields to the rule, another stands', () => {
    const { record, replayed, stones } = caseOf('(;SZ[5]KM[6.5];B[bb];W[cc])');
    const basis = playBasis(record, replayed, stones);
    const own = rulesetKomi(ruleset('japanese'), basis)!;
    const rule = { ...ruleset('japanese'), komiByFirstPass: true } as const;
    const black = { ...basis, firstPass: 'black' } as const;
    const white = { ...basis, firstPass: 'white' } as const;
    expect([rulesetKomi(rule, black), rulesetKomi(rule, white)]).toEqual([own, own + 2]);
    expect(settleKomi(record, rule, black, undefined)).toEqual({ halves: own, source: 'file' });
    expect(settleKomi(record, rule, white, undefined)).toEqual({ halves: own + 2, source: 'ruleset' });
    const other = { ...record, komi: { ...record.komi, halves: own + 3 } as typeof record.komi };
    expect(settleKomi(other, rule, black, undefined)).toEqual({ halves: own + 3, source: 'file' });
    expect(settleKomi(other, ruleset('japanese'), black, undefined).source).toBe('file');
    const pair = { ...record, komi: { ...record.komi, halves: own + 2 } as typeof record.komi };
    expect(settleKomi(pair, rule, black, undefined)).toEqual({ halves: own, source: 'ruleset' });
    expect(settleKomi(pair, ruleset('japanese'), black, undefined)).toEqual({
      halves: own + 2,
      source: 'file',
    });
  });

  test.each([
    [15, 'other', 'area'],
    [13, 'other', 'territory'],
    [16, 'other', 'territory'],
    [15, 'korean-news', 'territory'],
  ] as const)('%i half points in a record of %s suggest %s counting', (halves, origin, counting) => {
    const record = { origin, rulesName: undefined, date: '', year: undefined };
    expect(inferredCounting(conventionsOf(record), halves)).toBe(counting);
  });
});
