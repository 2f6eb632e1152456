import { Problem } from './problem.js';

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
