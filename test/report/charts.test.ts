import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GameGroup } from '../../src/report/columns/lists.js';
import { chartFrame, chartRows } from '../../cli/list.js';
import { violationsOf } from '../browser/axe.js';
import { openBrowser, openPage } from '../browser/page-support.js';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

function groupOf(name: string, games: number, black: number): GameGroup {
  const score = (wins: number): object => ({ wins, losses: games - wins });
  return { name, games, black: score(black), white: score(games >> 2), moves: 200 * games } as GameGroup;
}

function pageOf(groups: readonly GameGroup[]): string {
  const { head, tail } = chartFrame('player');
  return head() + groups.map(chartRows('player')).join('') + tail;
}

const GROUPS = [
  groupOf('A_player_with_a_name_that_is_as_long_as_some_servers_allow', 4000, 2100),
  groupOf('이창호', 400, 100),
  groupOf('', 1, 0),
];

/** Width of the page and of the first two bars. Runs in the browser: a text. */
const WIDTHS = `[
  document.documentElement.scrollWidth,
  ...[...document.querySelectorAll('tbody tr')].slice(0, 2).map((row) =>
    [...row.querySelectorAll('rect')].reduce((sum, part) => sum + part.getBoundingClientRect().width, 0)),
]`;

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 375],
  ['dark', 375],
] as const)(
  'the page of charts in %s at %i pixels has nothing that axe finds and fits',
  async (scheme, width) => {
    const { page, wrong } = await openPage(browser, 'about:blank', width, scheme);
    await page.setContent(pageOf(GROUPS));
    expect(await violationsOf(page)).toEqual([]);
    expect(wrong).toEqual([]);
    const [scrolled, longest, shortest] = await page.evaluate<readonly number[]>(WIDTHS);
    expect(scrolled).toBeLessThanOrEqual(width);
    // Ten times the games, ten times the bar, and long enough to be seen.
    expect(longest! / shortest!).toBeCloseTo(10, 0);
    expect(longest).toBeGreaterThan(60);
    await page.context().close();
  },
);
