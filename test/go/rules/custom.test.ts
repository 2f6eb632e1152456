import { describe, expect, test } from 'vitest';
import { parseRuleset } from '../../../src/go/rules/fields.js';
import { rulesetByName } from '../../../src/go/rules/rulesets.js';

function errorsOf(json: unknown): string[] {
  const outcome = parseRuleset(json);
  return outcome.ok ? [] : outcome.error;
}

describe('a ruleset of one’s own', () => {
  test('takes from the base what it does not name', () => {
    const outcome = parseRuleset({
      name: 'club',
      base: 'aga',
      komiEven: [{ fromYear: 0, halves: 13 }],
      superko: 'natural',
    });
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        name: 'club',
        title: 'club',
        superko: 'natural',
        passStones: true,
        komiEven: [{ fromYear: 0, halves: 13 }],
      },
    });
    if (!outcome.ok) return;
    expect(outcome.value.sources['superko']).toEqual(['custom']);
    expect(outcome.value.sources['passStones']).toEqual(rulesetByName('aga').sources['passStones']);
    expect(outcome.value.doubts['superko']).toBeUndefined();
    expect(outcome.value.doubts['whitePassesLast']).toBeDefined();
  });

  test('stands alone when every field is there', () => {
    const all = Object.entries(rulesetByName('japanese'));
    const fields = Object.fromEntries(all.filter(([key]) => key !== 'sources' && key !== 'doubts'));
    const outcome = parseRuleset({ ...fields, name: 'mine' });
    expect(outcome).toMatchObject({ ok: true, value: { ...fields, name: 'mine' } });
  });

  test.each([
    [null, 'A ruleset is an object with its fields, not null'],
    [[], 'A ruleset is an object with its fields, not list'],
    [{ base: 'aga' }, 'name is nothing but must be a text that is not empty'],
    [{ name: 'aga', base: 'aga' }, 'The name "aga" belongs to a ruleset of the program'],
    [{ name: 'x', base: 'aga', title: 3 }, 'title is 3 but must be a text that is not empty'],
    [
      { name: 'x', base: 'aga', superko: 'ssk' },
      'superko is "ssk" but must be one of "none", "positional", "situational", "natural", "fighting-disturbing"',
    ],
    [{ name: 'x', base: 'aga', basicKo: 'yes' }, 'basicKo is "yes" but must be true or false'],
    [
      { name: 'x', base: 'aga', passesToEnd: 2.5 },
      'passesToEnd is 2.5 but must be a whole number from 0 to 10',
    ],
    [
      { name: 'x', base: 'aga', sizes: [19, 0] },
      'sizes is [19,0] but must be a list, each entry a whole number from 1 to 52 (entry 2 is not)',
    ],
    [
      { name: 'x', base: 'aga', komiEven: 7.5 },
      'komiEven is 7.5 but must be a list of { "fromYear", "halves" } with the newest year first',
    ],
    [
      {
        name: 'x',
        base: 'aga',
        komiEven: [
          { fromYear: 0, halves: 11 },
          { fromYear: 2004, halves: 15 },
        ],
      },
      'komiEven is [{"fromYear":0,"halves":11},{"fromYear":2004,"halves":15}] but must be a list of { "fromYear", "halves" } with the newest year first',
    ],
    [
      { name: 'x', base: 'aga', komiEven: [{ fromYear: 0, halves: 7.5 }] },
      'komiEven is [{"fromYear":0,"halves":7.5}] but must be a list whose halves are a whole number of half points from -722 to 722',
    ],
    [
      { name: 'x', base: 'aga', scoring: 'area' },
      'countings is ["territory","area"] but must begin with "area", as the field scoring says',
    ],
    [
      { name: 'x', base: 'aga', scoring: 'stones' },
      'countings is ["territory","area"] but must be empty with scoring "stones"',
    ],
    [
      { name: 'x', base: 'aga', articles: ['rule 6'] },
      'articles is ["rule 6"] but must be an object with a text for each subject',
    ],
    [
      { name: 'x', base: 'aga', articles: { basicKo: 6 } },
      'articles.basicKo is 6 but must be a text that is not empty',
    ],
  ])('%j fails', (json, message) => {
    expect(errorsOf(json)).toEqual([message]);
  });

  test('an unknown base, an unknown field and a wrong value are told together', () => {
    const errors = errorsOf({ name: 'x', base: 'agaa', ko: true, ties: 'nobody' });
    expect(errors).toHaveLength(3);
    expect(errors[0]).toMatch(/^The base "agaa" is no ruleset; there are aga-1991, aga, /);
    expect(errors[1]).toMatch(/^There is no field "ko"; there are name, title, base, articles, basicKo, /);
    expect(errors[2]).toBe('ties is "nobody" but must be one of "jigo", "black", "white"');
  });

  test('without a base every field that is missing is named', () => {
    const errors = errorsOf({ name: 'x' });
    expect(errors).toContain('The field "superko" is missing, and no "base" ruleset has it');
    expect(errors).toHaveLength(32);
  });
});
