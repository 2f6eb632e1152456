import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gameText, makePlace, type Place, type Said } from '../cli/harness.js';
import { differing } from '../faults/stopped-runs.js';
import { type ObjectStorage, startObjectStorage } from '../support/object-storage.js';
import { makeZip } from './make-zip.js';

const COMMAND = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url));
const SAMPLES = fileURLToPath(new URL('../../samples', import.meta.url));

/** A game of two passes on a small board, whose dead stones must be judged. */
const counted = (i: number): string =>
  `(;GM[1]FF[4]SZ[9]KM[6.5]RU[Chinese]PB[b ${String(i)}]PW[w]RE[B+${String(i % 9)}.5];B[ce];W[ge];B[c${'abcdfghi'[i % 8]!}];W[g${'abcdfghi'[(i + 3) % 8]!}];B[ee];W[ef];B[ed];W[];B[])`;

let place: Place;
const at = (name: string): string => join(place.path, name);
const run = (words: readonly string[]): Promise<Said> => place.sgfReferee(words);
const packs = (): string[] =>
  fs.existsSync(at('cache'))
    ? fs
        .readdirSync(at('cache'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.pack'))
        .sort()
    : [];

beforeAll(() => {
  place = makePlace();
  fs.cpSync(SAMPLES, at('in/samples'), { recursive: true });
  for (let i = 0; i < 20; i++) place.put(`in/counted/${String(i)}.sgf`, counted(i));
  const large = Array.from({ length: 4000 }, (_, i) => gameText(i % 300, 40)).join('\n');
  place.put('in/large.sgf', `junk ${large} and more junk\n\u0000`);
  place.put(
    'in/games.zip',
    makeZip(
      Array.from({ length: 30 }, (_, i) => ({ name: `z/${String(i)}.sgf`, contents: counted(i + 10) })),
    ),
  );
  place.put('in/two.sgf', gameText(1) + counted(3) + gameText(1));
  place.put('in/empty.sgf', '');
});
afterAll(() => place.remove());
beforeEach(() => fs.rmSync(at('cache'), { recursive: true, force: true }));

/** Audits into a folder, with or without the cache. */
async function audited(
  folder: string,
  inputs: readonly string[],
  more: readonly string[] = [],
): Promise<Said> {
  return run(['audit', ...inputs, '--out', at(folder), '--force', '--jobs', '2', '--quiet', ...more]);
}

/** The names of the files that differ between a run without the cache and one with it. */
async function differences(
  inputs: readonly string[],
  more: readonly string[] = [],
): Promise<readonly string[]> {
  const plain = await audited('plain', inputs, more);
  const cached = await audited('cached', inputs, [...more, '--cache', at('cache')]);
  expect(cached).toEqual(plain);
  return differing(at('plain'), at('cached'));
}

it('a run with the cache writes the bytes of one without, cold and warm, and the warm one judges nothing', async () => {
  expect(await differences([at('in')])).toEqual([]);
  const made = packs();
  expect(made.length).toBeGreaterThan(0);
  expect(await differences([at('in')])).toEqual([]);
  expect(packs()).toEqual(made);
});

/** The files of the results in a pack. */
function filesIn(pack: string): number {
  const bytes = fs.readFileSync(join(at('cache'), pack)).toString('latin1');
  const names = [...bytes.matchAll(/\{"names":(\[.*?\]),"counts"/g)];
  return names.reduce((sum, [, list]) => sum + (JSON.parse(list!) as string[]).length, 0);
}

it('of 1,500 files those that are added, removed or changed cost their neighbours at most', async () => {
  for (let i = 0; i < 1500; i++) place.put(`nightly/${String(i % 7)}/${String(i)}.sgf`, counted(i));
  await audited('cached', [at('nightly')], ['--cache', at('cache')]);
  const made = packs();
  expect(made.reduce((sum, pack) => sum + filesIn(pack), 0)).toBe(1500);
  const numbers = [77, 402, 811, 1240].map(String);
  for (const n of numbers) place.put(`nightly/${String(Number(n) % 7)}/${n}.sgf`, counted(Number(n) + 9));
  for (const n of ['5', '900']) fs.rmSync(at(`nightly/${String(Number(n) % 7)}/${n}.sgf`));
  for (const n of ['new', '333 é围']) place.put(`nightly/3/${n}.sgf`, counted(1));
  expect(await differences([at('nightly')])).toEqual([]);
  const [more] = packs().filter((pack) => !made.includes(pack));
  // 20 changes of 27,692 files may cost 2 %.
  expect(filesIn(more!)).toBeLessThanOrEqual((8 * 27_692 * 0.02) / 20);
  expect(await differences([at('nightly')])).toEqual([]);
  expect(packs()).toHaveLength(made.length + 1);
});

it('a game that is added to the end of a large file costs its last part', async () => {
  await audited('cached', [at('in/large.sgf')], ['--cache', at('cache'), '--no-score']);
  const made = packs();
  const bytes = made.reduce((sum, pack) => sum + fs.statSync(join(at('cache'), pack)).size, 0);
  fs.copyFileSync(at('in/large.sgf'), at('large before.sgf'));
  fs.appendFileSync(at('in/large.sgf'), gameText(7));
  expect(await differences([at('in/large.sgf')], ['--no-score'])).toEqual([]);
  fs.renameSync(at('large before.sgf'), at('in/large.sgf'));
  const [more] = packs().filter((pack) => !made.includes(pack));
  expect(fs.statSync(join(at('cache'), more!)).size).toBeLessThan(bytes / 2);
});

it.each([
  '=1+1.sgf',
  'a,b.sgf',
  'a"b.sgf',
  "it's.sgf",
  'a\\b.sgf',
  '<b>.sgf',
  'a&b.sgf',
  '\u00a0\u2028.sgf',
  '-x.sgf',
  'a\nb.sgf',
  '\ufeff.sgf',
  '🀄.sgf',
  `${'n'.repeat(200)}.sgf`,
])('a file may be called %j', async (name) => {
  fs.rmSync(at('named'), { recursive: true, force: true });
  place.put('named/plain.sgf', counted(5));
  await audited('cached', [at('named')], ['--cache', at('cache')]);
  fs.renameSync(at('named/plain.sgf'), at(`named/${name}`));
  expect(await differences([at('named')])).toEqual([]);
  expect(await differences([at('named')])).toEqual([]);
});

describe.each([
  ['--format', 'jsonl'],
  ['--format', 'json'],
  ['--format', 'text'],
  ['--format', 'sarif'],
  ['--format', 'junit'],
  ['--rules', 'japanese'],
  ['--variations'],
  ['--max-per-code', '1'],
  ['--no-score'],
])('options %s %s', (...words: string[]) => {
  it('have results of their own', async () => {
    await run(['audit', at('in/counted'), '--cache', at('cache'), '--quiet']);
    for (const command of ['audit', 'check']) {
      if (command === 'check' && !['--format', '--variations'].includes(words[0]!)) continue;
      const plain = await run([command, at('in/counted'), at('in/samples'), ...words, '--quiet']);
      const line = [command, at('in/counted'), at('in/samples'), ...words, '--quiet', '--cache', at('cache')];
      expect(await run(line)).toEqual(plain);
      expect(await run(line)).toEqual(plain);
    }
  });
});

it('dead stones that are given for a file are for no copy of it', async () => {
  place.put('copies/a.sgf', counted(1));
  place.put('copies/b.sgf', counted(1));
  place.put('dead.csv', `file,game,points\n${at('copies/a.sgf')},1,E4\n`);
  const more = ['--dead', at('dead.csv')];
  expect(await differences([at('copies')], more)).toEqual([]);
  expect(await differences([at('copies')], more)).toEqual([]);
});

it('damaged packs are made again', async () => {
  await audited('cached', [at('in/counted')], ['--cache', at('cache')]);
  const [pack] = packs();
  const path = join(at('cache'), pack!);
  const whole = fs.readFileSync(path);
  for (const [position, change] of [
    [30, 'flip'],
    [whole.length >> 1, 'flip'],
    [whole.length - 30, 'flip'],
    [whole.length - 3, 'cut'],
    [100, 'cut'],
    [0, 'cut'],
  ] as const) {
    const bytes = Buffer.from(whole);
    if (change === 'flip') bytes[position]! ^= 1;
    fs.writeFileSync(path, change === 'cut' ? bytes.subarray(0, position) : bytes);
    expect(await differences([at('in/counted')])).toEqual([]);
    for (const name of packs()) if (name !== pack) fs.rmSync(join(at('cache'), name));
  }
});

/** Runs the command as a process of its own, killed after some milliseconds. */
async function spawned(words: readonly string[], killedAfter?: number): Promise<number | null> {
  const child = spawn(process.execPath, [COMMAND, ...words], { stdio: 'ignore' });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  if (killedAfter !== undefined) void wait(killedAfter).then(() => child.kill('SIGKILL'));
  return ended;
}

it('runs at the same time, and killed ones, leave a good cache', { timeout: 300_000 }, async () => {
  const words = (out: string): string[] => [
    'audit',
    at('in'),
    '--cache',
    at('cache'),
    '--out',
    at(out),
    '--force',
    '--quiet',
    '--fail-on',
    'never',
  ];
  await spawned(words('one'), 700);
  await spawned(words('one'), 1500);
  const codes = await Promise.all([spawned(words('one')), spawned(words('two'))]);
  expect(codes).toEqual([0, 0]);
  await audited('plain', [at('in')]);
  expect(differing(at('plain'), at('one'))).toEqual([]);
  expect(differing(at('plain'), at('two'))).toEqual([]);
  expect(await differences([at('in')])).toEqual([]);
});

it('a worker of a plan uses the cache', async () => {
  await audited('plain', [at('in/counted')]);
  for (const tries of [1, 2]) {
    fs.rmSync(at('job'), { recursive: true, force: true });
    await run(['plan', at('in/counted'), '--out', at('job')]);
    expect((await run(['work', '--plan', at('job'), '--cache', at('cache')])).code).toBe(0);
    await run(['merge', at('job'), '--out', at('merged')]);
    expect(differing(at('plain'), at('merged'))).toEqual([]);
    expect([packs().length, tries]).toEqual([1, tries]);
  }
});

describe('cache prune', () => {
  it('removes what was not used for long, or is too much', async () => {
    await audited('cached', [at('in/counted')], ['--cache', at('cache')]);
    await audited('cached', [at('in/two.sgf')], ['--cache', at('cache')]);
    const [first, second] = packs();
    const old = Date.now() / 1000 - 5 * 86_400;
    fs.utimesSync(join(at('cache'), first!), old, old);
    const prune = (...more: string[]): Promise<Said> =>
      run(['cache', 'prune', '--cache', at('cache'), ...more]);
    expect((await prune('--days', '6')).err).toMatch(/^0 packs of results removed \(0\.0 MB\), 2 kept/);
    expect((await prune('--days', '4')).err).toMatch(/^1 pack of results removed .*, 1 kept/);
    expect(packs()).toEqual([second]);
    expect((await prune('--most', '0')).err).toMatch(/^1 pack of results removed .*, 0 kept/);
    expect(packs()).toEqual([]);
    expect(await differences([at('in/counted')])).toEqual([]);
  });

  it('keeps what a run has used since', async () => {
    await audited('cached', [at('in/counted')], ['--cache', at('cache')]);
    const [pack] = packs();
    fs.utimesSync(join(at('cache'), pack!), 1, 1);
    await audited('cached', [at('in/counted')], ['--cache', at('cache')]);
    await run(['cache', 'prune', '--cache', at('cache'), '--days', '1']);
    expect(packs()).toEqual([pack]);
  });

  it.each([
    ['without a cache', ['prune', '--days', '1'], /--cache: give the folder or bucket/],
    ['without a bound', ['prune', '--cache', 'x'], /give --days or --most/],
    ['without a word', ['--cache', 'x'], /cache: give an action: prune/],
  ])('is refused %s', async (_, words, reason) => {
    const { code, err } = await run(['cache', ...words]);
    expect([code, err]).toEqual([2, expect.stringMatching(reason)]);
  });
});

describe('a cache in a bucket', () => {
  let storage: ObjectStorage;
  const before = { ...process.env };
  beforeAll(async () => {
    storage = await startObjectStorage();
    Object.assign(process.env, storage.env);
  });
  afterAll(async () => {
    process.env = before;
    await storage.close();
  });

  it('is filled, used and pruned', async () => {
    await audited('plain', [at('in/counted')]);
    for (const folder of ['cold', 'warm']) {
      await audited(folder, [at('in/counted')], ['--cache', 's3://games/results']);
      expect(differing(at('plain'), at(folder))).toEqual([]);
    }
    const { err } = await run(['cache', 'prune', '--cache', 's3://games/results', '--most', '0']);
    expect(err).toMatch(/^1 pack of results removed .*, 0 kept/);
  });

  it('that cannot be reached is one line', async () => {
    const { code, err } = await audited('none', [at('in/counted')], ['--cache', 's3://nowhere/x']);
    expect([code, err.trim().split('\n')]).toEqual([2, [expect.stringMatching(/no such bucket/)]]);
  });
});
