import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { explain } from '../../src/core/findings/finding.js';
import { analyze } from '../../src/referee/judge/analyze.js';
import { movesDigest } from '../../src/referee/judge/decisions.js';
import { makePlace, type Place } from '../cli/harness.js';
import { sample } from '../service/support.js';
import { HOSTILE, HOSTILE_KINDS, hostileGame, LONG_NAME } from '../support/hostile.js';
import { openBrowser, openPage, text } from './page-support.js';

let browser: Browser;
let place: Place;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

/** Referees what was put into the place and opens the report from the disk; `wrong` holds errors, dialogs and requests. */
async function openReport(width = 1280): Promise<{ page: Page; wrong: string[] }> {
  const [input, folder] = [join(place.path, 'in'), join(place.path, 'report')];
  const { code } = await place.sgfReferee(['audit', input, '--out', folder, '--quiet', '--fail-on', 'never']);
  expect(code).toBe(0);
  return openPage(browser, pathToFileURL(join(folder, 'index.html')).href, width);
}

function putClub(): void {
  place.put('in/basic.sgf', sample('ko/basic-ko-retaken.sgf'));
  place.put('in/flips.sgf', sample('scored/winner-flips.sgf'));
  place.put('in/triple.sgf', sample('ko/triple-ko-aga.sgf'));
}

const ROW = '.rows .row';
const files = (page: Page): Promise<string[]> => page.locator(`${ROW} .c-file`).allTextContents();

test.each([1280, 390])('search, filters and sorting, at %i pixels', async (width) => {
  putClub();
  const { page, wrong } = await openReport(width);
  expect(await text(page, '.shown')).toBe('3 games');
  await page.fill('input[type=search]', 'flips');
  expect(await text(page, '.shown')).toBe('1 of 3 games');
  expect((await files(page)).join()).toContain('flips.sgf');
  await page.click('text=Clear');
  await page.selectOption('select[name=code]', 'move/ko');
  expect((await files(page)).join()).toContain('basic.sgf');
  expect(await text(page, '.shown')).toBe('1 of 3 games');
  await page.click('text=Clear');
  const up = await files(page);
  await page.click('.heads .c-file button');
  await page.click('.heads .c-file button');
  expect(await files(page)).toEqual(up.reverse());
  expect(wrong).toEqual([]);
  await page.context().close();
});

test('a ko violation opens by the keyboard alone: the move beside the position that it repeats, words, rule and SGF', async () => {
  putClub();
  const { page, wrong } = await openReport();
  const focused = (name: string) => page.waitForSelector(`.rows a:focus:has-text("${name}")`);
  await page.focus('.rows a[tabindex="0"]');
  await page.keyboard.press('End');
  await focused('triple.sgf');
  await page.keyboard.press('Home');
  await focused('basic.sgf');
  await page.keyboard.press('ArrowDown');
  await focused('flips.sgf');
  await page.keyboard.press('ArrowUp');
  await focused('basic.sgf');
  await page.keyboard.press('Enter');
  await page.waitForSelector('article.game');
  const pair = page.locator('.question');
  expect(await pair.locator('svg').count()).toBe(2);
  expect((await pair.locator('figcaption').allTextContents())[1]).toContain('The same position after move');
  const found = await text(page, '.findings');
  for (const words of [
    'takes the ko back at once',
    'by Japanese 1989, article 6',
    'line 5, column 10',
    'what to do',
  ])
    expect(found).toContain(words);
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('a[download]')]);
  expect(file.suggestedFilename()).toBe('basic-1.sgf');
  // The game's own bytes: what stands behind its last bracket is no part of it.
  expect(readFileSync(await file.path(), 'utf8')).toBe(
    sample('ko/basic-ko-retaken.sgf').toString('utf8').trimEnd(),
  );
  await page.keyboard.press('Escape');
  await focused('basic.sgf');
  expect(wrong).toEqual([]);
  await page.context().close();
});

test('a reload keeps search, filter and order, until they are cleared', async () => {
  putClub();
  const { page, wrong } = await openReport();
  await page.click('.heads .c-file button');
  await page.click('.heads .c-file button');
  const order = await files(page);
  await page.fill('input[type=search]', 'ip');
  await page.selectOption('select[name=code]', 'move/superko-situational');
  const kept = await files(page);
  await page.reload();
  await page.waitForSelector(ROW);
  expect([await page.inputValue('input[type=search]'), await page.inputValue('select[name=code]')]).toEqual([
    'ip',
    'move/superko-situational',
  ]);
  expect(await files(page)).toEqual(kept);
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
  expect(await text(page, '.chosen'), 'on paper').toMatch(/^\d of \d games: .+, ip$/);
  await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
  await page.click('text=Clear');
  await page.reload();
  await page.waitForSelector(ROW);
  expect(await files(page)).toEqual(order);
  expect(wrong).toEqual([]);
  await page.context().close();
});

test('on a phone a move without a comment has no empty box, and a list goes on below a shadow', async () => {
  place.put('in/a.sgf', '(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]RE[B+R];B[ee];W[cc]C[good];B[gg])');
  place.put('in/ko.sgf', sample('ko/basic-ko-retaken.sgf'));
  const { page } = await openReport(390);
  await page.waitForSelector('.worklist ol');
  const shadow = await page.evaluate(
    "getComputedStyle(document.querySelector('.worklist ol')).backgroundImage",
  );
  expect(shadow).toContain('linear-gradient');
  await page.evaluate("location.hash = '#game-1-move-2'");
  await page.waitForSelector('.comment:has-text("good")');
  await page.evaluate("location.hash = '#game-1-move-1'");
  await page.waitForSelector('.comment', { state: 'hidden' });
  expect(await page.locator('section:has(> .comment)').isVisible()).toBe(false);
  await page.context().close();
});

test('names of the JSON are code in an explanation, and a results table without ranks has no column for them', async () => {
  const { example } = explain('record/misprint');
  place.put('in/a.sgf', example.replace('SZ[9]', 'SZ[9]RO[1]PB[Ran Lipi]PW[Kor Baden]RE[B+R]'));
  const table = place.put('t.csv', 'round,white,black,result\n1,Kor Baden,Ran Lipi,B+\n');
  const [input, folder] = [join(place.path, 'in'), join(place.path, 'report')];
  await place.sgfReferee(['crosscheck', input, '--table', table, '--out', folder, '--quiet']);
  const { page } = await openPage(browser, pathToFileURL(join(folder, 'index.html')).href, 1280);
  expect(await page.locator('.crosstable thead th').allTextContents()).toEqual([
    '#',
    'Player',
    '1',
    'Points',
  ]);
  // It stands after notes that the record lacks RU and KM.
  expect(await text(page, `${ROW} .c-findings`)).toContain('A move that is probably misprinted');
  await page.click(`${ROW} a`);
  await page.waitForSelector('article.game');
  await page.click('.findings >> text=is probably a misprint');
  const rule = page.locator('.findings dl.rule:has-text("and others in the JSON")');
  expect(await rule.locator('code').allTextContents()).toContain('others');
  expect(await rule.textContent()).not.toContain('`');
  await page.context().close();
});

test.each([
  ['the table stands', 'B+R', /1 decided/, 'decided: W+R'],
  ['the table has another winner', 'W+R', /1 decided, the table is to be changed/, 'decided: B+R'],
])('a ruling about a record with swapped colors: %s', async (_, result, key, reason) => {
  const sgf = '(;GM[1]SZ[9]RO[1]PB[Ran Lipi]PW[Kor Baden]RE[B+R];B[ee];W[gc];B[cg];W[cc])';
  const file = place.put('in/a.sgf', sgf);
  const table = place.put('t.csv', 'round,black,white,result\n1,Kor Baden,Ran Lipi,W+R\n');
  const game = movesDigest(analyze(sgf).games[0]!.record);
  const decided = { game, name: 'A. Referee', date: '2026-11-28', reason: 'seen', result };
  const decisions = place.put('d.json', JSON.stringify({ version: 1, decisions: [decided] }));
  const folder = join(place.path, 'report');
  const words = ['crosscheck', file, '--table', table, '--decisions', decisions, '--out', folder, '--quiet'];
  await place.sgfReferee(words);
  const { page } = await openPage(browser, pathToFileURL(join(folder, 'index.html')).href, 1280);
  const said = await text(page, '.crosstable .key');
  expect(said).toMatch(key);
  expect(said.includes('to be changed')).toBe(result === 'W+R');
  expect(await text(page, '.crosstable .reasons')).toContain(reason);
  await page.context().close();
});

test('a crosstable of a wall list: the decided result is whole, and a criterion without a name has a word', async () => {
  const sgf = '(;GM[1]SZ[9]RO[1]PB[Ran Lipi]PW[Kor Baden];B[ee];W[gc];B[cg];W[cc])';
  const file = place.put('in/a.sgf', sgf);
  const list = '; EV[Open]\n; PC[DE,Dresden]\n1 Kor Baden 3K CH Nor 0 2-/w0\n2 Ran Lipi 4K SE Ost 1 1+/b0\n';
  const table = place.put('t.h9', list);
  const game = movesDigest(analyze(sgf).games[0]!.record);
  const decided = { game, name: 'A. Referee', date: '2026-11-28', reason: 'seen', result: 'B+F' };
  const decisions = place.put('d.json', JSON.stringify({ version: 1, decisions: [decided] }));
  const folder = join(place.path, 'report');
  const words = ['crosscheck', file, '--table', table, '--decisions', decisions, '--out', folder, '--quiet'];
  await place.sgfReferee(words);
  const { page } = await openPage(browser, pathToFileURL(join(folder, 'index.html')).href, 1280);
  expect(await text(page, '.crosstable h2')).toBe('Open, DE, Dresden');
  expect(await text(page, '.crosstable thead th:last-child')).toBe('Criterion 1');
  expect(await text(page, '.crosstable .reasons')).toMatch(/decided: B\+F$/);
  await page.selectOption('header select', 'de');
  await page.waitForSelector('.crosstable th:has-text("Kriterium 1")');
  expect(await text(page, '.crosstable .reasons')).toMatch(/entschieden: B\+F$/);
  await page.context().close();
});

test('the reader of a report chooses its language, whatever the browser has', async () => {
  putClub();
  const { page, wrong } = await openReport(390);
  await page.selectOption('header select', 'de');
  await page.waitForSelector('h1:has-text("Schiedsrichter")');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(wrong).toEqual([]);
  await page.context().close();
});

test('a counted game: the final board, both countings, and the account of the difference', async () => {
  putClub();
  const { page, wrong } = await openReport();
  await page.click(`${ROW}:has-text("flips.sgf")`);
  await page.waitForSelector('article.game');
  expect(await page.locator('.left svg .dead').count()).toBe(3);
  const counts = await text(page, '.count');
  for (const words of ['area', 'territory', '(applied)', 'stones on the board', 'confidence'])
    expect(counts).toContain(words);
  const account = page.locator('.account');
  expect(await account.textContent()).toContain('the winner changes');
  const before = await account.locator('table').textContent();
  await account.locator('select[name=to]').selectOption('new-zealand');
  expect(await account.locator('table').textContent()).not.toBe(before);
  await account.locator('select[name=to]').selectOption('aga');
  expect(await account.locator('table').textContent()).toContain('aga, komi 7.5');
  await account.locator('select[name=komi]').selectOption('same');
  expect(await account.locator('table').textContent()).toContain('aga, komi 6.5');
  expect(wrong).toEqual([]);
  await page.context().close();
});

test('what only one counting counts has a line each, and a game that was not counted says why', async () => {
  place.put('in/seki.sgf', sample('scored/s4-seki-japanese.sgf'));
  place.put('in/passes.sgf', sample('scored/s2-aga.sgf'));
  place.put('in/triple.sgf', sample('ko/triple-ko-aga.sgf'));
  const { page } = await openReport();
  expect(await page.locator('select[name=grade] option[value=uncounted]').count()).toBe(0);
  const opened = async (name: string): Promise<string> => {
    await page.click(`${ROW}:has-text("${name}")`);
    await page.waitForSelector('article.game');
    const score = await page.locator('section:has(h2:text-is("Score"))').textContent();
    await page.click('nav >> text=all games');
    return score!;
  };
  const [seki, passes] = [await opened('seki.sgf'), await opened('passes.sgf')];
  expect(seki).toMatch(/points in seki, which do not count0[+-]\d/);
  expect(passes).toMatch(/stones given for passes0[+-]\d/);
  expect(`${seki} ${passes}`.match(/stones given|which do not count/g)).toHaveLength(2);
  expect(await opened('triple.sgf')).toContain('The game ended by resignation: there is nothing to count.');
  await page.context().close();
});

test('a report without games says so', async () => {
  place.put('in/empty.sgf', '');
  const { page, wrong } = await openReport();
  expect(await text(page, '.none')).toBe('There are no games in this report.');
  expect(wrong).toEqual([]);
  await page.context().close();
});

test.each(HOSTILE_KINDS)('hostile names and comments are text: %s', async (kind) => {
  place.put('in/h.sgf', hostileGame(HOSTILE[kind]));
  const { page, wrong } = await openReport();
  await page.click(ROW);
  await page.waitForSelector('article.game');
  if (kind === 'script' || kind === 'attribute' || kind === 'formula' || kind === 'entity') {
    expect(await text(page, 'article h1')).toBe(`${HOSTILE[kind]} – ${HOSTILE[kind]}`);
  }
  expect(await page.locator('main script, main img, main iframe').count()).toBe(0);
  expect(wrong).toEqual([]);
  await page.context().close();
});

test('a name of a megabyte', async () => {
  place.put('in/long.sgf', hostileGame(LONG_NAME));
  const { page, wrong } = await openReport(390);
  await page.click(ROW);
  await page.waitForSelector('article.game');
  expect((await text(page, 'main')).length).toBeLessThan(20_000);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(wrong).toEqual([]);
  await page.context().close();
});

test('a comment in UTF-8 is read though another value is damaged', async () => {
  const game = (name: string): string => `(;FF[4]GM[1]SZ[9]PB[Ann]PW[Bo]RE[B+R]GN[${name}];B[ee]C[黑5点胜])`;
  const bytes = Buffer.from(game('黑白'));
  bytes[bytes.indexOf(Buffer.from('白'))] = 0x3f;
  place.put('in/a.sgf', bytes);
  const { page, wrong } = await openReport();
  await page.click(`${ROW} a`);
  await page.waitForSelector('.board');
  expect(await page.textContent('body')).toContain('黑5点胜');
  expect(wrong).toEqual([]);
  await page.context().close();
});
