import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeZip } from '../batch/make-zip.js';
import { openBrowser, openPage, drop, shown, text } from '../browser/page-support.js';
import { install, type Install } from './install.js';

/** What the package may weigh. */
// The rulings kit takes 45 kB of it.
const MAX_PACKED = 2_250_000;
const MAX_INSTALLED = 43_000_000;

const TASKS = readFileSync(new URL('TASKS.md', import.meta.url), 'utf8');
const OCCUPIED = 'games/moves/occupied.sgf';

let here: Install;
let browser: Browser;
let server: ChildProcess | undefined;
let page: string;

beforeAll(async () => {
  here = install();
  browser = await openBrowser();
}, 300_000);
afterAll(async () => {
  server?.kill();
  await browser.close();
  here.remove();
});

const done = new Set<number>();
/** A task by its number in TASKS.md. */
function task(number: number, run: () => unknown): void {
  const [, words] = new RegExp(`^${String(number)}\\. (.*)$`, 'm').exec(TASKS)!;
  done.add(number);
  test(`${String(number)}. ${words!}`, run, 120_000);
}

function rows(csv: string): string[][] {
  const table: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    table.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end === '\n') table.push([]);
  }
  return table.slice(0, -1);
}

task(1, () => {
  const { version } = JSON.parse(
    readFileSync(join(here.folder, 'node_modules/sgf-referee/package.json'), 'utf8'),
  ) as { version: string };
  expect(here.sgfReferee('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

task(2, () => {
  const { code, out } = here.sgfReferee('--help');
  expect(code).toBe(0);
  for (const command of ['audit', 'score', 'convert', 'show', 'explain', 'serve'])
    expect(out).toContain(command);
  expect(here.sgfReferee('audit', '--help').out).toMatch(/audit .*samples|audit .*games/);
});

task(3, () => {
  const { code, err } = here.sgfReferee('audit', 'games', '--out', 'first');
  expect(code).toBe(1);
  expect(err).toMatch(/\d+ files, \d+ games/);
  expect(err).toMatch(/\d+ games with errors, \d+ of them with illegal moves/);
});

task(4, () => {
  const { out } = here.sgfReferee('audit', 'games', '--format', 'text', '--quiet');
  const line = out.split('\n').find((one) => one.includes('move/occupied') && one.includes(OCCUPIED))!;
  expect(line).toContain('E5');
  expect(line).toMatch(/[Mm]ove 4/);
  const json = here.sgfReferee('audit', OCCUPIED, '--format', 'json', '--quiet').out;
  const [game] = JSON.parse(json) as { findings: { code: string; line: number; column: number }[] }[];
  const { line: at, column } = game!.findings.find((one) => one.code === 'move/occupied')!;
  const text = readFileSync(join(here.folder, OCCUPIED), 'utf8').split('\n')[at - 1]!;
  expect(text.slice(column - 1)).toMatch(/^\[?ee\]/);
});

task(5, () => {
  const { code, out } = here.sgfReferee('explain', 'move/occupied');
  expect(code).toBe(0);
  for (const heading of ['Rule', 'Example', 'What to do']) expect(out).toContain(`\n${heading}\n`);
});

task(6, () => {
  const { code, out } = here.sgfReferee('show', OCCUPIED, '--move', '4');
  expect(code).toBe(0);
  expect(out).toMatch(/A B C D E F G H J/);
  expect(here.sgfReferee('show', OCCUPIED, '--png', 'board.png').code).toBe(0);
  expect(readFileSync(join(here.folder, 'board.png')).subarray(1, 4).toString()).toBe('PNG');
});

task(7, async () => {
  here.sgfReferee('audit', 'games', '--out', 'report');
  const report = await openPage(browser, pathToFileURL(join(here.folder, 'report/index.html')).href);
  await report.page.fill('input[type=search]', 'occupied');
  await report.page.locator('.rows .row').first().click();
  await report.page.waitForFunction(`/Move 4 .White E5/.test(document.body.innerText)`);
  expect(report.wrong).toEqual([]);
});

task(8, () => {
  here.sgfReferee('audit', 'games', '--out', 'table');
  for (const name of ['games.csv', 'findings.csv']) {
    const csv = new TextDecoder('utf-8', { fatal: true }).decode(
      readFileSync(join(here.folder, 'table', name)),
    );
    const [head, ...body] = rows(csv);
    expect(body.length).toBeGreaterThan(50);
    for (const row of body) expect(row, row[0]).toHaveLength(head!.length);
    expect(body.flat().filter((cell) => /^[=@\t\r]/.test(cell))).toEqual([]);
  }
  const table = readFileSync(join(here.folder, 'table/games.csv'), 'utf8');
  expect(table).toContain('王');
  expect(table).toContain("'=");
});

task(9, () => {
  const { code, out } = here.sgfReferee(
    'score',
    'games/scored/winner-flips.sgf',
    '--rules',
    'japanese,aga',
    '--format',
    'text',
  );
  expect(code).toBe(0);
  expect(out).toMatch(/^japanese .*B\+0\.5/m);
  expect(out).toMatch(/^aga .*B\+0\.5/m);
});

task(10, () => {
  const { out } = here.sgfReferee(
    'convert',
    'games/scored/winner-flips.sgf',
    '--to',
    'aga',
    '--format',
    'text',
  );
  expect(out).toContain('komi 7.5 instead of 6.5, each the standard');
  expect(out).toMatch(/B\+0\.5 under japanese is W\+0\.5 under aga: the winner changes/);
});

task(11, () => {
  const { out } = here.sgfReferee(
    'convert',
    'games/scored/s5-half-komi.sgf',
    '--to',
    'aga',
    '--format',
    'text',
  );
  expect(out).toContain('aga, komi 0.5');
  expect(out.replace(/\s+/g, ' ')).toContain('komi 0.5 stays: it is in the record');
});

task(12, () => {
  const { code, out } = here.sgfReferee('rules', 'aga');
  expect(code).toBe(0);
  expect(out).toContain('superko');
  expect(out).toMatch(/American Go Association/);
});

task(13, async () => {
  server = spawn(here.command, ['serve', '--port', '0', '--data', 'data'], {
    cwd: here.folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  page = await new Promise<string>((resolve, reject) => {
    let said = '';
    server!.stderr!.on('data', (some: Buffer) => {
      said += some.toString();
      const [url] = /http:\/\/[\d.:]+/.exec(said) ?? [];
      if (url !== undefined) resolve(`${url}/`);
    });
    server!.once('exit', () => reject(new Error(said)));
  });
  const opened = await openPage(browser, page);
  await opened.page.waitForSelector('.drop');
  expect(opened.wrong).toEqual([]);
});

/** The page with two files of the club dropped on it. */
async function dropped(): Promise<Awaited<ReturnType<typeof openPage>>> {
  const opened = await openPage(browser, page);
  const files = [OCCUPIED, 'games/scored/winner-flips.sgf'].map((name) => ({
    name: name.split('/').at(-1)!,
    contents: readFileSync(join(here.folder, name), 'utf8'),
  }));
  await drop(opened.page, 'club.zip', makeZip(files));
  await opened.page.waitForSelector('.rows .row:nth-child(2)');
  return opened;
}

task(14, async () => {
  const { page: shownPage, wrong } = await dropped();
  expect(await shown(shownPage)).toBe(2);
  await shownPage.locator('.rows .row', { hasText: 'occupied' }).click();
  await shownPage.waitForSelector('.facts');
  expect(await text(shownPage, 'body')).toContain('move/occupied');
  expect(wrong).toEqual([]);
});

task(15, async () => {
  const { page: shownPage } = await dropped();
  const [file] = await Promise.all([
    shownPage.waitForEvent('download', { timeout: 20_000 }),
    shownPage
      .locator('a, button', { hasText: /report|index\.html/i })
      .first()
      .click(),
  ]);
  const saved = readFileSync(await file.path(), 'utf8');
  expect(saved).toMatch(/^<!doctype html>/i);
  expect(saved).toContain('move/occupied');
});

task(16, () => {
  const games = ['moves/occupied.sgf', 'scored/winner-flips.sgf'];
  const entries = games.map((name) => ({
    name,
    contents: readFileSync(join(here.folder, 'games', name), 'utf8'),
  }));
  writeFileSync(join(here.folder, 'round 1.zip'), makeZip(entries));
  const { code, out } = here.sgfReferee('audit', 'round 1.zip', '--format', 'csv', '--quiet');
  expect(code).toBe(1);
  expect(
    rows(out)
      .slice(1)
      .map(([file]) => file),
  ).toEqual(games.map((name) => `round 1.zip!/${name}`));
});

task(17, () => {
  mkdirSync(join(here.folder, 'mixed'));
  const put = (name: string, contents: string | Buffer): void =>
    writeFileSync(join(here.folder, 'mixed', name), contents);
  put('good.sgf', readFileSync(join(here.folder, 'games/scored/winner-flips.sgf')));
  put('notes.sgf', 'Minutes of the meeting\n');
  put('cut.sgf', '(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5];B[ee];W[ce');
  const { out } = here.sgfReferee('audit', 'mixed', '--format', 'text', '--quiet');
  for (const name of ['notes.sgf', 'cut.sgf']) expect(out).toContain(`mixed/${name}`);
  const table = rows(here.sgfReferee('audit', 'mixed', '--format', 'csv', '--quiet').out);
  expect(table.map(([file]) => file)).toContain('mixed/good.sgf');
});

task(18, () => {
  const input = readFileSync(join(here.folder, OCCUPIED));
  const words = ['audit', '-', '--format', 'json', '--quiet'];
  const { status, stdout } = spawnSync(here.command, words, { cwd: here.folder, input, encoding: 'utf8' });
  const [game] = JSON.parse(stdout) as { illegal: number; first_code: string }[];
  expect([status, game!.illegal, game!.first_code]).toEqual([1, 1, 'move/occupied']);
});

task(19, () => {
  const program = `import { readFileSync } from 'node:fs';
    import { analyze, messageOf } from 'sgf-referee';
    import { analyze as quick } from 'sgf-referee/legality';
    const file = readFileSync('${OCCUPIED}');
    for (const { findings, record } of analyze(file).games)
      for (const found of findings) console.log(found.code, messageOf(found, record));
    console.log(quick(file.toString()).games[0].replay.illegal);`;
  writeFileSync(join(here.folder, 'try.mjs'), program);
  const { stdout, stderr } = spawnSync(process.execPath, ['try.mjs'], { cwd: here.folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^move\/occupied .*[Mm]ove 4/m);
  expect(stdout).toMatch(/\n1\n$/);
});

task(20, () => {
  expect(here.sgfReferee('audi', 'games')).toMatchObject({
    code: 2,
    err: expect.stringContaining('audit') as string,
  });
  const small = install('without');
  try {
    const { code, err } = small.sgfReferee('show', OCCUPIED, '--png', 'a.png');
    expect([code, err]).toEqual([2, expect.stringContaining('npm install @resvg/resvg-js') as string]);
    expect(small.sgfReferee('audit', OCCUPIED).code).toBe(1);
  } finally {
    small.remove();
  }
});

test('every task that is written down is tried', () => {
  const numbers = [...TASKS.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, i) => i + 1));
  expect([...done]).toEqual(numbers);
  expect(numbers.length).toBeGreaterThanOrEqual(20);
});

test('the package is small, packed and installed', () => {
  const figure = (what: string, bytes: number, most: number): string =>
    `${what}: ${(bytes / 1e6).toFixed(2)} MB of at most ${String(most / 1e6)} MB`;
  console.log(figure('package', here.packedBytes, MAX_PACKED));
  console.log(figure('installed', here.installedBytes, MAX_INSTALLED));
  expect(here.packedBytes).toBeLessThan(MAX_PACKED);
  expect(here.installedBytes).toBeLessThan(MAX_INSTALLED);
});

test('the package holds no code of one Node version, and nothing twice', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json'], { encoding: 'utf8' });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string; size: number }[] }];
  const paths = files.map(({ path }) => path);
  expect(paths.filter((path) => /v\d+\.\d+|\.map$|\.tsbuildinfo$|test\//.test(path))).toEqual([]);
  const large = files.filter(({ size }) => size > 50_000).map(({ path }) => readFileSync(path));
  expect(new Set(large.map((bytes) => bytes.toString('latin1'))).size).toBe(large.length);
});
