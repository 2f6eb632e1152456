import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sample } from '../service/support.js';
import { violationsOf } from './axe.js';
import { dropByMouse, openBrowser, openPage, servePage, serveSite, text, openForm } from './page-support.js';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A round: a triple ko that ends with the repetition, a game as the table has it, and one whose result differs from it. */
const FILES: readonly (readonly [name: string, contents: string])[] = [
  [
    'board1.sgf',
    sample('ko/triple-ko-aga.sgf')
      .toString()
      .replace(';B[ad]', '')
      .replace('RE[B+R]', 'RE[W+R]')
      .replace('PB[Black]', 'PB[Anna Berg]RO[3]')
      .replace('PW[White]', 'PW[Olle Ek]'),
  ],
  ['board2.sgf', sample('scored/winner-flips.sgf').toString()],
  [
    'board3.sgf',
    '(;GM[1]FF[4]SZ[9]RU[AGA]KM[7.5]RO[3]PB[Baden Kor]PW[Lipi Ran]RE[W+R];B[ee];W[cc];B[gc];W[cg])',
  ],
  [
    'table.csv',
    'round,black,white,komi,result\n3,Anna Berg,Olle Ek,7.5,B+\n3,Hana,Olav,6.5,B+0.5\n3,Baden Kor,Lipi Ran,6.5,B+\n',
  ],
];

const DECIDED = 'move 6 accepted: decided by A. Referee on 2026-11-22: both want to play on';

/** How the board is placed. Runs in the browser: a text. */
const POSITION = 'getComputedStyle(document.querySelector(".left")).position';

async function saved(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
  return readFileSync(await file.path(), 'utf8');
}

/** Opens the sheet of the open game: its words. It is one page of paper. */
async function printedSheet(page: Page): Promise<string> {
  await page.click('text=Print a ruling sheet');
  await page.waitForSelector('.sheet');
  expect(await violationsOf(page)).toEqual([]);
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  return text(page, '.sheet');
}

test.each([
  ['the page of a server', servePage, 1280],
  ['the static site', serveSite, 390],
])("a director's hour, on %s", async (_name, serve, width) => {
  const served = await serve();
  try {
    const { page, wrong } = await openPage(browser, served.url, width);
    await dropByMouse(page, FILES);
    await page.waitForSelector('text=Done: 3 games');
    await page.waitForSelector('.worklist');
    expect(await violationsOf(page)).toEqual([]);
    const open = await page.locator('.worklist li').allTextContents();
    expect(open).toHaveLength(2);
    expect(open[0]).toContain('Anna Berg – Olle Ek');
    expect(open[0]).toContain('Move 6 (White K3) restores the starting position');
    expect(open[1]).toContain('Baden Kor – Lipi Ran');

    await page.click('.worklist li:first-child a');
    await page.waitForSelector('.question');
    expect(await text(page, '.stepper output')).toBe('move 6, White K3');
    await openForm(page);
    const options = await page.locator('.decide select option').allTextContents();
    // The other winner is what the results table says.
    expect(options).toContain('White wins: W+ (Olle Ek)');
    await page.check('.decide label:has-text("Accept") input');
    await page.fill('.decide label:has-text("Referee") input', 'A. Referee');
    await page.fill('.decide label:has-text("Date") input', '2026-11-22');
    await page.fill('.decide label:has-text("Reason") input', 'both want to play on');
    expect(await violationsOf(page)).toEqual([]);
    await page.click('.decide button.main');
    await page.waitForSelector('.findings >> text=accepted, decided by A. Referee');
    const decisions = await saved(page, 'button:has-text("Save decisions.json")');

    // Taken back, and loaded again from the file.
    await page.click('text=Take back');
    await page.waitForSelector('.findings >> text=accepted, decided by', { state: 'detached' });
    const file = { name: 'decisions.json', mimeType: 'application/json', buffer: Buffer.from(decisions) };
    await page.setInputFiles('.decisions input[type=file]', file);
    await page.waitForSelector('.findings >> text=accepted, decided by A. Referee');
    expect(await violationsOf(page)).toEqual([]);

    const sheet = await printedSheet(page);
    expect(sheet).toContain('The same position at the start');
    expect(sheet).toContain(DECIDED);

    await page.click('.brand');
    await dropByMouse(page, [...FILES, ['decisions.json', decisions]]);
    await page.waitForSelector('text=Done: 3 games');
    expect(await page.locator('.worklist li').allTextContents()).toEqual([
      expect.stringContaining('Baden Kor – Lipi Ran'),
    ]);
    await page.click('.rows .row:has-text("board1.sgf")');
    await page.waitForSelector('.findings >> text=accepted, decided by A. Referee');
    expect(await printedSheet(page)).toBe(sheet);

    // The table is right: its result, in the colors of the record, takes the place of the record's own.
    await page.click('nav >> text=all games');
    await page.click('.worklist a');
    await openForm(page);
    await page.selectOption('.decide select', { label: 'Results table: B+ (Baden Kor)' });
    expect(await page.inputValue('.decide label:has-text("Referee") input')).toBe('A. Referee');
    await page.click('.decide >> text=the komi of the results table: 6.5');
    await page.fill('.decide label:has-text("Reason") input', 'both players say so');
    if (width < 960) expect(await page.evaluate<string>(POSITION)).toBe('static');
    expect(await violationsOf(page)).toEqual([]);
    await page.click('.decide button.main');
    await page.waitForSelector('.facts >> text=komi 6.5, result B+');
    expect((await printedSheet(page)).match(/both players say so/g)).toHaveLength(1);
    await page.click('nav >> text=all games');
    await page.waitForSelector('.worklist', { state: 'detached' });
    expect(await text(page, '.crosstable .key')).toMatch(
      /0 differ from their records.* 1 decided§.* 1 decided, the table is to be changed/s,
    );
    expect(await text(page, '.crosstable .reasons')).toContain('decided: B+');
    expect(await text(page, '.tiles')).toMatch(/2\s*decided/);
    const row = '.rows .row:has-text("board3.sgf")';
    expect(await text(page, `${row} .c-verdict`)).toBe('decided');
    // A winner without a margin is no count.
    expect(await text(page, `${row} .c-result`)).toBe('');
    expect(wrong).toEqual([]);
    await page.context().close();
  } finally {
    await served.close();
  }
});
