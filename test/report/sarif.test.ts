import { createRequire } from 'node:module';
import Ajv from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FINDING_CODES } from '../../src/core/findings/finding.js';
import { makePlace, type Place } from '../cli/harness.js';
import { HOSTILE, HOSTILE_KINDS, hostileGame, LONG_NAME } from '../support/hostile.js';

const require = createRequire(import.meta.url);
const SAMPLES = new URL('../../samples/', import.meta.url).pathname;

const ajv = new Ajv.default({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json') as object);

interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly message: { readonly text: string };
      readonly locations: readonly {
        readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
      }[];
    }[];
  }[];
}

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

async function validLog(...inputs: readonly string[]): Promise<Log['runs'][number]> {
  const { out } = await place.sgfReferee([
    'audit',
    ...inputs,
    '--format',
    'sarif',
    '--quiet',
    '--fail-on',
    'never',
  ]);
  const log: unknown = JSON.parse(out);
  expect(validate(log), JSON.stringify(validate.errors?.slice(0, 5))).toBe(true);
  return (log as Log).runs[0]!;
}

test('the schema refuses what is no log', () => {
  const head = { version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, results: [] as object[] }] };
  expect(validate(head)).toBe(true);
  for (const wrong of [
    { message: {} },
    { message: { text: 'x' }, level: 'fatal' },
    { ruleId: 'x' },
    { message: { text: 'x' }, surprise: 1 },
  ]) {
    head.runs[0]!.results = [wrong];
    expect(validate(head)).toBe(false);
  }
});

test('the log of all samples is valid, and each result names a rule that the tool has', async () => {
  const { tool, results } = await validLog(SAMPLES);
  const { rules } = tool.driver;
  expect(rules.map(({ id }) => id)).toEqual([...FINDING_CODES]);
  expect(results.length).toBeGreaterThan(60);
  for (const { ruleId, ruleIndex } of results) expect(rules[ruleIndex]!.id).toBe(ruleId);
});

test('a run without games, and one without findings, are valid', async () => {
  expect((await validLog(place.put('empty.sgf', ''))).results.length).toBeGreaterThan(0);
  const clean = place.put('clean.sgf', '(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]PB[A]PW[B]RE[W+R];B[aa];W[bb])');
  expect((await validLog(clean)).results).toEqual([]);
});

test.each(HOSTILE_KINDS)('hostile text is text: %s', async (kind) => {
  const { results } = await validLog(place.put('h.sgf', hostileGame(HOSTILE[kind])));
  expect(results.some(({ ruleId }) => ruleId === 'move/occupied')).toBe(true);
});

test('a file name of any letters is a URI, and comes back from it', async () => {
  const name = 'a b/<b>%41#1?\u202e"\'[x] 棋.sgf';
  const { results } = await validLog(place.put(name, hostileGame('x')));
  const { uri } = results[0]!.locations[0]!.physicalLocation.artifactLocation;
  expect(uri).toMatch(/^[\w\-.~!*'()%/]+$/);
  expect(decodeURIComponent(uri).endsWith(name)).toBe(true);
});

test('names of a megabyte do not stand in the log', async () => {
  const run = await validLog(place.put('long.sgf', hostileGame(LONG_NAME)));
  for (const { message } of run.results) expect(message.text.length).toBeLessThan(2000);
});
