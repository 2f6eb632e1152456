import { Worker } from 'node:worker_threads';
import type { Limits } from '../core/limits.js';
import { finding } from '../findings/finding.js';
import { reasonOf } from '../core/reason.js';
import { type Item, trouble } from '../input/items.js';
import { Problem } from './problem.js';
import { createGate, type Gate } from './turns.js';
import type { Upload } from './uploads.js';

/** What the threads that read uploads are given, to tell them from those that referee. */
export const READS = { reads: true } as const;

/** Who reads: requests and lookups of games wait for a thread in turn by tenant, jobs are few. */
export type ReadingFor = 'request' | 'job' | 'game';

const THREADS: Readonly<Record<Exclude<ReadingFor, 'job'>, number>> = { request: 4, game: 2 };

/** A thread that would need more than this is stopped. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 };

export interface ReadRequest {
  readonly for: ReadingFor;
  readonly tenant: string;
  /** Name of the uploads in reports, where none of their own is known. */
  readonly name: string;
  readonly source: UploadSource;
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

/** Reads uploads in threads of their own: nothing that depends on what is in an archive is done beside the answers. */
export interface UploadReading {
  /** The items of uploads, some at a time, without the first `skip`; fewer when the signal fires. */
  readonly items: (request: ReadRequest, skip: number) => AsyncGenerator<readonly Item[]>;
  /** Throws Problem when the signal fires, or the uploads cannot be read to their end. */
  readonly game: (request: ReadRequest, wanted: WantedGame) => Promise<FoundGame | undefined>;
  readonly close: () => Promise<void>;
}

/** `runningJobs`: how many jobs read at a time. The threads start when they are needed. */
export function createReading(url: URL, runningJobs: number): UploadReading {
  const idle: Thread[] = [];
  const all = new Set<Thread>();
  const gates: Readonly<Record<ReadingFor, Gate>> = {
    request: createGate(THREADS.request, THREADS.request / 2),
    game: createGate(THREADS.game, THREADS.game / 2),
    job: createGate(runningJobs, runningJobs),
  };

  function thread(): Thread {
    for (let free = idle.pop(); free; free = idle.pop()) {
      if (!free.isLost()) return free;
      all.delete(free);
    }
    const one = new Thread(url);
    all.add(one);
    return one;
  }

  /** One that did what it was asked for is used again; another is in the middle of something. */
  function giveBack(one: Thread, state: 'done' | 'busy'): void {
    if (state === 'done') {
      idle.push(one);
      return;
    }
    all.delete(one);
    void one.stop();
  }

  return {
    async *items({ for: whom, tenant, name, source, limits, signal }, skip) {
      const leave = await gates[whom].enter(tenant, signal);
      if (!leave) return;
      const one = thread();
      let state: 'done' | 'busy' = 'busy';
      try {
        let next = one.ask({ order: 'items', source, limits, skip }, signal);
        for (;;) {
          const answer = await next;
          if (answer === 'aborted') return;
          if (answer.answer === 'lost') {
            yield [trouble(name, finding('internal/worker-lost', { reason: answer.reason }))];
            return;
          }
          if (answer.answer !== 'items') throw new Error('the uploads cannot be read');
          if (answer.isLast) state = 'done';
          // The next ones are read while these are worked on.
          else next = one.ask({ order: 'more' }, signal);
          yield answer.items;
          if (answer.isLast) return;
        }
      } finally {
        giveBack(one, state);
        leave();
      }
    },
    async game({ for: whom, tenant, source, limits, signal }, wanted) {
      const leave = await gates[whom].enter(tenant, signal);
      if (!leave) throw gone();
      const one = thread();
      let state: 'done' | 'busy' = 'busy';
      try {
        const answer = await one.ask({ order: 'game', source, limits, wanted }, signal);
        if (answer === 'aborted' || answer.answer !== 'game') throw gone();
        state = 'done';
        return answer.found;
      } finally {
        giveBack(one, state);
        leave();
      }
    },
    async close() {
      await Promise.all([...all].map((one) => one.stop()));
    },
  };
}

function gone(): Problem {
  return new Problem('time-limit', 'the uploads were not read to their end');
}

type Answer = ReadingAnswer | { readonly answer: 'lost'; readonly reason: string };

/** A thread that answers one order at a time. */
class Thread {
  private readonly worker: Worker;
  private answered: ((answer: Answer) => void) | undefined;
  private lost: string | undefined;

  constructor(url: URL) {
    this.worker = new Worker(url, { workerData: READS, resourceLimits: MEMORY });
    this.worker.on('message', (answer: ReadingAnswer) => this.answered?.(answer));
    this.worker.on('error', (error: unknown) => this.die(reasonOf(error)));
    this.worker.on('exit', () => this.die('the thread that read it stopped'));
  }

  ask(order: ReadingOrder, signal: AbortSignal): Promise<Answer | 'aborted'> {
    return new Promise((resolve) => {
      const aborted = (): void => resolve('aborted');
      if (signal.aborted) aborted();
      signal.addEventListener('abort', aborted, { once: true });
      this.answered = (answer) => {
        signal.removeEventListener('abort', aborted);
        resolve(answer);
      };
      if (this.lost === undefined) this.worker.postMessage(order);
      else this.answered({ answer: 'lost', reason: this.lost });
    });
  }

  isLost(): boolean {
    return this.lost !== undefined;
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }

  private die(reason: string): void {
    this.lost ??= reason;
    this.answered?.({ answer: 'lost', reason: this.lost });
  }
}

/** Uploads by themselves, or the folder of a job that holds them and says what they are. */
export type UploadSource = { readonly uploads: readonly Upload[] } | { readonly folder: string };

/** Which game is looked for: `copy`, from 1, of those with the file name and number, for an archive may have a name twice. */
export interface WantedGame {
  readonly file: string;
  readonly game: number;
  readonly copy: number;
}

/** What a reading thread is asked for. */
export type ReadingOrder =
  | { readonly order: 'items'; readonly source: UploadSource; readonly limits: Limits; readonly skip: number }
  | { readonly order: 'more' }
  | {
      readonly order: 'game';
      readonly source: UploadSource;
      readonly limits: Limits;
      readonly wanted: WantedGame;
    };

/** A game's own bytes, cut out of the uploads, and the label of the charset that its file is in. */
export interface FoundGame {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly charset: string;
}

/** What a reading thread answers. */
export type ReadingAnswer =
  | { readonly answer: 'items'; readonly items: readonly Item[]; readonly isLast: boolean }
  | { readonly answer: 'game'; readonly found: FoundGame | undefined }
  | { readonly answer: 'failed'; readonly reason: string };
