/**
 * A part holds the results of one chunk of a plan, in order. It is a file of entries (`result-record.ts`): the first has the key
 * of the chunk and the sinks, each further one a result, the last one the totals and the length of everything before it. Equal
 * chunks give equal bytes.
 */
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { UserError } from '../../core/outcome.js';
import type { SinkName } from '../../report/output/formats.js';
import { createBudget } from '../../report/output/html/report-data.js';
import { bytesOfFile } from '../input/item-reader.js';
import { entriesOf, entryOf, readEntries, recordOf, resultsIn } from './result-record.js';
import { blockFile } from '../merge/output.js';
import type { TaskResult } from '../tasks/task.js';
import { ResultWriter } from '../merge/writer.js';
import { join } from 'node:path';
import { bytePath } from '../input/item.js';
import { copyObject } from '../store/folder.js';
import { isBucketAddress, type Store } from '../store/store.js';
import { removeLeftovers, temporaryName } from '../tasks/rewrite.js';

interface PartHead {
  readonly part: 1;
  readonly key: string;
  readonly sinks: readonly SinkName[];
}

/** In place of a result at the end of a large file with findings of its own. */
const END_OF_FILE = { endOfFile: 1 } as const;

interface PartTotals {
  /** Names that gave nothing to read. */
  readonly unread: number;
}

/** What the last entry says. `length`: bytes before it. */
interface PartEnd extends PartTotals {
  readonly length: number;
}

/**
 * Writes a part under a temporary name. Each part has its own budget for the page, used up if the page is full before it:
 * lines beyond the budget are shortened. Copies of games are found when parts are merged.
 */
export class PartWriter extends ResultWriter {
  readonly temporary: string;
  private readonly file: ReturnType<typeof blockFile>;
  private readonly budget: ReturnType<typeof createBudget>;
  private readonly page: number;
  private length = 0;
  private isClosed = false;

  /** Throws file system errors. */
  constructor(
    temporary: string,
    { key, page }: { readonly key: string; readonly page: 'full' | 'open' },
    sinks: readonly SinkName[],
  ) {
    super([], { ignore: ['game/duplicate'] });
    this.temporary = temporary;
    this.file = blockFile(temporary);
    this.budget = createBudget(undefined, page);
    this.page = sinks.indexOf('html');
    const head: PartHead = { part: 1, key, sinks };
    this.add(head);
  }

  override async write(result: TaskResult): Promise<void> {
    await super.write(result);
    const shown = this.page < 0 ? result : { ...result, ...this.shortened(result) };
    this.add({}, recordOf(shown));
  }

  override async endFile(): Promise<boolean> {
    const isFound = await super.endFile();
    if (isFound) this.add(END_OF_FILE);
    return isFound;
  }

  /** Writes the end, once all results are written. */
  complete(totals: PartTotals): void {
    const end: PartEnd = { ...totals, length: this.length };
    this.add(end);
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

  private add(known: object, pieces?: readonly Uint8Array[]): void {
    const entry = entryOf(known, pieces);
    this.length += entry.length;
    this.file.add(entry);
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

/** The last entry is shorter. */
const END_BYTES = 200;

/** Whether a part exists and is complete, by its last entry. */
export function isComplete(path: string): boolean {
  if (!existsSync(path)) return false;
  return readEntries(path, (source) => {
    const start = Math.max(0, source.size - END_BYTES);
    const last = Buffer.from(source.read(start, END_BYTES));
    const at = Math.max(0, last.lastIndexOf('{'));
    const text = last.toString('utf8', at);
    const end: PartEnd = { unread: Number(/\d+/.exec(text)), length: start + at };
    return text === entryOf(end).toString();
  });
}

/** Passes the results of a part to a writer and returns its totals. Throws UserError, perhaps after some results. */
export async function readPart(
  path: string,
  { key, sinks }: Pick<PartHead, 'key' | 'sinks'>,
  into: ResultWriter,
): Promise<PartTotals> {
  const damaged = new UserError(`${path} is damaged: delete it and let a worker make it again`);
  const head: PartHead = { part: 1, key, sinks };
  const descriptor = openSync(path, 'r');
  try {
    const source = bytesOfFile(descriptor, fstatSync(descriptor).size);
    const [first, ...entries] = entriesOf<Partial<typeof END_OF_FILE & PartEnd>>(source);
    if (!first || !entryOf(head).equals(source.read(0, first.end)) || !isComplete(path)) throw damaged;
    const last = entries.pop()!;
    for (const entry of entries) {
      const results = resultsIn(entry, source, sinks.length);
      if (!results) throw damaged;
      if (entry.line.endOfFile) await into.endFile();
      for (const result of results) await into.write(result);
    }
    return { unread: last.line.unread! };
  } catch (error) {
    // No worker writes rows that cannot be joined.
    const isStrange = [SyntaxError, TypeError, RangeError].some((kind) => error instanceof kind);
    throw isStrange ? damaged : error;
  } finally {
    closeSync(descriptor);
  }
}

export type PartStore = ReturnType<typeof partsIn>;

/**
 * The parts of a plan as objects of a store, by the keys of their chunks: each is written whole. `folder`: where they are made,
 * and read if the store is a bucket.
 */
export function partsIn(store: Store, folder: string) {
  const partOf = (key: string): string => `parts/${key}.part`;
  const local = isBucketAddress(store.address) ? undefined : store.address;
  return {
    /** Called once before parts are made. */
    begin(): void {
      mkdirSync(folder, { recursive: true });
      removeLeftovers(bytePath(folder));
    },
    /** Whether there is a complete part; a file that was cut short does not count. */
    isComplete: async (key: string): Promise<boolean> =>
      local === undefined
        ? (await store.find(partOf(key))) !== undefined
        : isComplete(join(local, partOf(key))),
    /** A path on this machine under which a part is written. */
    temporary: () => join(folder, temporaryName()),
    /** Makes a complete file the part with this key. */
    async keep(temporary: string, key: string): Promise<void> {
      await store.putFile(partOf(key), temporary);
      rmSync(temporary, { force: true });
    },
    /** Passes a local path of a part to a reader. */
    async read<T>(key: string, reader: (path: string) => Promise<T>): Promise<T> {
      if (local !== undefined) return reader(join(local, partOf(key)));
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
