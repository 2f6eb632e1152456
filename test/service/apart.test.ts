import { afterAll, expect, test } from 'vitest';
import { createSharedPool } from '../../src/run/tasks/pool.js';
import type { QueryOrder } from '../../src/service/query.js';
import { createReading } from '../../src/service/reading.js';
import { makeService, waitForJob } from './support.js';

const reading = createReading({ most: 1, mostOfOne: 1 }, new URL('stub-reader.mjs', import.meta.url));
afterAll(() => reading.close());
const BY = { tenant: 'alice', signal: new AbortController().signal };

function order(query: Readonly<Record<string, string>>, more: Partial<QueryOrder> = {}): QueryOrder {
  return { order: 'query', command: 'crosscheck', only: undefined, query, ...more };
}

test.each([
  ['short options', order({ rules: 'japanese' }), ''],
  ['a long option', order({ aliases: 'nick,name\n'.repeat(100) }), 'a thread read query'],
  ['tables', order({}, { source: { uploads: [] } }), 'a thread read query'],
])('%s: a thread reads what may take long', async (_, given, refusal) => {
  const said = await reading.query(BY, given).then(
    () => '',
    (error: unknown) => (error as Error).message,
  );
  expect(said).toBe(refusal);
});

test('games are compared with tables in a thread', async () => {
  const compared = {
    order: 'crosscheck',
    command: 'crosscheck',
    query: {},
    source: { uploads: [] },
    facts: [],
  } as const;
  await expect(reading.crosscheck(BY, compared)).rejects.toThrow('a thread read crosscheck');
});

test('a tenant whose tasks never end leaves a worker to others', async () => {
  const url = new URL('../faults/hanging-worker.mjs', import.meta.url);
  const pool = createSharedPool({ workers: 2, mostOfOne: 1, url, taskMs: 60_000 });
  const runners = ['alice', 'alice', 'bob'].map((client) => pool.runnerFor('request', client)({} as never));
  for (const runner of runners) runner.run({ items: [] }).catch(() => undefined);
  // One of alice's waits, and bob's does not.
  expect(pool.waiting('request')).toBe(1);
  await runners[1]!.close();
  expect(pool.waiting('request')).toBe(0);
  await pool.close();
});

test('a name of 100 kB in decisions, and a table of 20 MB as a job: refused, and the server serves', async () => {
  const service = await makeService();
  const decision = {
    game: '0'.repeat(16),
    name: `${'a '.repeat(50_000)}\n`,
    date: '2026-11-23',
    reason: 'x',
    komi: 1,
  };
  const form = new FormData();
  form.append('file', new Blob(['(;GM[1]SZ[9];B[aa])']), 'a.sgf');
  form.append('decisions', JSON.stringify({ decisions: [decision] }));
  expect((await service.ask('/v1/audit', { method: 'POST', body: form })).status).toBe(400);
  const job = new FormData();
  job.append('file', new Blob(['(;GM[1]SZ[9];B[aa])']), 'a.sgf');
  job.append('table', new Blob(['round,white,black\n', '1,A,B\n'.repeat(3_500_000)]), 't.csv');
  const answer = await service.ask('/v1/jobs?command=crosscheck', { method: 'POST', body: job });
  const made = (await answer.json()) as { id?: string };
  expect(made.id === undefined ? answer.status : (await waitForJob(service.ask, made.id)).state).toBe(400);
  await service.remove();
});
