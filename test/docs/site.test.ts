import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { FINDING_CODES } from '../../src/core/findings/finding.js';
import { RULESET_NAMES } from '../../src/go/rules/rulesets.js';
import { violationsOf } from '../browser/axe.js';
import { openBrowser, openPage } from '../browser/page-support.js';
import { ROOT } from '../support/documents.js';
import { pageOf, siteFiles } from './site.js';

const files = siteFiles(ROOT);
const pages = [...files].flatMap(([path, contents]) =>
  path.endsWith('.html') ? [{ path, html: String(contents) }] : [],
);
const ids = new Map(
  pages.map(({ path, html }) => [path, new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))]),
);

it('has a page for each finding and each ruleset', () => {
  for (const code of FINDING_CODES) expect(files.has(pageOf(code)), code).toBe(true);
  for (const name of RULESET_NAMES) expect(files.has(`rulesets/${name}.html`), name).toBe(true);
});

it('has no broken link', () => {
  const broken = pages.flatMap(({ path, html }) =>
    [...html.matchAll(/ (?:href|src|action)="([^"]*)"/g)].flatMap(([, address = '']) => {
      if (/^(?:https?|data|mailto):/.test(address)) return [];
      const [target = '', fragment] = address.split('#');
      const file = target === '' ? path : posix.join(posix.dirname(path), target);
      const isThere = files.has(file) && (fragment === undefined || ids.get(file)?.has(fragment) !== false);
      return isThere ? [] : [`${path}: ${address}`];
    }),
  );
  expect(broken).toEqual([]);
});

const linksOf = (path: string, html: string): string[] =>
  [...html.matchAll(/ (?:href|action)="([^":#?]+)/g)].map(([, address]) =>
    posix.join(posix.dirname(path), address!),
  );

it('leads to every page: to those of the menu from each, to findings and rulesets from their lists', () => {
  for (const { path, html } of pages) {
    const links = linksOf(path, html);
    const folder = posix.dirname(path);
    const wanted = pages
      .map((page) => page.path)
      .filter(
        (one) => one !== path && (!/^(?:findings|rulesets)\//.test(one) || posix.dirname(one) === folder),
      );
    expect(wanted.filter((one) => !links.includes(one))).toEqual([]);
    if ((html.match(/<h2 id=/g) ?? []).length > 1) expect(html).toContain('aria-label="On this page"');
  }
});

it('draws the boards of records', () => {
  const shown = (path: string): string => String(files.get(path));
  expect(shown(pageOf('move/ko')).match(/<svg /g)).toHaveLength(2);
  expect(shown('docs/decisions.html')).toContain('<figure><div class="boards">');
  const drawn = pages.filter(({ html }) => html.includes('<svg '));
  expect(drawn.length).toBeGreaterThan(100);
  // Their SGF is there for those who ask.
  for (const { path, html } of drawn)
    if (path.startsWith('findings/')) expect(html).toMatch(/<details><summary>SGF<\/summary><pre/);
});

it('has an index for the search that a page loads at once', () => {
  expect(String(files.get('search-index.js')).length).toBeLessThan(300_000);
});

it('is published by a workflow with few rights, whose actions cannot move', () => {
  const workflow = readFileSync(join(ROOT, '.github/workflows/pages.yml'), 'utf8');
  const used = [...workflow.matchAll(/uses: (.*)/g)].map(([, action]) => action!);
  expect(used.filter((action) => !/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual(
    [],
  );
  expect(workflow).toContain('\npermissions: {}\n');
  expect(workflow.match(/^ +[a-z-]+: write$/gm)?.map((one) => one.trim())).toEqual([
    'pages: write',
    'id-token: write',
  ]);
});

it('opens in a browser from the disk: no error, nothing that axe finds, and the search finds pages', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-docs-'));
  for (const [path, contents] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), contents);
  }
  const browser = await openBrowser();
  try {
    const address = (path: string): string => pathToFileURL(join(folder, path)).href;
    const { page } = await openPage(browser, 'about:blank');
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('requestfailed', (request) => {
      // axe itself asks for the style sheet once more, which a page from the disk may not do.
      if (request.resourceType() !== 'xhr') errors.push(request.url());
    });
    const found: Record<string, readonly string[]> = {};
    for (const { path } of pages) {
      await page.goto(address(path));
      const violations = await violationsOf(page);
      if (violations.length > 0) found[path] = violations.slice(0, 5);
    }
    expect(found).toEqual({});
    await page.goto(address('search.html'));
    await page.fill('#words', 'snapback-like immediate ko recapture');
    await page.fill('#words', 'superko positional');
    expect(await page.locator('#found a').first().getAttribute('href')).toBe(
      pageOf('move/superko-positional'),
    );
    expect(await violationsOf(page)).toEqual([]);
    await page.locator('#found a').first().click();
    expect(await page.locator('h1').innerText()).toContain('move/superko-positional');
    await page.locator('header input').fill('tromp-taylor');
    await page.keyboard.press('Enter');
    await page.locator('#found a', { hasText: /^tromp-taylor:/ }).click();
    expect(await page.locator('h1').innerText()).toContain('tromp-taylor');
    await page.goto(address(pageOf('move/superko-positional')));
    expect(await page.locator('h1').innerText()).toContain('move/superko-positional');
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 600_000);
