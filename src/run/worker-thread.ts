import { Worker } from 'node:worker_threads';
import { reasonOf } from '../core/outcome.js';

/** The script of every worker thread, the command's and the server's. */
export const WORKER_URL = new URL('./worker.js', import.meta.url);

/** Why there is no answer. */
export interface Lost {
  readonly lost: string;
  readonly cause: LossCause;
}

/**
 * What ended a thread before it answered. `earlier`: another message was in progress; `start`: it had not begun a game yet;
 * `outside`: somebody stopped it, as it reported no error; `error`: the message in progress; `late`: that took too long.
 */
export type LossCause = 'earlier' | 'start' | 'outside' | 'error' | 'late';

/** What a thread posts: that it has begun a further game, or an answer. */
export type FromThread = 'alive' | { readonly id: number; readonly answer: unknown };

/** Limits of a thread, and who is told of its end. */
export interface ThreadRequest {
  readonly url: URL;
  /** Limits of its heap, in MiB; beyond them it is stopped. */
  readonly memory: { readonly maxOldGenerationSizeMb: number; readonly maxYoungGenerationSizeMb: number };
  /** Longest time without a further game or an answer before it is stopped. */
  readonly taskMs?: number | undefined;
  /** Called when it takes no more messages, before what it has not answered is lost. */
  readonly onEnd?: () => void;
}

/** A thread that answers messages in their order. */
export class WorkerThread<Message, Answer> {
  private readonly worker: Worker;
  private readonly taskMs: number | undefined;
  private readonly onEnd: (() => void) | undefined;
  /** Messages without an answer, oldest first: the first is in progress. */
  private readonly open = new Map<number, (answer: Answer | Lost) => void>();
  private nextId = 1;
  private ended: Lost | undefined;
  private hasBegun = false;
  /** When it last gave a sign of life, or a message while it had none; in milliseconds. */
  private lastSign = 0;
  private clock: NodeJS.Timeout | undefined;

  constructor({ url, memory, taskMs, onEnd }: ThreadRequest) {
    this.taskMs = taskMs;
    this.onEnd = onEnd;
    this.worker = new Worker(url, { resourceLimits: memory });
    this.worker.on('message', (message: FromThread) => this.receive(message));
    let error: string | undefined;
    this.worker.on('error', (thrown: unknown) => (error = reasonOf(thrown)));
    this.worker.on('exit', () => {
      this.retire(error ?? 'the worker stopped', error === undefined ? 'outside' : 'error');
      this.loseAll();
    });
  }

  get isLost(): boolean {
    return this.ended !== undefined;
  }

  /** How many messages have no answer yet. */
  get load(): number {
    return this.open.size;
  }

  /** Bytes are copied, not transferred: what is lost is sent again. */
  ask(message: Message): Promise<Answer | Lost> {
    return new Promise((resolve) => {
      if (this.ended) {
        resolve(this.ended);
        return;
      }
      const id = this.nextId++;
      this.open.set(id, resolve);
      if (this.open.size === 1) {
        this.lastSign = performance.now();
        if (this.taskMs !== undefined) this.watch(this.taskMs);
      }
      this.worker.postMessage({ id, message });
    });
  }

  /** Stops it; what it has not answered is never answered. */
  async stop(): Promise<void> {
    this.open.clear();
    clearTimeout(this.clock);
    await this.worker.terminate();
  }

  private receive(message: FromThread): void {
    this.lastSign = performance.now();
    if (message === 'alive') {
      this.hasBegun = true;
      return;
    }
    const answer = this.open.get(message.id);
    this.open.delete(message.id);
    if (this.open.size === 0) clearTimeout(this.clock);
    answer?.(message.answer as Answer);
  }

  /** Takes no more messages, for the first reason that is given. */
  private retire(lost: string, cause: LossCause): void {
    clearTimeout(this.clock);
    if (this.ended) return;
    this.ended = { lost, cause: this.hasBegun ? cause : 'start' };
    this.onEnd?.();
  }

  private loseAll(): void {
    let lost = this.ended!;
    for (const answer of this.open.values()) {
      answer(lost);
      lost = { ...lost, cause: 'earlier' };
    }
    this.open.clear();
  }

  private watch(ms: number): void {
    clearTimeout(this.clock);
    this.clock = setTimeout(() => {
      // What came while this thread was busy is received first.
      setImmediate(() => this.stopWhenLate());
    }, ms);
  }

  private stopWhenLate(): void {
    if (this.open.size === 0 || this.taskMs === undefined) return;
    const left = this.lastSign + this.taskMs - performance.now();
    if (left > 0) {
      this.watch(left);
      return;
    }
    this.retire(`a game took longer than ${String(this.taskMs / 1000)} s (limit secondsPerGame)`, 'late');
    void this.worker.terminate();
  }
}
