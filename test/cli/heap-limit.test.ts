import { expect, test } from 'vitest';
import { createHeapLimit } from '../../src/run/tasks/work.js';

const MIB = 1024 * 1024;
const SPACE = { space_used_size: 0, space_available_size: 0, physical_space_size: 0 };

/** What is asked of an engine whose space for new objects has these sizes, one after another. */
async function askedFor(version: string, sizes: readonly number[], most?: number): Promise<string[]> {
  const flags: string[] = [];
  let looks = 0;
  const limitHeap = createHeapLimit(
    () =>
      Promise.resolve({
        getHeapSpaceStatistics: () => [
          { ...SPACE, space_name: 'old_space', space_size: 99 * MIB },
          { ...SPACE, space_name: 'new_space', space_size: sizes[looks++]! },
        ],
        setFlagsFromString: (flag) => void flags.push(flag),
      }),
    version,
  );
  for (let i = 0; i < sizes.length; i++) await limitHeap(most);
  return flags;
}

const ENOUGH = ['--semi-space-growth-factor=1', '--heap-growing-percent=50'];
const GROWS = ['--semi-space-growth-factor=2', '--heap-growing-percent=50'];
const NODE_20 = '11.3.244.8-node.33';

test.each<[string, string, readonly number[], number | undefined, readonly string[]]>([
  [
    'its space may grow until it is enough',
    NODE_20,
    [MIB, 8 * MIB, 9 * MIB],
    undefined,
    [...GROWS, ...ENOUGH, ...ENOUGH],
  ],
  ['no growth while names are read', NODE_20, [MIB], 0, ENOUGH],
  ['another V8 is left alone', '12.4.254.21-node.30', [9 * MIB], undefined, []],
])('%s', async (_, version, sizes, most, flags) => {
  expect(await askedFor(version, sizes, most)).toEqual(flags);
});
