import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makePlace, type Place } from '../cli/harness.js';
import { csvRows } from '../support/csv-rows.js';
import { HOSTILE, HOSTILE_KINDS, hostileGame, LONG_NAME, UNSEEN } from '../support/hostile.js';
import { openBrowser } from './page-support.js';

const SAMPLES = new URL('../../samples/', import.meta.url).pathname;

let browser: Browser;
let page: Page;
let place: Place;
beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
});
afterAll(() => browser.close());
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

interface Case {
  readonly file: string;
  readonly name: string;
  readonly failures: readonly { readonly type: string; readonly message: string }[];
  readonly errors: number;
  readonly output: string;
}

interface Suite {
  readonly root: string;
  readonly elements: readonly string[];
  readonly cases: readonly Case[];
  readonly xml: string;
}

/** Runs in the browser, whose names the tests do not have: a text, not a function. */
const READ = `(text) => {
  const parsed = new DOMParser().parseFromString(text, 'application/xml');
  const refused = parsed.querySelector('parsererror');
  if (refused) return { refused: refused.textContent };
  const cases = [...parsed.querySelectorAll('testsuite > testcase')].map((one) => ({
    file: one.getAttribute('classname'),
    name: one.getAttribute('name'),
    failures: [...one.querySelectorAll(':scope > failure')].map((failure) => ({
      type: failure.getAttribute('type'),
      message: failure.getAttribute('message'),
    })),
    errors: one.querySelectorAll(':scope > error').length,
    output: one.querySelector(':scope > system-out')?.textContent ?? '',
  }));
  const elements = [...new Set([...parsed.querySelectorAll('*')].map(({ tagName }) => tagName))];
  return { root: parsed.documentElement.tagName, elements, cases };
}`;

/** What the browser's own XML parser makes of the report; it refuses what is not well formed. */
async function suiteOf(...inputs: readonly string[]): Promise<Suite> {
  const { out: xml } = await place.sgfReferee([
    'audit',
    ...inputs,
    '--format',
    'junit',
    '--quiet',
    '--fail-on',
    'never',
  ]);
  const read: Omit<Suite, 'xml'> | { readonly refused: string } = await page.evaluate(
    `(${READ})(${JSON.stringify(xml)})`,
  );
  if ('refused' in read) throw new Error(`not well formed: ${read.refused}`);
  return { ...read, xml };
}

test('the parser refuses what is not well formed', async () => {
  const read = await page.evaluate(`(${READ})('<a b="<"/>')`);
  expect(read).toHaveProperty('refused');
});

test('the samples: a case for each game, a failure for each error, the rest as output', async () => {
  const { root, elements, cases: all } = await suiteOf(SAMPLES);
  const cases = all.filter(({ name }) => name !== 'file');
  expect(root).toBe('testsuites');
  expect([...elements].sort()).toEqual(['failure', 'system-out', 'testcase', 'testsuite', 'testsuites']);
  const args = ['audit', SAMPLES, '--format', 'csv', '--quiet', '--fail-on', 'never'];
  const [head = [], ...rows] = csvRows((await place.sgfReferee(args)).out);
  const cell = (row: readonly string[], name: string): number => Number(row[head.indexOf(name)]);
  expect(cases).toHaveLength(rows.length);
  expect(cases.map(({ failures }) => failures.length)).toEqual(rows.map((row) => cell(row, 'errors')));
  expect(cases.map(({ output }) => output.split('\n').length - 1)).toEqual(
    rows.map((row) => cell(row, 'warnings') + cell(row, 'notes')),
  );
  const ko = cases.find(({ file }) => file.endsWith('basic-ko-retaken.sgf'))!;
  expect(ko.failures[0]).toMatchObject({ type: 'move/ko' });
  expect(ko.failures[0]!.message).toContain('takes the ko back at once');
});

test('a file that cannot be read is an error, not a failure', async () => {
  const { cases } = await suiteOf(place.put('broken.zip', Buffer.from('PK\u0003\u0004 no archive')));
  expect(cases.map(({ name, errors, failures }) => [name, errors, failures.length])).toEqual([
    ['file', 1, 0],
  ]);
});

test.each(HOSTILE_KINDS)('hostile text is text: %s', async (kind) => {
  const name = `${kind} ${HOSTILE[kind].replaceAll('/', '|').replace('\ud83d', '')}.sgf`;
  const { cases, elements, xml } = await suiteOf(place.put(name, hostileGame(HOSTILE[kind])));
  expect([...elements].sort()).toEqual(['failure', 'system-out', 'testcase', 'testsuite', 'testsuites']);
  // What a file itself has, such as letters that were lost, is a case of its own.
  const [game, ...more] = cases.filter((one) => one.name !== 'file');
  expect(more).toEqual([]);
  expect(game!.failures.map(({ type }) => type)).toContain('move/occupied');
  expect(UNSEEN.test(xml)).toBe(false);
  if (kind === 'script' || kind === 'attribute' || kind === 'formula' || kind === 'entity') {
    expect(game!.name).toContain(HOSTILE[kind]);
  }
});

test('a name of a megabyte is cut', async () => {
  const { cases, xml } = await suiteOf(place.put('long.sgf', hostileGame(LONG_NAME)));
  expect(cases[0]!.name.length).toBeLessThan(300);
  expect(xml.length).toBeLessThan(5000);
});
