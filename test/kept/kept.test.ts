/**
 * What sgf-referee keeps for later runs, as each version wrote it: a folder a version, `before` for files that named none. A new
 * version adds its own: UPDATE=1 writes the folder of the version in package.json. A file that can no longer be read, and is not
 * brought up to date, is refused with a sentence; its test here says so.
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseBaseline } from '../../src/referee/judge/baseline.js';
import { parseDecisions } from '../../src/referee/judge/decisions.js';
import { ResultsFile } from '../../src/run/parts/kept-results.js';
import { openCache } from '../../src/run/parts/result-cache.js';
import { entriesOf, readEntries } from '../../src/run/parts/result-record.js';
import type { Task, TaskResult, WorkSettings } from '../../src/run/tasks/task.js';
import { makeService, tinyGame, waitForJob } from '../service/support.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const KEPT = fileURLToPath(new URL('.', import.meta.url));
const { version } = JSON.parse(fs.readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const NEWER =
  /a newer version of sgf-referee wrote this \(format 9, this version reads 1\): update sgf-referee/;
const GAME = 'game.sgf';

let place: string;
/** A fresh copy of something kept, with the game that it is about. */
function copied(name: string): string {
  const folder = fs.mkdtempSync(join(place, 'copy-'));
  fs.cpSync(join(KEPT, name), folder, { recursive: true });
  fs.writeFileSync(join(folder, GAME), `${tinyGame('A').slice(0, -1)};B[cc])`);
  return folder;
}
function command(cwd: string, ...words: readonly string[]) {
  const env = { ...process.env, NO_COLOR: '1', XDG_CACHE_HOME: join(place, 'code') };
  const given = [join(ROOT, 'dist/cli/bin.js'), ...words];
  return spawnSync(process.execPath, given, { cwd, encoding: 'utf8', env });
}
const read = (...path: readonly string[]): string => fs.readFileSync(join(...path), 'utf8');

/** A task whose results are kept, and the settings of its run. */
const TASK = {
  items: [{ kind: 'bytes', name: GAME, bytes: Buffer.from('a'), size: 1 }],
} as unknown as Task;
const settings = { sinks: ['csv', 'findings', 'html'], options: {} } as unknown as WorkSettings;

/** The pack of results in a cache, and the first of its results. */
function packIn(cache: string): { readonly path: string; readonly result: TaskResult | undefined } {
  const name = fs
    .readdirSync(cache, { recursive: true, encoding: 'utf8' })
    .find((one) => one.endsWith('.pack'))!;
  const path = join(cache, name);
  const [entry] = readEntries(path, (source) => [...entriesOf<{ readonly key: string }>(source)]);
  const find = openCache({ folder: cache, identity: name.split('/')[0]! }, settings.sinks.length);
  return { path, result: entry && find(entry.line.key) };
}

async function keepAll(): Promise<void> {
  const made = fs.mkdtempSync(join(place, 'made-'));
  fs.writeFileSync(join(made, GAME), read(copied('before'), GAME));
  const { decisions } = JSON.parse(read(ROOT, 'samples/decisions.json')) as { decisions: object[] };
  fs.writeFileSync(join(made, 'decisions.json'), JSON.stringify({ version: 1, decisions }, undefined, 2));
  command(made, 'check', GAME, '--write-baseline', 'baseline.json');
  command(made, 'plan', GAME, '--out', 'plan');
  command(made, 'work', '--plan', 'plan');
  command(made, 'audit', GAME, '--out', 'out', '--cache', 'cache');
  const kept = new ResultsFile(join(made, 'run.parts'), { version }, 'begin', 0);
  const { result } = packIn(join(made, 'cache'));
  kept.written(await kept.run(TASK, settings, () => Promise.resolve([result!])));
  kept.close();
  const service = await makeService({ folder: join(made, 'store') });
  const accepted = await service.ask('/v1/jobs?name=a.sgf', { method: 'POST', body: tinyGame('A') });
  await waitForJob(service.ask, ((await accepted.json()) as { id: string }).id);
  await service.close();
  for (const name of ['decisions.json', 'baseline.json', 'plan', 'cache', 'run.parts', 'store'])
    fs.cpSync(join(made, name), join(KEPT, version, name), { recursive: true });
  for (const name of ['bodies', 'serve.lock'])
    fs.rmSync(join(KEPT, version, 'store', name), { recursive: true, force: true });
}

beforeAll(async () => {
  place = fs.mkdtempSync(join(tmpdir(), 'sgf-referee-kept-'));
  if (process.env['UPDATE'] === '1') await keepAll();
}, 120_000);
afterAll(() => fs.rmSync(place, { recursive: true, force: true }));

const versions = fs.readdirSync(KEPT).filter((name) => !name.includes('.test.'));

it('a file of each kind of this version is here', () => {
  expect(versions).toContain(version);
});

describe.each(versions)('%s', (from) => {
  const isHere = (name: string): boolean => fs.existsSync(join(KEPT, from, name));
  const other = version.replace(/\d+$/, '999');

  it('decisions.json is read, one of a later version refused', () => {
    const text = read(KEPT, from, 'decisions.json');
    expect(parseDecisions(text)).toMatchObject({ ok: true, value: [{}, {}] });
    const folder = copied(from);
    const words = ['score', GAME, '--decisions', 'decisions.json'];
    expect(command(folder, ...words).status).toBeLessThan(2);
    const { version: _, ...rest } = JSON.parse(text) as { version?: number };
    fs.writeFileSync(join(folder, 'decisions.json'), JSON.stringify({ version: 9, ...rest, new: [] }));
    const { status, stderr } = command(folder, ...words);
    expect([status, stderr.split('\n')]).toEqual([2, expect.arrayContaining([expect.stringMatching(NEWER)])]);
  });

  it('decisions in the storage of a browser are read; those of a later version are not read and stay', async () => {
    const kept = new Map([['sgf-referee-decisions', read(KEPT, from, 'decisions.json')]]);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    try {
      const module = new URL('../../src/ui/page/decisions.ts', import.meta.url).href;
      const page = (await import(module)) as {
        readonly keptDecisions: () => readonly object[];
        readonly keepChange: (change: { add: readonly object[] }) => boolean;
      };
      expect(page.keptDecisions()).toHaveLength(2);
      expect(page.keepChange({ add: [] })).toBe(true);
      const text = kept.get('sgf-referee-decisions')!;
      expect(JSON.parse(text)).toMatchObject({ version: 1, decisions: [{}, {}] });
      const later = text.replace('"version": 1', '"version": 9');
      kept.set('sgf-referee-decisions', later);
      expect(page.keptDecisions()).toEqual([]);
      expect(page.keepChange({ add: [] })).toBe(false);
      expect(kept.get('sgf-referee-decisions')).toBe(later);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  if (isHere('baseline.json'))
    it('a baseline is read, one of a later version refused and not replaced', () => {
      const folder = copied(from);
      const text = read(folder, 'baseline.json');
      expect(parseBaseline(text)).toMatchObject({ ok: true });
      expect(command(folder, 'check', GAME, '--baseline', 'baseline.json')).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/^file,game,code.*\n$/) as string,
      });
      const later = text.replace('{"baseline":1', '{"baseline":9');
      fs.writeFileSync(join(folder, 'baseline.json'), later);
      const { status, stderr } = command(folder, 'check', GAME, '--baseline', 'baseline.json');
      expect([status, stderr.split('\n')]).toEqual([
        2,
        expect.arrayContaining([expect.stringMatching(NEWER)]),
      ]);
      expect(command(folder, 'check', GAME, '--write-baseline', 'baseline.json').status).toBe(2);
      expect(read(folder, 'baseline.json')).toBe(later);
    });

  if (isHere('plan'))
    it('a plan and its parts are used by the version that made them, and by no other', () => {
      const folder = copied(from);
      const path = join(folder, 'plan/plan.ndjson');
      const text = read(path);
      const refused = (made: string): void => {
        for (const words of [
          ['work', '--plan', 'plan'],
          ['merge', 'plan', '--out', 'merged'],
        ]) {
          const { status, stderr } = command(folder, ...words);
          expect(status).toBe(2);
          expect(stderr).toContain(`the plan was made by version ${made}, this is ${version}: make it again`);
        }
      };
      if (from === version) {
        expect(command(folder, 'work', '--plan', 'plan').stderr).toContain('1 complete already');
        expect(command(folder, 'merge', 'plan', '--out', 'merged').status).toBe(1);
        expect(read(folder, 'merged/games.csv')).toContain(GAME);
      } else refused(from);
      fs.writeFileSync(path, text.replace(/"version":"[^"]*"/, `"version":"${other}"`));
      refused(other);
      fs.writeFileSync(path, text.replace(/"plan":1,"version":"[^"]*"/, `"plan":9,"version":"${other}"`));
      refused(other);
    });

  if (isHere('run.parts'))
    it('an unfinished run goes on with its version, and with no other', async () => {
      const path = join(copied(from), 'run.parts');
      const kept = new ResultsFile(path, { version: from }, 'go-on');
      const results = await kept.run(TASK, settings, () => Promise.reject(new Error('made again')));
      expect(results).toMatchObject([{ names: [GAME], faults: 0 }]);
      kept.close();
      expect(() => new ResultsFile(path, { version: other }, 'go-on')).toThrow(
        `the unfinished run was made by version ${from}, this is ${other}: start over without --resume`,
      );
    });

  if (isHere('cache'))
    it('results of a cache are taken by their version, and do no harm to another', () => {
      const folder = copied(from);
      const { path, result } = packIn(join(folder, 'cache'));
      expect(result).toMatchObject({ names: [GAME], faults: 0 });
      const audit = (...more: readonly string[]): string => {
        expect(command(folder, 'audit', GAME, '--out', 'out', '--force', ...more).status).toBe(1);
        return (
          read(folder, 'out/games.csv') + read(folder, 'out/findings.csv') + read(folder, 'out/index.html')
        );
      };
      const whole = audit();
      expect(audit('--cache', 'cache')).toBe(whole);
      // As if a later version wrote other records under the same name.
      fs.writeFileSync(path, fs.readFileSync(path, 'latin1').replace('"names"', '"named"'), 'latin1');
      expect(audit('--cache', 'cache')).toBe(whole);
    });

  if (isHere('store'))
    it('jobs of a server are there with their results; a later store is refused', async () => {
      const folder = join(copied(from), 'store');
      const service = await makeService({ folder });
      try {
        const { jobs } = (await (await service.ask('/v1/jobs')).json()) as { jobs: { id: string }[] };
        expect(jobs).toHaveLength(1);
        expect(await waitForJob(service.ask, jobs[0]!.id)).toMatchObject({ state: 'done' });
        const answer = await service.ask(`/v1/jobs/${jobs[0]!.id}/results?format=csv`);
        expect((await answer.text()).split('\n')).toHaveLength(3);
      } finally {
        await service.close();
      }
      expect(JSON.parse(read(folder, 'store.json'))).toEqual({ store: 1 });
      fs.writeFileSync(join(folder, 'store.json'), '{"store":9}');
      await expect(makeService({ folder })).rejects.toThrow(NEWER);
      expect(fs.readdirSync(join(folder, 'jobs'))).toHaveLength(1);
    });
});
