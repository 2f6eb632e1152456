import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/report/words/languages.js';

const FOLDER = new URL('../../src/report/words/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

type Words = Readonly<Record<string, string>>;
type Section = 'sheet' | 'page';

function read(language: string): Readonly<Record<Section, Words>> {
  return JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), 'utf8')) as Record<Section, Words>;
}

const OTHERS = LANGUAGES.filter((language) => language !== 'en');

/** The English text of each label; those of the page are their own keys. */
const ENGLISH: Readonly<Record<Section, Words>> = {
  sheet: read('en').sheet,
  page: Object.fromEntries(Object.keys(read('sv').page).map((english) => [english, english])),
};

const placeholdersOf = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].sort().join();

/** How many forms a language has for the numbers of games that one meets. */
function formsNeeded(language: string): number {
  const rules = new Intl.PluralRules(language);
  return new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count))).size;
}

/** Whether a label has the forms of its language; one that is the same for all numbers has one, unless it shows the number. */
function hasItsForms(english: string, text: string, needed: number): boolean {
  const forms = text.split('|').length;
  if (!english.includes('|')) return forms === 1;
  return forms === needed || (forms === 1 && !english.includes('{n}'));
}

test('each language has a file, and each file is of a language', () => {
  expect(FILES.sort()).toEqual(LANGUAGES.map((language) => `${language}.json`).sort());
});

test('English has the labels of sheets only: those of the page are keys', () => {
  expect(Object.keys(read('en'))).toEqual(['sheet']);
});

test.each([
  ['en', 2],
  ['sv', 2],
  ['fr', 2],
  ['pl', 3],
  ['ja', 1],
])('%s has %i forms for numbers', (language, forms) => {
  expect(formsNeeded(language)).toBe(forms);
});

describe.each(OTHERS)('the words in %s', (language) => {
  const words = read(language);

  test('have every label in the order of the English ones, and no other', () => {
    expect(Object.keys(words).sort()).toEqual(['page', 'sheet']);
    expect(Object.keys(words.sheet)).toEqual(Object.keys(ENGLISH.sheet));
    expect(Object.keys(words.page)).toEqual(Object.keys(ENGLISH.page));
  });

  test.each(['sheet', 'page'] as const)('keep placeholders and have the forms for numbers: %s', (section) => {
    const needed = formsNeeded(language);
    const wrong = Object.entries(words[section]).filter(([key, text]) => {
      const english = ENGLISH[section][key]!;
      const forms = text.split('|');
      return (
        !hasItsForms(english, text, needed) ||
        forms.some((form) => form === '' || form !== form.trim()) ||
        forms.some((form) => placeholdersOf(form) !== placeholdersOf(english))
      );
    });
    expect(wrong).toEqual([]);
  });
});
