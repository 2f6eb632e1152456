import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePlace } from '../cli/harness.js';
import { sample } from '../service/support.js';
import { violationsOf } from './axe.js';
import { club, drop, openBrowser, openPage, servePage, serveSite, type Served } from './page-support.js';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** What axe finds in each state of a page. */
type Found = Record<string, readonly string[]>;

/** The states are all there, and axe finds nothing in any of them. */
function expectClean(found: Found, states: readonly string[]): void {
  expect(found).toEqual(Object.fromEntries(states.map((state) => [state, []])));
}

/** Between them both layouts and both schemes. */
const LOOKS = [
  [1280, 'light'],
  [390, 'dark'],
] as const;

test('axe sees what is wrong', async () => {
  const { page } = await openPage(browser, 'about:blank');
  await page.setContent('<a role="row" href="#">x</a><p style="color:#aaa">pale</p><img src="x.png">');
  const found = (await violationsOf(page)).join('\n');
  for (const rule of [
    'aria-required-parent',
    'color-contrast',
    'image-alt',
    'page-has-heading-one',
    'html-has-lang',
  ])
    expect(found).toContain(rule);
  await page.context().close();
});

describe.each([
  ['the page of a server', servePage],
  ['the static site', serveSite],
])('%s', (_name, serve) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve();
  });
  afterAll(() => served.close());

  test.each(LOOKS)('has nothing that axe finds, at %i pixels, %s', async (width, scheme) => {
    const { page, wrong } = await openPage(browser, served.url, width, scheme);
    const found: Found = {};
    const look = async (state: string): Promise<void> => {
      found[state] = await violationsOf(page);
    };
    await page.waitForSelector('.drop');
    await look('home');
    await drop(page, 'empty.sgf', Buffer.from(''));
    await page.waitForSelector('text=Done: 0 games');
    await look('no game');
    await page.click('.brand');
    await drop(page, 'club.zip', club());
    await page.waitForSelector('text=Done: 3 games');
    await look('games');
    await page.click('.rows .row:has-text("flips.sgf")');
    await page.waitForSelector('.groups');
    await look('a counted game');
    await page.click('text=Choose rulesets');
    await page.click('.groups button >> nth=0');
    await page.waitForSelector('td.changed');
    // So that no row is half under the board, which stays in view.
    await page.evaluate('scrollTo(0, 0)');
    await look('a flipped group, with the rulesets open');
    await page.click('text=all games');
    await page.click('.rows .row:has-text("ko.sgf")');
    await page.waitForSelector('.question');
    await look('a repetition');
    expectClean(found, [
      'home',
      'no game',
      'games',
      'a counted game',
      'a flipped group, with the rulesets open',
      'a repetition',
    ]);
    expect(wrong).toEqual([]);
    await page.context().close();
  });
});

test.each(LOOKS)(
  '/docs has nothing that axe finds, and breaks no name, at %i pixels, %s',
  async (width, scheme) => {
    const served = await servePage();
    try {
      const { page } = await openPage(browser, served.url, width, scheme);
      await page.click('text=API');
      await page.waitForURL(`${served.url}docs`);
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      // A long name may go on in a second line after a hyphen or an underscore.
      const broken = await page.evaluate(
        `[...document.querySelectorAll('td:first-child code')].map((one) => [one.textContent, new Set([...one.getClientRects()].map(({ top }) => top)).size])
        .filter(([name, lines]) => lines > name.split(/[-_]/).length).map(([name]) => name)`,
      );
      expect(broken).toEqual([]);
      await page.context().close();
    } finally {
      await served.close();
    }
  },
);

/** A job of a server as it is while it runs, with one game so far. */
const RUNNING = {
  id: '0',
  state: 'running',
  created: '2026-11-20T10:00:00.000Z',
  options: {},
  files: [{ name: 'club.zip' }],
  problem: null,
  progress: { games: 1, bytes: 400, total_bytes: 1000 },
};

test.each(LOOKS)(
  'a run in progress, earlier runs and the form for a token, at %i pixels, %s',
  async (width, scheme) => {
    const served = await servePage();
    try {
      const { page } = await openPage(browser, served.url, width, scheme);
      const found: Found = {};
      await drop(page, 'damaged.zip', Buffer.from('PK\u0003\u0004 no archive'));
      await page.waitForSelector('text=Done: 0 games');
      await page.click('summary');
      found['findings about files'] = await violationsOf(page);
      await page.click('.brand');
      await page.waitForSelector('.past');
      found['earlier runs'] = await violationsOf(page);
      await page.route('**/v1/jobs/0', (route) => route.fulfill({ json: RUNNING }));
      await page.route('**/v1/jobs/0/results*', (route) => route.fulfill({ body: '' }));
      await page.goto(`${served.url}#run=0`);
      await page.waitForSelector('progress');
      found['running'] = await violationsOf(page);
      await page.route('**/v1/jobs?*', (route) => route.fulfill({ status: 401, json: {} }));
      await page.click('.brand');
      await drop(page, 'club.zip', club());
      await page.waitForSelector('input[type=password]');
      found['asked for a token'] = await violationsOf(page);
      expectClean(found, ['findings about files', 'earlier runs', 'running', 'asked for a token']);
      await page.context().close();
    } finally {
      await served.close();
    }
  },
);

describe('the report', () => {
  const place = makePlace();
  let url: string;
  beforeAll(async () => {
    place.put('in/basic.sgf', sample('ko/basic-ko-retaken.sgf'));
    place.put('in/flips.sgf', sample('scored/winner-flips.sgf'));
    place.put('in/occupied.sgf', sample('moves/occupied.sgf'));
    place.put('in/broken.zip', Buffer.from('PK\u0003\u0004 no archive'));
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

  test.each(LOOKS)('has nothing that axe finds, at %i pixels, %s', async (width, scheme) => {
    const { page } = await openPage(browser, url, width, scheme);
    const found: Found = {};
    const open = async (file: string): Promise<void> => {
      await page.click(`.rows .row:has-text("${file}")`);
      await page.waitForSelector('article.game');
      for (const one of await page.locator('article details > summary').all()) await one.click();
    };
    found['games'] = await violationsOf(page);
    await page.click('.files summary');
    await page.fill('input[type=search]', 'nobody');
    found['no game fits'] = await violationsOf(page);
    await page.click('text=Clear');
    for (const file of ['basic.sgf', 'flips.sgf', 'occupied.sgf']) {
      await open(file);
      found[file] = await violationsOf(page);
      await page.click('text=all games');
    }
    expectClean(found, ['games', 'no game fits', 'basic.sgf', 'flips.sgf', 'occupied.sgf']);
    await page.context().close();
  });

  test('a report without games has nothing that axe finds', async () => {
    const empty = makePlace();
    try {
      const folder = join(empty.path, 'report');
      const input = empty.put('empty.sgf', '');
      await empty.sgfReferee(['audit', input, '--out', folder, '--quiet', '--fail-on', 'never']);
      const { page } = await openPage(browser, pathToFileURL(join(folder, 'index.html')).href);
      await page.waitForSelector('.none');
      expect(await violationsOf(page)).toEqual([]);
      await page.context().close();
    } finally {
      empty.remove();
    }
  });
});
