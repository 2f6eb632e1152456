import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseDecisions } from '../../src/referee/judge/decisions.js';
import { sample } from '../service/support.js';
import { violationsOf } from './axe.js';
import {
  dropByMouse,
  dropFromDisk,
  openBrowser,
  openPage,
  servePage,
  serveSite,
  text,
  openForm,
} from './page-support.js';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Two games that need a ruling, and one that needs none. */
const FILES: readonly (readonly [name: string, contents: string])[] = [
  [
    'board1.sgf',
    sample('ko/triple-ko-aga.sgf').toString().replace(';B[ad]', '').replace('RE[B+R]', 'RE[W+R]'),
  ],
  ['board2.sgf', sample('scored/s5-wrong-winner.sgf').toString()],
  ['board3.sgf', sample('scored/winner-flips.sgf').toString()],
];

async function saved(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
  return readFileSync(await file.path(), 'utf8');
}

const worklist = (page: Page): Promise<string[]> => page.locator('.worklist li').allTextContents();

/** Decides the open game, and returns to the list. */
async function decide(page: Page, file: string, reason: string): Promise<void> {
  await page.click(`.rows .row:has-text("${file}") a`);
  await openForm(page);
  // The question is above the form: in words, or as the boards of the repeated position.
  expect(await page.locator(':is(.asked, .question) + .decide').count()).toBe(1);
  expect(await page.locator('.asked, .question').count()).toBe(1);
  expect((await text(page, '.decide')).includes('Flip groups')).toBe(file === 'board2.sgf');
  expect(await page.isDisabled('.decide button.main')).toBe(true);
  expect(await text(page, '#missing')).toContain('Still missing: Decision');
  await page.selectOption('.decide select', 'W+F');
  await page.fill('.decide label:has-text("Referee") input', 'A. Referee');
  await page.fill('.decide label:has-text("Reason") input', reason);
  expect(await text(page, '#missing')).toBe('');
  expect(await violationsOf(page)).toEqual([]);
  await page.click('.decide button.main');
  await page.waitForSelector(`.decide li:has-text("${reason}")`);
  await page.waitForSelector('.facts dt:text-is("decided by")');
  expect(await page.locator('.facts dt:text-is("to be decided")').count()).toBe(0);
  await page.click('nav >> text=all games');
}

/** Everything that can be saved shows both decisions. */
async function expectBoth(page: Page): Promise<string> {
  await page.waitForSelector('text=2 decisions: kept');
  await page.waitForSelector('.worklist', { state: 'detached' });
  const csv = await saved(page, 'text=↓ games.csv');
  expect(csv.match(/A\. Referee/g)?.length).toBeGreaterThanOrEqual(2);
  expect(await saved(page, 'text=↓ findings.csv')).toContain('decision/result-differs');
  expect(await page.locator('.chart .bar:has-text("decision/result-differs")').count()).toBe(1);
  const decisions = await saved(page, 'text=↓ decisions.json');
  const read = parseDecisions(decisions);
  expect(read.ok && read.value.map(({ reason }) => reason)).toEqual(['walked out', 'phone rang']);
  return decisions;
}

/** The report, opened in the browser, needs no ruling and shows who decided. */
async function expectReport(page: Page): Promise<void> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('text=↓ report.html')]);
  const report = await page.context().newPage();
  await report.setContent(readFileSync(await file.path(), 'utf8'));
  await report.waitForSelector('.rows .row');
  expect(await report.locator('.worklist').count()).toBe(0);
  await report.click('.rows .row:has-text("board2.sgf") a');
  expect(await text(report, '.facts')).toContain('A. Referee');
  await report.close();
}

test.each([
  ['the page of a server', servePage, 1280],
  ['the static site', serveSite, 390],
])('decisions stay, on %s', async (name, serve, width) => {
  const served = await serve();
  try {
    const { page, wrong } = await openPage(browser, served.url, width);
    await dropByMouse(page, FILES);
    await page.waitForSelector('text=Done: 3 games');
    expect(await worklist(page)).toHaveLength(2);
    await decide(page, 'board1.sgf', 'walked out');
    await page.waitForSelector('.worklist li:nth-child(2)', { state: 'detached' });
    expect((await worklist(page))[0]).toContain('board2.sgf');
    await decide(page, 'board2.sgf', 'phone rang');
    const decisions = await expectBoth(page);
    await expectReport(page);
    expect(await violationsOf(page)).toEqual([]);

    await page.reload();
    if (name === 'the static site') {
      await page.waitForSelector('.drop');
      await dropByMouse(page, FILES);
    }
    await page.waitForSelector('text=Done: 3 games');
    expect(await expectBoth(page)).toBe(decisions);

    await page.click('.rows .row:has-text("board3.sgf") a');
    await openForm(page);
    expect(await page.inputValue('.decide label:has-text("Referee") input')).toBe('A. Referee');
    await page.click('nav >> text=all games');

    // A fresh profile, where the file is loaded into the run; a wrong one is refused with its sentence.
    const fresh = await openPage(browser, served.url, width);
    await dropByMouse(fresh.page, FILES);
    await fresh.page.waitForSelector('text=Done: 3 games');
    expect(await worklist(fresh.page)).toHaveLength(2);
    const file = { name: 'decisions.json', mimeType: 'application/json', buffer: Buffer.from('{}') };
    await fresh.page.setInputFiles('.decisions input[type=file]', file);
    expect(await text(fresh.page, '.decisions [role=alert]')).toContain('must be an object with the list');
    await fresh.page.setInputFiles('.decisions input', { ...file, buffer: Buffer.from(decisions) });
    expect(await expectBoth(fresh.page)).toBe(decisions);

    // Taken back, the game is in the list again.
    await fresh.page.click('.rows .row:has-text("board2.sgf") a');
    await openForm(fresh.page);
    await fresh.page.click('text=Take back');
    await fresh.page.waitForSelector('.facts dt:text-is("to be decided")');
    await fresh.page.click('nav >> text=all games');
    expect((await worklist(fresh.page))[0]).toContain('board2.sgf');
    expect([...wrong, ...fresh.wrong]).toEqual([]);
    await page.context().close();
    await fresh.page.context().close();
  } finally {
    await served.close();
  }
});

test('a folder of rounds is sorted and named, and examples can be tried', async () => {
  const served = await serveSite();
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-event-'));
  try {
    const { page, wrong } = await openPage(browser, served.url);
    for (const round of [10, 2, 1]) {
      const path = join(folder, 'open', `round-${String(round)}`);
      mkdirSync(path, { recursive: true });
      const game = sample('scored/winner-flips.sgf')
        .toString()
        .replace(/PB\[[^\]]*\]/, 'PB[]EV[Town Open]');
      writeFileSync(join(path, 'a.sgf'), game.replace('DT[2026-11-20', `DT[2026-11-${String(round + 10)}`));
    }
    await dropFromDisk(page, [join(folder, 'open')]);
    await page.waitForSelector('text=Done: 3 games');
    expect(await text(page, 'h1')).toBe('open, 3 files');
    const rows = await page.locator('.rows .row').allTextContents();
    expect(rows.map((row) => /round-\d+/.exec(row)?.[0])).toEqual(['round-1', 'round-2', 'round-10']);
    expect(rows[0]).toContain('no name – ');
    await page.keyboard.press('Tab');
    await page.focus('.skip');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.closest(".rows") !== null')).toBe(true);

    const [file] = await Promise.all([page.waitForEvent('download'), page.click('text=↓ report.html')]);
    const report = await page.context().newPage();
    await report.setContent(readFileSync(await file.path(), 'utf8'));
    await report.waitForSelector('.rows .row');
    expect(await report.title()).toBe('Town Open, 2026-11-11 – 2026-11-20 – sgf-referee report');
    await report.click('.rows .row:has-text("round-10") .c-moves');
    await report.waitForSelector('article.game');
    await report.emulateMedia({ media: 'print' });
    expect(await report.locator('article :is(input, select):visible').count()).toBe(0);

    await page.click('.brand');
    await page.click('text=Try an example');
    await page.waitForSelector('text=2 games need a ruling');
    expect(await violationsOf(page)).toEqual([]);
    expect(wrong).toEqual([]);
    await page.context().close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await served.close();
  }
});

test.each([
  ['the page of a server', servePage],
  ['the static site', serveSite],
])('files that are no games are refused as by the command, on %s', async (_name, serve) => {
  const served = await serve();
  try {
    const { page, wrong } = await openPage(browser, served.url);
    const file = (name: string, bytes: Uint8Array): { name: string; mimeType: string; buffer: Buffer } => ({
      ...{ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) },
    });
    await page.setInputFiles('input[type=file]', [
      file('board1.sgf', Buffer.from('89504e470d0a1a0a0000000d', 'hex')),
      file('board2.sgf', Buffer.from('%PDF-1.7\n(;GM[1]SZ[9];B[ee])')),
      file('board3.sgf', Buffer.from('Minutes of the meeting (see the notes; below)')),
      file('board4.sgf', sample('scored/winner-flips.sgf')),
    ]);
    await page.waitForSelector('text=Done: 1 game');
    const refused = await page.locator('.files li').allTextContents();
    expect(refused.toSorted()).toEqual([
      '!warning The file has no game: text without a gamesgf/no-game board3.sgf',
      '✕error The file is not SGF: a PDF documentfile/not-sgf board2.sgf',
      '✕error The file is not SGF: a PNG picturefile/not-sgf board1.sgf',
    ]);
    expect(await page.locator('.files li').first().isVisible()).toBe(true);
    expect(wrong).toEqual([]);
    await page.context().close();
  } finally {
    await served.close();
  }
});
