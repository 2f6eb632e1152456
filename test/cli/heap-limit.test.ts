import { describe, expect, test } from 'vitest';
import { createHeapLimit } from '../../src/run/process-limits.js';

const MIB = 1024 * 1024;

/** What was asked of an engine whose space for new objects grows as told; `sizes`: of each look at it. */
async function askedFor(
  games: readonly number[],
  sizes: readonly number[],
  version = '11.3.244.8-node.33',
): Promise<string[]> {
  const flags: string[] = [];
  let looks = 0;
  const space = (space_name: string, space_size: number) => ({
    space_name,
    space_size,
    space_used_size: 0,
    space_available_size: 0,
    physical_space_size: 0,
  });
  const limitHeap = createHeapLimit(
    () =>
      Promise.resolve({
        getHeapSpaceStatistics: () => [space('old_space', 99 * MIB), space('new_space', sizes[looks++]!)],
        setFlagsFromString: (flag) => void flags.push(flag),
      }),
    version,
  );
  for (const count of games) {
    limitHeap(count);
    await Promise.resolve();
    await Promise.resolve();
  }
  expect(looks).toBe(sizes.length);
  return flags;
}

const ALL = ['--semi-space-growth-factor=1', '--heap-growing-percent=50'];

describe('memory of a long run', () => {
  test('V8 is told once to stop growing, when it has enough', async () => {
    expect(await askedFor([5000, 6000, 7000, 8000, 9000], [MIB, 4 * MIB, 8 * MIB])).toEqual(ALL);
  });

  test('it is left alone in short runs, and while its space is small', async () => {
    expect(await askedFor([1, 2, 1999], [])).toEqual([]);
    expect(await askedFor([5000, 6000, 7000], [MIB, 7 * MIB])).toEqual([]);
  });

  test('another V8 is left alone', async () => {
    expect(await askedFor([5000, 6000, 7000], [], '12.4.254.21-node.30')).toEqual([]);
  });
});
