/**
 * A part holds the results of one chunk of a plan, in order. It is a file: a line of JSON with the key of the chunk and the
 * sinks, then the record of each task result, then a line with the totals, and a last line of fixed length with the CRC-32 and
 * the length of everything before it. Equal chunks give equal bytes.
 */
import {
  closeSync,
  fstatSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  mkdirSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';
import { misfitOf, type Schema } from '../../core/json.js';
import { UserError } from '../../core/outcome.js';
import type { SinkName } from '../../report/output/formats.js';
import { createBudget } from '../../report/output/html/report-data.js';
import { addCounts, countFindings, noCounts } from '../../report/output/summary.js';
import {
  LINE_BYTES,
  RECORD,
  type RecordLine,
  recordOf,
  resultOf,
  TAIL_BYTES,
  tailOf,
  COUNT,
  shape,
  word,
} from './result-record.js';
import { blockFile } from '../merge/output.js';
import type { TaskResult } from '../tasks/task.js';
import { gathered, type OutsideFindings, type ResultSink } from '../merge/writer.js';
import { join } from 'node:path';
import { bytePath } from '../input/item.js';
import type { Store } from '../store/store.js';
import { removeLeftovers, temporaryName } from '../tasks/rewrite.js';

interface PartHead {
  readonly part: 1;
  readonly key: string;
  readonly sinks: readonly SinkName[];
}

/** The line in place of a result at the end of a large file with findings of its own. */
const END_OF_FILE = { endOfFile: 1 } as const;

interface PartTotals {
  /** Names that gave nothing to read. */
  readonly unread: number;
}

/** What a line may say. */
const LINE: Schema = {
  anyOf: [RECORD, shape({ endOfFile: word([1]) }), shape({ unread: COUNT })],
};

/**
 * Writes a part under a temporary name. Each part has its own budget for the page, used up if the page is full before it:
 * lines beyond the budget are shortened.
 */
export class PartWriter implements ResultSink {
  readonly counts = noCounts();
  faults = 0;
  outside: OutsideFindings | undefined;
  readonly temporary: string;
  private readonly file: ReturnType<typeof blockFile>;
  private readonly budget: ReturnType<typeof createBudget>;
  private readonly page: number;
  private crc = 0;
  private length = 0;
  private isClosed = false;

  /** Throws file system errors. */
  constructor(
    temporary: string,
    { key, page }: { readonly key: string; readonly page: 'full' | 'open' },
    sinks: readonly SinkName[],
  ) {
    this.temporary = temporary;
    this.file = blockFile(temporary);
    this.budget = createBudget(undefined, page);
    this.page = sinks.indexOf('html');
    const head: PartHead = { part: 1, key, sinks };
    this.line(head);
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- others wait for a full stream
  async write(result: TaskResult): Promise<void> {
    addCounts(this.counts, result.counts);
    this.faults += result.faults;
    this.outside = gathered(this.outside, result.names[0] ?? '', result.outside);
    const shown = this.page < 0 ? result : { ...result, ...this.shortened(result) };
    for (const piece of recordOf(shown)) this.add(piece);
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- as above
  async endFile(): Promise<boolean> {
    if (!this.outside) return false;
    countFindings(this.counts, this.outside.findings);
    this.outside = undefined;
    this.line(END_OF_FILE);
    return true;
  }

  end(): Promise<void> {
    return Promise.resolve();
  }

  comparedGames(): number {
    return 0;
  }

  /** Writes the end, once all results are written. */
  complete(totals: PartTotals): void {
    this.line(totals);
    this.file.add(Buffer.from(tailOf(this.crc, this.length)));
    this.file.sync();
    this.close();
  }

  discard(): void {
    this.close();
    rmSync(this.temporary, { force: true });
  }

  private close(): void {
    if (!this.isClosed) this.file.close();
    this.isClosed = true;
  }

  private line(value: object): void {
    this.add(Buffer.from(`${JSON.stringify(value)}\n`));
  }

  private add(bytes: Uint8Array): void {
    if (bytes.length === 0) return; // Node's crc32 returns 0 for no bytes
    this.crc = crc32(bytes, this.crc);
    this.length += bytes.length;
    this.file.add(bytes);
  }

  /** Which lines a worker has shortened depends on timing; here it depends only on the lines before them. */
  private shortened({ sinks, ends }: TaskResult): Pick<TaskResult, 'sinks' | 'ends'> {
    const page = sinks[this.page]!;
    const pieces: Uint8Array[] = [];
    const shorter = Uint32Array.from(ends);
    let length = 0;
    for (let at = this.page, start = 0; at < ends.length; at += sinks.length) {
      const piece = this.budget.shorten(page.subarray(start, ends[at]));
      pieces.push(piece);
      length += piece.length;
      start = ends[at]!;
      shorter[at] = length;
    }
    const all = length === page.length ? page : Uint8Array.from(Buffer.concat(pieces));
    return { sinks: sinks.map((sink, s) => (s === this.page ? all : sink)), ends: shorter };
  }

  /** As `Output.closed`. */
  get closed(): readonly number[] {
    return this.budget.closed;
  }
}

/** Whether a part exists and is complete, by its length and last line. */
export function isComplete(path: string): boolean {
  const length = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) - TAIL_BYTES;
  if (length < 0) return false;
  const descriptor = openSync(path, 'r');
  try {
    const tail = Buffer.alloc(TAIL_BYTES);
    readSync(descriptor, tail, 0, TAIL_BYTES, length);
    return tail.toString('latin1', 8) === tailOf(0, length).slice(8);
  } finally {
    closeSync(descriptor);
  }
}

/** Passes the results of a part to a sink and returns its totals. Throws UserError, perhaps after some results. */
export async function readPart(
  path: string,
  { key, sinks }: Pick<PartHead, 'key' | 'sinks'>,
  into: ResultSink,
): Promise<PartTotals & { readonly faults: number }> {
  const bytes = new PartBytes(path);
  let faults = 0;
  try {
    const expected: PartHead = { part: 1, key, sinks };
    if (JSON.stringify(bytes.line()) !== JSON.stringify(expected)) throw bytes.damaged();
    for (;;) {
      const line = bytes.line() as RecordLine | typeof END_OF_FILE | PartTotals;
      if (misfitOf(LINE, line) !== '') throw bytes.damaged();
      if ('unread' in line) {
        bytes.checkTail();
        return { ...line, faults };
      }
      if ('endOfFile' in line) {
        await into.endFile();
        continue;
      }
      const result = resultOf(line, sinks.length, (length) => bytes.take(length));
      if (!result) throw bytes.damaged();
      faults += result.faults;
      await into.write(result);
    }
  } catch (error) {
    // No worker writes rows that cannot be joined.
    const isStrange = [SyntaxError, TypeError, RangeError].some((kind) => error instanceof kind);
    throw isStrange ? bytes.damaged() : error;
  } finally {
    bytes.close();
  }
}

const BLOCK_BYTES = 1024 * 1024;

/** The bytes of a part, from first to last. */
class PartBytes {
  private readonly path: string;
  private readonly descriptor: number;
  private readonly size: number;
  private held: Buffer = Buffer.alloc(0);
  private crc = 0;
  private length = 0;

  constructor(path: string) {
    this.path = path;
    this.descriptor = openSync(path, 'r');
    this.size = fstatSync(this.descriptor).size;
  }

  line(): unknown {
    let feed = this.held.indexOf(10);
    while (feed < 0) {
      if (this.held.length > LINE_BYTES) throw this.damaged();
      this.more(this.held.length);
      feed = this.held.indexOf(10);
    }
    const line = this.take(feed + 1);
    try {
      return JSON.parse(Buffer.from(line.buffer).toString('utf8'));
    } catch {
      throw this.damaged();
    }
  }

  /** The next bytes in their own memory. */
  take(length: number): Uint8Array<ArrayBuffer> {
    if (length > this.size - this.length) throw this.damaged();
    while (this.held.length < length) this.more(length - this.held.length);
    const bytes = new Uint8Array(this.held.subarray(0, length));
    this.held = this.held.subarray(length);
    if (length > 0) this.crc = crc32(bytes, this.crc);
    this.length += length;
    return bytes;
  }

  checkTail(): void {
    const tail = tailOf(this.crc, this.length);
    if (Buffer.from(this.take(TAIL_BYTES)).toString('latin1') !== tail) throw this.damaged();
  }

  damaged(): UserError {
    return new UserError(`${this.path} is damaged: delete it and let a worker make it again`);
  }

  close(): void {
    closeSync(this.descriptor);
  }

  private more(least: number): void {
    const block = Buffer.allocUnsafe(Math.max(least, BLOCK_BYTES));
    const length = readSync(this.descriptor, block, 0, block.length, null);
    if (length === 0) throw this.damaged();
    this.held = Buffer.concat([this.held, block.subarray(0, length)]);
  }
}

/** Stores the parts of a plan, by the keys of their chunks. A part under its final name is complete. */
export interface PartStore {
  /** Called once before parts are made. */
  readonly begin: () => Promise<void>;
  /** Whether there is a complete part; one that was cut short does not count. */
  readonly isComplete: (key: string) => Promise<boolean>;
  /** A path on this machine under which a part is written. */
  readonly temporary: () => string;
  /** Moves a complete file into place as the part with this key, atomically. */
  readonly keep: (temporary: string, key: string) => Promise<void>;
  /** Passes a local path of a part to a reader. */
  readonly read: <T>(key: string, reader: (path: string) => Promise<T>) => Promise<T>;
}

/** Parts as files in a folder that every machine sees. */
export function folderParts(folder: string): PartStore {
  const pathOf = (key: string): string => join(folder, `${key}.part`);
  /* eslint-disable @typescript-eslint/require-await -- a bucket waits */
  return {
    async begin() {
      mkdirSync(folder, { recursive: true });
      removeLeftovers(bytePath(folder));
    },
    isComplete: async (key) => isComplete(pathOf(key)),
    temporary: () => join(folder, temporaryName()),
    keep: async (temporary, key) => renameSync(temporary, pathOf(key)),
    read: (key, reader) => reader(pathOf(key)),
  };
  /* eslint-enable @typescript-eslint/require-await */
}

/** Parts as objects, each written in one request. `folder`: a local one, for parts being made or read. */
export function bucketParts(store: Store, folder: string): PartStore {
  const partOf = (key: string): string => `parts/${key}.part`;
  return {
    begin: () => Promise.resolve(),
    isComplete: async (key) => (await store.find(partOf(key))) !== undefined,
    temporary: () => join(folder, temporaryName()),
    async keep(temporary, key) {
      await store.putFile(partOf(key), temporary);
      rmSync(temporary, { force: true });
    },
    async read(key, reader) {
      const path = join(folder, temporaryName());
      try {
        await copyObject(store, partOf(key), path);
        return await reader(path);
      } finally {
        rmSync(path, { force: true });
      }
    },
  };
}

/** Objects are copied to this machine in blocks of this size. */
const COPIED_BYTES = 8 * 1024 * 1024;

/** Copies an object to a new file, or over an old one; a missing object is an empty file. Throws StoreError and file system errors. */
export async function copyObject(store: Store, key: string, path: string): Promise<void> {
  const descriptor = openSync(path, 'w', 0o600);
  try {
    for (let at = 0, isLast = false; !isLast; at += COPIED_BYTES) {
      const block = await store.range(key, at, COPIED_BYTES);
      isLast = (block?.length ?? 0) < COPIED_BYTES;
      if (block) writeSync(descriptor, block);
    }
  } finally {
    closeSync(descriptor);
  }
}
