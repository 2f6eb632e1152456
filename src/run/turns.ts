/** What waits, taken in turn by owner: nobody waits for everything that somebody else has brought. */
export class Turns<Owner, T> {
  private readonly waiting = new Map<Owner, T[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(owner: Owner, what: T): void {
    const own = this.waiting.get(owner);
    if (own) own.push(what);
    else this.waiting.set(owner, [what]);
    this.count++;
  }

  /** The oldest of the owner whose turn it is, among those who may come; `undefined` where none waits. */
  take(mayCome: (owner: Owner) => boolean = () => true): T | undefined {
    for (const [owner, own] of this.waiting) {
      if (!mayCome(owner)) continue;
      const what = own.shift();
      // An owner who had a turn comes last.
      this.waiting.delete(owner);
      if (own.length > 0) this.waiting.set(owner, own);
      this.count--;
      return what;
    }
    return undefined;
  }

  /** Takes out what is no longer wanted, and returns it. */
  remove(isUnwanted: (what: T) => boolean): T[] {
    const removed: T[] = [];
    for (const [owner, own] of this.waiting) {
      const left = own.filter((what) => {
        if (!isUnwanted(what)) return true;
        removed.push(what);
        return false;
      });
      if (left.length > 0) this.waiting.set(owner, left);
      else this.waiting.delete(owner);
    }
    this.count -= removed.length;
    return removed;
  }
}

/** Lets in a number of clients at a time; those who wait come in turn by client. */
export interface Gate {
  /** Resolves with what must be called at the end; with `undefined` when the signal fires before there is room. */
  readonly enter: (client: string, signal: AbortSignal) => Promise<(() => void) | undefined>;
}

interface Waiter {
  readonly client: string;
  readonly admit: () => void;
}

/** `mostOfOne`: how many of one client, so that others have room. */
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
