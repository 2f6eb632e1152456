import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeZip } from '../batch/make-zip.js';
import { makePlace } from '../cli/harness.js';
import { sample } from '../service/support.js';
import { drop, openBrowser, openPage, servePage, serveSite, text, type Served } from './page-support.js';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

async function boxOf(place: Locator): Promise<Box> {
  const { x, y, width, height } = (await place.boundingBox())!;
  return { left: x, right: x + width, top: y, bottom: y + height };
}

/** Pixels between two boxes that lie beside or above each other; below 0: they overlap. */
function gap(a: Box, b: Box): number {
  return Math.max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom);
}

/** What is wide enough to be read, and inside the window. */
async function isInSight(page: Page, selector: string): Promise<boolean> {
  const { left, right } = await boxOf(page.locator(selector).first());
  return left >= 0 && right <= page.viewportSize()!.width && right - left > 20;
}

/** Sizes of the letters of such elements, in CSS pixels. */
function letterSizes(page: Page, selector: string): Promise<number[]> {
  return page.evaluate(
    `[...document.querySelectorAll('${selector}')].map((one) => parseFloat(getComputedStyle(one).fontSize))`,
  );
}

/** CSS pixels between the margins of a page of A4. */
const A4_WIDTH = 673;
const WIDTHS = [390, 768, 1280];

/** Where games are shown, and what opens the club's. */
interface Shown {
  readonly openGames: (width: number) => Promise<Page>;
  readonly close: () => Promise<void>;
}

async function showServed(serve: () => Promise<Served>): Promise<Shown> {
  const served = await serve();
  return {
    async openGames(width) {
      const { page } = await openPage(browser, served.url, width);
      await drop(page, 'club.zip', CLUB);
      await page.waitForSelector('text=Done: 4 games');
      return page;
    },
    close: served.close,
  };
}

async function showReport(): Promise<Shown> {
  const place = makePlace();
  const [input, folder] = [place.put('club.zip', CLUB), join(place.path, 'report')];
  await place.sgfReferee(['audit', input, '--out', folder, '--quiet', '--fail-on', 'never']);
  return {
    openGames: async (width) =>
      (await openPage(browser, pathToFileURL(join(folder, 'index.html')).href, width)).page,
    close() {
      place.remove();
      return Promise.resolve();
    },
  };
}

const CLUB = makeZip(
  ['ko/triple-ko-aga.sgf', 'scored/winner-flips.sgf', 'scored/s4-seki-aga.sgf', 'moves/occupied.sgf'].map(
    (name) => ({ name, contents: sample(name) }),
  ),
);

describe.each([
  ['the page of a server', () => showServed(servePage)],
  ['the static site', () => showServed(serveSite)],
  ['the report', showReport],
])('%s', (_name, show) => {
  let shown: Shown;
  beforeAll(async () => {
    shown = await show();
  });
  afterAll(() => shown.close());

  async function openGame(width: number, file: string): Promise<Page> {
    const page = await shown.openGames(width);
    await page.click(`.rows .row:has-text("${file}")`);
    await page.waitForSelector('.stepper');
    return page;
  }

  async function print(page: Page): Promise<void> {
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await page.emulateMedia({ media: 'print' });
  }

  test.each(WIDTHS)('both results and the verdict are in sight at %i pixels', async (width) => {
    const page = await shown.openGames(width);
    const row = '.rows .row:has-text("flips.sgf")';
    for (const [cell, words] of [
      ['.c-declared', 'B+0.5'],
      ['.c-result', 'B+0.5'],
      ['.c-verdict', 'confirmed'],
    ] as const) {
      expect(await text(page, `${row} ${cell}`)).toBe(words);
      expect(await isInSight(page, `${row} ${cell}`), cell).toBe(true);
      expect(await isInSight(page, `.heads ${cell} button`), cell).toBe(true);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await page.context().close();
  });

  test('the chart of codes begins with the most severe, which others do not push out', async () => {
    const page = await shown.openGames(1280);
    const bars = page.locator('.chart:has-text("Findings") .bar');
    expect(await bars.locator('.name').first().textContent()).toBe(
      '✕error A play on an occupied pointmove/occupied',
    );
    expect(await bars.locator('.number').first().textContent()).toBe('1');
    await page.context().close();
  });

  test('no finding is hidden below the edge of its list in a narrow window', async () => {
    const page = await openGame(390, 'ko-aga.sgf');
    const [list, last] = [page.locator('.findings'), page.locator('.findings > li').last()];
    expect((await boxOf(last)).bottom).toBeLessThanOrEqual((await boxOf(list)).bottom);
    await page.context().close();
  });

  test.each(WIDTHS)('the board fills its place inside a window of %i pixels', async (width) => {
    const page = await openGame(width, 'flips.sgf');
    const [place, board] = [await boxOf(page.locator('.left')), await boxOf(page.locator('.left svg.board'))];
    expect(board.left).toBeGreaterThanOrEqual(0);
    expect(board.right).toBeLessThanOrEqual(width);
    expect(board.bottom - board.top).toBeLessThanOrEqual(900);
    const isAsWide = board.right - board.left > 0.9 * (place.right - place.left);
    // Players and controls are in view too.
    const isAsHigh = board.bottom - board.top > 0.65 * 900;
    expect(isAsWide || isAsHigh).toBe(true);
    await page.context().close();
  });

  test('board and findings are beside each other in a large window', async () => {
    const page = await openGame(1280, 'ko-aga.sgf');
    const [findings, stepper] = [
      await boxOf(page.locator('.findings')),
      await boxOf(page.locator('.stepper')),
    ];
    expect(findings.left).toBeGreaterThan(stepper.right);
    expect(findings.top).toBeLessThan(stepper.bottom);
    const pair = page.locator('.question svg');
    expect(gap(await boxOf(pair.first()), await boxOf(pair.last()))).toBeGreaterThan(0);
    await page.context().close();
  });

  test('a game opens at its first move in question, which is marked', async () => {
    const page = await openGame(1280, 'occupied.sgf');
    expect(await text(page, '.stepper output')).toMatch(/^move [1-9]\d*, /);
    expect(await page.locator('.left .flag').count()).toBe(1);
    await page.context().close();
  });

  test('on paper: every game with both results, its event and its date', async () => {
    const page = await shown.openGames(1280);
    await page.setViewportSize({ width: A4_WIDTH, height: 1000 });
    await print(page);
    expect(await page.locator('.printed tbody tr').count()).toBe(4);
    expect(await page.locator('.chart .bar').filter({ visible: true }).count()).toBeGreaterThan(0);
    const row = page.locator('.printed tbody tr:has-text("flips.sgf")');
    expect(await row.locator('.c-event').textContent()).toBe('Club evening');
    expect(await row.locator('.c-date').textContent()).toBe('2026-11-20');
    expect(await isInSight(page, '.printed .c-result')).toBe(true);
    const cut = await page.evaluate(
      `[...document.querySelectorAll('.printed :is(td, th)')].filter((one) => one.scrollWidth > one.clientWidth).length`,
    );
    expect(cut).toBe(0);
    expect(await page.locator('.filters, .downloads, .top').filter({ visible: true }).count()).toBe(0);
    await page.context().close();
  });

  test('on paper: the move in question, what each finding means, and nothing to click', async () => {
    const page = await openGame(1280, 'occupied.sgf');
    await print(page);
    await page.waitForFunction(
      `document.querySelectorAll('.findings .rule').length === document.querySelectorAll('.findings > li').length`,
    );
    const facts = await text(page, '.facts');
    expect(facts).toContain('date2026-11-20');
    expect(await page.locator('.question .flag').filter({ visible: true }).count()).toBe(1);
    const [size = 0] = await letterSizes(page, '.findings > li button bdi');
    expect(size).toBeGreaterThanOrEqual(12);
    expect(Math.max(...(await letterSizes(page, '.findings > li *')))).toBe(size);
    expect(await page.locator('nav, footer, .stepper').filter({ visible: true }).count()).toBe(0);
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    await page.waitForSelector('.stepper', { state: 'attached' });
    await page.context().close();
  });
});
