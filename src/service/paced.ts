import { Problem } from './problem.js';
import type { Slot } from './slots.js';

/** How fast a body must come. */
export interface Pace {
  /** Bytes a second, on average after the first `graceMs`. */
  readonly leastRate: number;
  readonly graceMs: number;
}

const LOOK_MS = 500;

/** The blocks of a body. Throws Problem when it comes too slowly, has more bytes than `most`, or its slot is wanted for another. */
export async function* paced(
  body: ReadableStream<Uint8Array>,
  { leastRate, graceMs }: Pace,
  most: number,
  slot: Slot,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const state: { stopped?: Problem } = {};
  const stop = (why: Problem): void => {
    state.stopped ??= why;
    void reader.cancel().catch(() => undefined);
  };
  const receiving = slot.receive(stop);
  const started = performance.now();
  let bytes = 0;
  const clock = setInterval(() => {
    const seconds = (performance.now() - started - graceMs) / 1000;
    if (bytes < seconds * leastRate) {
      stop(new Problem('slow-body', `a body must come with ${String(leastRate)} bytes a second`));
    }
  }, LOOK_MS);
  try {
    for (;;) {
      const next = await reader.read();
      if (state.stopped) throw state.stopped;
      if (next.done) return;
      receiving.got();
      bytes += next.value.length;
      if (bytes > most) throw new Problem('body-limit', `more than ${String(most)} bytes`);
      yield next.value;
    }
  } finally {
    clearInterval(clock);
    receiving.end();
  }
}
