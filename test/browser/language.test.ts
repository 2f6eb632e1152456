import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/core/words/languages.js';
import { sample } from '../service/support.js';
import { violationsOf } from './axe.js';
import { dropByMouse, openBrowser, openPage, serveSite, text } from './page-support.js';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Two games of an event that differ from its table. */
const FILES = ['club.xml', 'games/r1-2.sgf', 'games/r3-4.sgf'].map(
  (name) => [name.split('/').at(-1)!, sample(`events/club-swiss/${name}`).toString()] as const,
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
    expect(wrong).toEqual([]);
    await page.context().close();
  } finally {
    await served.close();
  }
});
