import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bytesOfResults, resultsOfBytes } from '../../src/service/job.js';
import { sinksOf } from '../../src/service/run-job.js';
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

async function text(service: TestService, format: string): Promise<string> {
  return (await service.ask(`/v1/jobs/${id}/results?format=${format}`)).text();
}

async function blacksOf(service: TestService): Promise<string[]> {
  const lines = (await text(service, 'jsonl')).trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { black: string }).black);
}

const ALL = Array.from({ length: GAMES }, (_, i) => `P${String(i)}`);

test.each([
  [
    'with records as JSON',
    (records: string, job: object) => writeFileSync(join(records, `${id}.json`), JSON.stringify(job)),
  ],
  ['with records in LevelDB', (records: string) => writeFileSync(join(records, 'CURRENT'), 'x')],
])('a folder of an earlier version, %s: its jobs are done again, each game once', async (_, write) => {
  const folder = copied();
  const { job } = JSON.parse(readFileSync(join(folder, 'data', id, 'uploads/job.json'), 'utf8')) as {
    job: object;
  };
  mkdirSync(join(folder, 'uploads'));
  renameSync(join(folder, 'data', id, 'uploads'), join(folder, 'uploads', id));
  renameSync(join(folder, 'data', id, 'parts'), join(folder, 'data', id, 'steps'));
  rmSync(join(folder, 'jobs', `${id}.json`));
  writeFileSync(
    join(folder, 'uploads', id, 'job.json'),
    JSON.stringify({ job, files: [{ name: 'a.zip', size: ARCHIVE.length }] }),
  );
  write(join(folder, 'jobs'), { ...job, query: { name: 'a.zip', 'no-score': 'true' } });
  const service = await started(folder);
  await waitForJob(service.ask, id);
  expect(await blacksOf(service)).toEqual(ALL);
  expect(readdirSync(join(folder, 'data', id)).sort()).toEqual(['parts', 'status.json', 'uploads']);
});

test('records that are gone: their jobs are done again, each game once', async () => {
  const folder = copied();
  rmSync(join(folder, 'jobs'), { recursive: true });
  const service = await started(folder);
  await waitForJob(service.ask, id);
  expect(await blacksOf(service)).toEqual(ALL);
});

describe('records that are damaged', () => {
  test.each([
    ['the job', [`jobs/JOB.json`]],
    ['its progress', ['data/JOB/status.json']],
    ['all of it', ['jobs/JOB.json', 'data/JOB/status.json']],
  ])('%s: each game is there once', async (_, names) => {
    for (const text of ['', '{"id":']) {
      const folder = copied();
      for (const name of names) {
        const path = join(folder, name.replace('JOB', id));
        readFileSync(path); // it is there
        writeFileSync(path, text);
      }
      const service = await started(folder);
      await waitForJob(service.ask, id);
      expect(await blacksOf(service)).toEqual(ALL);
    }
  });

  test('results that are lost are not passed over', async () => {
    const folder = copied();
    const parts = join(folder, 'data', id, 'parts');
    rmSync(join(parts, readdirSync(parts).at(-1)!));
    const service = await started(folder);
    const response = await service.ask(`/v1/jobs/${id}/results?format=csv`);
    await expect(response.text()).rejects.toThrow('the stored results of a job are damaged');
  });
});

/** Makes the job one that was being done, by a version. */
function unfinished(folder: string, version: string): string {
  const path = join(folder, 'data', id, 'status.json');
  const { job, at } = JSON.parse(readFileSync(path, 'utf8')) as { job: object; at: { version: string } };
  const status = { job: { ...job, state: 'running' }, at: { ...at, version } };
  for (const one of [path, join(folder, 'jobs', `${id}.json`)]) writeFileSync(one, JSON.stringify(status));
  return join(folder, 'data', id, 'parts');
}

/** The names of files, and when each was written. */
function writtenIn(folder: string): string[] {
  return readdirSync(folder).map((name) => `${name} ${String(statSync(join(folder, name)).mtimeMs)}`);
}

test.each([
  ['of this version stay', '0.0.0-test', 'kept'],
  ['of another version are made again', '0.0.1', 'made'],
])('stored results %s; each game is there once', async (_, version, expected) => {
  const folder = copied();
  const steps = unfinished(folder, version);
  const before = writtenIn(steps);
  const service = await started(folder);
  expect(await waitForJob(service.ask, id)).toMatchObject({ state: 'done', progress: { games: GAMES } });
  expect(await blacksOf(service)).toEqual(ALL);
  expect(writtenIn(steps).join() === before.join() ? 'kept' : 'made').toBe(expected);
});

test('results beyond the progress do not count', async () => {
  const folder = copied();
  const parts = unfinished(folder, '0.0.0-test');
  const [last = ''] = readdirSync(parts).sort().reverse();
  cpSync(join(parts, last), join(parts, String(Number(last) + 1).padStart(10, '0')));
  const service = await started(folder);
  await waitForJob(service.ask, id);
  expect(await blacksOf(service)).toEqual(ALL);
});

test('a job goes on after its stored results, also in a folder elsewhere', async () => {
  const folder = copied();
  const parts = unfinished(folder, '0.0.0-test');
  const paths = readdirSync(parts)
    .sort()
    .map((name) => join(parts, name));
  const results = resultsOfBytes(
    Buffer.concat(paths.map((one) => readFileSync(one))),
    sinksOf('audit').length,
  );
  const step = results.length - 1;
  for (const one of paths) rmSync(one);
  const name = String(step).padStart(10, '0');
  writeFileSync(join(parts, name), Buffer.concat(results.slice(0, step).map(bytesOfResults)));
  const path = join(folder, 'data', id, 'status.json');
  const status = JSON.parse(readFileSync(path, 'utf8')) as { at: object };
  writeFileSync(path, JSON.stringify({ ...status, at: { ...status.at, step } }));
  // The first game can no longer be read.
  const archive = join(folder, 'data', id, 'uploads/0');
  writeFileSync(archive, readFileSync(archive).fill(0, 40, 100));
  const service = await started(folder);
  expect(await waitForJob(service.ask, id)).toMatchObject({ state: 'done', progress: { games: GAMES } });
  expect(await blacksOf(service)).toEqual(ALL);
  expect(readdirSync(parts)).toHaveLength(2);
});

test.each([
  ['uploads are gone', 'uploads'],
  ['list of uploads is gone', 'uploads/job.json'],
])('a job whose %s was being removed: the rest of it goes too', async (_, name) => {
  const folder = copied();
  rmSync(join(folder, 'data', id, name), { recursive: true });
  const service = await started(folder);
  expect(await (await service.ask('/v1/jobs')).json()).toEqual({ jobs: [] });
  expect(['jobs', 'data'].map((one) => readdirSync(join(folder, one)))).toEqual([[], []]);
});

test('results of a job that is nowhere else are removed', async () => {
  const folder = copied();
  mkdirSync(join(folder, 'data/other/parts'), { recursive: true });
  await started(folder);
  expect(readdirSync(join(folder, 'data'))).toEqual([id]);
});

test('a folder that says nothing of a job is removed', async () => {
  const folder = copied();
  const data = join(folder, 'data');
  cpSync(join(data, id), join(data, 'other'), { recursive: true });
  writeFileSync(join(data, 'file'), 'x');
  await started(folder);
  expect(readdirSync(data)).toEqual([id]);
});

test('an upload that is gone fails its job', async () => {
  const folder = copied();
  rmSync(join(folder, 'jobs'), { recursive: true });
  rmSync(join(folder, 'data', id, 'uploads/0'));
  rmSync(join(folder, 'data', id, 'status.json'));
  const service = await started(folder);
  const job = await waitForJob(service.ask, id);
  const findings = await text(service, 'findings');
  expect([job.state, findings.includes('file/unreadable')]).toEqual(['done', true]);
});

test('another server in the folder is told apart from damage', async () => {
  const folder = copied();
  await started(folder);
  await expect(makeService({ folder })).rejects.toThrow('the data folder is in use by another server');
});
