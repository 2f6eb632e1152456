import { finding } from '../../core/findings/finding.js';
import { foreignKind } from '../input/file-names.js';
import { createReader, type Reader } from '../input/item-reader.js';
import { type Item, nameOf } from '../input/item.js';
import { reasonOf } from '../../core/outcome.js';
import { createOptions, partOf, refereeing } from './file-work.js';
import { type MakeFileWork, type Answers, type NamedFile, TaskOutput } from './task-output.js';
import { reserveAddresses } from './process-limits.js';
import { cachedTask, openCache } from '../parts/result-cache.js';
import { type FileStart, isJudging, type Task, type TaskResult, type WorkSettings } from './task.js';

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
