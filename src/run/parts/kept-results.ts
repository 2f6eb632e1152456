/**
 * The results of an unfinished run, so that `--resume` continues it after a crash, a full disk or an interruption.
 *
 * They are in a file beside the output, `run.parts` in a folder. Its first entry identifies the run. After it come the results
 * of each task in the order of the inputs, in an entry with their key. A resumed run takes from it the results of every task
 * whose inputs were not written to since, makes the others, and writes all outputs anew. What follows a torn entry does not
 * count. The file is created after one interval and removed when all outputs are complete.
 */
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, rmSync, statSync } from 'node:fs';
import { reasonOf } from '../../core/outcome.js';
import { visible } from '../../core/text.js';
import { type BytePath, isAddress, type Item, onDisk } from '../input/item.js';
import type { ArchiveBytes } from '../input/zip.js';
import { OutputError, writeAll } from '../merge/output.js';
import type { Task, TaskResult, WorkSettings } from '../tasks/task.js';
import { bytesOfFile } from '../input/item-reader.js';
import {
  digestOf,
  entriesOf,
  type Entry,
  entryPieces,
  keyOf,
  readEntries,
  recordOf,
  resultsIn,
} from './result-record.js';

/** The run cannot be resumed: its options differ. */
export class ResumeError extends Error {}

/** Results that a run need not make again, and those that a later run need not make. */
export interface KeptResults {
  /** The results of a task, kept or made now. */
  readonly run: (
    task: Task,
    settings: WorkSettings,
    make: () => Promise<readonly TaskResult[]>,
  ) => Promise<readonly TaskResult[]>;
  /** Called in the order of the inputs, when results that `run` returned are written. */
  readonly written: (results: readonly TaskResult[]) => Promise<void> | void;
}

/** What must be equal for a run to be resumed: hashes or short texts, by option name. */
export type RunIdentity = Readonly<Record<string, string>>;

/** What the first entry says. */
interface FileHead {
  readonly identity: RunIdentity;
  /** Milliseconds since 1970. */
  readonly started: number;
}

/** What the entry of a task says. */
interface KeptTask {
  readonly key: string;
  /** As `Task.closed`. */
  readonly closed: readonly number[];
}

/** Time between two writes of the file to disk, in milliseconds. */
const INTERVAL_MS = 2000;
/** Records held back until the next write at most, once there is a file. */
const HELD_BYTES = 1024 * 1024;
/** Inputs written up to this long before the start may have changed: clocks of file systems are coarse and may differ from ours. */
const SLACK_MS = 2000;

/** Results in a file beside the outputs of a run. */
export class ResultsFile implements KeptResults {
  private readonly path: string;
  private readonly head: FileHead;
  private readonly intervalMs: number;
  private readonly isLate: (item: Item) => boolean;
  /** Entries of an earlier run, by key. */
  private readonly known: ReadonlyMap<string, Entry<KeptTask>>;
  private readonly made = new WeakMap<readonly TaskResult[], KeptTask>();
  private descriptor: number | undefined;
  private readonly earlier: ArchiveBytes | undefined;
  private end: number;
  private held: Uint8Array[] = [];
  private size = 0;
  private next: number;

  /** `begin`: forgets the results of an earlier run. Throws ResumeError and file system errors. */
  constructor(path: string, identity: RunIdentity, from: 'go-on' | 'begin', intervalMs = INTERVAL_MS) {
    const before = from === 'go-on' && existsSync(path) ? entriesIn(path, identity) : undefined;
    if (!before) rmSync(path, { force: true });
    this.path = path;
    this.head = before?.head ?? { identity, started: Date.now() };
    this.intervalMs = intervalMs;
    this.isLate = lateInputs(this.head.started - SLACK_MS);
    this.known = new Map(before?.entries.map((entry) => [entry.line.key, entry]));
    this.descriptor = before && openSync(path, 'r+');
    this.earlier = this.descriptor === undefined ? undefined : bytesOfFile(this.descriptor, before!.end);
    this.end = before?.end ?? 0;
    this.next = Date.now() + intervalMs;
  }

  async run(
    task: Task,
    settings: WorkSettings,
    make: () => Promise<readonly TaskResult[]>,
  ): Promise<readonly TaskResult[]> {
    const key = keyOf(task, digestOf(settings));
    const found = this.find(key, task, settings);
    if (found) return found;
    const results = await make();
    const closed = task.closed ?? [];
    if (results.every(({ faults }) => faults === 0)) this.made.set(results, { key, closed });
    return results;
  }

  /** Throws OutputError. */
  written(results: readonly TaskResult[]): void {
    const entry = this.made.get(results);
    if (!entry) return;
    for (const piece of entryPieces(entry, results.flatMap(recordOf))) {
      this.held.push(piece);
      this.size += piece.length;
    }
    const isTime = Date.now() >= this.next;
    if (isTime || (this.descriptor !== undefined && this.size >= HELD_BYTES)) this.write();
    if (!isTime) return;
    fsyncSync(this.descriptor!);
    this.next = Date.now() + this.intervalMs;
  }

  /** Writes what is held back, as at the end of a run that was stopped. Throws OutputError. */
  close(): void {
    this.write();
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    this.descriptor = undefined;
  }

  /** Whether there is a file that a later run can resume from. */
  isThere(): boolean {
    return existsSync(this.path);
  }

  /** Removes the file, once all outputs are complete. */
  remove(): void {
    rmSync(this.path, { force: true });
  }

  /** Kept results of a task; those that may lack lines for the page do not count. */
  private find(key: string, task: Task, settings: WorkSettings): readonly TaskResult[] | undefined {
    const known = this.known.get(key);
    if (!known || task.items.some(this.isLate)) return undefined;
    if (known.line.closed.some((closed, kind) => closed === 1 && task.closed?.[kind] !== 1)) return undefined;
    return resultsIn(known, this.earlier!, settings.sinks.length);
  }

  private write(): void {
    if (this.size === 0) return;
    try {
      if (this.descriptor === undefined) {
        this.descriptor = openSync(this.path, 'w+');
        this.held.unshift(...entryPieces(this.head));
      }
      this.end += writeAll(this.descriptor, this.held, this.end);
    } catch (error) {
      if (this.descriptor !== undefined) ftruncateSync(this.descriptor, this.end);
      throw new OutputError(`cannot write ${this.path}: ${reasonOf(error)}`);
    } finally {
      this.held = [];
      this.size = 0;
    }
  }
}

/** What an unfinished run left: its entries, and the end of the last one. Undefined for nothing. */
function entriesIn(
  path: string,
  identity: RunIdentity,
): { readonly head: FileHead; readonly entries: Entry<KeptTask>[]; readonly end: number } | undefined {
  const [first, ...entries] = readEntries(path, (source) => [...entriesOf<KeptTask & FileHead>(source)]);
  const { identity: earlier } = (first?.line ?? {}) as Partial<FileHead>;
  if (!first || !earlier) return undefined;
  checkIdentity(earlier, identity);
  return { head: first.line, entries, end: (entries.at(-1) ?? first).end };
}

function checkIdentity(before: RunIdentity, now: RunIdentity): void {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const differing = [...names].filter((name) => before[name] !== now[name]);
  if (differing.includes('version')) {
    throw new ResumeError(
      `the unfinished run was made by version ${visible(before['version'] ?? '?')}, this is ${now['version'] ?? '?'}: start over without --resume`,
    );
  }
  if (differing.length > 0) {
    throw new ResumeError(
      `the unfinished run had other settings (${differing.join(', ')}); give the same, or start over without --resume`,
    );
  }
}

/** Makes the function that tells whether an input was written to after a time, in milliseconds since 1970, or is gone. */
function lateInputs(time: number): (item: Item) => boolean {
  let last: BytePath | undefined;
  let isLate = false;
  return (item) => {
    const path = item.kind === 'file' ? item.path : item.kind === 'zip-entry' ? item.archive : undefined;
    if (path === undefined || isAddress(path)) return false;
    if (path === last) return isLate;
    const stats = statSync(onDisk(path), { throwIfNoEntry: false });
    last = path;
    isLate = !stats || Math.max(stats.mtimeMs, stats.ctimeMs) > time;
    return isLate;
  };
}
