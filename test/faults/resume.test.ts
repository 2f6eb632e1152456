import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileTarget } from '../../src/run/merge/output.js';
import { beginReportPage } from '../../src/run/merge/report-page.js';
import { ResultsFile, ResumeError } from '../../src/run/parts/kept-results.js';
import { runBatch, type RunResult } from '../../src/run/merge/run.js';
import { DEFAULT_LIMITS } from '../../src/core/limits.js';
import { DEFAULT_OPTIONS } from '../../src/referee/judge/options.js';
import { summaryJson } from '../../src/report/output/summary.js';
import { seededRandom } from '../accuracy/random.js';
import { makeZip } from '../batch/make-zip.js';
import { gameText, makePlace, type Place } from '../cli/harness.js';
import { differing, stoppedRun, wholeRun } from './stopped-runs.js';

let place: Place;
let input: string;
beforeEach(() => {
  place = makePlace();
  input = join(place.path, 'in');
  for (let i = 0; i < 300; i++) place.put(`in/${String(i % 7)}/${String(i)}.sgf`, gameText(i % 90));
  place.put('in/4/large.sgf', Array.from({ length: 2500 }, (_, i) => gameText(i % 500)).join('\n'));
  place.put('in/5/broken.sgf', '(;GM[1]SZ[9];B[aa];W[aa]');
  place.put(
    'in/6/z.zip',
    makeZip(
      Array.from({ length: 300 }, (_, i) => ({ name: `${String(i)}.sgf`, contents: gameText(i + 60) })),
    ),
  );
});
afterEach(() => place.remove());

const SINKS = ['json', 'csv', 'findings'] as const;

/** What a worker is sent: no function crosses to another thread. */
const OPTIONS = { ...DEFAULT_OPTIONS, digest: undefined };

interface Trial {
  readonly out: string;
  readonly from: 'go-on' | 'begin';
  /** Stops when so many games are written; never where none is given. */
  readonly stopAt?: number;
  readonly identity?: string;
  readonly score?: boolean;
  /** Worker threads of this script judge, instead of this thread. */
  readonly workerUrl?: URL;
}

/** One run in this thread that keeps the results of every task at once. */
async function trial({
  out,
  from,
  stopAt,
  identity = 'same',
  score = false,
  workerUrl,
}: Trial): Promise<RunResult> {
  mkdirSync(out, { recursive: true });
  const kept = new ResultsFile(join(out, 'run.parts'), { identity }, from, 0);
  const targets = SINKS.map((sink) => ({ sink, target: fileTarget(join(out, sink)) }));
  const page = beginReportPage(join(out, 'index.html'), '1');
  const stop = new AbortController();
  const result = await runBatch({
    inputs: {
      names: [input],
      stdin: Readable.from([]),
      limits: DEFAULT_LIMITS,
      onNothing: () => undefined,
    },
    settings: {
      options: {
        ...OPTIONS,
        score,
        estimator: 'none',
        limits: { ...DEFAULT_LIMITS, ...(workerUrl ? { secondsPerGame: 2 } : {}) },
      },
      ignore: [],
      dead: undefined,
    },
    kept,
    outputs: [...targets, { sink: 'html', target: page.target, closed: page.closed }],
    jobs: workerUrl ? 2 : 1,
    ...(workerUrl ? { workerUrl } : {}),
    version: '1',
    signal: stop.signal,
    onProgress: ({ games }) => (stopAt !== undefined && games >= stopAt ? stop.abort() : undefined),
  });
  kept.close();
  writeFileSync(join(out, 'summary.json'), summaryJson(result.counts, result, '1'));
  page.complete(result.counts, result);
  page.close();
  if (result.interrupted === 'no') kept.remove();
  return result;
}

/** What a machine that lost power in the middle of writing leaves. */
function tear(out: string): void {
  appendFileSync(join(out, 'csv'), 'half a ro');
  appendFileSync(join(out, 'json'), '{"half": ');
  const parts = join(out, 'run.parts');
  appendFileSync(parts, readFileSync(parts).subarray(0, 100));
  appendFileSync(parts, '{"key":"0123","bytes":1000,"crc32":1,"closed":[]}\nhalf a rec');
}

/** Makes an unfinished run one that began later, so that inputs written a moment before it count as unchanged. */
function later(out: string): void {
  const path = join(out, 'run.parts');
  const text = readFileSync(path, 'latin1');
  const moved = text.replace(/"started":(\d+)/, (_, ms) => `"started":${String(Number(ms) + 10_000)}`);
  writeFileSync(path, moved, 'latin1');
}

describe('a run that goes on', () => {
  test.each([
    ['reading only', false],
    ['counting too', true],
  ])('gives the same bytes wherever it was stopped, %s', async (_, score) => {
    const whole = join(place.path, 'whole');
    await trial({ out: whole, from: 'begin', score });
    for (const stopAt of [1, 250, 1500, 3000]) {
      const out = join(place.path, `stopped-${String(stopAt)}`);
      const first = await trial({ out, from: 'begin', stopAt, score });
      expect(first.interrupted).toBe('yes');
      later(out);
      tear(out);
      await trial({ out, from: 'go-on', stopAt: stopAt + 1, score });
      await trial({ out, from: 'go-on', score });
      expect(differing(whole, out)).toEqual([]);
    }
  });

  test('without results of an earlier run begins, and a begun run forgets those of another', async () => {
    const whole = join(place.path, 'whole');
    await trial({ out: whole, from: 'go-on' });
    const out = join(place.path, 'out');
    await trial({ out, from: 'begin', stopAt: 250 });
    await trial({ out, from: 'begin' });
    expect(differing(whole, out)).toEqual([]);
  });

  test('remembers the faults of before, over more than one stop', async () => {
    place.put('in/-/hang.sgf', gameText(1));
    const workerUrl = new URL('./hanging-worker.mjs', import.meta.url);
    const out = join(place.path, 'out');
    const stops = [
      { from: 'begin', stopAt: 200 },
      { from: 'go-on', stopAt: 1000 },
      { from: 'go-on' },
    ] as const;
    for (const stop of stops) {
      const { faults } = await trial({ out, workerUrl, ...stop });
      expect(faults).toBe(1);
    }
  });

  test('refuses other settings in words', async () => {
    const out = join(place.path, 'out');
    await trial({ out, from: 'begin', stopAt: 250 });
    await expect(trial({ out, from: 'go-on', identity: 'other' })).rejects.toThrow(
      new ResumeError(
        'the unfinished run had other settings (identity); give the same, or start over without --resume',
      ),
    );
  });

  test('judges again what was written since, and nothing else', async () => {
    const out = join(place.path, 'out');
    const rowsOf = (file: string): string[] =>
      readFileSync(join(out, 'csv'), 'utf8')
        .split('\n')
        .filter((row) => row.startsWith(join(input, file)));
    await trial({ out, from: 'begin', stopAt: 2000 });
    const [before] = rowsOf('0/0.sgf');
    place.put('in/0/0.sgf', gameText(0).replace('SZ[9]', 'SZ[8]'));
    later(out); // the change seems to lie before the run
    const { interrupted } = await trial({ out, from: 'go-on', stopAt: 2001 });
    expect([interrupted, rowsOf('0/0.sgf')]).toEqual(['yes', [before]]);
    const parts = readFileSync(join(out, 'run.parts'), 'latin1');
    const past = parts.replace(/"started":(\d+)/, (_, ms) => `"started":${String(Number(ms) - 20_000)}`);
    writeFileSync(join(out, 'run.parts'), past, 'latin1');
    place.put('in/1/new.sgf', gameText(3));
    await trial({ out, from: 'go-on' });
    const whole = join(place.path, 'whole');
    await trial({ out: whole, from: 'begin' });
    expect(differing(whole, out)).toEqual([]);
    expect(rowsOf('0/0.sgf')).not.toEqual([before]);
  });

  test('makes damaged results again', async () => {
    const [whole, out] = [join(place.path, 'whole'), join(place.path, 'out')];
    await trial({ out: whole, from: 'begin' });
    await trial({ out, from: 'begin', stopAt: 1000 });
    later(out);
    const path = join(out, 'run.parts');
    const bytes = readFileSync(path);
    for (let at = 200; at < bytes.length; at += 9999) bytes[at]! ^= 1;
    writeFileSync(path, bytes);
    await trial({ out, from: 'go-on' });
    expect(differing(whole, out)).toEqual([]);
  });
});

describe('the command', () => {
  const script = fileURLToPath(new URL('./run.mjs', import.meta.url));

  test('killed and interrupted at random moments ends with the same bytes', async () => {
    const seed = Math.floor(Math.random() * 1e9);
    console.log(`seed ${String(seed)}`);
    const request = {
      script,
      inputs: [input],
      out: join(place.path, 'stopped'),
      options: ['--no-score', '--jobs', '2', '--quiet', '--fail-on', 'never'],
      keptMs: 1,
      mostMs: 0,
      random: seededRandom(seed),
    };
    const whole = join(place.path, 'whole');
    const mostMs = wholeRun(request, whole);
    for (let time = 0; time < 3; time++) {
      await stoppedRun({ ...request, mostMs }, (stop) => (stop % 2 === 0 ? 'kill' : 'interrupt'));
      expect(differing(whole, request.out)).toEqual([]);
    }
  });

  test('that may write no more says so, leaves whole rows, and goes on when there is room', () => {
    const words = [
      'audit',
      input,
      '--out',
      'out',
      '--no-score',
      '--jobs',
      '1',
      '--quiet',
      '--fail-on',
      'never',
    ];
    const run = (limit: string, ...more: string[]): ReturnType<typeof spawnSync> =>
      spawnSync(
        'bash',
        ['-c', `ulimit -f ${limit}; exec "$0" "$@"`, process.execPath, script, '1', ...words, ...more],
        { cwd: place.path, encoding: 'utf8' },
      );
    const full = run('1000');
    expect([full.status, full.stderr]).toEqual([
      2,
      expect.stringMatching(/^sgf-referee: cannot write .*: the file would be larger than allowed; --resume/),
    ]);
    expect(readFileSync(join(place.path, 'out/games.csv'), 'utf8')).toMatch(/(^|\n)$/);
    expect(run('unlimited', '--resume').status).toBe(0);
    const whole = join(place.path, 'whole');
    wholeRun({ ...NO_STOPS, script, inputs: [input], options: words.slice(4) }, whole);
    expect(differing(whole, join(place.path, 'out'))).toEqual([]);
  });
});

const NO_STOPS = { out: '', keptMs: 1, mostMs: 0, random: () => 0 };
