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
    expect(outcome.value.sources['passStones']).toEqual(rulesetByName('aga')!.sources['passStones']);
    expect(outcome.value.doubts['superko']).toBeUndefined();
    expect(outcome.value.doubts['whitePassesLast']).toBeDefined();
  });

  test('stands alone when every field is there', () => {
    const all = Object.entries(rulesetByName('japanese')!);
    const fields = Object.fromEntries(all.filter(([key]) => key !== 'sources' && key !== 'doubts'));
    const outcome = parseRuleset({ ...fields, name: 'mine' });
    expect(outcome).toMatchObject({ ok: true, value: { ...fields, name: 'mine' } });
  });

  test.each([
    [null, 'Unexpected null, expected an object with the fields of a ruleset'],
    [[], 'Unexpected list, expected an object with the fields of a ruleset'],
    [{ base: 'aga' }, 'Unexpected name nothing, expected a text that is not empty'],
    [{ name: 'aga', base: 'aga' }, 'Unexpected name "aga", expected one that no ruleset here has'],
    [{ name: 'x', base: 'aga', title: 3 }, 'Unexpected title 3, expected a text that is not empty'],
    [
      { name: 'x', base: 'aga', superko: 'ssk' },
      'Unexpected superko "ssk", expected one of "none", "positional", "situational", "natural", "fighting-disturbing"',
    ],
    [{ name: 'x', base: 'aga', basicKo: 'yes' }, 'Unexpected basicKo "yes", expected true or false'],
    [
      { name: 'x', base: 'aga', passesToEnd: 2.5 },
      'Unexpected passesToEnd 2.5, expected a whole number from 0 to 10',
    ],
    [
      { name: 'x', base: 'aga', sizes: [19, 0] },
      'Unexpected sizes [19,0], expected a list, each entry a whole number from 1 to 52',
    ],
    [
      { name: 'x', base: 'aga', komiEven: 7.5 },
      'Unexpected komiEven 7.5, expected a list of { "fromYear", "halves" } with the newest year first',
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
      'Unexpected komiEven [{"fromYear":0,"halves":11},{"fromYear":2004,"halves":15}], expected a list of { "fromYear", "halves" } with the newest year first',
    ],
    [
      { name: 'x', base: 'aga', komiEven: [{ fromYear: 0, halves: 7.5 }] },
      'Unexpected komiEven [{"fromYear":0,"halves":7.5}], expected halves to be a whole number of half points from -722 to 722',
    ],
    [
      { name: 'x', base: 'aga', scoring: 'area' },
      'Unexpected countings ["territory","area"], expected "area" first, as the field scoring says',
    ],
    [
      { name: 'x', base: 'aga', scoring: 'stones' },
      'Unexpected countings ["territory","area"], expected none with scoring "stones"',
    ],
    [
      { name: 'x', base: 'aga', articles: ['rule 6'] },
      'Unexpected articles ["rule 6"], expected an object with a text for each subject',
    ],
    [
      { name: 'x', base: 'aga', articles: { basicKo: 6 } },
      'Unexpected articles.basicKo 6, expected a text that is not empty',
    ],
  ])('%j fails', (json, message) => {
    expect(errorsOf(json)).toEqual([message]);
  });

  test('an unknown base, an unknown field and a wrong value are told together', () => {
    const errors = errorsOf({ name: 'x', base: 'agaa', ko: true, ties: 'nobody' });
    expect(errors).toHaveLength(3);
    expect(errors[0]).toMatch(/^Unexpected base "agaa", expected one of aga-1991, aga, /);
    expect(errors[1]).toMatch(
      /^Unexpected field "ko", expected name, title, base, articles or one of basicKo, /,
    );
    expect(errors[2]).toBe('Unexpected ties "nobody", expected one of "jigo", "black", "white"');
  });

  test('without a base every field that is missing is named', () => {
    const errors = errorsOf({ name: 'x' });
    expect(errors).toContain('Missing field "superko", expected it or a "base" ruleset');
    expect(errors).toHaveLength(32);
  });
});
