import { finding, type FindingCode, type Finding } from '../findings/finding.js';
import { foreignKind } from '../input/file-names.js';
import { addChecksums, checksumOf, createReader } from '../input/item-reader.js';
import { type Item, nameOf, UNASKED } from '../input/item.js';
import { reasonOf } from '../core/outcome.js';
import { prepareEstimator } from '../life/estimators.js';
import { FORMATS } from '../output/formats.js';
import { countFindings, noCounts } from '../output/summary.js';
import { baselineLine, type KnownName, knownFile, knownNameOf } from '../referee/baseline-text.js';
import type { GameReport, PlacedFinding } from '../referee/report.js';
import { type Answers, createOptions, type MakeFileWork, partOf, refereeing } from './file-work.js';
import { cachedWork, keptJudgements } from './cached-work.js';
import { KnownFindings, usesBaseline } from './known-findings.js';
import { reserveAddresses } from './process-limits.js';
import { ByteSink, Units } from './result-bytes.js';
import { openCache } from './result-cache.js';
import { type FileStart, isJudging, type Task, type TaskResult, type WorkSettings } from './task.js';

/** Runs tasks one after another. */
export type Work = (task: Task, answers?: Answers) => TaskResult;

/** A task for a worker, with settings where they differ from those of the previous task. `key`: equal for equal settings. */
export interface TaskMessage {
  readonly task: Task;
  readonly settings?: { readonly key: string; readonly value: WorkSettings };
}

/** Settings that a worker keeps prepared, with their buffers: a server uses the same ones for many requests. */
const MOST_PREPARED = 8;

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
      if (prepared.size >= MOST_PREPARED && oldest !== undefined) prepared.delete(oldest);
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
  if (!list || isJudging(settings)) await prepareEstimator(options.estimator);
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
  const cache = settings.cache && openCache(settings.cache);
  const optionsOf = createOptions(settings, alive, cache && keptJudgements(settings, out, cache));
  const fileWork = makeFileWork(settings, out);
  const work = cache ? cachedWork(fileWork, settings, out, cache) : fileWork;

  function doItem(
    item: Item,
    file: NamedFile,
    task: Task,
    answers: Answers | undefined,
  ): FileStart | undefined | 'large' {
    if (item.kind === 'trouble') {
      out.reportOne(file, item.finding);
      return undefined;
    }
    const { name, index } = file;
    const bytes = reader.readSmall(item);
    if (bytes === 'large') return bytes;
    if (item.kind !== 'part' || item.part === 0) out.files++;
    if (!(bytes instanceof Uint8Array)) {
      out.reportOne(file, bytes);
      return undefined;
    }
    out.bytes += bytes.length;
    if (item.kind === 'file' && item.size !== UNASKED && item.size !== bytes.length) {
      const what = `it was listed with ${String(item.size)} bytes and read with ${String(bytes.length)}`;
      out.reportOne({ ...file, bytes }, finding('file/changed', { what }));
    }
    if (settings.checksums && item.kind !== 'zip-entry') {
      out.checksum = addChecksums(out.checksum, checksumOf(name, bytes));
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

  return (task, answers) => {
    out.begin();
    reader.expect(task.items);
    let start: FileStart | undefined;
    let left = 0;
    const names = task.items.map(nameOf);
    for (let index = 0; index < names.length; index++) {
      const file = { name: names[index]!, index };
      const before = out.units.count;
      alive();
      try {
        const found = doItem(task.items[index]!, file, task, answers);
        if (found === 'large') {
          left = names.length - index;
          break;
        }
        start = found;
      } catch (error) {
        out.units.cutTo(before);
        out.reportOne(file, finding('internal/fault', { what: reasonOf(error) }));
      }
    }
    reader.close();
    return { ...out.take(), names, start, left };
  };
}

/** The file that findings belong to. */
interface NamedFile {
  readonly name: string;
  readonly index: number;
  /** Its contents, if they were read. */
  readonly bytes?: Uint8Array | undefined;
  readonly firstGame?: GameReport | undefined;
}

/** Collects the result of a task. */
export class TaskOutput {
  readonly sinks: readonly ByteSink[];
  readonly units: Units;
  /** Files read, and their bytes. */
  files = 0;
  bytes = 0;
  checksum = 0;
  /** The current file is a part of a large one: findings that belong to no game wait for its end. */
  isPart = false;
  /** Set where findings may be known. */
  readonly known: KnownFindings | undefined;
  private faults = 0;
  counts = noCounts();
  outside: readonly PlacedFinding[] = [];
  /** New entries for the cache. */
  made: Buffer[] = [];
  private readonly settings: WorkSettings;
  private readonly ignore: ReadonlySet<FindingCode>;

  constructor(settings: WorkSettings) {
    this.settings = settings;
    this.ignore = new Set(settings.ignore);
    this.sinks = settings.sinks.map(() => new ByteSink());
    this.units = new Units(this.sinks);
    this.known = usesBaseline(settings) ? new KnownFindings(settings) : undefined;
  }

  begin(): void {
    this.counts = noCounts();
    this.files = this.bytes = this.checksum = 0;
    this.faults = 0;
    this.outside = [];
    this.made = [];
  }

  /** Findings of a file that belong to no game. */
  report(file: NamedFile, found: readonly PlacedFinding[]): void {
    if (this.isPart) this.outside = found;
    else this.write(file, found);
  }

  /** A finding about a whole file. */
  reportOne(file: NamedFile, found: Finding): void {
    if (found.code === 'internal/fault' || found.code === 'internal/worker-lost') this.faults++;
    else if (this.ignore.has(found.code)) return;
    this.write(file, [{ ...found, line: 0, column: 0 }]);
  }

  private write(file: NamedFile, found: readonly PlacedFinding[]): void {
    if (found.length === 0) return;
    const { name, index } = file;
    const { sinks, list, duplicates } = this.settings;
    const listed = this.known ? this.known.file(knownNameIn(file), found, this.counts) : found;
    // The sink of a list or comparison takes no findings.
    for (let i = list || duplicates ? 1 : 0; i < sinks.length; i++) {
      if (sinks[i] === 'baseline') this.sinks[i]!.append(baselineLine(knownNameIn(file), found));
      else if (listed.length > 0) this.sinks[i]!.append(FORMATS[sinks[i]!].file(name, listed));
    }
    countFindings(this.counts, listed);
    this.units.add(index);
  }

  take(): Omit<TaskResult, 'names' | 'start' | 'left'> {
    const { counts, outside, faults, checksum } = this;
    counts.files += this.files;
    counts.bytes += this.bytes;
    const known = this.known?.take(this.units.count);
    const made = this.made.length > 0 && {
      made: {
        bytes: Uint8Array.from(Buffer.concat(this.made)),
        lengths: this.made.map(({ length }) => length),
      },
    };
    return { ...this.units.take(), counts, outside, faults, checksum, ...(known && { known }), ...made };
  }
}

/** How a baseline identifies a file: by its first game, else its contents, else its name. */
function knownNameIn({ name, bytes, firstGame }: NamedFile): KnownName {
  return firstGame ? knownNameOf(firstGame) : knownFile(bytes ?? name);
}
