import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser/page-support.js';
import { ROOT } from './support/documents.js';
import { inTerminal } from './support/terminal.js';

const PICTURES = join(ROOT, 'docs/pictures');
const MAX_BYTES = 350_000;

/** The round that the pictures show: samples under other names. */
const ROUND = [
  ['table-1.sgf', 'scored/s5-nine-by-nine-japanese.sgf', 'Ada', 'Bruno'],
  ['table-2.sgf', 'ko/triple-ko-aga.sgf', 'Chie', 'Dirk'],
  ['table-3.sgf', 'scored/winner-flips.sgf', 'Hana', 'Olav'],
  ['table-4.sgf', 'scored/s5-wrong-winner.sgf', 'Emil', 'Fatma'],
  ['table-5.sgf', 'moves/occupied.sgf', 'Goran', 'Ines'],
] as const;
const COMMAND = 'sgf-referee audit round-3';

let folder: string;
let browser: Browser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sgf-referee-pictures-'));
  mkdirSync(join(folder, 'round-3'));
  for (const [name, sample, black, white] of ROUND) {
    const text = readFileSync(join(ROOT, 'samples', sample), 'utf8');
    const named = text.replace(/PB\[.*?\]PW\[.*?\]/, `PB[${black}]PW[${white}]`);
    writeFileSync(join(folder, 'round-3', name), named);
  }
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Compares what a picture shows with what the program shows today. With UPDATE=1 picture and text are made anew; FONT names the
 * file of a monospaced font for the terminal, which the browser of the tests lacks.
 */
async function expectPictured(name: string, page: Page, text: string): Promise<void> {
  const file = join(PICTURES, `${name}.txt`);
  if (process.env['UPDATE'] === '1') {
    mkdirSync(PICTURES, { recursive: true });
    writeFileSync(file, text);
    await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: name === 'terminal' });
  }
  expect(text).toBe(readFileSync(file, 'utf8'));
}

const COLORS: Readonly<Record<string, string>> = { 31: '#ff7b72', 33: '#e3b341', 0: 'inherit' };

test('the terminal of the README', async () => {
  const { text } = await inTerminal(COMMAND, { cwd: folder, columns: 96 });
  const lines = text
    .split('\n')
    // Of a line of progress a terminal keeps what comes after it was cleared.
    .map((line) => line.split('\r\u001b[K').at(-1)!.replace('\r', ''))
    .join('\n')
    .replace(/ in [\d.]+ s \(\d+ games\/s\)/, ' in 0.3 s (17 games/s)');
  const shown = `$ ${COMMAND}\n${lines}`;
  const [first, ...colored] = shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').split('\u001b[');
  const spans = colored.map((part) =>
    part.replace(/^(\d+)m/, (_, code: string) => `</span><span style="color:${COLORS[code]!}">`),
  );
  const html = [first, ...spans].join('');
  const page = await browser.newPage({ viewport: { width: 860, height: 100 } });
  const font = process.env['FONT'] === undefined ? '' : readFileSync(process.env['FONT'], 'base64');
  await page.setContent(
    `<style>@font-face { font-family: mono; src: url(data:font/ttf;base64,${font}) }
    body { margin: 0; background: #0d1117; color: #e6edf3 } pre { margin: 16px; font: 14px/1.4 mono, monospace }</style>
    <pre><span>${html}</span></pre>`,
  );
  await page.evaluate('document.fonts.ready');
  await expectPictured('terminal', page, stripVTControlCharacters(shown));
});

test('the report of the README', async () => {
  await inTerminal(`${COMMAND} --out report --quiet`, { cwd: folder });
  const page = await browser.newPage({ viewport: { width: 1100, height: 760 } });
  await page.goto(pathToFileURL(join(folder, 'report/index.html')).href);
  await page.locator('.rows .row', { hasText: 'table-2' }).click();
  await page.locator('.stepper').waitFor();
  await expectPictured('report', page, await page.locator('body').innerText());
});

test('the pictures are shown, and small', () => {
  const names = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/docs\/pictures\/(\w+\.png)/g)];
  expect(names.map(([, name]) => name).sort()).toEqual(['report.png', 'terminal.png']);
  const bytes = names.reduce((sum, [, name]) => sum + statSync(join(PICTURES, name!)).size, 0);
  expect(bytes).toBeLessThan(MAX_BYTES);
});
