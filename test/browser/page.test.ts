import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeZip } from '../batch/make-zip.js';
import { cellsIn } from '../support/workbook-cells.js';
import { sample, tinyGame } from '../service/support.js';
import {
  club,
  drop,
  dropByMouse,
  dropFromDisk,
  openBrowser,
  openPage,
  servePage,
  serveSite,
  shown,
  text,
  type Served,
  openForm,
} from './page-support.js';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function download(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.click(`text=↓ ${name}`)]);
  expect(file.suggestedFilename()).toBe(name);
  return readFileSync(await file.path(), 'utf8');
}

/** Of each row the file that it names, and the players of the game that it opens. */
async function titlesOfRows(page: Page): Promise<(readonly [string, string])[]> {
  const titles: (readonly [string, string])[] = [];
  const rows = await page.locator('.rows .row').count();
  for (let i = 0; i < rows; i++) {
    const row = page.locator('.rows .row').nth(i);
    const file = (await row.locator('a').getAttribute('title'))?.split('\n')[0] ?? '';
    await row.click();
    await page.waitForSelector('.facts');
    titles.push([file, await text(page, 'article h1')]);
    await page.click('text=all games');
    await page.waitForSelector('.rows .row');
  }
  return titles;
}

/** Names and comments as somebody would write them who wants a page to run them. */
const HOSTILE = {
  black: '<script>alert(1)</script>',
  white: '"><img src=x onerror=alert(2)>',
  event: '=HYPERLINK("http://example.org","x")',
  file: '<b onclick=alert(3)>\u202egnp.sgf',
};

function hostileGame(): string {
  const moves = ';B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ca];W[da];B[ce];W[de];B[];W[]';
  const comment = `C[${HOSTILE.white}${HOSTILE.black}]`;
  return `(;FF[4]GM[1]SZ[5]KM[0.5]RU[<u>x</u>]RE[<i>B+1</i>]PB[${HOSTILE.black}]PW[${HOSTILE.white}]EV[${HOSTILE.event}]${comment}${moves})`;
}

describe.each([
  ['the page of a server', servePage],
  ['the static site', serveSite],
])('%s', (_name, serve) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve();
  });
  afterAll(() => served.close());

  test.each([1280, 390])(
    'games are dropped with their results table: a crosstable, at %i pixels',
    async (width) => {
      const { page, wrong } = await openPage(browser, served.url, width);
      await dropByMouse(page, [
        ['anna.sgf', tinyGame('Anna Berg').replace('PW[W]', 'PW[Olle Ek]')],
        ['ek.sgf', tinyGame('ek23').replace('PW[W]', 'PW[Baden Kor]')],
        ['table.csv', 'round,black,white,result\n1,Anna Berg,Olle Ek,B+\n2,Olle Ek,Baden Kor,W+\n'],
        ['nicks.csv', 'nick,name\nek23,Olle Ek\n'],
        ['event.json', '{"komi":7.5}'],
      ]);
      await page.waitForSelector('text=Done: 2 games');
      await page.waitForSelector('.crosstable');
      expect(await page.locator('.crosstable tbody tr').allTextContents()).toEqual([
        expect.stringContaining('Anna Berg'),
        expect.stringContaining('Olle Ek'),
        expect.stringContaining('Baden Kor'),
      ]);
      expect(await text(page, '.reasons')).toContain('Olle Ek (Black) – Baden Kor (White)');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const pairings = await download(page, 'pairings.csv');
      expect(pairings).toMatch(/,agrees,,\n.*,differs,"result differs/);
      await page.click('.reasons a');
      await page.waitForSelector('.findings >> text=table/result-differs');
      await page.waitForSelector('.findings >> text=event/komi');
      expect(wrong).toEqual([]);
      await page.context().close();
    },
  );

  test.each([1280, 390])(
    'a zip is dropped, refereed, filtered, opened, flipped and saved, at %i pixels',
    async (width) => {
      const { page, wrong } = await openPage(browser, served.url, width);
      await drop(page, 'club.zip', club());
      await page.waitForSelector('text=Done: 3 games');
      expect(await shown(page)).toBe(3);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);

      await page.selectOption('select[name=code]', 'move/superko-situational');
      expect(await shown(page)).toBe(1);
      await page.click('text=Clear');
      await page.waitForSelector('[data-shown="3"]');
      await page.fill('input[type=search]', 'hana copy');
      await page.waitForSelector('[data-shown="1"]');
      expect(await text(page, '.rows .row')).toContain('Hana');

      await page.click('.rows .row');
      await page.waitForSelector('.groups');
      const japanese = 'tr:has(th:text-is("japanese")) td:last-child';
      expect(await text(page, japanese)).toBe('B+0.5');
      expect(await text(page, '.account tbody tr:last-child td:last-child')).toBe('W+0.5');
      await page.click('.groups button >> nth=0');
      await page.waitForSelector('td.changed');
      expect(await text(page, japanese)).toBe('W+4.5');
      expect(await text(page, '.account tbody tr:last-child')).toBe('resultW+0.5W+5.5');
      await page.click('text=Reset to the original judgement');
      await page.waitForSelector('td.changed', { state: 'detached' });

      await page.click('text=all games');
      const games = await download(page, '↓ games.csv'.slice(2));
      const digest = createHash('sha256').update(sample('scored/winner-flips.sgf').toString().trim());
      expect(games.split('\n')[2]).toContain(`club.zip!/round 1/flips.sgf,1,${digest.digest('hex')}`);
      expect(games.trim().split('\n')).toHaveLength(4);
      const findings = await download(page, 'findings.csv');
      expect(findings).toContain('club.zip!/round 2/copy.sgf,1,game/duplicate');
      const [file] = await Promise.all([page.waitForEvent('download'), page.click('text=↓ Excel')]);
      expect(file.suggestedFilename()).toBe('games.xlsx');
      const workbook = readFileSync(await file.path());
      const entries = unzipSync(workbook);
      expect(strFromU8(entries['xl/workbook.xml']!)).toMatch(
        /name="Games".*name="Findings".*name="Conversions"/s,
      );
      expect(cellsIn(workbook, 3)).toMatchObject({
        ...{ A1: '"file"', H1: '"japanese"', I1: '"aga"', J1: '"chinese"' },
        ...{ A3: '"club.zip!/round 1/flips.sgf"', B3: '1', H3: '"B+0.5"', I3: '"W+0.5"', K3: '"yes"' },
        ...{ A4: '"club.zip!/round 2/copy.sgf"', I4: '"W+0.5"' },
      });
      expect(wrong).toEqual([]);
      await page.context().close();
    },
  );

  test('a workbook of four hundred games, which is packed by a thread: too many for conversions', async () => {
    const { page, wrong } = await openPage(browser, served.url);
    const game = (i: number): string => `(;SZ[9]PB[Black ${String(i)}]PW[White ${String(i)}];B[aa])`;
    await drop(page, 'many.sgf', Buffer.from(Array.from({ length: 400 }, (_, i) => game(i)).join('\n')));
    await page.waitForSelector('text=Done: 400 games');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('text=↓ Excel')]);
    const entries = unzipSync(readFileSync(await file.path()));
    expect(entries['xl/worksheets/sheet1.xml']!.length).toBeGreaterThan(160_000);
    expect(strFromU8(entries['xl/sharedStrings.xml']!)).toContain('White 399');
    expect(strFromU8(entries['xl/workbook.xml']!)).not.toContain('Conversions');
    expect(await text(page, '.downloads')).toContain(
      'Excel has the results under other rules for at most 200 games',
    );
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test('files are dropped with the mouse, or a folder is chosen: its records, and nothing else', async () => {
    const { page, wrong } = await openPage(browser, served.url);
    await dropByMouse(page, [
      ['one.sgf', '(;SZ[9]PB[One];B[aa])'],
      ['two.sgf', '(;SZ[9]PB[Two];B[bb])'],
    ]);
    await page.waitForSelector('text=Done: 2 games');
    expect(await text(page, 'h1')).toBe('one.sgf and 1 more');
    await page.click('.brand');
    await dropByMouse(page, [
      ['three.sgf', '(;SZ[9]PB[Three];B[aa])'],
      ['readme.txt', 'Notes of the event.'],
    ]);
    await page.waitForSelector('text=Done: 1 game');
    expect(await text(page, '.rows .row')).toContain('Three');
    await page.click('.brand');
    const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-round-'));
    try {
      writeFileSync(join(folder, 'a.sgf'), '(;SZ[9]PB[In a folder];B[aa])');
      writeFileSync(join(folder, 'notes.txt'), 'no game');
      await page.setInputFiles('input[aria-label="Folder of game records"]', folder);
      await page.waitForSelector('text=Done: 1 game');
      expect(await text(page, '.rows .row')).toContain('In a folder');
      expect(await text(page, '.rows a')).toBe('a.sgf');
      expect(await page.getAttribute('.rows a', 'title')).toContain(`${basename(folder)}/a.sgf`);
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test('files of the same name, and entries of the same name in an archive, each open as their own game', async () => {
    const { page, wrong } = await openPage(browser, served.url);
    const game = (black: string): string => `(;SZ[9]PB[${black}];B[aa])`;
    await dropByMouse(page, [
      ['table1.sgf', game('First')],
      ['table1.sgf', game('Second')],
      ['table1.sgf', game('Third')],
    ]);
    await page.waitForSelector('text=Done: 3 games');
    expect(await titlesOfRows(page)).toEqual([
      ['table1.sgf', 'First – no name'],
      ['table1 (2).sgf', 'Second – no name'],
      ['table1 (3).sgf', 'Third – no name'],
    ]);
    await page.click('.brand');
    const twice = makeZip([
      { name: 'r1/table1.sgf', contents: game('Fourth') },
      { name: 'r1/table1.sgf', contents: `${game('Fifth')}${game('Sixth')}` },
      { name: 'r2/table1.sgf', contents: game('Seventh') },
    ]);
    await drop(page, 'club.zip', twice);
    await page.waitForSelector('text=Done: 4 games');
    const [r1, r2] = ['club.zip!/r1/table1.sgf', 'club.zip!/r2/table1.sgf'];
    expect(await titlesOfRows(page)).toEqual([
      [r1, 'Fourth – no name'],
      [r1, 'Fifth – no name'],
      [r1, 'Sixth – no name'],
      [r2, 'Seventh – no name'],
    ]);
    expect(await text(page, 'details')).toContain('archive/name-again');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test('folders that are dropped keep the paths of their files', async () => {
    const { page, wrong } = await openPage(browser, served.url);
    const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-rounds-'));
    try {
      for (const round of ['r1', 'r2']) {
        mkdirSync(join(folder, round));
        writeFileSync(join(folder, round, 'table1.sgf'), `(;SZ[9]PB[Of ${round}];B[aa])`);
      }
      await dropFromDisk(page, [join(folder, 'r1'), join(folder, 'r2')]);
      await page.waitForSelector('text=Done: 2 games');
      expect(await titlesOfRows(page)).toEqual([
        ['r1/table1.sgf', 'Of r1 – no name'],
        ['r2/table1.sgf', 'Of r2 – no name'],
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test('the report that is saved opens by itself, its own policy and all', async () => {
    const { page, wrong } = await openPage(browser, served.url);
    await drop(page, 'club.zip', club());
    await page.waitForSelector('text=Done: 3 games');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('text=report.html')]);
    const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-saved-'));
    try {
      const path = join(folder, 'report.html');
      await file.saveAs(path);
      const report = await openPage(browser, pathToFileURL(path).href);
      await report.page.waitForSelector('text=Hana');
      expect(await text(report.page, 'main')).toContain('Hana');
      expect(report.wrong).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test('a click on the board flips the group there', async () => {
    const { page, wrong } = await openPage(browser, served.url);
    await drop(page, 'club.zip', club());
    await page.waitForSelector('text=Done: 3 games');
    await page.click('.rows .row:has-text("flips.sgf")');
    await page.waitForSelector('.groups');
    expect(await text(page, '.legend')).toContain('crossed: dead stone');
    expect(await text(page, '.legend')).not.toContain('dame');
    expect(await page.locator('.left .cross').count()).toBe(3);
    // D6, a step of the drawing of 24 from each line to the next.
    const { width, height } = (await page.locator('.left svg.board').boundingBox())!;
    const at = (29 + 3 * 24) / (2 * 29 + 8 * 24);
    await page.click('.left svg.board', { position: { x: width * at, y: height * at } });
    await page.waitForSelector('td.changed');
    expect(await text(page, '.legend')).toContain('small cross: dame');
    expect(await page.locator('.left .cross').count()).toBe(1);
    expect(await page.locator('.left .dame').count()).toBe(1);
    expect(await text(page, '.card:has(td.changed)')).toContain('at first B+0.5');
    expect(await text(page, '.groups li:has-text("White D6")')).toContain('aliveby you');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test('a decision is saved as decisions.json, and counts when that is dropped with the games', async () => {
    const { page, wrong } = await openPage(browser, served.url);
    const games = ['ko/triple-ko-aga.sgf', 'scored/winner-flips.sgf'].map((name) => sample(name).toString());
    const files = games.map((text, i) => [`${String(i)}.sgf`, text] as const);
    await dropByMouse(page, files);
    await page.waitForSelector('text=Done: 2 games');
    await page.click('.rows .row:has-text("0.sgf")');
    await openForm(page);
    expect(await page.isDisabled('.decide button.main')).toBe(true);
    await page.check('.decide label:has-text("Move 6")');
    await page.fill('.decide label:has-text("Referee") input', 'A. Referee');
    await page.fill('.decide label:has-text("Date") input', '2026-11-22');
    await page.fill('.decide label:has-text("Reason") input', 'both agreed');
    await page.click('.decide button.main');
    await page.waitForSelector(
      '.findings >> text=accepted, decided by A. Referee on 2026-11-22: both agreed',
    );

    await page.goBack();
    await page.click('.rows .row:has-text("1.sgf")');
    await page.waitForSelector('.groups');
    await page.click('.groups button:has-text("White D6")');
    await page.waitForSelector('td.changed');
    await openForm(page);
    await page.fill('.decide label:has-text("Referee") input', 'A. Referee');
    await page.fill('.decide label:has-text("Reason") input', 'the three stones live');
    await page.click('.decide button.main');
    await page.waitForSelector('.decide li');
    await page.click('nav >> text=all games');
    const saved = await download(page, 'decisions.json');
    expect(JSON.parse(saved)).toMatchObject({
      decisions: [
        { game: '21ac3014f574e5c5', date: '2026-11-22', accepted: [6] },
        { game: 'aada75478b9d941c', reason: 'the three stones live', alive: ['D6'] },
      ],
    });

    await page.click('.brand');
    await dropByMouse(page, [...files, ['decisions.json', saved]]);
    await page.waitForSelector('text=Done: 2 games');
    const rows = (await download(page, 'games.csv')).split('\n');
    expect(rows[1]).toContain('A. Referee,2026-11-22: move 6 accepted (both agreed)');
    expect(rows[2]).toContain('D6 alive (the three stones live)');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test('two results of the same rules are told apart by their komi; an agreed komi stays, and the reader chooses', async () => {
    const { page, wrong } = await openPage(browser, served.url);
    await drop(page, 'club.zip', club());
    await page.waitForSelector('text=Done: 3 games');
    await page.click('.rows .row:has-text("flips.sgf")');
    await page.waitForSelector('.groups');
    expect(await text(page, 'tr:has(th:text-is("aga"))')).toBe('agaterritory6.5B+0.5');
    expect(await text(page, '.komi-differs')).toBe(
      'Two komi, two results under aga: B+0.5 with komi 6.5 in the score above, W+0.5 with komi 7.5 in this account.',
    );
    await page.click('.brand');
    await page.waitForSelector('text=Drop game records here');
    await drop(page, 'agreed.sgf', Buffer.from(tinyGame('Agreed', '0.5')));
    await page.waitForSelector('text=Done: 1 game');
    await page.click('.rows .row');
    await page.waitForSelector('.groups');
    const sum = '.account tr:has(th:has-text("aga, komi"))';
    const result = '.account tr:has(th:text-is("result")) td';
    expect(await text(page, sum)).toContain('aga, komi 0.5');
    expect(await text(page, '.notes')).toContain('komi 0.5 stays: it is in the record');
    const counted = await text(page, 'tr:has(th:text-is("aga")) td:last-child');
    expect(await text(page, result)).toBe(counted);
    expect(await page.locator('.komi-differs').count()).toBe(0);
    for (const [choice, komi] of [
      ['standard', '7.5'],
      ['same', '0.5'],
      ['points', '0.5'],
    ] as const) {
      await page.selectOption('select[name=komi]', choice);
      await page.waitForSelector(`${sum}:has-text("aga, komi ${komi}")`);
      expect(await page.locator('.komi-differs').count()).toBe(komi === '0.5' ? 0 : 1);
    }
    await page.fill('.account input', '-3.5');
    await page.waitForSelector(`${sum}:has-text("aga, komi -3.5")`);
    expect(await text(page, '.komi-differs')).toContain('with komi -3.5 in this account');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test('a superko case opens at the move, with the position that it repeats beside it; keys step through the game', async () => {
    const { page, wrong } = await openPage(browser, served.url);
    await drop(page, 'club.zip', club());
    await page.waitForSelector('text=Done: 3 games');
    // The keyboard alone: to the table, to its first row, into the game.
    await page.focus('.rows a[tabindex="0"]');
    for (const [key, name] of [
      ['End', 'copy.sgf'],
      ['Home', 'ko.sgf'],
    ] as const) {
      await page.keyboard.press(key);
      await page.waitForSelector(`.rows a:focus:has-text("${name}")`);
    }
    await page.keyboard.press('Enter');
    await page.waitForSelector('.question');
    expect(await text(page, '.stepper output')).toBe('move 6, White K3');
    expect(await text(page, '.question')).toContain('at the start');
    expect(await page.locator('.question svg').count()).toBe(2);
    await page.keyboard.press('ArrowLeft');
    expect(await text(page, '.stepper output')).toBe('move 5, Black G3');
    await page.keyboard.press('Home');
    expect(await text(page, '.stepper output')).toBe('the start');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test('hostile names and comments are text, on the screen and in the files', async () => {
    const { page, wrong } = await openPage(browser, served.url);
    await drop(page, 'h.zip', makeZip([{ name: HOSTILE.file, contents: hostileGame() }]));
    await page.waitForSelector('text=Done: 1 game');
    const row = await text(page, '.rows .row');
    for (const name of [HOSTILE.black, HOSTILE.white]) expect(row).toContain(name);
    await page.click('.rows .row');
    await page.waitForSelector('.columns');
    const title = await text(page, 'article h1');
    for (const name of [HOSTILE.black, HOSTILE.white]) expect(title).toContain(name);
    expect(await text(page, '.facts')).toContain(HOSTILE.event);
    expect(await page.locator('main script, main img, main b, main i, main u').count()).toBe(0);
    await page.click('text=all games');
    expect(await download(page, 'games.csv')).toContain(`"'=HYPERLINK(""http`);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test('a name of a megabyte', async () => {
    const { page, wrong } = await openPage(browser, served.url);
    await drop(page, 'long.sgf', Buffer.from(`(;SZ[5]PB[${'x'.repeat(1024 * 1024)}];B[aa])`));
    await page.waitForSelector('text=Done: 1 game');
    await page.click('.rows .row');
    await page.waitForSelector('.columns');
    expect((await text(page, 'main')).length).toBeLessThan(20_000);
    expect(wrong).toEqual([]);
    await page.context().close();
  });
});

test.each(['audit', 'score', 'convert', 'check'])(
  'hostile names in the HTML that a server answers to %s',
  async (command) => {
    const served = await servePage();
    try {
      // A check tells findings, and these name no players: the name of the file is hostile too.
      const file = `${HOSTILE.black}${HOSTILE.white}.sgf`;
      const options = command === 'convert' ? '&from=japanese&to=aga' : '';
      const query = `command=${command}&name=${encodeURIComponent(file)}${options}`;
      const created = await fetch(`${served.url}v1/jobs?${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-go-sgf' },
        body: hostileGame(),
      });
      const { id } = (await created.json()) as { id: string };
      const results = `v1/jobs/${id}/results`;
      await (await fetch(`${served.url}${results}?follow=true`)).text();
      const { page, wrong } = await openPage(browser, served.url);
      await page.goto(`${served.url}${results}?format=html`);
      await page.waitForSelector(`text=${HOSTILE.black}`);
      expect(await text(page, 'body')).toContain(HOSTILE.white);
      expect(await page.locator('body img, pre script, main script, body u, body i').count()).toBe(0);
      expect(wrong).toEqual([]);
    } finally {
      await served.close();
    }
  },
);

test('the page of a server has its runs after a reload, and forgets one that is deleted', async () => {
  const served = await servePage();
  try {
    const { page, wrong } = await openPage(browser, served.url);
    await drop(page, 'club.zip', club());
    await page.waitForSelector('text=Done: 3 games');
    await page.reload();
    await page.waitForSelector('text=Done: 3 games');
    await page.click('.brand');
    await page.waitForSelector('.past');
    await page.click('text=Delete');
    await page.waitForSelector('.past', { state: 'detached' });
    expect(wrong).toEqual([]);
  } finally {
    await served.close();
  }
});

test('a static site reads an archive as the command does, with a damaged entry and a picture named as a game', async () => {
  const served = await serveSite();
  try {
    const { page, wrong } = await openPage(browser, served.url);
    const zip = makeZip([
      { name: 'good.sgf', contents: '(;SZ[9];B[aa])' },
      { name: 'bad.sgf', contents: '(;SZ[9];B[bb])', crc: 1 },
      { name: 'picture.sgf', contents: Buffer.from('\u0089PNG\r\n', 'latin1') },
    ]);
    await drop(page, 'half.zip', zip);
    await page.waitForSelector('text=Done: 1 game');
    await page.click('summary');
    const details = await text(page, 'details');
    expect(details).toContain('its CRC-32 differs from the directory');
    expect(details).toContain('a PNG picture');
    expect(wrong).toEqual([]);
  } finally {
    await served.close();
  }
});
