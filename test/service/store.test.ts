import { ClassicLevel } from 'classic-level';
import { cpSync, existsSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeZip } from '../batch/make-zip.js';
import { makeFolder, makeService, tinyGame, waitForJob, type TestService } from './support.js';

const GAMES = 40;
const ARCHIVE = new Uint8Array(
  makeZip(
    Array.from({ length: GAMES }, (_, i) => ({
      name: `${String(i).padStart(3, '0')}.sgf`,
      contents: tinyGame(`P${String(i)}`),
    })),
  ),
);

const folders: string[] = [];
const open: TestService[] = [];
/** The data folder of a server that has done one job and was closed. */
let whole: string;
let id: string;

beforeAll(async () => {
  whole = makeFolder();
  const service = await makeService({ folder: whole });
  const created = await service.ask('/v1/jobs?name=a.zip', {
    method: 'POST',
    headers: { 'content-type': 'application/zip' },
    body: ARCHIVE,
  });
  ({ id } = (await created.json()) as { id: string });
  await waitForJob(service.ask, id);
  await service.close();
  // As it lies on the disk of a server that has run for long: in tables.
  const db = new ClassicLevel(join(whole, 'jobs'));
  await db.open();
  await db.compactRange('a', 'z');
  await db.close();
});
afterEach(async () => {
  for (const service of open.splice(0)) await service.close();
});
afterAll(() => {
  for (const folder of [whole, ...folders]) rmSync(folder, { recursive: true, force: true });
});

/** A copy of the data folder. */
function copied(): string {
  const folder = makeFolder();
  folders.push(folder);
  cpSync(whole, folder, { recursive: true });
  return folder;
}

async function started(folder: string): Promise<TestService> {
  const service = await makeService({ folder });
  open.push(service);
  return service;
}

/** Does something to each file of the store whose name fits. */
function each(store: string, fits: RegExp, what: (path: string) => void): void {
  const names = readdirSync(store).filter((name) => fits.test(name));
  expect(names).not.toEqual([]);
  for (const name of names) what(join(store, name));
}

const DAMAGE: readonly (readonly [string, (store: string) => void])[] = [
  ['CURRENT is gone', (store) => rmSync(join(store, 'CURRENT'))],
  ['CURRENT is overwritten', (store) => writeFileSync(join(store, 'CURRENT'), 'x')],
  ['the manifest is cut short', (store) => each(store, /^MANIFEST-/, (path) => truncateSync(path, 10))],
  ['the manifest is gone', (store) => each(store, /^MANIFEST-/, (path) => rmSync(path))],
  ['a table is gone', (store) => each(store, /\.ldb$/, (path) => rmSync(path))],
  [
    'a table is overwritten',
    (store) => each(store, /\.ldb$/, (path) => writeFileSync(path, Buffer.alloc(5000, 7))),
  ],
];

describe.each(DAMAGE)('a store of which %s', (_, damage) => {
  test('is called damaged, and what to do', async () => {
    const folder = copied();
    const store = join(folder, 'jobs');
    damage(store);
    const before = readdirSync(store).filter((name) => name.endsWith('.ldb'));
    const failed = makeService({ folder });
    await expect(failed).rejects.toThrow(`the job store ${store} is damaged`);
    await expect(failed).rejects.toThrow('Move it elsewhere');
    expect(readdirSync(store)).toEqual(expect.arrayContaining(before));
    expect(existsSync(join(folder, 'uploads', id))).toBe(true);
  });

  test('that is moved away: its jobs are done again, each game once', async () => {
    const folder = copied();
    damage(join(folder, 'jobs'));
    rmSync(join(folder, 'jobs'), { recursive: true });
    const service = await started(folder);
    await waitForJob(service.ask, id);
    const lines = (await (await service.ask(`/v1/jobs/${id}/results`)).text()).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { black: string }).black)).toEqual(
      Array.from({ length: GAMES }, (_, i) => `P${String(i)}`),
    );
  });
});

type Db = ClassicLevel<string, Uint8Array>;

/** Changes records of the store. */
async function changed(folder: string, change: (db: Db) => Promise<void>): Promise<void> {
  const db: Db = new ClassicLevel(join(folder, 'jobs'), { keyEncoding: 'utf8', valueEncoding: 'view' });
  await db.open();
  await change(db);
  await db.close();
}

async function keysOf(db: Db, prefix: string): Promise<string[]> {
  return db.keys({ gte: prefix, lt: `${prefix}\uffff` }).all();
}

describe('records that are damaged', () => {
  test.each([
    ['the job', 'job!'],
    ['its place', 'at!'],
  ])('%s: it is done again, each game once', async (_, prefix) => {
    const folder = copied();
    await changed(folder, (db) => db.put(`${prefix}${id}`, Buffer.from('{"id":')));
    const service = await started(folder);
    await waitForJob(service.ask, id);
    const text = await (await service.ask(`/v1/jobs/${id}/results?format=csv`)).text();
    expect(text.trim().split('\n')).toHaveLength(GAMES + 1);
  });

  test('results that are lost are not passed over', async () => {
    const folder = copied();
    await changed(folder, async (db) => db.del((await keysOf(db, `part!${id}!csv!`))[1]!));
    const service = await started(folder);
    const response = await service.ask(`/v1/jobs/${id}/results?format=csv`);
    await expect(response.text()).rejects.toThrow('the stored results of a job are damaged');
    expect((await service.ask(`/v1/jobs/${id}/results?format=jsonl`)).status).toBe(200);
  });
});

test('a job whose folder is gone was being removed: the rest of it goes too', async () => {
  const folder = copied();
  rmSync(join(folder, 'uploads', id), { recursive: true });
  const service = await started(folder);
  expect(await (await service.ask('/v1/jobs')).json()).toEqual({ jobs: [] });
  await service.close();
  open.length = 0;
  await changed(folder, async (db) => expect(await keysOf(db, '')).toEqual([]));
});

test('a folder that says nothing of a job is removed', async () => {
  const folder = copied();
  const uploads = join(folder, 'uploads');
  cpSync(join(uploads, id), join(uploads, 'other'), { recursive: true });
  writeFileSync(join(uploads, 'file'), 'x');
  await started(folder);
  expect(readdirSync(uploads)).toEqual([id]);
});

test('an upload that is gone fails its job', async () => {
  const folder = copied();
  rmSync(join(folder, 'jobs'), { recursive: true });
  rmSync(join(folder, 'uploads', id, '0'));
  const service = await started(folder);
  const job = await waitForJob(service.ask, id);
  const findings = await (await service.ask(`/v1/jobs/${id}/results?format=findings`)).text();
  expect([job.state, findings.includes('file/unreadable')]).toEqual(['done', true]);
});

test('another server in the folder is told apart from damage', async () => {
  const folder = copied();
  await started(folder);
  await expect(makeService({ folder })).rejects.toThrow('the data folder is in use by another server');
});
