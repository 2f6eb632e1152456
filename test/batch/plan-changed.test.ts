import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gameText, makePlace, type Place, type Said } from '../cli/harness.js';
import { differing } from '../faults/stopped-runs.js';
import { diceOf } from '../support/event-tables.js';
import { makeEnginePlace, openGame, type EnginePlace } from './gtp-support.js';
import { makeZip } from './make-zip.js';

let place: Place;
const at = (name: string): string => join(place.path, name);
const dice = diceOf(20261123);

/** What a plan says of a program must not be run; a worker's own command line names it. */
describe('a plan with an engine', () => {
  let engines: EnginePlace;
  const run = (words: readonly string[]): Promise<Said> => engines.sgfReferee(words);
  const path = (name: string): string => join(engines.path, name);
  const plan = (): string => fs.readFileSync(path('job/plan.ndjson'), 'utf8');
  const work = (...more: readonly string[]): Promise<Said> =>
    run(['work', '--plan', path('job'), '--quiet', ...more]);

  beforeEach(async () => {
    engines = makeEnginePlace();
    engines.put('in/a.sgf', openGame());
    const judged = [path('in'), '--estimator', engines.estimator('answers'), '--quiet'];
    expect(await run(['plan', ...judged, '--out', path('job')])).toMatchObject({ code: 0, err: '' });
    return () => engines.remove();
  });

  it('has no program, and nobody runs one for it', async () => {
    expect(plan()).not.toContain('fake-engine');
    const { code, err } = await work();
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/judges this plan, and a plan cannot say what to run: give the --estimator gtp:/),
    ]);
    expect(engines.starts()).toBe(0);
  });

  it('is worked on by who names the same engine', async () => {
    expect(await work('--estimator', engines.estimator('answers'))).toMatchObject({ code: 0, err: '' });
    expect(engines.starts()).toBe(1);
    await run(['merge', path('job'), '--out', path('merged'), '--quiet']);
    await run(['audit', path('in'), '--estimator', engines.estimator('answers'), '--out', path('whole')]);
    expect(fs.readFileSync(path('merged/games.csv'), 'utf8')).toContain('estimated');
    expect(differing(path('merged'), path('whole'))).toEqual([]);
  });

  it.each([
    ['another engine', 'gtp', /made with another command of/],
    ['an estimator', 'playouts', /--estimator: give the engine of the plan, gtp:COMMAND/],
  ])('refuses %s', async (_, kind, message) => {
    const { code, err } = await work('--estimator', kind === 'gtp' ? engines.estimator('other') : kind);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
    expect(engines.starts()).toBe(0);
  });

  it('refuses a program that was written into it', async () => {
    const [head, ...rest] = plan().trimEnd().split('\n');
    const { settings, ...others } = JSON.parse(head!) as { settings: object };
    const engine = { command: engines.command('answers'), seconds: 60 };
    const lines = [JSON.stringify({ ...others, settings: { ...settings, engine } }), ...rest];
    fs.writeFileSync(path('job/plan.ndjson'), withSum(lines));
    const { code, err } = await work('--estimator', engines.estimator('answers'));
    expect([code, err]).toEqual([2, expect.stringMatching(/settings\.engine: there is no such property/)]);
    expect(engines.starts()).toBe(0);
  });
});

it('an engine is refused for a plan without one', async () => {
  const { code, err } = await place.sgfReferee(['work', '--plan', at('job'), '--estimator', 'gtp:node']);
  expect([code, err]).toEqual([2, expect.stringMatching(/made without an engine: leave --estimator out/)]);
});

/** The text of a plan with the checksum that is right for its lines. */
function withSum(lines: readonly string[]): string {
  const text = lines.join('\n').replace(/(?:,"crc32":"\w{8}")?\}$/, '');
  return `${text},"crc32":"${crc32(text).toString(16).padStart(8, '0')}"}\n`;
}

/** A part with the checksum and length that are right for its bytes. */
function withTail(bytes: Buffer): Buffer {
  const sum = crc32(bytes).toString(16).padStart(8, '0');
  return Buffer.concat([bytes, Buffer.from(`${sum} ${String(bytes.length).padStart(15, '0')}\n`)]);
}

const RULES = { name: 'club', base: 'japanese', komiEven: [{ fromYear: 0, halves: 11 }] };
const DECISION = { game: '0123456789abcdef', name: 'x', date: '2026-11-23', reason: 'y', result: 'W+R' };

beforeAll(async () => {
  place = makePlace();
  for (const i of [1, 2]) place.put(`in/${String(i)}.sgf`, gameText(i));
  place.put('in/a.zip', makeZip([3, 4].map((i) => ({ name: `${String(i)}.sgf`, contents: gameText(i) }))));
  place.put('in/one.sgf.gz', Buffer.from('no gzip'));
  const large = Array.from({ length: 1500 }, (_, i) => gameText(i % 300, 40)).join('\n');
  place.put('in/large.sgf', `${large}\n(;GM[1]SZ[9]C[${'x'.repeat(600_000)}`);
  place.put('club.json', JSON.stringify(RULES));
  place.put('event.json', JSON.stringify({ komi: 4.5 }));
  place.put('decisions.json', JSON.stringify({ decisions: [DECISION] }));
  const options = [
    '--rules',
    at('club.json'),
    '--event',
    at('event.json'),
    '--decisions',
    at('decisions.json'),
  ];
  const words = ['plan', at('in'), at('missing.sgf'), ...options, '--no-score', '--chunks', '2', '--quiet'];
  expect((await place.sgfReferee([...words, '--out', at('job')])).code).toBe(2);
  await place.sgfReferee(['work', '--plan', at('job'), '--quiet']);
  for (const kind of ['files', 'zip', 'large', 'stream', 'trouble'])
    expect(planText()).toContain(`{"${kind}":`);
}, 60_000);
afterAll(() => place.remove());

/** Works on a plan and merges it, without parts that exist already. */
async function followed(text: string | Buffer): Promise<readonly Said[]> {
  fs.rmSync(at('other'), { recursive: true, force: true });
  place.put('other/plan.ndjson', text);
  const worked = await place.sgfReferee(['work', '--plan', at('other'), '--jobs', '1', '--quiet']);
  return [worked, await place.sgfReferee(['merge', at('other'), '--out', at('merged'), '--quiet'])];
}

/** Where a run ended otherwise than in order, or with one line for the user. */
function faultsOf(runs: readonly Said[]): string[] {
  return runs
    .filter(({ code, err }) => ![0, 1, 2].includes(code) || /internal fault|^ +at /m.test(err))
    .map(({ code, err }) => `${String(code)} ${err.slice(0, 300)}`);
}

const planText = (): string => fs.readFileSync(at('job/plan.ndjson'), 'utf8');

it('a plan of which one bit is flipped is refused', { timeout: 120_000 }, async () => {
  const whole = Buffer.from(planText());
  for (let i = 0; i < 150; i++) {
    const bytes = Buffer.from(whole);
    bytes[dice(bytes.length)]! ^= 1 << dice(8);
    const [worked, merged] = await followed(bytes);
    expect([worked!.code, merged!.code]).toEqual([2, 2]);
    expect(worked!.err).toMatch(/^sgf-referee: .*(?:damaged or cut short|is not a plan|made by version)/);
  }
});

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
const STRANGE: readonly Json[] = [null, -1, 1e300, 0.5, 2 ** 40, '', 'x', true, [], {}, [null], { x: 1 }];

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** The value with one of its parts, at each depth, replaced by something else or left out. */
function* changes(value: Json, strange: () => Json): Generator<Json | undefined> {
  yield strange();
  if (typeof value !== 'object' || value === null) return;
  if (isList(value)) {
    const list = value;
    for (const [i, one] of [...list.entries()].slice(0, 4))
      for (const other of changes(one, strange))
        yield other === undefined ? list.toSpliced(i, 1) : list.with(i, other);
    return;
  }
  yield { ...value, unknown: strange() };
  for (const [name, one] of Object.entries(value)) {
    const { [name]: _, ...rest } = value as Record<string, Json>;
    yield rest;
    for (const other of changes(one, strange)) if (other !== undefined) yield { ...value, [name]: other };
  }
}

it('a plan changed by hand with its checksum right ends with a sentence', { timeout: 300_000 }, async () => {
  const lines = planText().trimEnd().split('\n');
  let next = 0;
  const strange = (): Json => STRANGE[next++ % STRANGE.length]!;
  let tried = 0;
  for (const [i, line] of lines.entries()) {
    for (const other of changes(JSON.parse(line) as Json, strange)) {
      if (dice(4) > 0) continue;
      const runs = await followed(withSum(lines.with(i, JSON.stringify(other ?? null))));
      expect(faultsOf(runs), JSON.stringify(other).slice(0, 3000)).toEqual([]);
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(100);
});

it('a part changed by hand with its checksum right ends with a sentence', { timeout: 300_000 }, async () => {
  const names = fs.readdirSync(at('job/parts'));
  let next = 0;
  const strange = (): Json => STRANGE[next++ % STRANGE.length]!;
  let tried = 0;
  const merged = async (name: string, bytes: Buffer, about: string): Promise<void> => {
    fs.writeFileSync(at(`job/parts/${name}`), withTail(bytes));
    const run = await place.sgfReferee(['merge', at('job'), '--out', at('merged'), '--quiet']);
    expect(faultsOf([run]), about).toEqual([]);
    tried++;
  };
  for (const name of names) {
    const before = fs.readFileSync(at(`job/parts/${name}`));
    const bytes = before.subarray(0, -25);
    const lines = [...bytes.toString('latin1').matchAll(/^\{"(?:part|names|endOfFile|unread)".*$/gm)];
    for (const { 0: line, index } of [...lines.slice(0, 2), ...lines.slice(-1)]) {
      for (const other of changes(JSON.parse(line) as Json, strange)) {
        if (dice(6) > 0) continue;
        const text = Buffer.from(JSON.stringify(other ?? null));
        const pieces = [bytes.subarray(0, index), text, bytes.subarray(index + line.length)];
        await merged(name, Buffer.concat(pieces), text.toString().slice(0, 3000));
      }
    }
    for (let i = 0; i < 40; i++) {
      const other = Buffer.from(bytes);
      other[dice(other.length)] = dice(256);
      await merged(name, other, `byte ${String(i)}`);
    }
    fs.writeFileSync(at(`job/parts/${name}`), before);
  }
  expect(tried).toBeGreaterThan(100);
});

describe('a plan of addresses', () => {
  it.each([
    ['with a password', 'http://me:secret@HOST/a.sgf', true],
    ['with a signature', 'http://HOST/a.sgf?signature=secret', true],
    ['without', 'http://HOST/a.sgf', false],
  ])('%s is for its owner alone if need be', async (_, address, isSecret) => {
    const server = createServer((_request, response) => response.end(gameText(1))).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
      const name = createHash('md5').update(address).digest('hex');
      const words = ['plan', address.replace('HOST', host), '--no-score', '--quiet', '--out', at(name)];
      expect(await place.sgfReferee(words)).toMatchObject({ code: 0, err: '' });
      const { mode } = fs.statSync(at(`${name}/plan.ndjson`));
      expect((mode & 0o077) === 0).toBe(isSecret);
    } finally {
      server.close();
    }
  });
});
