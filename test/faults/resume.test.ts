import { appendFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileTarget, type DurableTarget } from '../../src/run/merge/output.js';
import { beginReportPage } from '../../src/run/merge/report-page.js';
import { prepareRun, ResumeError } from '../../src/run/parts/resume.js';
import type { RunResult } from '../../src/run/merge/run.js';
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
  readonly from: 'go-on' | 'the-beginning';
  /** Stops when so many games are written; never where none is given. */
  readonly stopAt?: number;
  readonly identity?: string;
  readonly score?: boolean;
  /** Worker threads of this script judge, instead of this thread. */
  readonly workerUrl?: URL;
}

/** One run in this thread with a point behind every task. */
async function trial({
  out,
  from,
  stopAt,
  identity = 'same',
  score = false,
  workerUrl,
}: Trial): Promise<RunResult> {
  mkdirSync(out, { recursive: true });
  const path = join(out, 'run.journal');
  const inputs = {
    names: [input],
    stdin: Readable.from([]),
    limits: DEFAULT_LIMITS,
    onNothing: () => undefined,
    sizes: score ? ('known' as const) : ('unasked' as const),
  };
  const prepared = await prepareRun({ path, identity: { identity }, inputs, from, intervalMs: 0 });
  const targets: DurableTarget[] = SINKS.map((sink, i) => fileTarget(join(out, sink), prepared.marks?.[i]));
  const page = beginReportPage(join(out, 'index.html'), '1', prepared.marks?.[SINKS.length]);
  const stop = new AbortController();
  const result = await prepared.run(
    {
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
      outputs: [...targets, page.target].map((target, i) => ({ sink: SINKS[i] ?? 'html', target })),
      jobs: workerUrl ? 2 : 1,
      ...(workerUrl ? { workerUrl } : {}),
      version: '1',
      signal: stop.signal,
      onProgress: ({ games }) => (stopAt !== undefined && games >= stopAt ? stop.abort() : undefined),
    },
    [...targets, page.target],
  );
  writeFileSync(join(out, 'summary.json'), summaryJson(result.counts, result, '1'));
  page.complete(result.counts, result);
  page.close(prepared.state());
  if (result.interrupted === 'no') prepared.finish();
  return result;
}

/** What a machine that lost power in the middle of writing leaves. */
function tear(out: string): void {
  appendFileSync(join(out, 'csv'), 'half a ro');
  appendFileSync(join(out, 'json'), '{"half": ');
  const journal = join(out, 'run.journal');
  const lines = readFileSync(journal, 'utf8').split('\n');
  appendFileSync(journal, lines.at(-2)!.slice(0, 100));
}

describe('a run that goes on', () => {
  test.each([
    ['reading only', false],
    ['counting too', true],
  ])('gives the same bytes wherever it was stopped, %s', async (_, score) => {
    const whole = join(place.path, 'whole');
    await trial({ out: whole, from: 'the-beginning', score });
    for (const stopAt of [1, 250, 1500, 3000]) {
      const out = join(place.path, `stopped-${String(stopAt)}`);
      const first = await trial({ out, from: 'the-beginning', stopAt, score });
      expect(first.interrupted).toBe('yes');
      tear(out);
      await trial({ out, from: 'go-on', stopAt: stopAt + 1, score });
      await trial({ out, from: 'go-on', score });
      expect(differing(whole, out)).toEqual([]);
    }
  });

  test('without a journal begins, and a begun run forgets the journal of another', async () => {
    const whole = join(place.path, 'whole');
    await trial({ out: whole, from: 'go-on' });
    const out = join(place.path, 'out');
    await trial({ out, from: 'the-beginning', stopAt: 250 });
    await trial({ out, from: 'the-beginning' });
    expect(differing(whole, out)).toEqual([]);
  });

  test('remembers the faults of before, over more than one stop', async () => {
    place.put('in/-/hang.sgf', gameText(1));
    const workerUrl = new URL('./hanging-worker.mjs', import.meta.url);
    const out = join(place.path, 'out');
    const stops = [
      { from: 'the-beginning', stopAt: 200 },
      { from: 'go-on', stopAt: 1000 },
      { from: 'go-on' },
    ] as const;
    for (const stop of stops) {
      const { faults } = await trial({ out, workerUrl, ...stop });
      expect(faults).toBe(1);
    }
  });

  test('refuses other settings and other inputs in words', async () => {
    const out = join(place.path, 'out');
    await trial({ out, from: 'the-beginning', stopAt: 250 });
    await expect(trial({ out, from: 'go-on', identity: 'other' })).rejects.toThrow(
      'the unfinished run had other settings (identity)',
    );
    place.put('in/0/1000.sgf', gameText(1));
    await expect(trial({ out, from: 'go-on' })).rejects.toThrow(ResumeError);
  });

  test('tells of files whose contents changed, not of those that were written again alike', async () => {
    const out = join(place.path, 'out');
    await trial({ out, from: 'the-beginning', stopAt: 200 });
    place.put('in/0/0.sgf', gameText(0));
    const alike = await trial({ out, from: 'go-on', stopAt: 201 });
    expect(alike.counts.codes['file/changed']).toBeUndefined();
    const later = new Date(Date.now() + 5000);
    const changed = place.put('in/0/0.sgf', gameText(1));
    utimesSync(changed, later, later);
    await trial({ out, from: 'go-on', stopAt: 300 });
    const { counts } = await trial({ out, from: 'go-on' });
    expect(counts.codes['file/changed']).toBeGreaterThan(0);
    const told = readFileSync(join(out, 'findings'), 'utf8')
      .split('\n')
      .filter((row) => row.includes('file/changed') && row.startsWith(changed));
    expect(told).toHaveLength(1);
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
      journalMs: 1,
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
    const full = run('800');
    expect([full.status, full.stderr]).toEqual([
      2,
      expect.stringMatching(/^sgf-referee: cannot write .*: the file would be larger than allowed; --resume/),
    ]);
    expect(readFileSync(join(place.path, 'out/games.csv'), 'utf8')).toMatch(/\n$/);
    expect(run('unlimited', '--resume').status).toBe(0);
    const whole = join(place.path, 'whole');
    wholeRun({ ...NO_STOPS, script, inputs: [input], options: words.slice(4) }, whole);
    expect(differing(whole, join(place.path, 'out'))).toEqual([]);
  });
});

const NO_STOPS = { out: '', journalMs: 1, mostMs: 0, random: () => 0 };
