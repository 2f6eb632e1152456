import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/core/words/languages.js';
import { sentence } from '../../src/core/words/template.js';

const FOLDER = new URL('../../src/core/words/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => /^\w\w\.json$/.test(name));

type Words = Readonly<Record<string, string>>;
type Section = 'findings' | 'phrases' | 'terms' | 'sheet' | 'page';

function read(language: string): Readonly<Record<Section, Words>> {
  return JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), 'utf8')) as Record<Section, Words>;
}

const OTHERS = LANGUAGES.filter((language) => language !== 'en');

/** The English text of each label; those of the page are their own keys. */
const ENGLISH: Readonly<Record<Exclude<Section, 'terms'>, Words>> = {
  ...read('en'),
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

test('English has no labels of the page and no terms: they are their own keys', () => {
  expect(Object.keys(read('en'))).toEqual(['language', 'findings', 'phrases', 'sheet']);
});

/** A place of a template: an argument, the form that it takes, and the keys of its options. */
interface Place {
  readonly name: string;
  readonly form: string;
  readonly keys: readonly string[];
}

/** The places of a template, which is well formed, those in options too. */
function placesOf(template: string): Place[] {
  const places: Place[] = [];
  let rest = template;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(rest);
    rest = rest.slice(found?.[0].length ?? 0);
    return found;
  };
  const readText = (): void => {
    next(/^[^{}]*/);
    for (let found = next(/^\{([\w.]+)(?:, (\w+))?/); found; found = next(/^\{([\w.]+)(?:, (\w+))?/)) {
      const keys: string[] = [];
      for (let option = next(/^,? ([\w-]+) \{/); option; option = next(/^,? ([\w-]+) \{/)) {
        keys.push(option[1]!);
        readText();
        next(/^\}/);
      }
      places.push({ name: found[1]!, form: found[2] ?? 'plain', keys });
      next(/^\}[^{}]*/);
    }
  };
  readText();
  return places;
}

/** The forms for whole numbers that a language tells apart, with the one for all others. */
function formsOf(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  const all = Array.from({ length: 1000 }, (_, count) => rules.select(count));
  return [...new Set([...all.filter((form) => form === 'one' || form === 'few'), 'other'])].sort();
}

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
    expect(Object.keys(words)).toEqual(['language', 'findings', 'phrases', 'terms', 'sheet', 'page']);
    for (const section of ['findings', 'phrases', 'sheet', 'page'] as const)
      expect(Object.keys(words[section])).toEqual(Object.keys(ENGLISH[section]));
    expect(Object.keys(words.terms)).toEqual(Object.keys(read('de').terms));
  });

  test.each(['findings', 'phrases'] as const)('name what the English ones name: %s', (section) => {
    const wrong = Object.entries(words[section]).filter(([key, template]) => {
      const english = placesOf(ENGLISH[section][key]!);
      const names = (places: typeof english): string =>
        [...new Set(places.map(({ name }) => name))].sort().join();
      const isKnown = ({ name, form }: Place): boolean =>
        ['plain', 'select', 'plural'].includes(form) ||
        english.some((one) => one.name === name && one.form === form);
      const places = placesOf(template);
      return names(places) !== names(english) || !places.every(isKnown);
    });
    expect(wrong).toEqual([]);
  });

  test.each(['findings', 'phrases'] as const)(
    'are well formed, with the forms of the language: %s',
    (section) => {
      const forms = formsOf(language);
      for (const [key, template] of Object.entries(words[section])) {
        const value = (name: string): unknown => (name === 'confidence' ? 0.5 : 'black');
        expect(() => sentence(template, value, { ...words, language }), key).not.toThrow();
        for (const { form, keys } of placesOf(template))
          if (form === 'plural') expect([...keys].sort(), key).toEqual(forms);
      }
    },
  );

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
