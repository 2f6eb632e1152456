/**
 * The cache of results: records of task results, by a digest of the contents of the task's inputs and of everything else that
 * the result depends on.
 *
 * Records are stored in packs of a few megabytes, each written in one go and never changed: `IDENTITY/NAME.pack`, where the
 * identity is that of a run (version and settings). A pack is its entries, a list of them in JSON, and a tail with the CRC-32 and
 * length of the list. A damaged entry counts as missing. Among equal keys the latest pack wins.
 */
import { createHash, hash, randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Store } from '../store/store.js';
import type { CacheSettings, Task, TaskResult, WorkSettings } from '../tasks/task.js';
import { bytesOfFile, type Reader } from '../input/item-reader.js';
import { bytesInMemory } from '../input/zip.js';
import { entriesOf, entryOf, recordOf, resultsIn, TAIL_BYTES, tailOf } from './result-record.js';

const PACK_END = '.pack';
const FORMAT = 'sgfrpck3';

/** Where entries of a pack are: their keys, first bytes and lengths. */
type Index = readonly (readonly [key: string, start: number, length: number])[];

/** Digest of the version and of the settings that results depend on, as the name of a folder. */
function identityOfResults(version: string, settings: WorkSettings): string {
  const { cache: _cache, ...rest } = settings;
  return hash('sha256', JSON.stringify([FORMAT, version, rest]), 'hex').slice(0, 32);
}

/** What an input holds; a finding for one that cannot be read. */
type Contents = ReturnType<Reader['read']>;

/** The key of a task's result. */
function keyOfTask({ items, start }: Task, contents: readonly Contents[]): string {
  const key = createHash('sha256').update(JSON.stringify(start ?? ''));
  for (const [i, item] of items.entries()) {
    const held = contents[i]!;
    const { bytes: _bytes, ...place } = { bytes: undefined, ...item };
    key.update(JSON.stringify([place, held instanceof Uint8Array ? held.length : held]));
    if (held instanceof Uint8Array) key.update(held);
  }
  return key.digest('hex').slice(0, 32);
}

/** Packs that are kept open. */
const MAX_OPEN = 64;
/** Shortest time between two updates of the time of a pack that is used. */
const USED_MS = 3_600_000;

interface Place {
  readonly pack: number;
  readonly offset: number;
  readonly length: number;
}

/** Finds results in the packs that exist when it is called; `undefined` for one that is missing or damaged. */
export type FindCached = (key: string) => TaskResult | undefined;

/** `sinks`: the number of the run's sinks. */
export function openCache({ folder, identity }: CacheSettings, sinks: number): FindCached {
  const packs = packsIn(join(folder, identity));
  const places = new Map<string, Place>();
  for (const [pack, path] of packs.entries())
    for (const [key, offset, length] of indexOf(path))
      if (!places.has(key)) places.set(key, { pack, offset, length });
  const open = new Map<number, number>();

  function descriptorOf(pack: number): number {
    const known = open.get(pack);
    if (known !== undefined) return known;
    const path = packs[pack]!;
    const descriptor = openSync(path, 'r');
    if (Date.now() - fstatSync(descriptor).mtimeMs > USED_MS) touch(path);
    if (open.size >= MAX_OPEN) {
      const [[oldest, unused]] = open as unknown as [[number, number]];
      closeSync(unused);
      open.delete(oldest);
    }
    open.set(pack, descriptor);
    return descriptor;
  }

  return (key) => {
    const found = places.get(key);
    if (!found) return undefined;
    const bytes = Buffer.alloc(found.length);
    try {
      readSync(descriptorOf(found.pack), bytes, 0, found.length, found.offset);
      const source = bytesInMemory(bytes);
      const [entry] = entriesOf<{ readonly key: string }>(source);
      return entry?.line.key === key ? resultsIn(entry, source, sinks)?.[0] : undefined;
    } catch {
      return undefined; // pruned meanwhile
    }
  };
}

/** The result of a task from the cache, or one that it lacks, which `make` makes of the contents that were read. */
export function cachedTask(
  task: Task,
  find: FindCached,
  reader: Pick<Reader, 'read'>,
  make: (task: Task, read: Reader['read']) => TaskResult,
): TaskResult {
  const contents = task.items.map((item): Contents => {
    const held = item.kind === 'trouble' ? item.finding : reader.read(item);
    return held instanceof Uint8Array ? Uint8Array.from(held) : held;
  });
  const key = keyOfTask(task, contents);
  const found = find(key);
  if (found) return found;
  // Lines for the page must be whole: where they no longer fit, the writer shortens them.
  const result = make({ ...task, closed: undefined }, (item) => contents[task.items.indexOf(item)]!);
  return result.faults === 0 ? { ...result, cacheKey: key } : result;
}

function touch(path: string): void {
  try {
    const now = Date.now() / 1000;
    utimesSync(path, now, now);
  } catch {
    // The folder may be read-only.
  }
}

/** The paths of the packs in a folder, latest first. */
function packsIn(folder: string): string[] {
  try {
    const packs = readdirSync(folder)
      .filter((name) => name.endsWith(PACK_END))
      .map((name) => ({ path: join(folder, name), time: statSync(join(folder, name)).mtimeMs }));
    return packs.sort((a, b) => b.time - a.time || (a.path < b.path ? 1 : -1)).map(({ path }) => path);
  } catch {
    return []; // none was written yet
  }
}

/** The list of a pack's entries; a damaged pack has none. */
function indexOf(path: string): Index {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    const source = bytesOfFile(descriptor, fstatSync(descriptor).size);
    const end = source.size - TAIL_BYTES;
    const tail = Buffer.from(source.read(end, TAIL_BYTES)).toString('latin1');
    const length = Number(tail.slice(8));
    const text = Buffer.from(source.read(end - length, length));
    return tailOf(crc32(text), length) === tail ? (JSON.parse(text.toString('utf8')) as Index) : [];
  } catch {
    return []; // damaged, or pruned meanwhile
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** A pack is written when its entries reach this size. */
const PACK_BYTES = 4 * 1024 * 1024;

export type CacheWriter = ReturnType<typeof writeCache>;

/** A cache of results. */
export interface ResultCache {
  readonly store: Store;
  /** Where the cache is on this machine, for workers to read. */
  readonly folder: string;
}

/** The settings of a run that uses a cache, and the writer of its new entries. */
export function withCache(
  cache: ResultCache | undefined,
  version: string,
  settings: WorkSettings,
): { readonly settings: WorkSettings; readonly writer: CacheWriter | undefined } {
  if (!cache || !isCacheable(settings)) return { settings, writer: undefined };
  const identity = identityOfResults(version, settings);
  return {
    settings: { ...settings, cache: { folder: cache.folder, identity } },
    writer: writeCache(cache.store, identity),
  };
}

/** Whether results can be cached: not those of an engine, nor those compared with a baseline. */
function isCacheable({ engine, baseline, list, duplicates, sinks }: WorkSettings): boolean {
  return !engine && !baseline && !list && !duplicates && !sinks.includes('baseline');
}

/** Writes the results that the cache lacks. Its functions throw StoreError. */
function writeCache(store: Store, identity: string) {
  let entries: Buffer[] = [];
  let index: Index[number][] = [];
  let size = 0;

  /** Writes what is left. */
  async function finish(): Promise<void> {
    if (entries.length === 0) return;
    const list = Buffer.from(JSON.stringify(index));
    const pack = Buffer.concat([...entries, list, Buffer.from(tailOf(crc32(list), list.length))]);
    entries = [];
    index = [];
    size = 0;
    await store.put(`${identity}/${randomBytes(12).toString('hex')}${PACK_END}`, pack);
  }

  return {
    finish,
    async add(result: TaskResult): Promise<void> {
      const { cacheKey: key } = result;
      if (key === undefined) return;
      const entry = entryOf({ key }, recordOf(result));
      index.push([key, size, entry.length]);
      entries.push(entry);
      size += entry.length;
      if (size >= PACK_BYTES) await finish();
    },
  };
}

/**
 * Removes packs that were neither written nor used since a time (in milliseconds since 1970), and the oldest until the rest
 * have at most `mostBytes`. Throws StoreError.
 */
export async function pruneCache(
  store: Store,
  { since, mostBytes }: { readonly since: number; readonly mostBytes: number },
) {
  const packs = [];
  for await (const found of store.list('')) if (found.key.endsWith(PACK_END)) packs.push(found);
  packs.sort((a, b) => b.time - a.time);
  let [kept, keptBytes, removed, removedBytes] = [0, 0, 0, 0];
  for (const { key, size, time } of packs) {
    if (time >= since && keptBytes + size <= mostBytes) {
      kept++;
      keptBytes += size;
      continue;
    }
    await store.delete(key);
    removed++;
    removedBytes += size;
  }
  return { removed, removedBytes, kept, keptBytes };
}
