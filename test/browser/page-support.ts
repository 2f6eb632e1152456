import { createServer } from 'node:http';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { SERVICE_LIMITS } from '../support/service-limits.js';
import { startServer } from '../../src/service/server.js';
import { makeZip } from '../batch/make-zip.js';
import { BUILT_WORKER, sample } from '../service/support.js';
import { findChromium } from '../support/chromium.js';

const BUILT_PAGE = fileURLToPath(new URL('../../dist/page/', import.meta.url));
const BUILT_SITE = fileURLToPath(new URL('../../site/', import.meta.url));

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ ...findChromium(), args: ['--no-sandbox'] });
}

/** Where the page is served from. */
export interface Served {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The page of a server, as it ships. */
export async function servePage(): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-page-'));
  const server = await startServer({
    folder,
    workers: 2,
    limits: SERVICE_LIMITS,
    guard: { tokens: new Map() },
    version: '0.0.0-test',
    pageFolder: BUILT_PAGE,
    workerUrl: BUILT_WORKER,
    host: '127.0.0.1',
    port: 0,
  });
  return {
    url: `${server.url}/`,
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
};

/** The static site behind a server that knows nothing but files, and refuses everything that is no GET. */
export async function serveSite(): Promise<Served> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const file = join(BUILT_SITE, path === '/' ? 'index.html' : path);
    if (request.method !== 'GET' || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    });
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A page that collects what must not happen: errors, refusals of the content policy, dialogs, requests to elsewhere. */
export async function openPage(
  browser: Browser,
  url: string,
  width = 1280,
  colorScheme: 'light' | 'dark' = 'light',
  locale = 'en-US',
): Promise<{ page: Page; wrong: string[] }> {
  const viewport = { width, height: 900 };
  const context = await browser.newContext({ viewport, colorScheme, locale, acceptDownloads: true });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text());
  });
  page.on('dialog', (dialog) => {
    wrong.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('blob:'))
      wrong.push(`request ${request.url()}`);
  });
  await page.goto(url);
  return { page, wrong };
}

/** What the tests of both pages drop. */
export function club(): Buffer {
  return makeZip([
    { name: 'round 1/ko.sgf', contents: sample('ko/triple-ko-aga.sgf') },
    { name: 'round 1/flips.sgf', contents: sample('scored/winner-flips.sgf') },
    { name: 'round 2/copy.sgf', contents: sample('scored/winner-flips.sgf') },
  ]);
}

export async function drop(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.setInputFiles('.drop input[type=file]', { name, mimeType: 'application/octet-stream', buffer });
}

/** The event that a browser makes of files that are let go over the page. */
export async function dropByMouse(
  page: Page,
  files: readonly (readonly [name: string, contents: string])[],
): Promise<void> {
  const transfer = await page.evaluateHandle(
    `(() => { const transfer = new DataTransfer();
      for (const [name, contents] of ${JSON.stringify(files)}) transfer.items.add(new File([contents], name));
      return transfer; })()`,
  );
  await page.dispatchEvent('.drop', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('.drop', 'drop', { dataTransfer: transfer });
}

/** Lets go of files and folders of the disk over the page, as a desktop does. */
export async function dropFromDisk(page: Page, paths: readonly string[]): Promise<void> {
  const place = (await page.locator('.drop').boundingBox())!;
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', {
      type,
      x: place.x + place.width / 2,
      y: place.y + 10,
      data: { items: [], files: [...paths], dragOperationsMask: 1 },
    });
  }
  await session.detach();
}

/** Rows that the table shows, by what the filter says. */
export async function shown(page: Page): Promise<number> {
  return Number(await page.getAttribute('[data-shown]', 'data-shown'));
}

export async function text(page: Page, selector: string): Promise<string> {
  return (await page.textContent(selector)) ?? '';
}

/** Opens the form to decide; that of a game that needs a ruling is open already. */
export async function openForm(page: Page): Promise<void> {
  await page.waitForSelector('.decide');
  if (await page.evaluate("!document.querySelector('.decide').open")) await page.click('.decide summary');
}
