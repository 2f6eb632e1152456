import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/core/words/languages.js';
import { makePlace, type Place } from '../cli/harness.js';
import { violationsOf } from './axe.js';
import { drop, openBrowser, serveSite, text, type Served } from './page-support.js';

/**
 * Move 7 takes a stone and has a comment, both clocks and a mark; Black has another way there, after which White has two.
 * The game says nothing of its result, and its last move is a repetition of nothing: the report has it for a missing RU alone.
 */
const GAME = Buffer.from(
  `(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5]PB[Hana]PW[Olav]C[A short game.]
;B[ee]BL[600]OB[3];W[ed]WL[598.5];B[dd];W[gg];B[fd];W[cc]C[Black can take at E7.]
(;B[ec]BL[65.4]OB[2]C[Taken: <b>one</b> stone.]LB[ed:x]TR[gg];W[gc];B[aa];W[ai])
(;B[gc]C[Too slow.](;W[ec])(;W[fc];B[fb])))`,
);

/** As many moves as a long game has, each on a point of its own as far as the board goes. */
const LONG = Buffer.from(
  `(;GM[1]FF[4]SZ[19]RU[Japanese]KM[6.5]PB[Ada]PW[Bo]${Array.from({ length: 360 }, (_, i) => {
    const at = (i * 7) % 361;
    return `;${i % 2 === 0 ? 'B' : 'W'}[${'abcdefghijklmnopqrs'.charAt(at % 19)}${'abcdefghijklmnopqrs'.charAt(Math.floor(at / 19))}]`;
  }).join('')})`,
);

let browser: Browser;
let site: Served;
let place: Place;
let report: string;
beforeAll(async () => {
  browser = await openBrowser();
  site = await serveSite();
  place = makePlace();
  const folder = join(place.path, 'report');
  const file = place.put('game.sgf', GAME);
  await place.sgfReferee(['audit', file, '--out', folder, '--quiet', '--fail-on', 'never']);
  report = pathToFileURL(join(folder, 'index.html')).href;
});
afterAll(async () => {
  await site.close();
  await browser.close();
  place.remove();
});

type Shown = 'the page' | 'the report';

async function openGame(
  where: Shown,
  options: BrowserContextOptions = {},
  game = GAME,
): Promise<{ page: Page; wrong: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text());
  });
  page.setDefaultTimeout(8000);
  await page.goto(where === 'the page' ? site.url : report);
  if (where === 'the page') await drop(page, 'game.sgf', game);
  await page.click('.rows .row');
  await page.waitForSelector('.stepper');
  return { page, wrong };
}

const said = (page: Page): Promise<string> => text(page, '.stepper output');

/** The middle of a point of the board of nine lines. */
async function pointAt(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = (await page.locator('.left svg.board').boundingBox())!;
  // The drawing has 24 units from line to line, and 29 from its edge to the first.
  const scale = box.width / (2 * 29 + 8 * 24);
  return { x: box.x + (29 + 24 * x) * scale, y: box.y + (29 + 24 * y) * scale };
}

async function tap(page: Page, x: number, y: number): Promise<void> {
  const point = await pointAt(page, x, y);
  await page.mouse.click(point.x, point.y);
}

/** Until the board says this. */
async function says(page: Page, words: string): Promise<void> {
  await page.waitForSelector(`.stepper output:text-is("${words}")`);
}

async function press(page: Page, key: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
}

describe.each<Shown>(['the page', 'the report'])('%s', (where) => {
  test('keys step through the game, but not in a list that they scroll, nor with Alt', async () => {
    const { page, wrong } = await openGame(where);
    await press(page, 'Home');
    expect(await said(page)).toBe('the start');
    await press(page, 'ArrowRight', 3);
    expect(await said(page)).toBe('move 3, Black D6');
    await press(page, 'ArrowLeft');
    await press(page, 'Alt+ArrowRight');
    expect(await said(page)).toBe('move 2, White E6');
    await page.focus('.comment');
    await press(page, 'End');
    expect(await said(page)).toBe('move 2, White E6');
    await page.focus('article h1');
    await press(page, 'End');
    expect(await said(page)).toBe('move 10, White A1');
    expect(await page.locator('.stepper .buttons button:disabled').count()).toBe(3);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test('prisoners, clocks, comments and marks are those of the move', async () => {
    const { page, wrong } = await openGame(where);
    const players = page.locator('.player');
    await press(page, 'Home');
    expect(await text(page, '.comment')).toBe('A short game.');
    expect(await page.locator('.clock').count()).toBe(0);
    await press(page, 'ArrowRight', 6);
    expect(await players.allTextContents()).toEqual([
      'Hanaprisoners 0time left 10:00 (3)',
      'Olavprisoners 0time left 9:58',
    ]);
    await press(page, 'ArrowRight');
    expect(await players.first().textContent()).toBe('Hanaprisoners 1time left 1:05 (2)');
    expect(await text(page, '.comment')).toBe('Taken: <b>one</b> stone.');
    expect(await page.locator('.left .sign').allTextContents()).toEqual(['x', '△']);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test('move numbers, on demand', async () => {
    const { page } = await openGame(where);
    await press(page, 'Home');
    await press(page, 'ArrowRight', 6);
    const numbers = page.locator('.left .sign');
    expect(await numbers.allTextContents()).toEqual(['A', 'B']);
    await page.click('text=Move numbers');
    expect((await numbers.allTextContents()).sort()).toEqual(['1', '2', '3', '4', '5', '6', 'A', 'B']);
    expect(await page.locator('.left .ring').count()).toBe(1);
    await press(page, 'ArrowLeft', 3);
    expect((await numbers.allTextContents()).sort()).toEqual(['1', '2', '3']);
    await page.click('text=Move numbers');
    expect(await numbers.count()).toBe(0);
    await page.context().close();
  });

  test('a tap on a stone goes to its move, one on a point to the move that comes there', async () => {
    const { page } = await openGame(where);
    await press(page, 'End');
    // On the counted board of the page a tap flips a group.
    if (where === 'the page' && (await page.locator('button:has-text("Show the count")').count()) > 0)
      await page.click('text=Show the count');
    await tap(page, 3, 3);
    await says(page, 'move 3, Black D6');
    await tap(page, 6, 6);
    await says(page, 'move 4, White G3');
    await tap(page, 8, 0);
    expect(await said(page)).toBe('move 4, White G3');
    await page.context().close();
  });

  test('the wheel steps, and the page stays where it is', async () => {
    const { page } = await openGame(where);
    await press(page, 'Home');
    const { x, y } = await pointAt(page, 4, 4);
    await page.mouse.move(x, y);
    for (let i = 0; i < 3; i++) await page.mouse.wheel(0, 100);
    await says(page, 'move 3, Black D6');
    await page.mouse.wheel(0, -100);
    await says(page, 'move 2, White E6');
    // A touch pad sends small parts.
    for (let i = 0; i < 5; i++) await page.mouse.wheel(0, 10);
    await says(page, 'move 3, Black D6');
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.context().close();
  });

  test('a swipe steps, and is no tap', async () => {
    const { page } = await openGame(where, { hasTouch: true, viewport: { width: 390, height: 844 } });
    await press(page, 'Home');
    await press(page, 'ArrowRight', 6);
    const from = await pointAt(page, 4, 4);
    const session = await page.context().newCDPSession(page);
    const swipe = async (across: number, down: number): Promise<void> => {
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + across * share, y: from.y + down * share }],
        });
      await touch('touchStart', 0);
      for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', share);
      await touch('touchEnd', 1);
    };
    await swipe(-50, 5);
    await says(page, 'move 7, Black E7');
    await swipe(50, -5);
    await says(page, 'move 6, White C7');
    await swipe(10, -60);
    expect(await said(page)).toBe('move 6, White C7');
    await page.context().close();
  });

  test('variations by buttons, keys, board and tree, and back to the main line', async () => {
    const { page, wrong } = await openGame(where);
    await press(page, 'Home');
    await press(page, 'ArrowRight', 6);
    const ways = page.locator('.branches button');
    expect(await ways.allTextContents()).toEqual(['A Black E7', 'B Black G7']);
    expect(await ways.first().getAttribute('aria-pressed')).toBe('true');
    expect(await text(page, '.card:has(.tree)')).toContain('↑ and ↓ change the variation');
    // Before the fork they choose the way on.
    await press(page, 'ArrowDown');
    await page.waitForSelector('.branches button:nth-child(2)[aria-pressed=true]');
    expect(await said(page)).toBe('move 6, White C7');
    await press(page, 'ArrowRight');
    await says(page, 'move 7, Black G7');
    await press(page, 'ArrowLeft');
    await press(page, 'ArrowUp');
    await page.waitForSelector('.branches button:first-child[aria-pressed=true]');
    await ways.nth(1).click();
    await says(page, 'move 7, Black G7');
    expect(await text(page, '.comment')).toBe('Too slow.');
    expect(await ways.allTextContents()).toEqual(['A White E7', 'B White F7', 'Main line']);
    await page.focus('article h1');
    await press(page, 'ArrowRight');
    await says(page, 'move 8, White E7');
    await press(page, 'ArrowDown');
    await says(page, 'move 8, White F7');
    await press(page, 'End');
    await says(page, 'move 9, Black F8');
    await press(page, 'ArrowLeft', 2);
    await press(page, 'ArrowUp');
    await says(page, 'move 7, Black E7');
    await press(page, 'ArrowLeft');
    await tap(page, 6, 2);
    await says(page, 'move 7, Black G7');
    await page.click('text=Main line');
    await says(page, 'move 6, White C7');
    // The last node of the last line of the tree: three rows, twenty pixels for each node.
    await page.locator('.tree svg').click({ position: { x: 9.5 * 20, y: 2.5 * 20 } });
    await says(page, 'move 9, Black F8');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test('the address names the move, after a reload and with the back button', async () => {
    const { page, wrong } = await openGame(where);
    await press(page, 'Home');
    await press(page, 'ArrowRight', 6);
    const named = where === 'the page' ? /[#&]move=6$/ : /#game-1-move-6$/;
    await page.waitForURL(named);
    const link = page.url();
    await page.locator('.branches button').nth(1).click();
    await page.waitForURL(/move[-=]7[-&]line[-=]6\.2$/);
    const variation = page.url();
    await page.goBack();
    await says(page, 'move 6, White C7');
    await page.goForward();
    await says(page, 'move 7, Black G7');
    if (where === 'the report') {
      await page.reload();
      await says(page, 'move 7, Black G7');
      const other = await page.context().newPage();
      await other.goto(link);
      await says(other, 'move 6, White C7');
    }
    await page.goto(link);
    await says(page, 'move 6, White C7');
    await page.goto(variation.replace('6.2', '9.9').replace(/7(?=[-&]line)/, '3000'));
    await says(page, 'move 10, White A1');
    await press(page, 'Escape');
    await page.waitForSelector('.rows .row');
    await page.waitForTimeout(400);
    expect(page.url()).not.toContain('move');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test.each([
    [1280, 900],
    [390, 844],
  ])('board and controls stay in view at %i by %i', async (width, height) => {
    const { page } = await openGame(where, { viewport: { width, height } });
    await page.click('text=Variations');
    for (const y of [0, 300, 1e4]) {
      await page.evaluate(`scrollTo(0, ${String(y)})`);
      await page.waitForTimeout(50);
      if (y === 1e4) await page.evaluate('scrollBy(0, -200)');
      for (const part of ['.players', '.left svg.board', '.stepper']) {
        const box = (await page.locator(part).boundingBox())!;
        expect(box.y, part).toBeGreaterThanOrEqual(0);
        expect(box.y + box.height, part).toBeLessThanOrEqual(height);
        expect(box.x + box.width, part).toBeLessThanOrEqual(width);
      }
      const board = (await page.locator('.left svg.board').boundingBox())!;
      expect(board.width).toBeGreaterThan(Math.min(width * 0.9, 550));
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await page.context().close();
  });

  test.each(['light', 'dark'] as const)(
    'axe finds nothing in a game with variations, %s',
    async (colorScheme) => {
      const { page } = await openGame(where, { colorScheme });
      await press(page, 'Home');
      await press(page, 'ArrowRight', 6);
      await page.click('text=Move numbers');
      expect(await violationsOf(page)).toEqual([]);
      await page.context().close();
    },
  );

  test('on paper the boards are plain', async () => {
    const { page } = await openGame(where);
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await page.emulateMedia({ media: 'print' });
    const style = (selector: string, name: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector('.question ${selector}')).${name}`);
    expect(await style('.goban', 'backgroundImage')).toBe('none');
    expect(await style('circle.shadow', 'display')).toBe('none');
    expect(await style('circle.black', 'fill')).toBe('rgb(17, 17, 17)');
    // All comments, each with its move; those of variations last, with the place that findings name.
    expect(await page.locator('p.comment').allTextContents()).toEqual([
      'the start A short game.',
      'move 6, White C7 Black can take at E7.',
      'move 7, Black E7 Taken: <b>one</b> stone.',
      'move 7, Black G7 (in variation 6.2) Too slow.',
    ]);
    await page.context().close();
  });
});

test('of many findings that follow from one misprint the page lists the first and counts the others', async () => {
  const sample = readFileSync(new URL('../../samples/scored/winner-flips.sgf', import.meta.url), 'utf8');
  const moves = [...sample.matchAll(/;[BW]\[[a-i]{2}\]/g)].map(([move]) => move).slice(0, 30);
  const other = moves.map((move) => move.replace(/\[(.)(.)\]/, '[$2$1]'));
  const game = `(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]${moves.join('')}${other.join('')})`;
  const { page } = await openGame('the page', {}, Buffer.from(game));
  const occupied = page.locator('.findings li', { hasText: 'move/occupied' });
  expect(await occupied.allTextContents()).toEqual([expect.stringContaining('(and 21 more follow from it)')]);
  await page.context().close();
});

test('a game opens at the misprint that may explain its error, which stands after it', async () => {
  const sample = readFileSync(new URL('../../samples/scored/winner-flips.sgf', import.meta.url), 'utf8');
  const { page } = await openGame(
    'the page',
    {},
    Buffer.from(sample.replace('B[ef]', 'B[ff]').replace('B+0.5', 'B+R')),
  );
  expect(await said(page)).toMatch(/^move 19, /);
  const [first = '', second = ''] = await page.locator('.findings li').allTextContents();
  expect(first).toContain('Move 19 (Black F4) may be a misprint of E4');
  expect(second).toContain('Move 36');
  await page.context().close();
});

test('a step of a long game changes only the stones that differ', async () => {
  const { page } = await openGame('the page', {}, LONG);
  await press(page, 'Home');
  await press(page, 'ArrowRight', 200);
  await page.evaluate(`(() => {
    window.changed = 0;
    new MutationObserver((all) => { window.changed += all.length; })
      .observe(document.querySelector('.left svg.board'), { subtree: true, childList: true, attributes: true });
  })()`);
  await press(page, 'ArrowRight', 10);
  expect(await said(page)).toMatch(/^move 210, White /);
  // Of each step: the new stone with its shadow, the old one without its ring, and the title.
  expect(await page.evaluate('window.changed')).toBeLessThanOrEqual(10 * 8);
  await page.context().close();
});

test('the words of the viewer are in the language of the page', async () => {
  for (const language of LANGUAGES) {
    const { page, wrong } = await openGame('the page', { locale: language });
    await press(page, 'Home');
    await press(page, 'ArrowRight', 6);
    const left = await text(page, '.left');
    const notes = await text(page, '.card:has(.tree)');
    const english = [/Move numbers/, /prisoners/, /move 6/, /Comment(?!a)/, /Variations/, /Black E7/];
    const found = english.filter((one) => one.test(`${left} ${notes}`));
    expect(found, language).toHaveLength(language === 'en' ? english.length : 0);
    expect(wrong).toEqual([]);
    await page.context().close();
  }
});
