import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeZip } from '../batch/make-zip.js';
import { makePlace, type Place } from '../cli/harness.js';
import { sample } from '../service/support.js';
import {
  club,
  drop,
  openBrowser,
  openPage,
  servePage,
  serveSite,
  text,
  type Served,
} from './page-support.js';

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

/** Of the letters of the first such element, not of the element around them. */
function boxOfText(page: Page, selector: string): Promise<Box> {
  return page.evaluate(`(() => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector('${selector}'));
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return { left, right, top, bottom };
  })()`);
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

const WIDTHS = [390, 768, 1280];

describe.each([
  ['the page of a server', servePage],
  ['the static site', serveSite],
])('%s', (_name, serve) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve();
  });
  afterAll(() => served.close());

  async function openGames(width: number): Promise<Page> {
    const { page } = await openPage(browser, served.url, width);
    await drop(page, 'club.zip', club());
    await page.waitForSelector('text=Done: 3 games');
    return page;
  }

  test.each(WIDTHS)('both results and the verdict are in sight at %i pixels', async (width) => {
    const page = await openGames(width);
    const row = '.rows .row:has-text("flips.sgf")';
    expect(await text(page, `${row} .c-declared`)).toBe('B+0.5');
    expect(await text(page, `${row} .c-result`)).toBe('B+0.5');
    expect(await text(page, `${row} .c-verdict`)).toBe('confirmed');
    for (const cell of ['.c-declared', '.c-result', '.c-verdict .verdict'])
      expect(await isInSight(page, `${row} ${cell}`), cell).toBe(true);
    // Which is which is said beside each where there is no head of the table.
    const wordBefore = (cell: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector('.rows ${cell}'), '::before').content`);
    const hasHeads = await page.locator('.heads').isVisible();
    expect(await wordBefore('.c-declared')).toBe(hasHeads ? 'none' : '"declared "');
    expect(await wordBefore('.c-result:not(:empty)')).toBe(hasHeads ? 'none' : '"counted "');
    await page.context().close();
  });

  test('the chart of codes begins with the gravest, which others do not push out', async () => {
    const { page } = await openPage(browser, served.url);
    const names = ['scored/s4-seki-aga.sgf', 'scored/s3-handicap-aga.sgf', 'moves/occupied.sgf'];
    await drop(page, 'mixed.zip', makeZip(names.map((name) => ({ name, contents: sample(name) }))));
    await page.waitForSelector('text=Done: 3 games');
    const bars = page.locator('.bars:has-text("Findings") .bar');
    expect(await bars.locator('.name').first().textContent()).toBe('✕ move/occupied');
    expect(await bars.locator('.count').first().textContent()).toBe('1');
    await page.context().close();
  });

  test('no finding is hidden below the edge of its list in a narrow window', async () => {
    const page = await openGames(390);
    await page.click('.rows .row:has-text("ko.sgf")');
    await page.waitForSelector('.repetition');
    const [list, last] = [page.locator('.findings'), page.locator('.findings > li').last()];
    expect((await boxOf(last)).bottom).toBeLessThanOrEqual((await boxOf(list)).bottom);
    await page.context().close();
  });

  test.each(WIDTHS)('the board fills its place, apart from its coordinates, at %i pixels', async (width) => {
    const page = await openGames(width);
    await page.click('.rows .row:has-text("flips.sgf")');
    await page.waitForSelector('.groups');
    const place = await boxOf(page.locator('.left .board'));
    const board = await boxOf(page.locator('.left .shudan-goban'));
    // Points are whole pixels wide, so that a board may be a point smaller than its place.
    const isAsWide = board.right - board.left > 0.9 * (place.right - place.left);
    const isAsHigh = board.bottom - board.top > 0.75 * 900;
    expect(isAsWide || isAsHigh).toBe(true);
    const label = await boxOfText(page, '.left .shudan-coordy div:last-child span');
    const stone = page.locator('.left .shudan-vertex[data-x="0"][data-y="8"]');
    expect(gap(label, await boxOf(stone))).toBeGreaterThanOrEqual(3);
    await page.context().close();
  });

  test('on paper: every game with both results, and what each finding means', async () => {
    const page = await openGames(1280);
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.rows .row').count()).toBe(3);
    expect(await isInSight(page, '.c-result')).toBe(true);
    const cut = await page.evaluate(
      `[...document.querySelectorAll('.rows .c-findings')].filter((one) => one.scrollWidth > one.clientWidth).length`,
    );
    expect(cut).toBe(0);
    expect(await page.locator('.filters, .downloads, .top').filter({ visible: true }).count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    await page.click('.rows .row:has-text("ko.sgf")');
    await page.waitForSelector('.repetition');
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await page.emulateMedia({ media: 'print' });
    await page.waitForFunction(
      `document.querySelectorAll('.findings .rule').length === document.querySelectorAll('.findings > li').length`,
    );
    expect(await page.locator('nav, .stepper button').filter({ visible: true }).count()).toBe(0);
    await page.context().close();
  });
});

describe('the report', () => {
  let place: Place;
  let url: string;
  beforeAll(async () => {
    place = makePlace();
    place.put('in/basic.sgf', sample('ko/basic-ko-retaken.sgf'));
    place.put('in/flips.sgf', sample('scored/winner-flips.sgf'));
    place.put('in/occupied.sgf', sample('moves/occupied.sgf'));
    const folder = join(place.path, 'report');
    await place.sgfReferee([
      'audit',
      join(place.path, 'in'),
      '--out',
      folder,
      '--quiet',
      '--fail-on',
      'never',
    ]);
    url = pathToFileURL(join(folder, 'index.html')).href;
  });
  afterAll(() => place.remove());

  async function openGame(width: number, file: string): Promise<Page> {
    const { page } = await openPage(browser, url, width);
    await page.click(`.rows .row:has-text("${file}")`);
    await page.waitForSelector('article.game');
    return page;
  }

  test.each(WIDTHS)('both results and the verdict are in sight at %i pixels', async (width) => {
    const { page } = await openPage(browser, url, width);
    const row = '.rows .row:has-text("flips.sgf")';
    for (const [cell, words] of [
      ['.declared', 'B+0.5'],
      ['.result', 'B+0.5'],
      ['.verdict', 'confirmed'],
    ] as const) {
      expect(await text(page, `${row} ${cell}`)).toBe(words);
      expect(await isInSight(page, `${row} ${cell}`), cell).toBe(true);
      expect(await isInSight(page, `.heads ${cell} button`), cell).toBe(true);
    }
    await page.context().close();
  });

  test('boards use the width of a large window', async () => {
    const page = await openGame(1280, 'basic.sgf');
    const whole = await boxOf(page.locator('article.game'));
    const [now, earlier] = [page.locator('.pair svg').first(), page.locator('.pair svg').last()];
    const [left, right] = [await boxOf(now), await boxOf(earlier)];
    expect(right.right - left.left).toBeGreaterThan(0.8 * (whole.right - whole.left));
    const findings = await boxOf(page.locator('ol.findings'));
    const stepper = await boxOf(page.locator('.stepper'));
    expect(findings.left).toBeGreaterThan(stepper.right);
    expect(findings.top).toBeLessThan(stepper.bottom);
    await page.context().close();
  });

  test.each(WIDTHS)('boards stay inside a window of %i pixels, in its height too', async (width) => {
    const page = await openGame(width, 'flips.sgf');
    for (const board of await page.locator('svg.board').all()) {
      const { left, right, top, bottom } = await boxOf(board);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
      expect(bottom - top).toBeLessThanOrEqual(900);
    }
    await page.context().close();
  });

  test('a game opens at its gravest move, which is marked', async () => {
    const page = await openGame(1280, 'occupied.sgf');
    expect(await text(page, '.stepper .label')).toMatch(/^after move [1-9]\d*, .* \(of 5\)$/);
    expect(await page.locator('.stepper .flag').count()).toBe(1);
    expect(await page.locator('figure.paper').filter({ visible: true }).count()).toBe(0);
    await page.context().close();
  });

  test('on paper: event and date, the picture of the move, explanations unfolded, and nothing larger than the finding', async () => {
    const page = await openGame(1280, 'occupied.sgf');
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await page.emulateMedia({ media: 'print' });
    const facts = await text(page, 'article dl');
    expect(facts).toContain('Event');
    expect(facts).toContain('Date2026-11-20');
    expect(await page.locator('figure.paper svg').filter({ visible: true }).count()).toBe(1);
    const finding = page.locator('ol.findings > li').first();
    expect(await finding.locator('details[open] p:has-text("What to do")').isVisible()).toBe(true);
    const item = 'ol.findings > li:first-child';
    const [size = 0] = await letterSizes(page, `${item} > p`);
    expect(size).toBeGreaterThanOrEqual(12);
    expect(Math.max(...(await letterSizes(page, `${item} *`)))).toBe(size);
    expect(await page.locator('button, nav, footer, .stepper').filter({ visible: true }).count()).toBe(0);
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    expect(await page.locator('details[open]').count()).toBe(0);
    await page.context().close();
  });

  test('on paper: the table of games has event and date', async () => {
    const { page } = await openPage(browser, url);
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await page.emulateMedia({ media: 'print' });
    const row = page.locator('.printed tbody tr:has-text("flips.sgf")');
    expect(await row.locator('td.event').textContent()).toBe('Club evening');
    expect(await row.locator('td.date').textContent()).toBe('2026-11-20');
    expect(await page.locator('.printed tbody tr').count()).toBe(3);
    await page.context().close();
  });
});
