/** Pause before a file is opened once more. */
const PAUSE_MS = 10;
const MOST_MS = 5000;
const IS_FULL: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE']);

const sleeper = new Int32Array(new SharedArrayBuffer(4));
let isHopeless = false;

/**
 * Opens a file. Where this process or the machine has too many open, waits until other threads close some; as soon as
 * that was in vain, no longer for the files that follow.
 */
export function opened<T>(open: () => T, mostMs = MOST_MS): T {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      const result = open();
      isHopeless = false;
      return result;
    } catch (error) {
      if (!IS_FULL.has((error as NodeJS.ErrnoException).code)) throw error;
      isHopeless ||= waited >= mostMs;
      if (isHopeless) throw error;
      Atomics.wait(sleeper, 0, 0, PAUSE_MS);
    }
  }
}
