import type { Browser, Page } from 'playwright-core';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SOURCE_TEXTS } from '../../src/go/rules/citation.js';
import { RULESETS } from '../../src/go/rules/rulesets.js';
import { makePlace } from '../cli/harness.js';
import { WORDS as VOCABULARY } from '../../src/core/words/all.js';
import { VERDICTS } from '../../src/referee/score/score-types.js';
import { LANGUAGES } from '../../src/core/words/languages.js';
import type { OtherLanguage } from '../../src/core/words/words.js';
import { sample } from '../service/support.js';
import { violationsOf } from './axe.js';
import { drop, dropByMouse, openBrowser, openPage, serveSite, text } from './page-support.js';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const SAMPLES = fileURLToPath(new URL('../../samples/', import.meta.url));

/** Two games of an event that differ from its table. */
const FILES = ['club.xml', 'games/r1-2.sgf', 'games/r3-4.sgf'].map(
  (name) =>
    [
      name.split('/').at(-1)!,
      // The one who retakes a ko has won by the record: a question.
      sample(`events/club-swiss/${name}`).toString().replace('RE[B+R]', 'RE[W+R]'),
    ] as const,
);

test('the page is in the language of the browser, or in another that is chosen', async () => {
  const served = await serveSite();
  try {
    const { page, wrong } = await openPage(browser, served.url, 390, 'light', 'pl-PL');
    expect(await text(page, 'h1')).toBe('Upuść tu zapisy partii');
    expect(await page.getAttribute('html', 'lang')).toBe('pl');
    await dropByMouse(page, FILES);
    await page.waitForSelector('text=Gotowe: 2 partie');
    expect(await text(page, '.worklist h2')).toBe('2 partie do rozstrzygnięcia');
    for (const language of LANGUAGES) {
      await page.selectOption('.top select', language);
      await page.waitForSelector(`html[lang=${language}]`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      expect(await violationsOf(page)).toEqual([]);
    }
    await page.selectOption('.top select', 'ja');
    await page.waitForSelector('html[lang=ja]');
    expect(await text(page, '.worklist h2')).toBe('裁定が必要な対局：2局');
    await page.click('.worklist a');
    await page.waitForSelector('text=裁定書を印刷');
    await page.click('text=審判として裁定');
    expect(await page.locator('.decide label').allTextContents()).toContain('理由');
    await page.click('text=裁定書を印刷');
    await page.waitForSelector('.sheet[lang=ja]');
    await page.reload();
    await page.waitForSelector('html[lang=ja]');
    expect(wrong).toEqual([]);
    await page.context().close();
  } finally {
    await served.close();
  }
});

/** Titles are quoted: of rulesets, of the texts of the rules, and of places in them, but for the words for article and rule. */
const QUOTED = [
  ...RULESETS.flatMap(({ title, articles }) => [
    title,
    ...Object.values(articles).map((one) => one.replace(/, (?:article|rules?|page|comment on rule) .*/, '')),
  ]),
  ...Object.values(SOURCE_TEXTS),
  'Club Swiss with handicaps',
  'House rules of the Blue Lamp',
].sort((a, b) => b.length - a.length);

/** Paths of files, and codes. */
const PATH = /\S+\/\S.*\.sgf|\S+\/\S+/g;

/** Words that no other of the languages has; three small words in a row are English too where others have no Latin letters. */
const WORDS = /\b(?:the|with|of|this|which|from|would|has|rule|dame (?:open|unfilled))\b/;
const SENTENCE = /\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b/;
const HAS_LATIN: ReadonlySet<string> = new Set(['sv', 'pl', 'fi', 'de', 'fr']);

/** Every text and label of the page, but for names of files and players, records, the choice of rulesets, and what is marked as English. */
const TEXTS = `(() => {
  const left = 'pre, [lang=en], select, script, style, noscript, .c-file, .c-players, h1, .code bdi, .crosstable :is(h2, th[scope=row])';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest(left)) texts.push(node.textContent);
  for (const name of ['aria-label', 'title', 'placeholder'])
    for (const element of document.querySelectorAll('[' + name + ']'))
      if (!element.closest('.c-file, .rows')) texts.push(element.getAttribute(name));
  return [...new Set(texts)];
})()`;

/** English texts that a page shows. `known`: texts that were looked at, of the same language. */
async function englishOn(
  page: Page,
  language: OtherLanguage,
  known = new Map<string, boolean>(),
): Promise<readonly string[]> {
  const dictionary = { ...VOCABULARY[language].terms, ...VOCABULARY[language].page };
  const isEnglish = (text: string): boolean => {
    const own = QUOTED.reduce((left, quoted) => left.replaceAll(quoted, ''), text).replace(PATH, '');
    const name = own.trim();
    // Players of the samples are called Black and White.
    const word =
      name === 'Black' || name === 'White' ? name : (dictionary[name as keyof typeof dictionary] ?? name);
    return word !== name || WORDS.test(own) || (!HAS_LATIN.has(language) && SENTENCE.test(own));
  };
  return (await page.evaluate<string[]>(TEXTS)).filter((text) => {
    if (!known.has(text)) known.set(text, isEnglish(text));
    return known.get(text)!;
  });
}

const OTHERS = LANGUAGES.filter((language) => language !== 'en');

test('a game of the page has no English word, with its groups and other rulesets', async () => {
  const served = await serveSite();
  try {
    const { page, wrong } = await openPage(browser, served.url);
    await drop(page, 'game.sgf', sample('scored/s1-without-marks.sgf'));
    await page.waitForSelector('text=Done: 1 game');
    await page.click('.rows .row');
    await page.waitForSelector('.groups button');
    await page.click('.findings button');
    expect(await page.locator('.explained').count()).toBe(0);
    for (const language of OTHERS) {
      await page.selectOption('.top select', language);
      await page.waitForSelector(`html[lang=${language}]`);
      expect(await text(page, '.explained summary')).not.toBe('Explanation in English');
      expect((await text(page, '.explained [lang=en]')).length).toBeGreaterThan(100);
      expect([language, await englishOn(page, language)]).toEqual([language, []]);
    }
    expect(wrong).toEqual([]);
    await page.context().close();
  } finally {
    await served.close();
  }
});

describe('the report of the samples', () => {
  const place = makePlace();
  afterAll(place.remove);
  let address: string;
  beforeAll(async () => {
    const folder = join(place.path, 'report');
    const event = join(SAMPLES, 'events/club-swiss');
    const words = [
      'crosscheck',
      SAMPLES,
      '--table',
      join(event, 'club.xml'),
      '--event',
      place.put('event.json', '{"komi":5.5}'),
    ];
    await place.sgfReferee([...words, '--out', folder, '--quiet']);
    address = pathToFileURL(join(folder, 'index.html')).href;
  });

  test.each(OTHERS)('has no English sentence in %s', async (language) => {
    const { page } = await openPage(browser, address, 1280, 'light', language);
    await page.waitForSelector('.rows .row');
    const games = Number(await page.getAttribute('.shown', 'data-shown'));
    expect(games).toBeGreaterThan(100);
    const hashes = Array.from({ length: games }, (_, i) => `#game-${String(i + 1)}`);
    const found = new Map<string, string>();
    const known = new Map<string, boolean>();
    for (const hash of ['#', ...hashes, ...hashes.map((game) => `${game}-sheet`)]) {
      await page.evaluate(`location.hash = '${hash}'`);
      await page.waitForTimeout(15);
      for (const text of await englishOn(page, language, known)) found.set(text, found.get(text) ?? hash);
    }
    expect([...found]).toEqual([]);
    await page.context().close();
  });
});

test('no verdict is cut in the table, in any language', async () => {
  const served = await serveSite();
  const { page } = await openPage(browser, served.url);
  await dropByMouse(page, FILES);
  await page.waitForSelector('.rows .verdict');
  for (const language of LANGUAGES) {
    const { terms } = VOCABULARY[language];
    const cut = await page.evaluate(
      `(${JSON.stringify(['decided', ...VERDICTS].map((verdict) => terms?.[verdict] ?? verdict))}).filter((text) => {
        const badge = document.querySelector('.rows .verdict');
        badge.textContent = text;
        return badge.parentElement.scrollWidth > badge.parentElement.clientWidth;
      })`,
    );
    expect([language, cut]).toEqual([language, []]);
  }
  await page.context().close();
  await served.close();
});
