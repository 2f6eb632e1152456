import pLimit from 'p-limit';
import type { Crosscheck } from '../../toolkit/event/crosscheck.js';
import { type Inputs, itemsInRows } from '../input/inputs.js';
import { type Item, type Items, rowOf } from '../input/item.js';
import type { Counts, RunFacts } from '../../report/output/summary.js';
import type { BaselineUse } from '../tasks/task-output.js';
import { isLaterPart, type LargeFile, LargeFileParts } from '../tasks/large-file.js';
import type { Output } from './output.js';
import { threadsThatFit } from '../tasks/work.js';
import type { KeptResults } from '../parts/kept-results.js';
import { type CacheWriter, type ResultCache, withCache } from '../parts/result-cache.js';
import { startRunner } from '../tasks/runners.js';
import { type Runner, isJudging, type Task, type TaskResult, type WorkSettings } from '../tasks/task.js';
import { joinersOf, ResultWriter } from './writer.js';

/** One run over many files. */
export interface RunRequest {
  /** Names as the user gave them, or items already found. */
  readonly inputs: Inputs | { readonly items: AsyncIterable<Items> };
  readonly settings: Omit<WorkSettings, 'sinks'>;
  /** The settings of an item, given those of the run, where they differ between files: one object for all judged alike. */
  readonly settingsOf?: ((item: Item, whole: WorkSettings) => WorkSettings) | undefined;
  readonly outputs: readonly Output[];
  /** Number of threads; 1: everything in this thread. */
  readonly jobs: number;
  readonly version: string;
  /** Script of the worker threads; by default the built one. */
  readonly workerUrl?: URL;
  /** Stops the run: finished results are written, whole rows only. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (counts: Counts, inputBytes: number) => void;
  /** Called before the first of several tasks. */
  readonly onMany?: () => Promise<void>;
  /** Makes the runner, where runs share workers. */
  readonly runner?: (settings: WorkSettings) => Runner;
  /** Records which findings of the settings' baseline are met. */
  readonly baseline?: BaselineUse | undefined;
  /** Holds results that need not be computed again, and takes new ones. */
  readonly cache?: ResultCache | undefined;
  /** Results that an unfinished run left, and those of this one. */
  readonly kept?: KeptResults | undefined;
  /** Compares all games with results tables when they are written, unless the run is stopped. */
  readonly crosscheck?: (() => Crosscheck | Promise<Crosscheck>) | undefined;
  /** The large file that the run starts inside. */
  readonly within?: LargeFile | undefined;
}

export interface RunResult extends RunFacts {
  readonly counts: Counts;
  readonly faults: number;
}

/** Tasks queued for each worker, so that it never waits for the main thread. */
const TASKS_PER_WORKER = 2;
/** Tasks started and not yet written, for each worker; bounds memory. */
const WINDOW_PER_WORKER = 3;

/**
 * Referees every input and writes the outputs in input order, the same bytes for any number of jobs.
 * Memory does not grow with the inputs. Never throws because of their contents.
 */
export async function runBatch(request: RunRequest): Promise<RunResult> {
  const { outputs, version, crosscheck, settingsOf } = request;
  const { settings, writer: cache } = withCache(request.cache, version, {
    ...request.settings,
    sinks: outputs.map(({ sink }) => sink),
  });
  const writer = new ResultWriter(await joinersOf(outputs, version), settings, request.baseline);
  const closed = outputs.find((one) => one.closed)?.closed;
  // A run that was stopped has not seen all its games.
  const last = [
    async () => {
      if (crosscheck) await writer.writeCrosscheck(await crosscheck(), settings);
    },
    () => writer.endDecisions(settings),
  ];
  return runInto(writer, {
    ...request,
    settings,
    settingsOf: settingsOf && ((item) => settingsOf(item, settings)),
    closed,
    last,
    cache,
  });
}

/** A run without its outputs. */
export interface RunIntoRequest extends Omit<
  RunRequest,
  'settings' | 'outputs' | 'version' | 'baseline' | 'settingsOf' | 'cache'
> {
  readonly settings: WorkSettings;
  /** Receives what workers make for the cache named in the settings. */
  readonly cache?: CacheWriter | undefined;
  readonly settingsOf?: ((item: Item) => WorkSettings) | undefined;
  /** As `Output.closed`. */
  readonly closed?: readonly number[] | undefined;
  /** The last input is a large file whose remaining parts belong to another run. */
  readonly goesOn?: boolean;
  /** Write what follows all results of a run that was not stopped. */
  readonly last?: readonly (() => Promise<void>)[];
}

/** Referees every input and passes the results to a sink, in input order. */
export async function runInto(writer: ResultWriter, request: RunIntoRequest): Promise<RunResult> {
  const started = process.hrtime.bigint();
  const { signal, goesOn = false, last = [] } = request;
  writer.outside = request.within?.outside;
  const run = new Run(request, writer);
  await run.start();
  if (signal?.aborted !== true && !goesOn) await writer.endFile();
  for (const step of signal?.aborted === true ? [] : last) await step();
  await request.cache?.finish();
  await writer.end();
  return {
    counts: writer.counts,
    faults: writer.faults,
    interrupted: signal?.aborted === true ? 'yes' : 'no',
    elapsedMs: Number(process.hrtime.bigint() - started) / 1e6,
    comparedGames: writer.comparedGames(),
  };
}

/** A started task. */
interface Started {
  readonly items: readonly Item[];
  readonly results: Promise<readonly TaskResult[]>;
}

type Groups = AsyncGenerator<readonly Item[]>;

class Run {
  private readonly request: RunIntoRequest;
  private readonly settings: WorkSettings;
  private readonly writer: ResultWriter;
  private readonly batch: BatchSize;
  private inputBytes = 0;

  constructor(request: RunIntoRequest, writer: ResultWriter) {
    this.request = request;
    this.settings = request.settings;
    this.writer = writer;
    const { options, cache } = this.settings;
    this.batch = options.score || cache ? SCORED_BATCH : READ_BATCH;
  }

  /** Starts a runner that suits the inputs and runs all items. */
  async start(): Promise<void> {
    const { request, settings } = this;
    const groups = this.grouped(itemsIn(request.inputs));
    const first = await groups.next();
    if (first.done === true) return;
    const second = await groups.next();
    const isOne = second.done === true;
    if (!isOne) await request.onMany?.();
    const threads = isOne ? 1 : Math.max(1, Math.min(request.jobs, threadsThatFit(isJudging(settings))));
    const runner =
      request.runner?.(settings) ??
      (await startRunner({ settings, wanted: request.jobs, threads, workerUrl: request.workerUrl }));
    const limit = pLimit(threads === 1 ? 1 : threads * TASKS_PER_WORKER);
    const ahead = isOne ? [first.value] : [first.value, second.value];
    try {
      const run = (task: Task): Promise<readonly TaskResult[]> => limit(() => this.results(runner, task));
      await this.work(startingWith(ahead, groups), run, threads === 1 ? 1 : threads * WINDOW_PER_WORKER);
    } finally {
      limit.clearQueue();
      await runner.close();
    }
  }

  private grouped(items: AsyncIterable<Items>): Groups {
    return grouped(items, this.batch, this.request.settingsOf);
  }

  private isStopped(): boolean {
    return this.request.signal?.aborted === true;
  }

  /** The results of a task, kept or made now. */
  private results(runner: Runner, items: Task): Promise<readonly TaskResult[]> {
    const { closed, kept, settingsOf } = this.request;
    const task = closed?.includes(1) === true ? { ...items, closed: [...closed] } : items;
    const settings = settingsOf?.(task.items[0]!);
    const make = (): Promise<readonly TaskResult[]> => runner.run(task, settings);
    return kept ? kept.run(task, settings ?? this.settings, make) : make();
  }

  /** Starts tasks as far ahead as the window allows and writes results in order. */
  private async work(groups: Groups, run: Runner['run'], window: number): Promise<void> {
    const parts = new LargeFileParts(run, this.request.within);
    const queue: Started[] = [];

    const finishOldest = async (): Promise<void> => {
      const { items, results } = queue.shift()!;
      const found = await untilAborted(parts.finish(items, results), this.request.signal);
      if (found === undefined) return;
      if (!isLaterPart(items)) await this.writer.endFile();
      for (const result of found) {
        await this.writer.write(result);
        await this.request.cache?.add(result);
      }
      await this.request.kept?.written(found);
      for (const item of items) this.inputBytes += item.kind === 'zip-entry' ? item.entry.packed : item.size;
      this.request.onProgress?.(this.writer.counts, this.inputBytes);
    };

    try {
      while (!this.isStopped()) {
        const next = await groups.next();
        if (next.done === true) break;
        const results = parts.start(next.value);
        results.catch(() => undefined); // reported when its turn comes
        queue.push({ items: next.value, results });
        while (queue.length >= window && !this.isStopped()) await finishOldest();
      }
      while (queue.length > 0 && !this.isStopped()) await finishOldest();
    } finally {
      void groups.return(undefined);
    }
  }
}

async function* startingWith<T>(ahead: readonly T[], rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* ahead;
    yield* rest;
  } finally {
    void rest.return(undefined);
  }
}

function itemsIn(inputs: RunRequest['inputs']): AsyncIterable<Items> {
  return 'items' in inputs ? inputs.items : itemsInRows(inputs);
}

/** What a promise gives, or undefined when the signal fires first. */
export function untilAborted<T>(
  results: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  if (!signal) return results;
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    results.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Items sent to a worker together: enough to outweigh the cost of a message, few enough to share the work evenly. */
interface BatchSize {
  readonly items: number;
  readonly bytes: number;
}

/** For reading and replaying: tens of microseconds a game. */
const READ_BATCH: BatchSize = { items: 128, bytes: 512 * 1024 };
/** For scoring, a thousand times as long, and for the cache, which keeps groups. */
const SCORED_BATCH: BatchSize = { items: 8, bytes: 32 * 1024 };

/**
 * Whether a group may end after an item: by its name, so that a file more or less does not move the groups after it. On average
 * every `count`th does.
 */
function isBoundary(item: Item, count: number): boolean {
  const name = item.kind === 'file' ? item.path : item.name;
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) % count === 0;
}

/** Longest group, in lengths of an average one. */
const MAX_LENGTHS = 2;

/** Groups items in their order. A part of a large file is its own group; a change of settings starts a new group. */
export async function* grouped(
  items: AsyncIterable<Items>,
  most: BatchSize,
  settingsOf?: RunIntoRequest['settingsOf'],
): Groups {
  let group: Item[] = [];
  let bytes = 0;
  let settings: WorkSettings | undefined;
  for await (const some of items) {
    for (const item of rowOf(some)) {
      const isAlone = item.kind === 'part';
      const own = settingsOf?.(item);
      const isOther = own !== settings;
      settings = own;
      if ((isAlone || isOther) && group.length > 0) {
        yield group;
        group = [];
        bytes = 0;
      }
      group.push(item);
      bytes += item.size;
      const isFull = group.length >= MAX_LENGTHS * most.items || bytes >= most.bytes;
      if (!isAlone && !isFull && !isBoundary(item, most.items)) continue;
      yield group;
      group = [];
      bytes = 0;
    }
  }
  if (group.length > 0) yield group;
}
