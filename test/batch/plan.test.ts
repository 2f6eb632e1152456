import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gameText, makePlace, type Place, type Said } from '../cli/harness.js';
import { differing } from '../faults/stopped-runs.js';
import { diceOf } from '../support/event-tables.js';
import { openPlan } from '../../src/run/parts/plan.js';
import { makeZip } from './make-zip.js';

const COMMAND = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url));
const SAMPLES = fileURLToPath(new URL('../../samples', import.meta.url));
const FILES = ['games.csv', 'findings.csv', 'summary.json', 'index.html'];

let place: Place;
const at = (name: string): string => join(place.path, name);
const text = (name: string): string => fs.readFileSync(at(name), 'utf8');
const run = (line: string, env: Readonly<Record<string, string>> = {}): Promise<Said> =>
  place.sgfReferee(
    line.split(' ').map((word) => (word.includes('/') && !word.startsWith('--') ? at(word) : word)),
    { env },
  );
const dice = diceOf(20261122);
const random = (): number => dice(1_000_000) / 1_000_000;

/** Files, entries of archives, archives in archives, a large file, duplicates of games in other files. */
const INPUTS =
  'in/seeded in/samples in/games.zip in/nested.zip in/zips.zip in/no-games.zip in/one.sgf.gz in/large.sgf in/torn.sgf in/missing.sgf in/more';

function largeText(games: number, after: (game: number) => string = () => ''): string {
  const comment = `C[${'é '.repeat(250)}]`;
  const texts = Array.from({ length: games }, (_, i) => gameText(i % 300, 40).replace(')', `${comment})`));
  return texts.map((text, i) => `${text}${after(i)}\n`).join('');
}

function zipOf(number: number): { name: string; contents: Buffer } {
  const games = [0, 1].map((i) => ({ name: `${String(i)}.sgf`, contents: gameText(number * 10 + i) }));
  return { name: `${String(number)}.zip`, contents: makeZip(games) };
}

beforeAll(async () => {
  place = makePlace();
  const script: string = new URL('../golden/games.mjs', import.meta.url).href;
  const { filesOf } = (await import(/* @vite-ignore */ script)) as {
    filesOf: (seed: number, count: number) => { name: string; bytes: Buffer }[];
  };
  for (const { name, bytes } of filesOf(7, 40)) place.put(`in/seeded/${name}`, bytes);
  fs.cpSync(SAMPLES, at('in/samples'), { recursive: true });
  const thirty = Array.from({ length: 30 }, (_, i) => ({
    name: `a/${String(i)}.sgf`,
    contents: gameText(i),
  }));
  place.put('in/games.zip', makeZip(thirty));
  const inner = makeZip(thirty.slice(20));
  place.put(
    'in/nested.zip',
    makeZip([
      ...thirty.slice(0, 3),
      { name: 'inner.zip', contents: inner },
      { name: 'b.sgf', contents: gameText(50) },
      { name: '../outside.sgf', contents: gameText(51) },
      { name: 'c.sgf.gz', contents: gzipSync(gameText(52)) },
      { name: 'large.sgf', contents: largeText(600) },
      { name: 'inner.zip', contents: inner },
      { name: 'd.sgf', contents: gameText(53) },
    ]),
  );
  const nothing = makeZip([{ name: 'read.me', contents: 'nothing' }]);
  place.put('in/zips.zip', makeZip([{ name: '1.zip', contents: nothing }, ...[2, 3].map(zipOf)]));
  place.put('in/no-games.zip', makeZip([{ name: '1.zip', contents: Buffer.from('no zip') }]));
  place.put('in/one.sgf.gz', gzipSync(gameText(3)));
  place.put('in/large.sgf', `${largeText(1000)}\u0000`);
  // Games that never end, text and parentheses outside of games, in all parts.
  place.put(
    'in/torn.sgf',
    largeText(1000, (i) => (i % 100 === 7 ? '(;FF[4]GM[1]SZ[9]C[open' : i % 100 === 8 ? ') text )' : '')),
  );
  place.put('in/more/twice.sgf', gameText(4) + gameText(4));
  place.put('in/more/é.sgf', gameText(60));
  const decision = { name: 'the arbiter', date: '2026-11-22', reason: 'agreed', result: 'W+R' };
  const digests = await run('list ./in/samples --columns moves_digest --top 3');
  const games = ['0123456789abcdef', ...digests.out.match(/\b[0-9a-f]{16}\b/g)!];
  place.put('decisions.json', JSON.stringify({ decisions: games.map((game) => ({ game, ...decision })) }));
  place.put('event.json', JSON.stringify({ rules: 'japanese', komi: 4.5, size: 19 }));
  place.put('small/a.sgf', gameText(1));
  place.put('small/b.sgf', gameText(2));
}, 120_000);
afterAll(() => place.remove());

describe.each([
  '--no-score',
  '--estimator=none --decisions ./decisions.json --event ./event.json --variations --max-per-code=0',
  '--only=move/,game/,file/ --komi=3.75 --no-score',
])('%s', (options) => {
  beforeAll(async () => {
    const { code } = await run(`audit ${INPUTS} ${options} --jobs 1 --out ./whole`);
    expect(code).toBe(2);
    if (!options.includes('decisions')) return;
    const found = text('whole/findings.csv');
    expect(['decision/no-game', 'event/komi'].filter((one) => !found.includes(one))).toEqual([]);
    expect(text('whole/games.csv')).toContain('the arbiter');
  }, 120_000);

  it.each([1, 2, 7])('%d chunks in any order give the bytes of one run', async (chunks) => {
    fs.rmSync(at('job'), { recursive: true, force: true });
    expect((await run(`plan ${INPUTS} ${options} --chunks ${String(chunks)} --out ./job`)).code).toBe(2);
    const numbers = Array.from(
      { length: text('job/plan.ndjson').trim().split('\n').length - 2 },
      (_, i) => i,
    );
    expect(numbers.length).toBeGreaterThan(chunks / 2);
    for (const number of numbers.sort(() => random() - 0.5)) {
      const { code, err } = await run('work --plan ./job --jobs 1', { JOB_COMPLETION_INDEX: String(number) });
      expect([code, err]).toEqual([0, '1 part made, 0 complete already\n']);
    }
    const { code } = await run('merge ./job --out ./merged');
    expect(code).toBe(2); // in/missing.sgf
    expect(differing(at('whole'), at('merged'))).toEqual([]);
    expect(fs.readdirSync(at('merged')).sort()).toEqual([...FILES].sort());
  });
});

it('the page of more games than have a row on it is that of one run', { timeout: 300_000 }, async () => {
  place.put('many/games.sgf', '(;)\n'.repeat(240_000));
  await run('audit ./many/games.sgf --only=move/ --no-score --out ./whole --force');
  await run('plan ./many/games.sgf --only=move/ --no-score --chunks 8 --out ./rows');
  expect(Array.from(openPlan(at('rows')).chunks(), ({ page }) => page).slice(5)).toEqual([
    ...['open', 'open', 'full'],
  ]);
  await run('work --plan ./rows');
  await run('merge ./rows --out ./merged');
  expect(differing(at('whole'), at('merged'))).toEqual([]);
});

describe('a plan of two small files', () => {
  const planned = async (): Promise<void> => {
    fs.rmSync(at('job'), { recursive: true, force: true });
    fs.rmSync(at('merged'), { recursive: true, force: true });
    expect((await run('plan ./small --chunks 2 --no-score --out ./job')).code).toBe(0);
  };
  const parts = (): string[] => fs.readdirSync(at('job/parts')).map((name) => join(at('job/parts'), name));

  it('has no part yet, and then every one', async () => {
    await planned();
    expect(await run('merge ./job --out ./merged')).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /2 chunks of 2 not done yet \(0, 1\): run sgf-referee work --plan/,
      ) as string,
    });
    expect((await run('work --plan ./job --chunk 1')).err).toBe('1 part made, 0 complete already\n');
    expect((await run('merge ./job --out ./merged')).err).toContain('1 chunk of 2 not done yet (0)');
    expect((await run('work --plan ./job')).err).toBe('1 part made, 1 complete already\n');
    expect((await run('merge ./job --out ./merged')).code).toBe(0);
    expect(text('merged/games.csv')).toContain('b.sgf');
  });

  it('has a part that was cut short, which is made again, the same', async () => {
    await planned();
    await run('work --plan ./job');
    const [path] = parts();
    const before = fs.readFileSync(path!);
    fs.truncateSync(path!, before.length - 7);
    expect((await run('work --plan ./job')).err).toBe('1 part made, 1 complete already\n');
    expect(fs.readFileSync(path!)).toEqual(before);
  });

  it('has a part with another byte, which the merge refuses, and nothing is written', async () => {
    await planned();
    await run('work --plan ./job');
    const [path] = parts();
    const bytes = fs.readFileSync(path!);
    bytes[bytes.length >> 1]! ^= 1;
    fs.writeFileSync(path!, bytes);
    expect(await run('merge ./job --out ./merged')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/[0-9a-f]{32}\.part is damaged: delete it/) as string,
    });
    expect(fs.readdirSync(at('merged'))).toEqual([]);
  });

  it('has a file that was written to since', async () => {
    await planned();
    fs.writeFileSync(at('small/b.sgf'), gameText(5));
    await run('work --plan ./job');
    expect((await run('merge ./job --out ./merged')).code).toBe(0);
    expect(text('merged/findings.csv').match(/file\/changed.*/g)).toHaveLength(1);
    expect(text('merged/games.csv')).toContain('black 5');
  });

  it('is worked on twice at the same time', async () => {
    await planned();
    await run('audit ./small --no-score --out ./whole');
    const all = await Promise.all(
      ['0', '0', '1', 'next', 'next'].map((n) => run(`work --plan ./job --chunk ${n}`)),
    );
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    expect((await run('merge ./job --out ./merged')).code).toBe(0);
    expect(differing(at('whole'), at('merged'))).toEqual(
      fs.existsSync(at('whole/run.parts')) ? ['run.parts'] : [],
    );
    expect(parts()).toHaveLength(2);
  });

  it.each([
    ['no folder', 'plan ./small', /--out: give a folder/],
    ['standard input', 'plan - --out ./other', /standard input cannot be read by other machines/],
    ['no plan', 'work', /--plan: give the folder/],
    ['a folder without one', 'work --plan ./small', /cannot read .*plan\.ndjson/],
    ['a chunk too many', 'work --plan ./job --chunk 2', /there is no chunk 2: the plan has 2/],
    ['no chunk', 'work --plan ./job --chunk x', /--chunk: must be next or a whole number/],
    ['a merge without a folder', 'merge ./job', /--out: give a folder for the results/],
    ['a merge of nothing', 'merge --out ./merged', /give the folder of the plan/],
  ])('is refused: %s', async (_, line, message) => {
    await planned();
    const { code, err } = await run(line);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });

  it('is refused when cut short, or of another version', async () => {
    await planned();
    const whole = text('job/plan.ndjson');
    fs.writeFileSync(at('job/plan.ndjson'), whole.slice(0, -3));
    expect((await run('work --plan ./job')).err).toContain('is damaged or cut short: make it again');
    fs.writeFileSync(at('job/plan.ndjson'), whole.replace(/"version":"[^"]*"/, '"version":"0.0.1"'));
    expect((await run('merge ./job --out ./merged')).err).toMatch(
      /made by version 0\.0\.1, this is .*: make it again/,
    );
    expect((await run('work --plan ./job', { SLURM_ARRAY_TASK_ID: '1-3' })).code).toBe(2);
  });
});

/** Runs the command as a process of its own, which gets the signal `when` that is settled. Returns its exit code. */
async function spawned(
  words: readonly string[],
  signal: NodeJS.Signals,
  when: Promise<unknown>,
): Promise<number | null> {
  const child = spawn(process.execPath, [COMMAND, ...words], { stdio: 'ignore' });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  void when.then(() => child.kill(signal));
  return ended;
}

it(
  'workers and merges killed at random moments lose nothing, and give nothing twice',
  { timeout: 300_000 },
  async () => {
    fs.rmSync(at('job'), { recursive: true, force: true });
    await run('audit ./in/large.sgf ./in/games.zip ./in/seeded --no-score --out ./whole --force');
    await run('plan ./in/large.sgf ./in/games.zip ./in/seeded --no-score --chunks 6 --out ./job');
    const words = ['work', '--plan', at('job'), '--jobs', '1'];
    for (let tries = 0, most = 100; (await spawned(words, 'SIGKILL', wait(random() * most))) !== 0; tries++) {
      if (tries > 6) most *= 2;
    }
    expect(await spawned(words, 'SIGKILL', wait(60_000))).toBe(0);
    expect(fs.readdirSync(at('job/parts')).filter((name) => !name.endsWith('.part'))).toEqual([]);
    const merge = ['merge', at('job'), '--out', at('merged'), '--fail-on', 'never'];
    for (let most = 200; (await spawned(merge, 'SIGKILL', wait(random() * most))) !== 0; most += 100) {
      for (const name of FILES) fs.rmSync(at(`merged/${name}`), { force: true });
    }
    expect(fs.readdirSync(at('merged')).sort()).toEqual([...FILES].sort());
    expect(FILES.filter((name) => text(`whole/${name}`) !== text(`merged/${name}`))).toEqual([]);
  },
);

it('SIGTERM ends a worker without a part', { timeout: 120_000 }, async () => {
  await run('plan ./in/large.sgf --chunks 1 --out ./term');
  fs.mkdirSync(at('term/parts'));
  const begun = (async () => {
    while (fs.readdirSync(at('term/parts')).length === 0) await wait(5);
  })();
  expect(await spawned(['work', '--plan', at('term'), '--jobs', '1'], 'SIGTERM', begun)).toBe(130);
  expect(fs.readdirSync(at('term/parts'))).toEqual([]);
});
