import { Turns } from './turns.js';

/** Does the work of a job; the signal fires when it is to stop. Never rejects. */
export type JobHandler = (id: string, signal: AbortSignal) => Promise<void>;

/** Brings jobs to those who do them. This one is in the process; one of a distributed engine can take its place. */
export interface JobQueue {
  readonly submit: (id: string, tenant: string) => void;
  /** Stops a job that waits or runs; resolves when nobody works on it any more. */
  readonly cancel: (id: string) => Promise<void>;
  /** Stops all; jobs that were running go on when they are submitted again. */
  readonly close: () => Promise<void>;
}

/** So many jobs at a time, tenants in turn, those of each in the order in which they came. */
export function createLocalQueue(handler: JobHandler, atATime: number): JobQueue {
  const waiting = new Turns<string, string>();
  const running = new Map<string, { readonly stop: AbortController; readonly done: Promise<void> }>();

  function next(): void {
    while (running.size < atATime) {
      const id = waiting.take();
      if (id === undefined) return;
      const stop = new AbortController();
      const done = handler(id, stop.signal).finally(() => {
        running.delete(id);
        next();
      });
      running.set(id, { stop, done });
    }
  }

  return {
    submit(id, tenant) {
      waiting.add(tenant, id);
      next();
    },
    async cancel(id) {
      waiting.remove((one) => one === id);
      const job = running.get(id);
      job?.stop.abort();
      await job?.done;
    },
    async close() {
      waiting.remove(() => true);
      const all = [...running.values()];
      for (const { stop } of all) stop.abort();
      await Promise.all(all.map(({ done }) => done));
    },
  };
}
