import { finding } from '../../core/findings/finding.js';
import { foreignKind } from '../input/file-names.js';
import { createReader, type Reader } from '../input/item-reader.js';
import { type Item, nameOf } from '../input/item.js';
import { reasonOf } from '../../core/outcome.js';
import { createOptions, partOf, refereeing } from './file-work.js';
import { type MakeFileWork, type Answers, type NamedFile, TaskOutput } from './task-output.js';
import { cachedTask, openCache } from '../parts/result-cache.js';
import { type FileStart, isJudging, type Task, type TaskResult, type WorkSettings } from './task.js';
import { readdirSync, readFileSync } from 'node:fs';
import { startNoMore } from '../../core/webassembly.js';
import type { EstimatorName } from '../../go/life/life.js';
import { reserveEstimator } from '../../go/life/judge.js';

/** Runs tasks one after another. */
export type Work = (task: Task, answers?: Answers) => TaskResult;

/** A task for a worker, with settings where they differ from those of the previous task. `key`: equal for equal settings. */
export interface TaskMessage {
  readonly task: Task;
  readonly settings?: { readonly key: string; readonly value: WorkSettings };
}

/** Settings that a worker keeps prepared, with their buffers: a server uses the same ones for many requests. */
const MAX_PREPARED = 8;

/** Shortest time between two heartbeats. */
const BEAT_MS = 50;

/**
 * Makes the function that runs tasks from messages, one after another. `alive` is called when a game starts, at most every
 * BEAT_MS.
 */
export function createTaskWorker(alive: () => void): (message: TaskMessage) => Promise<TaskResult> {
  const prepared = new Map<string, Work>();
  let work: Work | undefined;
  let lastBeat = -Infinity;
  let last: Promise<unknown> = Promise.resolve();

  function beat(): void {
    const now = performance.now();
    if (now - lastBeat < BEAT_MS) return;
    lastBeat = now;
    alive();
  }

  async function done({ task, settings }: TaskMessage): Promise<TaskResult> {
    if (settings) {
      const { key, value } = settings;
      work = prepared.get(key) ?? (await prepareWork(value, beat));
      prepared.delete(key);
      const [oldest] = prepared.keys();
      if (prepared.size >= MAX_PREPARED && oldest !== undefined) prepared.delete(oldest);
      prepared.set(key, work);
    }
    return work!(task);
  }

  return (message) => {
    const result = last.then(() => done(message));
    last = result;
    return result;
  };
}

/** Loads what the settings need, and makes the function that runs tasks. Throws NoMemoryError. */
export async function prepareWork(settings: WorkSettings, alive?: () => void): Promise<Work> {
  const { list, duplicates, options } = settings;
  reserveAddresses(options.estimator, isJudging(settings));
  // Most runs neither list nor compare.
  if (duplicates) return createWork(settings, alive, (await import('./row-work.js')).comparing);
  return createWork(settings, alive, list && (await import('./row-work.js')).listing);
}

/** Makes the function that runs tasks. It keeps its buffers between calls. `alive` is called for every game. */
export function createWork(
  settings: WorkSettings,
  alive: () => void = () => undefined,
  makeFileWork: MakeFileWork = refereeing,
): Work {
  const out = new TaskOutput(settings);
  const reader = createReader();
  const cache = settings.cache && openCache(settings.cache, settings.sinks.length);
  const optionsOf = createOptions(settings, alive);
  const work = makeFileWork(settings, out);

  function doItem(
    item: Item,
    file: NamedFile,
    { task, answers, read }: { task: Task; answers: Answers | undefined; read: Reader['read'] },
  ): FileStart | undefined {
    if (item.kind === 'trouble') {
      out.reportOne(file, item.finding);
      return undefined;
    }
    const { name, index } = file;
    const bytes = read(item);
    if (item.kind !== 'part' || item.part === 0) out.files++;
    if (!(bytes instanceof Uint8Array)) {
      out.reportOne(file, bytes);
      return undefined;
    }
    out.bytes += bytes.length;
    if (item.kind === 'file' && item.size !== bytes.length) {
      const what = `it was listed with ${String(item.size)} bytes and read with ${String(bytes.length)}`;
      out.reportOne({ ...file, bytes }, finding('file/changed', { what }));
    }
    const foreign = foreignKind(bytes);
    if (foreign !== undefined) {
      out.reportOne({ ...file, bytes }, finding('file/not-sgf', { what: foreign }));
      return undefined;
    }
    const options = optionsOf(name, partOf(item, task.start?.charset));
    out.isPart = item.kind === 'part';
    const start = work({ bytes, name, index, options, task, answers });
    return out.isPart ? start : undefined;
  }

  function doTask(task: Task, answers: Answers | undefined, read: Reader['read']): TaskResult {
    out.begin();
    let start: FileStart | undefined;
    const names = task.items.map(nameOf);
    for (let index = 0; index < names.length; index++) {
      const file = { name: names[index]!, index };
      const before = out.units.count;
      alive();
      try {
        start = doItem(task.items[index]!, file, { task, answers, read });
      } catch (error) {
        out.units.cutTo(before);
        out.reportOne(file, finding('internal/fault', { what: reasonOf(error) }));
      }
    }
    return { ...out.take(), names, start };
  }

  return (task, answers) => {
    reader.expect(task.items);
    const result = cache
      ? cachedTask(task, cache, reader, (whole, read) => doTask(whole, answers, read))
      : doTask(task, answers, reader.read);
    reader.close();
    return result;
  };
}

const GIGABYTE = 2 ** 30;
/** Bytes of address space that a thread reserves: for V8's heap, and far more for each of the two kernels that judge. */
const HEAP_BYTES = GIGABYTE;
const KERNEL_BYTES = 11 * GIGABYTE;
/** More descriptors than any number of threads takes. */
const MANY = 4096;
const WITHOUT_RESERVES = '--disable-wasm-trap-handler';

/** Descriptors that a thread needs, its files included; and those kept free for the main thread. */
const THREAD_DESCRIPTORS = 6;
const SPARE_DESCRIPTORS = 6;

/**
 * How many threads fit into the limits of the process on address space (`ulimit -v`) and descriptors (`ulimit -n`); beyond
 * them a thread does not start, or V8 aborts the process. Infinity without limits, or where they cannot be read.
 */
export function threadsThatFit(isJudging: boolean): number {
  const descriptors = limitOf('open files');
  const free = descriptors > MANY ? Infinity : descriptors - usedDescriptors() - SPARE_DESCRIPTORS;
  const addresses = limitOf('address space');
  const kernels = isJudging && reservesAddresses() ? 2 * KERNEL_BYTES : 0;
  const fitting = addresses === Infinity ? Infinity : (addresses - usedBytes()) / (HEAP_BYTES + kernels);
  return Math.floor(Math.min(free / THREAD_DESCRIPTORS, fitting));
}

/**
 * Where address space is limited, loads only the kernels that judging requires: the reader and the board have slower
 * substitutes, and the heap needs the rest. Throws NoMemoryError.
 */
export function reserveAddresses(estimator: EstimatorName, isJudging: boolean): void {
  if (limitOf('address space') === Infinity || !reservesAddresses()) return;
  if (isJudging) reserveEstimator(estimator);
  startNoMore();
}

function limitOf(what: 'address space' | 'open files'): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1');
    const limit = new RegExp(`^Max ${what} +(\\d+)`, 'm').exec(limits)?.[1];
    return limit === undefined ? Infinity : Number(limit);
  } catch {
    return Infinity;
  }
}

function usedDescriptors(): number {
  return readdirSync('/proc/self/fd').length;
}

function usedBytes(): number {
  const used = /^VmSize:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1];
  return Number(used ?? 0) * 1024;
}

function reservesAddresses(): boolean {
  const { execArgv, env } = process;
  return !execArgv.includes(WITHOUT_RESERVES) && env['NODE_OPTIONS']?.includes(WITHOUT_RESERVES) !== true;
}

/** V8's space for new objects: more gains no speed, half of it makes collections of games a fifth slower. */
const NEW_SPACE_BYTES = 8 * 1024 * 1024;

/** V8 of Node 20, which has these flags and applies them at any time. */
const KNOWN_V8 = /^11\./;

type V8 = Pick<typeof import('node:v8'), 'getHeapSpaceStatistics' | 'setFlagsFromString'>;

/**
 * Keeps the heap of a long run from growing beyond what it needs; V8 would take some 40 MB more, to collect garbage less
 * often. V8 takes such limits for worker threads, but for a process only as options of Node, so flags stop its growth at run
 * time. Call the returned function now and then: each worker that starts resets the first flag. `most`: size in bytes at which
 * the space for new objects stops growing.
 */
export function createHeapLimit(
  load: () => Promise<V8> = () => import('node:v8'),
  version = process.versions.v8,
): (most?: number) => Promise<void> {
  let v8: V8 | undefined;
  return async (most = NEW_SPACE_BYTES) => {
    if (!KNOWN_V8.test(version)) return;
    v8 ??= await load();
    const space = v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    const isEnough = (space?.space_size ?? 0) >= most;
    v8.setFlagsFromString(`--semi-space-growth-factor=${isEnough ? '1' : '2'}`);
    v8.setFlagsFromString('--heap-growing-percent=50');
  };
}
