import { describe, expect, test } from 'vitest';
import { messageOf, finding, ENGLISH, FINDING_CODES } from '../../src/core/findings/finding.js';
import { numberIn, sentence, termOf, type Wording } from '../../src/core/words/template.js';

const english: Wording = {
  language: 'en',
  phrases: { black: 'Black', white: 'White', seconds: '{value} s', both: '{a} and {b}' },
};
const polish: Wording = {
  language: 'pl',
  phrases: { black: 'Czarne', white: 'Białe', seconds: '{value} s' },
};

const values = (given: Readonly<Record<string, unknown>>) => (name: string) => given[name];

test.each<[template: string, given: Readonly<Record<string, unknown>>, text: string]>([
  ['no place', {}, 'no place'],
  ['{a}, {b}', { a: 1, b: 'two' }, '1, two'],
  ['{a.b}{c.d}', { a: { b: 'field' } }, 'fieldundefined'],
  ['{a, quote}', { a: 'x"y\n' }, '"x"y "'],
  ['{a, quote}', { a: 'x'.repeat(61) }, `"${'x'.repeat(60)}..."`],
  ['{a, hundredths}', { a: 0.5 }, '0.50'],
  ['{a, seconds}', { a: 1.23456 }, '1.235 s'],
  ['{a, color} and {a, opponent}', { a: 'black' }, 'Black and White'],
  ['{a, names}', { a: 'x' }, 'x'],
  ['{a, names}', { a: 'x,y,z' }, 'x, y and z'],
  ['{both, phrase}.', { a: 1, b: 2 }, '1 and 2.'],
  ['{n, plural, one {# stone} other {# stones}}', { n: 1 }, '1 stone'],
  ['{n, plural, one {# stone} other {# stones}}', { n: 0 }, '0 stones'],
  ['{n, plural, one {one} other {{m, select, 7 {# of seven} other {#}}}}', { n: 3, m: 7 }, '3 of seven'],
  ['#{n, select, 2 {#} other {}}', { n: 2 }, '##'],
  ['{a, select, none {absent} empty {no text} other {{a}}}', {}, 'absent'],
  ['{a, select, none {absent} empty {no text} other {{a}}}', { a: '' }, 'no text'],
  ['{a, select, none {absent} empty {no text} other {{a}}}', { a: 'text' }, 'text'],
  ['{a, select, true {yes} other {no}}', { a: true }, 'yes'],
])('%s with %j', (template, given, text) => {
  expect(sentence(template, values(given), english)).toBe(text);
});

test.each([
  ['6.5', '6,5'],
  ['-0.25', '-0,25'],
  ['7', '7'],
  ['B+6.5', 'B+6.5'],
  ['1.2.3', '1.2.3'],
])('a number has the decimal mark of the language, a result and others do not: %s', (text, shown) => {
  expect(numberIn(text, 'pl')).toBe(shown);
  expect(numberIn(text, 'ja')).toBe(text);
  expect(sentence('{a}', () => text, polish)).toBe(shown);
  const terms = { 'komi {1}': 'komi {1}', '{1}, article {2}': '{1}, artykuł {2}' };
  expect(termOf(`komi ${text}`, { ...polish, terms })).toBe(`komi ${shown}`);
  expect(termOf(`J, article ${text}`, { ...polish, terms })).toBe(`J, artykuł ${text}`);
});

test.each([
  [1, '1 kamień'],
  [3, '3 kamienie'],
  [5, '5 kamieni'],
])('numbers take the forms of the language: %s', (n, text) => {
  const template = '{n, plural, one {# kamień} few {# kamienie} other {# kamieni}}';
  expect(sentence(template, () => n, polish)).toBe(text);
});

test.each(['{a', 'a}', '{a, plural, one {b}}', '{a, select, b {c}', '{a, nothing}', '{, quote}'])(
  'a template that is not well formed: %s',
  (template) => {
    expect(() => sentence(template, () => 1, english)).toThrow();
  },
);

describe('places of findings', () => {
  const board = { width: 19, height: 19 };

  test.each([
    [{}, 'The record'],
    [{ node: 12 }, 'Node 12'],
    [{ node: 4, move: 3 }, 'Move 3'],
    [{ node: 4, move: 3, color: 'white' as const }, 'Move 3 (White)'],
    [{ node: 4, move: 3, color: 'white' as const, point: 60 }, 'Move 3 (White D16)'],
    [{ node: 4, move: 3, point: 60, variation: '2.1' }, 'Move 3 (D16) in variation 2.1'],
  ])('%j', (place, subject) => {
    expect(messageOf(finding('move/ko', {}, place), board)).toMatch(`${subject} `);
  });

  const anything = (name: string): unknown => (name === 'confidence' ? 0.5 : 'black');

  test('every code has a sentence whose braces fit', () => {
    for (const code of FINDING_CODES)
      expect(() => sentence(ENGLISH.findings[code], anything, ENGLISH), code).not.toThrow();
  });
});
