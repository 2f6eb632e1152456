import pLimit from 'p-limit';
import type { Limits } from '../core/limits.js';
import { type Inputs, type Items, itemsInRows, itemsOfLargeFile } from '../input/inputs.js';
import { type Item, UNASKED } from '../input/items.js';
import { type Counts, noCounts } from '../output/summary.js';
import { createDuplicates, type Duplicates } from './duplicates.js';
import { emit, type State, tellOutside } from './emit.js';
import { createNumbers, createStarts, goesOn, largeFile, type LargeFile } from './large-file.js';
import { workFor } from './make-work.js';
import { createJoiner, type Joiner, type Output } from './output.js';
import { threadsWithRoom } from './process-limits.js';
import { isJudging, type WorkSettings } from './settings.js';
import { createInThread, createShared, type Crew } from './shared-crew.js';
import type { Task, TaskResult } from './work.js';

/** One run over many files. */
export interface RunRequest {
  /** Names as the user gave them, or items that were found already. */
  readonly inputs: Inputs | { readonly items: AsyncIterable<Items> };
  readonly settings: Omit<WorkSettings, 'sinks'>;
  readonly outputs: readonly Output[];
  /** Threads that work; 1: all in this thread. */
  readonly jobs: number;
  readonly version: string;
  /** Script of the worker threads; the built one where none is given. */
  readonly workerUrl?: URL;
  /** Stops the run: what is finished is written, whole rows only. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (counts: Counts, inputBytes: number) => void;
  /** Who does the tasks, where that is not a crew of this run alone. */
  readonly crew?: (settings: WorkSettings) => Crew;
  /** Games that later ones are compared with, where the caller keeps them. */
  readonly duplicates?: Duplicates;
  /** The large file in the middle of which the items begin, when a run goes on. */
  readonly within?: LargeFile;
  /** Called when the results of these further items are written; the run waits for it. */
  readonly onWritten?: (
    items: readonly Item[],
    within: LargeFile | undefined,
    written: Written,
  ) => Promise<void> | undefined;
}

/** What was read and written so far. `checksum`: where the settings want it. */
export interface Written {
  readonly checksum: number;
  readonly faults: number;
}

export interface RunResult {
  readonly counts: Counts;
  readonly faults: number;
  readonly interrupted: 'no' | 'yes';
  readonly elapsedMs: number;
  readonly comparedGames: number;
}

/** Messages that each worker has at a time, so that it never waits for the main thread. */
const TASKS_PER_WORKER = 2;
/** Tasks between the oldest unwritten one and the newest begun, for each worker: what bounds memory. */
const WINDOW_PER_WORKER = 3;

/**
 * Referees every input and writes the outputs in input order: the same bytes for any number of jobs.
 * Memory is bounded whatever the size of the inputs. Never throws for what is in them.
 */
export async function runBatch(request: RunRequest): Promise<RunResult> {
  const started = process.hrtime.bigint();
  const joiners: Joiner[] = [];
  for (const output of request.outputs) joiners.push(await createJoiner(output, request.version));
  const settings: WorkSettings = { ...request.settings, sinks: request.outputs.map(({ sink }) => sink) };
  const state: State = {
    joiners,
    ignoresDuplicates: settings.ignore.includes('game/duplicate') ? 'yes' : 'no',
    duplicates: request.duplicates ?? createDuplicates(),
    counts: noCounts(),
    faults: 0,
    inputBytes: 0,
    checksum: 0,
    outside: request.within?.outside,
  };

  await drain(request, settings, state);
  if (request.signal?.aborted !== true) await tellOutside(state);

  for (const joiner of joiners) await joiner.end();
  return {
    counts: state.counts,
    faults: state.faults,
    interrupted: request.signal?.aborted === true ? 'yes' : 'no',
    elapsedMs: Number(process.hrtime.bigint() - started) / 1e6,
    comparedGames: state.duplicates.remembered(),
  };
}

interface Begun {
  readonly items: readonly Item[];
  readonly results: Promise<readonly TaskResult[]>;
}

/** Who does the tasks. Engines share the games even of a single task. */
async function crewOf(request: RunRequest, settings: WorkSettings, jobs: number): Promise<Crew> {
  const { engine, options } = settings;
  if (request.crew) return request.crew(settings);
  if (engine && options.score) {
    const { createEngineCrew } = await import('./gtp.js');
    return createEngineCrew({ settings, engine, jobs: request.jobs });
  }
  if (jobs === 1) return createInThread(await workFor(settings));
  // Threads cost time to load, which most runs over one file need not spend.
  const { createPool, WORKER_URL } = await import('./pool.js');
  const url = request.workerUrl ?? WORKER_URL;
  if (options.score) return createPool({ jobs, url, settings });
  const own = createInThread(await workFor(settings));
  return createShared(own, createPool({ jobs: jobs - 1, url, settings }), jobs - 1);
}

/** Who works, and how much of it at a time. */
interface Labor {
  readonly crew: Crew;
  readonly limit: ReturnType<typeof pLimit>;
  /** Tasks between the oldest unwritten one and the newest begun: what bounds memory. */
  readonly window: number;
  readonly load: Load;
}

/** Finds a crew for the inputs and has all their items done. */
async function drain(request: RunRequest, settings: WorkSettings, state: State): Promise<void> {
  const { score } = settings.options;
  const load = score ? HEAVY_LOAD : LIGHT_LOAD;
  const groups = grouped(itemsIn(request.inputs, score ? 'known' : 'unasked'), load);
  const first = await groups.next();
  if (first.done === true) return;
  const second = await groups.next();
  const jobs =
    second.done === true ? 1 : Math.max(1, Math.min(request.jobs, threadsWithRoom(isJudging(settings))));
  const crew = await crewOf(request, settings, jobs);
  const limit = pLimit(jobs === 1 ? 1 : jobs * TASKS_PER_WORKER);
  const labor: Labor = { crew, limit, window: jobs === 1 ? 1 : jobs * WINDOW_PER_WORKER, load };
  const ahead = second.done === true ? [first.value] : [first.value, second.value];
  try {
    await work({ request, state, labor, groups: startingWith(ahead, groups), isNested: 'no' });
  } finally {
    limit.clearQueue();
    await crew.close();
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

interface Work {
  readonly request: RunRequest;
  readonly state: State;
  readonly labor: Labor;
  readonly groups: AsyncGenerator<readonly Item[]>;
  /** `yes`: the groups are what other groups left. */
  readonly isNested: 'no' | 'yes';
}

/** Begins tasks as far ahead as the window allows and writes their results in order. */
async function work({ request, state, labor, groups, isNested }: Work): Promise<void> {
  const { crew, limit, window, load } = labor;
  const within = isNested === 'yes' ? undefined : request.within;
  const starts = createStarts(within);
  const numbers = createNumbers(within);
  const queue: Begun[] = [];
  const { signal } = request;
  const isStopped = (): boolean => signal?.aborted === true;

  const begin = (items: readonly Item[]): void => {
    const run = (task: Task): ReturnType<Crew['run']> => crew.run(task);
    const results = limit(() => starts.around(items, run));
    results.catch(() => undefined); // reported when its turn comes
    queue.push({ items, results });
  };
  const renumber = async (items: readonly Item[], results: Begun['results']): ReturnType<Crew['run']> => {
    const right = numbers.corrected(items);
    const found = right ? await starts.around([right], (task) => crew.run(task)) : await results;
    numbers.learn(items, found);
    return found;
  };
  const finishOldest = async (): Promise<void> => {
    const { items, results } = queue.shift()!;
    const found = await untilAborted(renumber(items, results), signal);
    if (found === undefined) return;
    if (!goesOn(items)) await tellOutside(state);
    for (const result of found) {
      await emit(result, state);
      if (result.left.length === 0) continue;
      const groups = grouped(itemsLeft(result.left, request.settings.options.limits), load);
      await work({ request, state, labor, groups, isNested: 'yes' });
      if (isStopped()) return; // perhaps in the middle of what was left
    }
    state.inputBytes += inputBytesOf(items, found);
    request.onProgress?.(state.counts, state.inputBytes);
    if (isNested === 'no') {
      await request.onWritten?.(items, await largeFile(items, starts, numbers, state.outside), state);
    }
  };

  try {
    while (!isStopped()) {
      const next = await groups.next();
      if (next.done === true) break;
      begin(next.value);
      while (queue.length >= window && !isStopped()) await finishOldest();
    }
    while (queue.length > 0 && !isStopped()) await finishOldest();
    if (isNested === 'yes' && !isStopped()) await tellOutside(state);
  } finally {
    void groups.return(undefined);
  }
}

function itemsIn(inputs: RunRequest['inputs'], sizes: 'known' | 'unasked'): AsyncIterable<Items> {
  if ('items' in inputs) return inputs.items;
  return itemsInRows(inputs.sizes === sizes ? inputs : { ...inputs, sizes });
}

/** What a task left: a large file, which is read in parts, and the items behind it. */
async function* itemsLeft([large, ...rest]: readonly Item[], limits: Limits): AsyncGenerator<Items> {
  if (large?.kind === 'file') yield* itemsOfLargeFile(large.path, limits);
  yield rest;
}

/** The results, or undefined when the run is stopped before they come. */
function untilAborted<T>(results: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  if (!signal) return results;
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    results.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Bytes of the inputs on disk that items stand for, as far as that can be told. */
function inputBytesOf(items: readonly Item[], results: readonly TaskResult[]): number {
  let known = 0;
  for (const item of items) {
    if (item.size === UNASKED) return results.reduce((sum, { counts }) => sum + counts.bytes, 0);
    known += item.kind === 'zip-entry' ? item.entry.packed : item.size;
  }
  return known;
}

/** Items that go to one worker together: enough to make a message worth its price, few enough to share the work. */
interface Load {
  readonly items: number;
  readonly bytes: number;
}

/** For reading and replaying, tens of microseconds a game. */
const LIGHT_LOAD: Load = { items: 128, bytes: 512 * 1024 };
/** For scoring, which takes a thousand times as long. */
const HEAVY_LOAD: Load = { items: 8, bytes: 32 * 1024 };

/** Groups items in their order. Parts of large files stay alone. */
export async function* grouped(items: AsyncIterable<Items>, load: Load): AsyncGenerator<readonly Item[]> {
  let group: Item[] = [];
  let bytes = 0;
  for await (const some of items) {
    for (const item of 'kind' in some ? [some] : some) {
      if (item.kind === 'part') {
        if (group.length > 0) yield group;
        group = [];
        bytes = 0;
        yield [item];
        continue;
      }
      group.push(item);
      bytes += Math.max(item.size, 0);
      if (group.length >= load.items || bytes >= load.bytes) {
        yield group;
        group = [];
        bytes = 0;
      }
    }
  }
  if (group.length > 0) yield group;
}
