import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { csvRows } from '../support/csv-rows.js';
import { makePlace, type Place, type Said } from './harness.js';

/** Three faults in a variation: komi in the middle, two judgements of one move, a label without text. */
const SAMPLE = fileURLToPath(new URL('../../samples/format/notes-in-a-variation.sgf', import.meta.url));

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

const check = (...argv: string[]): Promise<Said> =>
  place.sgfReferee(['check', '--quiet', '--jobs', '1', ...argv]);

/** Code and severity of each finding. */
async function told(...argv: string[]): Promise<string[]> {
  const [head = [], ...rows] = csvRows((await check(SAMPLE, '--fail-on', 'never', ...argv)).out);
  return rows.map((row) => `${row[head.indexOf('severity')]!} ${row[head.indexOf('code')]!}`);
}

describe('profiles', () => {
  test.each([
    [[], ['warning sgf/game-info-elsewhere', 'note sgf/annotation-pair', 'warning sgf/composed-value']],
    [
      ['--strict'],
      ['error sgf/game-info-elsewhere', 'warning sgf/annotation-pair', 'error sgf/composed-value'],
    ],
    [['--lenient'], ['note sgf/game-info-elsewhere', 'note sgf/composed-value']],
  ])('%j', async (options, findings) => {
    expect(await told(...options)).toEqual(findings);
  });

  test('strict and lenient exclude each other', async () => {
    const { code, err } = await check(SAMPLE, '--strict', '--lenient');
    expect(code).toBe(2);
    expect(err).toContain('--strict: cannot be given with lenient');
  });
});

describe('choice of codes', () => {
  test('only some', async () => {
    expect(await told('--only', 'sgf/annotation-pair,sgf/composed-value')).toEqual([
      'note sgf/annotation-pair',
      'warning sgf/composed-value',
    ]);
  });

  test('all but one', async () => {
    expect(await told('--ignore', 'sgf/annotation-pair')).toEqual([
      'warning sgf/game-info-elsewhere',
      'warning sgf/composed-value',
    ]);
  });

  test('a code that does not exist is wrong usage', async () => {
    expect((await check(SAMPLE, '--only', 'sgf/nothing')).code).toBe(2);
  });
});

describe('forms and exit codes', () => {
  test('the path of the node stands in the CSV', async () => {
    const [head = [], row = []] = csvRows((await check(SAMPLE)).out);
    expect(row[head.indexOf('variation')]).toBe('3.2');
  });

  test.each(['jsonl', 'json', 'sarif', 'junit', 'text'])('%s names the code', async (format) => {
    expect((await check(SAMPLE, '--format', format)).out).toContain('sgf/annotation-pair');
  });

  test.each([
    ['error', 0],
    ['warning', 1],
  ] as const)('--fail-on %s', async (least, code) => {
    expect((await check(SAMPLE, '--fail-on', least)).code).toBe(code);
  });

  test('reads standard input', async () => {
    const said = await place.sgfReferee(['check', '-', '--quiet'], { stdin: readFileSync(SAMPLE) });
    expect(said.out).toContain('sgf/game-info-elsewhere');
  });

  test('moves of variations are judged by the board where that is asked for', async () => {
    const file = place.put('v.sgf', '(;FF[4]GM[1]SZ[9]RE[W+R];B[ee];W[cc](;B[gg])(;B[cc]))');
    expect((await check(file)).out).not.toContain('move/occupied');
    expect((await check(file, '--variations')).out).toContain('move/occupied');
  });
});
