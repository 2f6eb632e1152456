import { Problem } from './problem.js';

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

/** A request under way. */
export interface Slot {
  /** Its body is being received: `stop` ends that, for a client that has better requests than one that sends nothing. */
  readonly receive: (stop: (why: Problem) => void) => Receiving;
  readonly leave: () => void;
}

export interface Receiving {
  /** Bytes have come. */
  readonly got: () => void;
  readonly end: () => void;
}

/** How many requests each client may have under way, so that the others have room. */
export interface Slots {
  /** Throws Problem where the client has as many as it may. */
  readonly enter: (client: string) => Slot;
}

/** A body of which nothing came for so long makes room for another request of the same client. */
const IDLE_MS = 1000;

interface Taken {
  stop: ((why: Problem) => void) | undefined;
  lastMs: number;
}

export function createSlots(mostOfOne: number): Slots {
  const byClient = new Map<string, Set<Taken>>();
  return {
    enter(client) {
      const own = byClient.get(client) ?? new Set<Taken>();
      if (own.size >= mostOfOne) makeRoom(own, mostOfOne);
      const taken: Taken = { stop: undefined, lastMs: 0 };
      own.add(taken);
      byClient.set(client, own);
      return {
        receive(stop) {
          Object.assign(taken, { stop, lastMs: performance.now() });
          return {
            got: () => void (taken.lastMs = performance.now()),
            end: () => void (taken.stop = undefined),
          };
        },
        leave() {
          own.delete(taken);
          if (own.size === 0 && byClient.get(client) === own) byClient.delete(client);
        },
      };
    },
  };
}

/** Stops the request that has waited longest for more of its body. Throws Problem where none does. */
function makeRoom(own: Set<Taken>, most: number): void {
  let idlest: Taken | undefined;
  for (const one of own) if (one.stop && (!idlest || one.lastMs < idlest.lastMs)) idlest = one;
  if (!idlest || performance.now() - idlest.lastMs < IDLE_MS) {
    throw new Problem('requests-limit', `${String(most)} of your requests are under way`);
  }
  own.delete(idlest);
  idlest.stop?.(new Problem('slow-body', 'nothing of the body came, and other requests need its place'));
}
