/** Games before anything is done: a short run needs nothing of this. */
const MANY_GAMES = 2000;

/** The two halves of V8's space for new objects together; it would grow to four times as much, and runs no faster. */
const ENOUGH_BYTES = 8 * 1024 * 1024;

/** The V8 of Node 20, of which it is known that it has these flags and heeds them at any time. Others are left alone. */
const KNOWN_V8 = /^11\./;

type V8 = Pick<typeof import('node:v8'), 'getHeapSpaceStatistics' | 'setFlagsFromString'>;

/**
 * Keeps the memory of a long run down, of which most would be what V8 takes to collect garbage less often. To be asked
 * now and then, with the number of games so far. V8 has limits only for worker threads, and for processes by options of
 * Node that nobody would give: so it is told to stop growing when it has enough.
 */
export function createThrift(
  load: () => Promise<V8> = () => import('node:v8'),
  version = process.versions.v8,
): (games: number) => void {
  let state: 'waiting' | 'watching' | 'done' = KNOWN_V8.test(version) ? 'waiting' : 'done';
  let look: (() => void) | undefined;

  async function watch(): Promise<void> {
    const { getHeapSpaceStatistics, setFlagsFromString } = await load();
    look = () => {
      const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
      if (space && space.space_size < ENOUGH_BYTES) return;
      setFlagsFromString('--semi-space-growth-factor=1');
      setFlagsFromString('--heap-growing-percent=50');
      state = 'done';
    };
  }

  return (games) => {
    if (state === 'done' || games < MANY_GAMES) return;
    if (state === 'waiting') {
      state = 'watching';
      void watch();
    } else look?.();
  };
}
