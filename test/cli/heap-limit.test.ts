import { expect, test } from 'vitest';
import { createHeapLimit } from '../../src/run/process-limits.js';

/** What is asked of an engine when the limit is called twice. */
async function askedFor(version: string): Promise<string[]> {
  const flags: string[] = [];
  const limitHeap = createHeapLimit(
    () => Promise.resolve({ setFlagsFromString: (flag) => void flags.push(flag) }),
    version,
  );
  await limitHeap();
  await limitHeap();
  return flags;
}

const BOTH = ['--semi-space-growth-factor=1', '--heap-growing-percent=50'];

test('V8 of Node 20 is asked to stop growing, each time, and another one is left alone', async () => {
  expect(await askedFor('11.3.244.8-node.33')).toEqual([...BOTH, ...BOTH]);
  expect(await askedFor('12.4.254.21-node.30')).toEqual([]);
});
