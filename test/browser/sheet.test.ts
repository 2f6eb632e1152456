import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/core/words/languages.js';
import { makePlace } from '../cli/harness.js';
import { sample } from '../service/support.js';
import { violationsOf } from './axe.js';
import { drop, openBrowser, openPage, servePage, serveSite, text } from './page-support.js';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const place = makePlace();
afterAll(() => place.remove());

const CONTRADICTED = sample('scored/winner-flips.sgf').toString().replace('RE[B+0.5]', 'RE[W+4.5]');

/** Games, each with a question of its own kind. */
const GAMES: readonly (readonly [name: string, contents: string])[] = [
  ['superko.sgf', sample('ko/triple-ko-aga.sgf').toString()],
  ['ko.sgf', sample('ko/basic-ko-retaken.sgf').toString()],
  ['group.sgf', CONTRADICTED],
  ['handicap.sgf', sample('scored/s3-handicap-chinese.sgf').toString()],
  ['plain.sgf', sample('scored/s1-aga.sgf').toString()],
];

/** The letters of a sheet, without blanks. */
async function wordsOf(page: Page): Promise<string> {
  return (await text(page, '.sheet')).replace(/\s+/g, '');
}

/** The words of the sheet that the command writes of a file. */
async function written(file: string, ...options: readonly string[]): Promise<string> {
  const { code, out } = await place.sgfReferee(['ruling', file, ...options]);
  expect(code).toBe(0);
  const { page, wrong } = await openPage(browser, 'about:blank');
  await page.setContent(out);
  const words = await wordsOf(page);
  expect(await violationsOf(page)).toEqual([]);
  expect(wrong).toEqual([]);
  await page.context().close();
  return words;
}

test.each([1280, 390])('the report has the sheet that the command writes, at %i pixels', async (width) => {
  for (const [name, contents] of GAMES) place.put(`in/${name}`, contents);
  const folder = join(place.path, `report-${String(width)}`);
  await place.sgfReferee(['audit', join(place.path, 'in'), '--out', folder, '--quiet', '--fail-on', 'never']);
  const url = pathToFileURL(join(folder, 'index.html')).href;
  const { page, wrong } = await openPage(browser, url, width, width < 500 ? 'dark' : 'light');
  for (const [name] of GAMES) {
    await page.click(`.rows .row:has-text("${name}")`);
    await page.click('text=Print a ruling sheet');
    await page.waitForSelector('.sheet');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await violationsOf(page)).toEqual([]);
    expect(await wordsOf(page)).toBe(await written(join(place.path, 'in', name)));
    await page.click('text=Back to the game');
    await page.click('text=all games');
  }
  expect(wrong).toEqual([]);
  await page.context().close();
});

test('the report of a crosscheck has the sheet about a table that the command writes', async () => {
  const event = join(import.meta.dirname, '../../samples/events/club-swiss');
  const [games, table] = [join(event, 'games'), ['--table', join(event, 'club.xml')]];
  const folder = join(place.path, 'report-crosscheck');
  await place.sgfReferee(['crosscheck', games, ...table, '--out', folder, '-q', '--fail-on', 'never']);
  const { page, wrong } = await openPage(browser, pathToFileURL(join(folder, 'index.html')).href);
  for (const name of ['r1-2.sgf', 'r2-2.sgf']) {
    await page.click(`.rows .row:has-text("${name}")`);
    await page.click('text=Print a ruling sheet');
    await page.waitForSelector('.sheet');
    expect(await text(page, '.sheet')).toContain('The table’s result');
    expect(await wordsOf(page)).toBe(await written(join(games, name), ...table));
    await page.click('text=Back to the game');
    await page.click('text=all games');
  }
  expect(wrong).toEqual([]);
  await page.context().close();
});

test('a sheet on paper: one page in every language, without the rest of the page', async () => {
  place.put('one/superko.sgf', sample('ko/triple-ko-aga.sgf'));
  const folder = join(place.path, 'report-one');
  await place.sgfReferee([
    'audit',
    join(place.path, 'one'),
    '--out',
    folder,
    '--quiet',
    '--fail-on',
    'never',
  ]);
  const { page, wrong } = await openPage(browser, pathToFileURL(join(folder, 'index.html')).href);
  await page.goto(`${page.url()}#game-1-sheet-6`);
  for (const language of LANGUAGES) {
    await page.selectOption('.sheet-tools select', language);
    await page.waitForSelector(`.sheet[lang=${language}]`);
    const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  }
  await page.emulateMedia({ media: 'print' });
  for (const selector of ['.sheet-tools', '.top', '.game nav'])
    expect(await page.isVisible(selector)).toBe(false);
  expect(await page.isVisible('.sheet')).toBe(true);
  expect(wrong).toEqual([]);
  await page.context().close();
});

test.each([
  ['the page of a server', servePage],
  ['the static site', serveSite],
])('%s has the sheet too, with what a flipped group decides', async (_name, serve) => {
  const served = await serve();
  try {
    const { page, wrong } = await openPage(browser, served.url);
    await drop(page, 'flips.sgf', sample('scored/winner-flips.sgf'));
    await page.waitForSelector('text=Done: 1 game');
    await page.click('.rows .row');
    await page.click('.groups button:has-text("White D6")');
    await page.waitForSelector('td.changed');
    await page.click('text=Print a ruling sheet');
    await page.waitForSelector('.sheet');
    const rows = await page.locator('.sheet section tr').allTextContents();
    expect(rows.map((row) => row.replace(/\s+/g, ' '))).toEqual([
      // Japanese rules know no other counting.
      ' Territory counting',
      'Recorded result RE: confirmedB+0.5 (Hana)',
      'As countedB+0.5 (Hana)',
      'White’s group at D6 livesW+4.5 (Olav)',
      'White’s group at D6 is deadB+0.5 (Hana)',
    ]);
    expect(await violationsOf(page)).toEqual([]);
    // Back, the group is still flipped.
    await page.goBack();
    await page.waitForSelector('td.changed');
    expect(wrong).toEqual([]);
    await page.context().close();
  } finally {
    await served.close();
  }
});
