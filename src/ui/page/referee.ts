import type { GameFacts } from '../../event/game-facts.js';
import type { Counts } from '../../output/summary.js';
import type { Point } from '../../core/point.js';
import type { DeadPoints, GroupOutcome } from '../../referee/group-outcomes.js';
import type { GameReport } from '../../referee/report.js';
import type { GameBytes, RunOptions } from './backend.js';

/** A file to referee, in a worker. */
export interface FileTask {
  readonly kind: 'file';
  readonly id: number;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly options: RunOptions;
}

/** A game in every form of output; `key` is equal for equal and mirrored games, '' for short ones. */
export interface GameParts {
  readonly game: number;
  readonly page: string;
  readonly csv: string;
  readonly findings: string;
  readonly html: string;
  readonly facts: GameFacts;
  readonly key: string;
  readonly exact: string;
}

export interface FileDone {
  readonly id: number;
  readonly games: readonly GameParts[];
  /** Findings that belong to no game. */
  readonly file: { readonly page: string; readonly findings: string; readonly html: string } | undefined;
  readonly counts: Counts;
}

/** A game to judge again, for its page. */
export interface GameTask {
  readonly kind: 'game';
  readonly id: number;
  readonly file: string;
  readonly game: number;
  readonly bytes: GameBytes;
  readonly options: RunOptions;
  /** Rulesets side by side. */
  readonly rulesets: readonly string[];
  /** By the reader's decision. */
  readonly decided: DeadPoints | undefined;
  /** Points of groups whose life is in question. */
  readonly asked: readonly Point[];
}

export interface GameDone {
  readonly id: number;
  /** `undefined`: there is no game in the bytes. */
  readonly judged: RefereedGame | undefined;
}

/** A game that was judged anew. */
export interface RefereedGame {
  readonly report: GameReport;
  /** Digest of the moves, by which decisions name the game. */
  readonly digest: string;
  readonly groups: readonly GroupOutcome[];
}

export interface TaskFailed {
  readonly id: number;
  readonly failed: string;
}

type Task = FileTask | GameTask;
type Done = FileDone | GameDone | TaskFailed;
type NewTask<T extends Task> = Omit<T, 'id' | 'kind'>;

/** Web workers that referee, started on demand. */
export interface Referees {
  readonly file: (task: NewTask<FileTask>) => Promise<FileDone>;
  readonly game: (task: NewTask<GameTask>) => Promise<RefereedGame>;
  /** Ends all workers; their tasks never resolve. */
  readonly stop: () => void;
}

interface Slot {
  readonly worker: Worker;
  readonly waiting: Map<
    number,
    { readonly resolve: (done: Done) => void; readonly reject: (error: Error) => void }
  >;
}

export function createReferees(most: number): Referees {
  let slots: Slot[] = [];
  let nextId = 1;

  function start(): Slot {
    const worker = new Worker(new URL('./referee.worker.ts', import.meta.url), { type: 'module' });
    const slot: Slot = { worker, waiting: new Map() };
    worker.onmessage = ({ data }: MessageEvent<Done>) => {
      const waiter = slot.waiting.get(data.id);
      slot.waiting.delete(data.id);
      if ('failed' in data) waiter?.reject(new Error(data.failed));
      else waiter?.resolve(data);
    };
    worker.onerror = () => {
      slots = slots.filter((one) => one !== slot);
      for (const { reject } of slot.waiting.values()) reject(new Error('the worker stopped'));
    };
    slots.push(slot);
    return slot;
  }

  function send(task: Task): Promise<Done> {
    return new Promise((resolve, reject) => {
      const free = slots.reduce<Slot | undefined>(
        (best, slot) => (!best || slot.waiting.size < best.waiting.size ? slot : best),
        undefined,
      );
      const slot = free && (free.waiting.size === 0 || slots.length >= most) ? free : start();
      slot.waiting.set(task.id, { resolve, reject });
      slot.worker.postMessage(task);
    });
  }

  return {
    file: async (task) => (await send({ ...task, kind: 'file', id: nextId++ })) as FileDone,
    async game(task) {
      const { judged } = (await send({ ...task, kind: 'game', id: nextId++ })) as GameDone;
      if (!judged) throw new Error('there is no game in this file');
      return judged;
    },
    stop() {
      for (const { worker } of slots) worker.terminate();
      slots = [];
    },
  };
}

/** Workers of this page; one core is left for the page itself. */
export const WORKERS = Math.max(1, Math.min(8, navigator.hardwareConcurrency - 1));
