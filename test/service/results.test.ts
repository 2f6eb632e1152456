import { expect, test } from 'vitest';
import type { Job, JobStatus } from '../../src/service/job.js';
import { NOTHING_DONE } from '../../src/service/job.js';
import { type ResultResources, resultsOf } from '../../src/service/job-routes.js';
import { noCounts } from '../../src/report/output/summary.js';
import type { TaskResult } from '../../src/run/tasks/task.js';

const NONE = new Uint32Array();
const TEXT: TaskResult = {
  sinks: Array<Uint8Array<ArrayBuffer>>(9).fill(Uint8Array.from(Buffer.from('line\n'))),
  ends: NONE,
  keys: NONE,
  repaired: [],
  games: NONE,
  files: NONE,
  names: [],
  counts: noCounts(),
  start: undefined,
  outside: [],
  faults: 0,
};

const JOB: Job = {
  id: 'x',
  owner: '',
  command: 'audit',
  query: {},
  files: [],
  fileCount: 0,
  bytes: 0,
  diskBytes: 0,
  state: 'done',
  created: '',
  started: undefined,
  finished: undefined,
  problem: undefined,
};

/** A store with one job, and how often somebody waited for its next part. */
function meansOf(): { readonly means: ResultResources; readonly waited: () => number } {
  let waited = 0;
  const means = {
    version: '',
    store: {
      async *results() {
        const results = { key: '', results: [TEXT], copies: [new Map()] };
        yield await Promise.resolve([1, results] as const);
      },
      later() {
        waited++;
        return new Promise(() => undefined);
      },
    },
    jobs: { isStopping: false },
  } as unknown as ResultResources;
  return { means, waited: () => waited };
}

test.each([
  ['done', 'yes', 0],
  ['failed', 'yes', 0],
  ['running', 'no', 0],
  ['running', 'yes', 1],
] as const)(
  'results of a job that is %s, follow %s: %d wait for its next part',
  async (state, follow, count) => {
    const { means, waited } = meansOf();
    const status: JobStatus = { job: { ...JOB, state }, at: { ...NOTHING_DONE, step: 1 } };
    for (let i = 0; i < 3; i++) {
      const { blocks } = resultsOf(status, 'jsonl', follow, means);
      await blocks.next();
      await blocks.next();
      // What comes after the last part: the end, or nothing for now.
      void blocks.next();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(waited()).toBe(count * 3);
  },
);
