/**
 * The results of an unfinished run, so that `--resume` continues it after a crash, a full disk or an interruption.
 *
 * They are in a file beside the output, `run.parts` in a folder. Its first line identifies the run. After it come the results
 * of each task in the order of the inputs: a line with their key, length and CRC-32, then their records. A resumed run takes
 * from it the results of every task whose inputs were not written to since, makes the others, and writes all outputs anew.
 * What follows a torn line or record does not count. The file is created after one interval and removed when all outputs are
 * complete.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';
import { reasonOf } from '../../core/outcome.js';
import { type BytePath, isAddress, type Item, onDisk } from '../input/item.js';
import { OutputError } from '../merge/output.js';
import type { Task, TaskResult, WorkSettings } from '../tasks/task.js';
import { linesOfFile } from './lines.js';
import { recordOf, resultsIn } from './result-record.js';

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

/** Results in a file beside the outputs of a run. */
export interface ResultsFile extends KeptResults {
  /** Writes what is held back, as at the end of a run that was stopped. */
  readonly close: () => void;
  /** Whether there is a file that a later run can resume from. */
  readonly isThere: () => boolean;
  /** Removes the file, once all outputs are complete. */
  readonly remove: () => void;
}

/** The first line. */
interface FileHead {
  readonly identity: RunIdentity;
  /** Milliseconds since 1970. */
  readonly started: number;
}

/** The line before the records of a task. */
interface Entry {
  readonly key: string;
  readonly bytes: number;
  readonly crc32: number;
  /** As `Task.closed`. */
  readonly closed: readonly number[];
}

/** Time between two writes of the file to disk, in milliseconds. */
const INTERVAL_MS = 2000;
/** Records held back until the next write at most, once there is a file. */
const HELD_BYTES = 1024 * 1024;
/** Inputs written up to this long before the start may have changed: clocks of file systems are coarse and may differ from ours. */
const SLACK_MS = 2000;

/** Opens the results of a run. `begin`: forgets those of an earlier run. Throws ResumeError and file system errors. */
export function openResults(
  path: string,
  identity: RunIdentity,
  from: 'go-on' | 'begin',
  intervalMs = INTERVAL_MS,
): ResultsFile {
  const before = from === 'go-on' && existsSync(path) ? entriesIn(path, identity) : undefined;
  if (!before) rmSync(path, { force: true });
  const head: FileHead = before?.head ?? { identity, started: Date.now() };
  const isLate = lateInputs(head.started - SLACK_MS);
  const entries: readonly (readonly [Entry, number])[] = before?.entries ?? [];
  const known = new Map(entries.map((entry) => [entry[0].key, entry]));
  const made = new WeakMap<readonly TaskResult[], Omit<Entry, 'bytes' | 'crc32'>>();
  let descriptor = before && openSync(path, 'r+');
  let end = before?.end ?? 0;
  let held: Uint8Array[] = [];
  let size = 0;
  let next = Date.now() + intervalMs;

  /** Kept results of a task; those that may lack lines for the page do not count. */
  function find(key: string, task: Task, settings: WorkSettings): readonly TaskResult[] | undefined {
    const [entry, at] = known.get(key) ?? [];
    if (!entry || at === undefined || task.items.some(isLate)) return undefined;
    if (entry.closed.some((closed, kind) => closed === 1 && task.closed?.[kind] !== 1)) return undefined;
    const bytes = Buffer.alloc(entry.bytes);
    if (readSync(descriptor!, bytes, 0, bytes.length, at) < bytes.length) return undefined;
    return crc32(bytes) === entry.crc32 ? resultsIn(bytes, settings.sinks.length) : undefined;
  }

  function write(): void {
    if (size === 0) return;
    try {
      if (descriptor === undefined) {
        descriptor = openSync(path, 'w+');
        const line = Buffer.from(`${JSON.stringify(head)}\n`);
        held.unshift(line);
      }
      const bytes = Buffer.concat(held);
      for (let at = 0; at < bytes.length;)
        at += writeSync(descriptor, bytes, at, bytes.length - at, end + at);
      end += bytes.length;
    } catch (error) {
      if (descriptor !== undefined) ftruncateSync(descriptor, end);
      throw new OutputError(`cannot write ${path}: ${reasonOf(error)}`);
    } finally {
      held = [];
      size = 0;
    }
  }

  return {
    async run(task, settings, make) {
      const key = keyOf(task, settings);
      const found = known.size > 0 ? find(key, task, settings) : undefined;
      if (found) return found;
      const results = await make();
      if (results.every(({ faults }) => faults === 0)) made.set(results, { key, closed: task.closed ?? [] });
      return results;
    },
    written(results) {
      const entry = made.get(results);
      if (!entry) return;
      const records = results.flatMap(recordOf);
      const bytes = records.reduce((sum, { length }) => sum + length, 0);
      const line: Entry = { ...entry, bytes, crc32: records.reduce((sum, one) => crc32(one, sum), 0) };
      held.push(Buffer.from(`${JSON.stringify(line)}\n`), ...records);
      size += bytes;
      const isTime = Date.now() >= next;
      if (isTime || (descriptor !== undefined && size >= HELD_BYTES)) write();
      if (!isTime) return;
      fsyncSync(descriptor!);
      next = Date.now() + intervalMs;
    },
    close() {
      write();
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
    isThere: () => existsSync(path),
    remove: () => rmSync(path, { force: true }),
  };
}

/** What an unfinished run left: its entries with the offsets of their records, and the end of the last one. Undefined for nothing. */
function entriesIn(
  path: string,
  identity: RunIdentity,
): { readonly head: FileHead; readonly entries: [Entry, number][]; readonly end: number } | undefined {
  const { size } = statSync(path);
  let head: FileHead | undefined;
  let end = 0;
  const entries: [Entry, number][] = [];
  try {
    const lines = linesOfFile(path);
    for (let line = lines.next(); line.done !== true; line = lines.next(end)) {
      const value = JSON.parse(line.value.line) as FileHead & Entry;
      if (head) entries.push([value, line.value.end]);
      else {
        head = value;
        checkIdentity(head.identity, identity);
      }
      const after = line.value.end + (value.bytes ?? 0);
      if (after > size) {
        entries.pop();
        break;
      }
      end = after;
    }
  } catch (error) {
    if (error instanceof ResumeError) throw error;
    // A torn line.
  }
  return head && { head, entries, end };
}

function checkIdentity(before: RunIdentity, now: RunIdentity): void {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const differing = [...names].filter((name) => before[name] !== now[name]);
  if (differing.length > 0) {
    throw new ResumeError(
      `the unfinished run had other settings (${differing.join(', ')}); give the same, or start over without --resume`,
    );
  }
}

/** A digest of what the result of a task depends on besides the run; files on disk by their names, sizes and nothing else. */
function keyOf({ items, start }: Task, settings: WorkSettings): string {
  const hash = createHash('sha256').update(digestOf(settings));
  for (const item of items) hash.update(textOf(item));
  return hash
    .update(JSON.stringify(start ?? ''))
    .digest('hex')
    .slice(0, 32);
}

const digests = new WeakMap<WorkSettings, string>();

/** Files may have options of their own. */
function digestOf(settings: WorkSettings): string {
  const known = digests.get(settings);
  if (known !== undefined) return known;
  const { cache: _cache, ...rest } = settings;
  const digest = createHash('sha256').update(JSON.stringify(rest)).digest('hex');
  digests.set(settings, digest);
  return digest;
}

function textOf(item: Item): string {
  switch (item.kind) {
    case 'file':
      return `${item.path}\n${String(item.size)} ${item.tag ?? ''}\n`;
    case 'zip-entry':
      return `${item.name}\n${String(item.size)} ${String(item.entry.crc)} ${item.tag ?? ''}\n`;
    case 'bytes':
      return `${item.name}\n${String(item.size)} ${String(crc32(item.bytes))}\n`;
    case 'part':
      return `${item.name}\n${String(item.at)} ${String(item.size)} ${String(item.firstGame)} ${String(crc32(item.bytes))}\n`;
    case 'trouble':
      return JSON.stringify(item);
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
