import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePlace } from '../cli/harness.js';
import { sample } from '../service/support.js';
import { violationsOf } from './axe.js';
import { cellsIn } from '../support/workbook-cells.js';
import {
  club,
  drop,
  dropByMouse,
  openBrowser,
  openForm,
  openPage,
  servePage,
  serveSite,
  text,
} from './page-support.js';
import type { Served } from './page-support.js';

let browser: Browser;
let site: Served;
beforeAll(async () => {
  browser = await openBrowser();
  site = await serveSite();
});
afterAll(async () => {
  await site.close();
  await browser.close();
});

/** A fork at move 2, in whose second way is a fork at move 4; comments of one line and of forty. */
const FORKS = Buffer.from(
  `(;GM[1]FF[4]SZ[9]KM[6.5]RU[AGA]C[short];B[aa]C[${'long\n'.repeat(40)}];W[bb]
(;B[cc];W[dd];B[ee])(;B[cd];W[dc](;B[ef]C[in a variation];W[fe];B[ff])(;B[gg];W[hh])))`,
);

/** Move 9 is on a stone: the nearest free point is proposed. */
const MISPRINT = Buffer.from(
  `(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]PB[Ada]PW[Bo]RE[W+15.5]${Array.from('abcdefghi')
    .map((row) => `;B[d${row === 'e' ? 'b' : row}];W[e${row}]`)
    .join('')};B[];W[])`,
);

const DRAW = Buffer.from(
  sample('scored/s5-wrong-winner.sgf')
    .toString()
    .replace(/RE\[[^\]]*\]/, 'RE[draw]'),
);

async function openGame(
  game: Buffer,
  width = 1280,
  locale = 'en-US',
): Promise<{ page: Page; wrong: string[] }> {
  const opened = await openPage(browser, site.url, width, 'light', locale);
  await drop(opened.page, 'game.sgf', game);
  await opened.page.click('.rows .row');
  await opened.page.waitForSelector('.stepper');
  return opened;
}

const said = (page: Page): Promise<string> => text(page, '.stepper output');

async function press(page: Page, key: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
}

test('up and down change the variation behind its fork, and leave the main line alone', async () => {
  const { page, wrong } = await openGame(FORKS);
  await press(page, 'Home');
  await press(page, 'ArrowRight', 3);
  await press(page, 'ArrowDown');
  await press(page, 'ArrowRight', 4);
  expect(await said(page)).toBe('move 7, Black F4');
  // The nearest fork comes first; the move is as far along, or the last one.
  await press(page, 'ArrowDown');
  expect(await said(page)).toBe('move 6, White H2');
  await press(page, 'ArrowDown');
  expect(await said(page)).toBe('move 6, White H2');
  await press(page, 'ArrowUp');
  expect(await said(page)).toBe('move 6, White F5');
  await press(page, 'ArrowUp');
  expect(await said(page)).toBe('move 5, Black E5');
  await press(page, 'ArrowDown');
  expect(await said(page)).toBe('move 5, Black E5');
  expect(wrong).toEqual([]);
  await page.context().close();
});

test('the box of the comment stays as it is', async () => {
  const { page } = await openGame(FORKS);
  const boxes: unknown[] = [];
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowLeft']) {
    await press(page, key);
    const { scrollTop, height } = await page.evaluate<{ scrollTop: number; height: number }>(
      `(({ scrollTop, offsetHeight: height }) => ({ scrollTop, height }))(document.querySelector('.comment'))`,
    );
    boxes.push([scrollTop, height]);
    await page.evaluate(`document.querySelector('.comment').scrollTo(0, 1000)`);
  }
  expect(new Set(boxes.map(String)).size).toBe(1);
  expect(String(boxes[0])).toMatch(/^0,[1-9]/);
  await page.context().close();
});

test('a link to a game or a move that there is not says so, and shows the nearest', async () => {
  const { page } = await openGame(FORKS);
  const address = page.url().replace(/&move.*/, '');
  for (const [end, shown] of [
    ['&move=9999', 'move 5, Black E5'],
    ['&move=-3', 'the start'],
    ['&move=x', 'the start'],
    ['&move=3.7', 'move 3, Black C7'],
    ['&move=4&line=7.7', 'move 4, White D6'],
  ] as const) {
    await page.goto(address + end);
    await page.waitForSelector('.problem:has-text("The link names a move that this game does not have")');
    expect([end, await said(page)]).toEqual([end, shown]);
    await press(page, 'ArrowRight');
    await press(page, 'ArrowLeft');
    expect(await page.locator('.problem').count()).toBe(0);
  }
  await page.goto(`${address}&move=3`);
  await page.waitForSelector('.stepper output:text-is("move 3, Black C7")');
  expect(await page.locator('.problem').count()).toBe(0);
  for (const row of ['99', 'abc']) {
    await page.goto(address.replace(/row=\w+/, `row=${row}`));
    await page.waitForSelector('.problem:has-text("The link names a game that is not among these")');
  }
  expect(await page.locator('.rows .row').isVisible()).toBe(true);
  expect(await violationsOf(page)).toEqual([]);
  await page.context().close();
});

test('the report says it too, in the language of the page', async () => {
  const place = makePlace();
  try {
    const folder = join(place.path, 'report');
    const file = place.put('game.sgf', FORKS);
    await place.sgfReferee(['audit', file, '--out', folder, '--quiet', '--fail-on', 'never']);
    const url = pathToFileURL(join(folder, 'index.html')).href;
    const { page } = await openPage(browser, `${url}#game-1-move-9999`, 1280, 'light', 'de-DE');
    await page.waitForSelector('.problem:has-text("Der Link nennt einen Zug, den diese Partie nicht hat")');
    await page.goto(`${url}#game-1-move-x`);
    await page.reload();
    await page.waitForSelector('.problem:has-text("Der Link nennt einen Zug, den diese Partie nicht hat")');
    await page.goto(`${url}#game-99`);
    await page.waitForSelector('.problem:has-text("Der Link nennt eine Partie, die nicht darunter ist")');
    await page.context().close();
  } finally {
    place.remove();
  }
});

test('questions begin with a capital letter, name a draw in the language, and their files are links', async () => {
  const { page, wrong } = await openPage(browser, site.url, 390, 'light', 'de-DE');
  await drop(page, 'game.sgf', DRAW);
  await page.waitForSelector('.worklist li');
  expect(await text(page, '.worklist li')).toMatch(/: Angegeben Jigo, gezählt W\+/);
  expect(await text(page, '.worklist a.code')).toBe('game.sgf');
  await page.click('.worklist a.code');
  await page.waitForSelector('.stepper');
  expect(await text(page, '.asked, .facts')).not.toMatch(/\bangegeben draw/);
  // The move has a line of its own beside two buttons.
  await page.waitForSelector('.said button + button');
  await press(page, 'End');
  await press(page, 'ArrowLeft');
  const isWhole = `(({ scrollWidth, clientWidth, clientHeight }) => scrollWidth <= clientWidth && clientHeight < 30)(document.querySelector('.stepper output'))`;
  expect(await page.evaluate(isWhole)).toBe(true);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(wrong).toEqual([]);
  await page.context().close();
});

test.each([
  ['de', 'Weiß passt'],
  ['fr', 'Blanc passe'],
  ['pl', 'Biały pasuje'],
  ['en', 'White passes'],
])('%s: a pass', async (language, words) => {
  const { page } = await openGame(Buffer.from('(;GM[1]FF[4]SZ[9];B[aa];W[])'), 1280, language);
  await press(page, 'End');
  expect(await said(page)).toContain(`2, ${words}`);
  await page.context().close();
});

test('what is wrong with a decisions.json is said in the language of the page', async () => {
  const { page, wrong } = await openPage(browser, site.url, 1280, 'light', 'de-DE');
  await drop(page, 'game.sgf', FORKS);
  await page.waitForSelector('.decisions input');
  const entry = { game: '0123456789abcdef', nane: 'A', date: 'today', reason: 'x', result: 'W+F' };
  for (const [file, words] of [
    ['{', 'decisions.json: Zeile 1, Spalte 2: kein gültiges JSON'],
    ['{}', 'decisions.json: Zeile 1, Spalte 1: hier muss ein Objekt mit der Liste "decisions" stehen'],
    ['{"version":99,"decisions":[]}', 'neuere Version von sgf-referee (Format 99, diese Version liest 1)'],
    [
      JSON.stringify({ decisions: [entry] }),
      'Entscheidung 1: unbekanntes Feld nane; ist name gemeint?; name fehlt: eine Zeile Text; Datum: erwartet wird ein Tag als JJJJ-MM-TT',
    ],
  ] as const) {
    await page.setInputFiles('.decisions input', {
      ...{ name: 'decisions.json', mimeType: 'application/json', buffer: Buffer.from(file) },
    });
    await page.waitForSelector(`.decisions [role=alert]:has-text(${JSON.stringify(words)})`);
  }
  expect(wrong).toEqual([]);
  await page.context().close();
});

test('a record with a repair that was chosen can be saved', async () => {
  const { page, wrong } = await openGame(MISPRINT);
  await openForm(page);
  const button = page.locator('text=Save the mended SGF');
  expect(await button.count()).toBe(0);
  const first = page.locator('.decide label:has-text("Repair") option:nth-child(2)');
  expect(await first.textContent()).toMatch(/^Move 9: D5 in place of D8 \(W\+/);
  const repair = await first.getAttribute('value');
  // What the panel of findings says while the game is judged again.
  await page.evaluate(`window.said = new Set();
    new MutationObserver(() => said.add(document.querySelector('.findings')?.previousElementSibling?.textContent))
      .observe(document.body, { subtree: true, childList: true, characterData: true })`);
  await page.selectOption('.decide label:has-text("Repair") select', repair);
  await page.fill('.decide label:has-text("Referee") input', 'A. Referee');
  await page.fill('.decide label:has-text("Reason") input', 'seen');
  await page.click('.decide button.main');
  await button.waitFor();
  await page.waitForTimeout(1500);
  expect(await page.evaluate('[...said].join()')).not.toContain('does not hold');
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(file.suggestedFilename()).toBe('game-mended.sgf');
  const mended = readFileSync(await file.path(), 'utf8');
  expect(mended).toContain(';B[de]C[sgf-referee: move 9 was B[db\\], a misprint]');
  expect(mended).toContain(`repair ${repair!}: decided by A. Referee`);
  expect(await violationsOf(page)).toEqual([]);
  expect(wrong).toEqual([]);
  await page.context().close();
});

test.each([
  ['the static site', serveSite],
  ['the page of a server', servePage],
])('Excel of %s has a row a game with its results under other rules', async (_, serve) => {
  const served = await serve();
  const { page, wrong } = await openPage(browser, served.url);
  await drop(page, 'club.zip', club());
  await page.waitForSelector('text=Done: 3 games');
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('text=↓ Excel')]);
  const cells = cellsIn(readFileSync(await file.path()), 3);
  expect(cells).toMatchObject({
    ...{ A1: '"file"', H1: '"japanese"', I1: '"aga"', J1: '"chinese"', K1: '"flips"' },
    ...{ A3: '"club.zip!/round 1/flips.sgf"', B3: '1', H3: '"B+0.5"', I3: '"W+0.5"', K3: '"yes"' },
    ...{ A4: '"club.zip!/round 2/copy.sgf"', I4: '"W+0.5"' },
  });
  expect(wrong).toEqual([]);
  await page.context().close();
  await served.close();
});

test('rows of charts are whole, filters combine, and cut names are said in full', async () => {
  const { page } = await openPage(browser, site.url);
  const files = ['ko/triple-ko-aga', 'scored/winner-flips', 'scored/s4-seki-aga', 'moves/occupied'].map(
    (name) => [`${name.split('/')[1]!}.sgf`, sample(`${name}.sgf`).toString()] as const,
  );
  await dropByMouse(page, files);
  await page.waitForSelector('text=Done: 4 games');
  const bars = page.locator('.chart:first-child .bar');
  const box = (await page.locator('.chart').first().boundingBox())!;
  const ends = await Promise.all((await bars.all()).map(async (bar) => (await bar.boundingBox())!));
  const cut = ends.filter(
    ({ y, height }) => y < box.y + box.height - 2 && y + height > box.y + box.height + 2,
  );
  expect(cut).toEqual([]);
  await page.click('.chart:has-text("Rules applied") .bar:has-text("aga")');
  const some = Number(await page.getAttribute('.shown', 'data-shown'));
  await page.click('.chart:has-text("How games ended") .bar:has-text("counting")');
  await page.waitForSelector('.filters select[name=ending]');
  expect(await page.locator('.bar[aria-pressed=true]').count()).toBe(2);
  expect(Number(await page.getAttribute('.shown', 'data-shown'))).toBeLessThanOrEqual(some);
  await page.click('text=Clear');
  const players = page.locator('.rows .row:first-child .c-players');
  expect(await players.getAttribute('title')).toBe(await players.textContent());
  expect(await page.locator('.rows .row:first-child .c-findings').getAttribute('title')).toMatch(/\n/);
  await page.context().close();
});

test('what is explained of a finding is a part of the list of findings', async () => {
  const { page } = await openGame(MISPRINT);
  const box = async (selector: string) => (await page.locator(selector).boundingBox())!;
  const [all, explained] = [await box('.findings'), await box('.about')];
  expect(explained.height).toBeLessThan(all.height * 0.7);
  expect(await text(page, '.about')).toContain('Decide as referee');
  await page.context().close();
});

test('below the table of countings stands what open dame would change', async () => {
  const row = (letter: string): string => `;B[b${letter}];W[d${letter}]`;
  const { page } = await openGame(
    Buffer.from(`(;FF[4]GM[1]SZ[5]KM[0.5]RU[Japanese]${Array.from('abcde').map(row).join('')};B[];W[])`),
  );
  await page.waitForSelector('p:has-text("filled in turn, they would make it B+0.5 under aga")');
  expect(await page.locator('p:has-text("under japanese")').count()).toBe(1);
  await page.context().close();
});

test.each([
  ['the page of a server', servePage],
  ['the static site', serveSite],
])('a link to a run that is not there says so, on %s', async (_name, serve) => {
  const served = await serve();
  const { page } = await openPage(browser, served.url);
  await page.goto(`${served.url}#run=deadbeef`);
  await page.waitForSelector('.problem:has-text("This link names a run that is not kept here")');
  await page.context().close();
  await served.close();
});
