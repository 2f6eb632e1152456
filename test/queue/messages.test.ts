import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Queue } from 'bullmq';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openQueue, shownAddress } from '../../src/run/parts/job-queue.js';
import { queueOf, RUNS, SERVICE_QUEUE } from '../../src/run/parts/plan-queue.js';
import { openPlan } from '../../src/run/parts/plan.js';
import { gameText, makePlace, type Place, type Said } from '../cli/harness.js';
import { differing } from '../faults/stopped-runs.js';
import { withProgram } from '../support/programs.js';
import { type QueueServer, startQueueServer } from '../support/queue-server.js';

/** What somebody adds to the queue of a plan of five chunks: the data of a job, and its options. */
const MESSAGES: readonly (readonly [data: unknown, options?: { jobId?: string; delay?: number }])[] = [
  [null],
  [7],
  [[]],
  [{}],
  [{ chunk: -1 }],
  [{ chunk: 0.5 }],
  [{ chunk: '0' }],
  [{ chunk: 1e9 }],
  [{ chunk: 0, bad: [0, 1, 2, 3] }],
  [{ chunk: 1, bad: 'all' }],
  [{ chunk: 1, trial: { from: 0, count: 0.5 } }],
  [{ chunk: 3 }, { jobId: 'chunk-2' }],
  [null, { jobId: 'chunk-3' }],
  [{ chunk: 4 }, { jobId: 'chunk-4', delay: 1e9 }],
];
/** Those that are ignored as a whole, and those of which a part is. */
const IGNORED = 9;
const PARTLY = 3;

let place: Place;
let server: QueueServer | undefined;
const at = (name: string): string => join(place.path, name);
const FOLDERS = ['in', 'job', 'whole', 'merged'];
const run = (line: string): Promise<Said> =>
  place.sgfReferee(line.split(' ').map((word) => (FOLDERS.includes(word) ? at(word) : word)));

beforeEach(async () => {
  place = makePlace();
  for (let i = 0; i < 20; i++) place.put(`in/${String(i).padStart(2, '0')}.sgf`, gameText(i));
  await run('audit in --no-score --out whole --quiet');
  await run('plan in --no-score --chunks 5 --out job --quiet');
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  place.remove();
});

async function opened(name: string): Promise<Queue> {
  return openQueue({ url: server!.url, onError: () => undefined }, name);
}

withProgram('redis-server', () => {
  it('messages of others are ignored, and said', async () => {
    server = await startQueueServer();
    const hash = createHash('sha256');
    for (const { key } of openPlan(at('job')).chunks()) hash.update(key);
    const queue = await opened(queueOf(hash.digest('hex').slice(0, 16)));
    for (const [data, options] of MESSAGES) await queue.add('job', data, options);
    await queue.close();
    const { code, err } = await run(`work --plan job --jobs 1 --queue ${server.url}`);
    expect([code, err]).toEqual([0, expect.stringContaining('made')]);
    expect(err.match(/names no chunk of this plan, and is ignored/g)).toHaveLength(IGNORED);
    expect(err.match(/but none did: that is ignored/g)).toHaveLength(PARTLY);
    expect(await run('merge job --out merged --quiet')).toMatchObject({ code: 0 });
    expect(differing(at('whole'), at('merged'))).toEqual([]);
  });

  it('runs of others are not shown', async () => {
    server = await startQueueServer();
    const runs = await opened(RUNS);
    await runs.add('run', null);
    await runs.add('run', { plan: 'x', chunks: 1 }, { jobId: '../x' });
    await runs.add('run', { plan: 7, chunks: 1 }, { jobId: '0123456789abcdef' });
    await runs.add('run', { plan: 'ours', chunks: 1 }, { jobId: '0123456789abcdee' });
    await runs.close();
    const { code, out, err } = await run(`queue ${server.url} --format jsonl`);
    expect([code, out.match(/"run":"\w*"/g)]).toEqual([0, ['"run":"ours"']]);
    expect(err.match(/is none, and is ignored/g)).toHaveLength(3);
  });

  it('jobs of servers that are none are ignored, and said', async () => {
    server = await startQueueServer();
    const secret = place.put('secret/record.json', '{}');
    const queue = await opened(SERVICE_QUEUE);
    for (const data of [null, {}, { id: '../secret/record', games: 5 }, { id: 7, games: 5 }, { id: ['x'] }])
      await queue.add('job', data);
    const ended = new AbortController();
    const words = ['work', '--queue', server.url, '--store', at('store'), '--jobs', '1'];
    const working = place.sgfReferee(words, { signal: ended.signal });
    await expect.poll(() => queue.getCompletedCount(), { timeout: 30_000 }).toBe(5);
    ended.abort();
    const { code, err } = await working;
    expect([code, err.match(/names no job of a server, and is ignored/g)]).toEqual([
      0,
      expect.objectContaining({ length: 5 }),
    ]);
    expect(readFileSync(secret, 'utf8')).toBe('{}');
    await queue.close();
  });
});

it.each([
  ['redis://me:secret@host/0', 'redis://me:***@host/0'],
  ['redis://host/0?password=secret', 'redis://host/0?***'],
  ['rediss://host/0?user=me&password=secret', 'rediss://host/0?***'],
])('the address %s is shown as %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});
