import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sample } from '../service/support.js';
import { violationsOf } from './axe.js';
import {
  club,
  drop,
  dropByMouse,
  openBrowser,
  openForm,
  openPage,
  servePage,
  serveSite,
  shown,
  text,
} from './page-support.js';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Move 9 is on a stone; with the nearest free point of the wall, the declared result is that of the count. */
const MISPRINT = `(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]PB[Ada]PW[Bo]RE[W+15.5]${Array.from('abcdefghi')
  .map((row) => `;B[d${row === 'e' ? 'b' : row}];W[e${row}]`)
  .join('')};B[];W[])`;

async function saved(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
  return readFileSync(await file.path(), 'utf8');
}

test.each([
  ['the static site', serveSite],
  ['the page of a server', servePage],
])('%s saves what is shown alone, where that is asked for', async (_, serve) => {
  const served = await serve();
  try {
    const { page, wrong } = await openPage(browser, served.url);
    await drop(page, 'club.zip', club());
    await page.waitForSelector('text=Done: 3 games');
    expect(await page.locator('text=Clear').count()).toBe(0);
    expect(await page.locator('.downloads input').count()).toBe(0);
    expect(await text(page, '.downloads')).toContain('3 games:');
    await page.fill('input[type=search]', 'round flips');
    await page.waitForSelector('.downloads input');
    expect(await shown(page)).toBe(1);
    const all = await saved(page, '.downloads >> text=games.csv');
    await page.check('.downloads input');
    expect(await text(page, '.downloads')).toContain('1 of 3 games:');
    expect(await page.locator('.downloads button').allTextContents()).not.toContain('↓ report.html');
    const [head, , flips] = all.split('\n');
    expect(await saved(page, '.downloads >> text=games.csv')).toBe(`${head!}\n${flips!}\n`);
    const found = (await saved(page, '.downloads >> text=findings.csv')).trim().split('\n').slice(1);
    expect(found.every((line) => line.startsWith('club.zip!/round 1/flips.sgf,'))).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    // Rows leave out the folder of all games; the whole name is there on demand.
    const link = page.locator('.rows a');
    expect(await link.textContent()).toBe('round 1/flips.sgf');
    expect(await link.getAttribute('title')).toContain('club.zip!/round 1/flips.sgf');
    expect(wrong).toEqual([]);
    await page.context().close();
  } finally {
    await served.close();
  }
});

test('files without a game: what was found in each, and a way back', async () => {
  const served = await serveSite();
  try {
    const { page } = await openPage(browser, served.url);
    await dropByMouse(page, [
      ['empty.sgf', ''],
      ['page.html', '<html></html>'],
    ]);
    await page.waitForSelector('text=Done: 0 games');
    expect(await page.locator('.files .findings').isVisible()).toBe(true);
    expect(await text(page, '.files')).toContain('The file has no game: HTML page');
    await page.click('a:text-is("Choose files")');
    await page.waitForSelector('.drop');
    await page.context().close();
  } finally {
    await served.close();
  }
});

test('starting over asks before a decision is lost that the browser does not keep', async () => {
  const served = await serveSite();
  try {
    const { page, wrong } = await openPage(browser, served.url);
    await drop(page, 'game.sgf', sample('scored/s5-wrong-winner.sgf'));
    await page.click('.rows .row');
    await openForm(page);
    await page.evaluate(`Storage.prototype.setItem = () => { throw new Error('full'); }`);
    await page.selectOption('.decide select', 'W+F');
    await page.fill('.decide label:has-text("Referee") input', 'A. Referee');
    await page.fill('.decide label:has-text("Reason") input', 'seen');
    await page.click('.decide button.main');
    await page.click('text=all games');
    // The page's listener dismisses the question.
    await page.click('text=Start over');
    expect(wrong).toEqual(['dialog 1 decision: not kept yet; save decisions.json. Start over?']);
    expect(await page.locator('.drop').count()).toBe(0);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.click('.downloads >> text=decisions.json'),
    ]);
    await file.path();
    await page.click('text=Start over');
    await page.waitForSelector('.drop');
    expect(wrong).toHaveLength(1);
    await page.context().close();
  } finally {
    await served.close();
  }
});

test.each([
  ['W+15.5', MISPRINT],
  ['백 15집반승', MISPRINT.replace('RE[W+15.5]', 'RE[백 15집반승]')],
])(
  'each proposed repair has the result that it gives, and the one that makes RE true is marked: %s',
  async (_, sgf) => {
    const served = await serveSite();
    try {
      const { page } = await openPage(browser, served.url);
      await drop(page, 'game.sgf', Buffer.from(sgf));
      await page.click('.rows .row');
      await openForm(page);
      const options = await page.locator('.decide label:has-text("Repair") option').allTextContents();
      expect(options.slice(0, 2)).toEqual(['as written', 'Move 9: D5 in place of D8 (W+15.5, declared)']);
      expect(options.filter((one) => one.includes('declared'))).toHaveLength(1);
      await page.context().close();
    } finally {
      await served.close();
    }
  },
);
