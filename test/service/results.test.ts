import { expect, test } from 'vitest';
import type { Job, JobStatus } from '../../src/service/job.js';
import { NOTHING_DONE } from '../../src/service/job.js';
import { type ResultResources, resultsOf } from '../../src/service/job-routes.js';

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

/** Jobs and store with one job in this state, and how often somebody waited for its next step. */
function meansOf(state: Job['state']): { readonly means: ResultResources; readonly waited: () => number } {
  let waited = 0;
  const status: JobStatus = { job: { ...JOB, state }, at: NOTHING_DONE };
  const means = {
    version: '',
    store: {
      async *results() {
        const texts = Array<Buffer>(9).fill(Buffer.from('line\n'));
        yield await Promise.resolve([1, { texts }] as const);
      },
    },
    jobs: {
      get: () => status,
      isStopping: () => false,
      nextStep() {
        waited++;
        return new Promise(() => undefined);
      },
    },
  } as unknown as ResultResources;
  return { means, waited: () => waited };
}

test.each([
  ['done', 'yes', 0],
  ['failed', 'yes', 0],
  ['running', 'no', 0],
  ['running', 'yes', 1],
] as const)(
  'results of a job that is %s, follow %s: %d wait for its next step',
  async (state, follow, count) => {
    const { means, waited } = meansOf(state);
    for (let i = 0; i < 3; i++) {
      const { blocks } = resultsOf({ job: { ...JOB, state }, at: NOTHING_DONE }, 'jsonl', follow, means);
      await blocks.next();
      await blocks.next();
      // What comes after the last part: the end, or nothing for now.
      void blocks.next();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(waited()).toBe(count * 3);
  },
);
