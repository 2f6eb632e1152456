import { Turns } from './turns.js';

/** Lets in so many at a time; who waits comes in turn by client. */
export interface Gate {
  /** Resolves with what is to be called at the end; with `undefined` when the signal fires before there was room. */
  readonly enter: (client: string, signal: AbortSignal) => Promise<(() => void) | undefined>;
}

interface Waiter {
  readonly client: string;
  readonly admit: () => void;
}

/** `mostOfOne`: how many of one client, so that the others have room. */
export function createGate(most: number, mostOfOne: number): Gate {
  const waiting = new Turns<string, Waiter>();
  const inside = new Map<string, number>();
  let total = 0;

  function next(): void {
    while (total < most) {
      const waiter = waiting.take((client) => (inside.get(client) ?? 0) < mostOfOne);
      if (!waiter) return;
      total++;
      inside.set(waiter.client, (inside.get(waiter.client) ?? 0) + 1);
      waiter.admit();
    }
  }

  function leave(client: string): void {
    total--;
    const left = inside.get(client)! - 1;
    if (left > 0) inside.set(client, left);
    else inside.delete(client);
    next();
  }

  return {
    enter: (client, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) {
          resolve(undefined);
          return;
        }
        const stop = (): void => {
          waiting.remove((one) => one === waiter);
          resolve(undefined);
        };
        const waiter: Waiter = {
          client,
          admit() {
            signal.removeEventListener('abort', stop);
            resolve(() => leave(client));
          },
        };
        signal.addEventListener('abort', stop, { once: true });
        waiting.add(client, waiter);
        next();
      }),
  };
}
