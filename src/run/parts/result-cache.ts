/**
 * The cache of results: records of task results, by a digest of the contents of the task's inputs and of everything else that
 * the result depends on.
 *
 * Records are stored in packs of a few megabytes, each written in one go and never changed: `IDENTITY/NAME.pack`, where the
 * identity is that of a run (version and settings). A pack is its entries, one after the other. A damaged entry counts as missing.
 * Among equal keys the latest pack wins.
 */
import { hash, randomBytes } from 'node:crypto';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../store/store.js';
import type { CacheSettings, Task, TaskResult, WorkSettings } from '../tasks/task.js';
import type { Reader } from '../input/item-reader.js';
import {
  type Contents,
  digestOf,
  entriesOf,
  type Entry,
  entryOf,
  keyOf,
  readEntries,
  recordOf,
  resultsIn,
} from './result-record.js';

const PACK_END = '.pack';
/** Changes when packs of earlier versions can no longer be read. */
const FORMAT = 'sgfrpck4';

/** Shortest time between two updates of the time of a pack that is used. */
const USED_MS = 3_600_000;

/** What the entry of a result says. */
interface Cached {
  readonly key: string;
}

/** Finds results in the packs that exist when it is called; `undefined` for one that is missing or damaged. */
export type FindCached = (key: string) => TaskResult | undefined;

/** `sinks`: the number of the run's sinks. */
export function openCache({ folder, identity }: CacheSettings, sinks: number): FindCached {
  const places = new Map<string, { readonly pack: Pack; readonly entry: Entry<Cached> }>();
  for (const pack of packsIn(join(folder, identity)))
    for (const entry of entriesIn(pack))
      if (!places.has(entry.line.key)) places.set(entry.line.key, { pack, entry });
  return (key) => {
    const found = places.get(key);
    if (!found) return undefined;
    const { pack, entry } = found;
    try {
      if (Date.now() - pack.time > USED_MS) touch(pack);
      return readEntries(pack.path, (source) => resultsIn(entry, source, sinks)?.[0]);
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
  const key = keyOf(task, '', contents);
  const found = find(key);
  if (found) return found;
  // Lines for the page must be whole: where they no longer fit, the writer shortens them.
  const result = make({ ...task, closed: undefined }, (item) => contents[task.items.indexOf(item)]!);
  return result.faults === 0 ? { ...result, cacheKey: key } : result;
}

interface Pack {
  readonly path: string;
  /** When it was written or used, in milliseconds since 1970. */
  time: number;
}

function touch(pack: Pack): void {
  pack.time = Date.now();
  try {
    utimesSync(pack.path, pack.time / 1000, pack.time / 1000);
  } catch {
    // The folder may be read-only.
  }
}

/** The packs in a folder, latest first. */
function packsIn(folder: string): Pack[] {
  try {
    const packs = readdirSync(folder)
      .filter((name) => name.endsWith(PACK_END))
      .map((name) => ({ path: join(folder, name), time: statSync(join(folder, name)).mtimeMs }));
    return packs.sort((a, b) => b.time - a.time || (a.path < b.path ? 1 : -1));
  } catch {
    return []; // none was written yet
  }
}

function entriesIn({ path }: Pack): readonly Entry<Cached>[] {
  try {
    return readEntries(path, (source) => [...entriesOf<Cached>(source)]);
  } catch {
    return []; // pruned meanwhile
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
  const identity = hash('sha256', FORMAT + version + digestOf(settings), 'hex').slice(0, 32);
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
  let size = 0;

  /** Writes what is left. */
  async function finish(): Promise<void> {
    if (entries.length === 0) return;
    const pack = Buffer.concat(entries);
    entries = [];
    size = 0;
    await store.put(`${identity}/${randomBytes(12).toString('hex')}${PACK_END}`, pack);
  }

  return {
    finish,
    async add(result: TaskResult): Promise<void> {
      const { cacheKey: key } = result;
      if (key === undefined) return;
      const entry = entryOf({ key } satisfies Cached, recordOf(result));
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
