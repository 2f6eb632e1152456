/**
 * The result cache: what a run wrote about files and how it judged games, by a digest of the bytes of the file or game and of
 * everything else that the result depends on.
 *
 * Entries are stored in packs of a few megabytes, each written in one go and never changed: `IDENTITY/NAME.pack`, where the
 * identity is that of a run (version and settings). A pack is its entries, an index with a row for each, and a tail of fixed
 * length. An entry is its CRC-32, its key, and its contents; a damaged one counts as missing. Among equal keys the latest pack wins.
 */
import { hash, randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Store } from '../store/store.js';
import type { CacheSettings, MadeEntries, WorkSettings } from '../tasks/task.js';

const KEY_BYTES = 16;
const PACK_END = '.pack';
const MAGIC = 'sgfrpck1';
/** Number of entries, CRC-32 of the index, magic. */
const TAIL_BYTES = 16;
/** Key, offset, length. */
const ROW_BYTES = KEY_BYTES + 8;
/** CRC-32 and key. */
const HEAD_BYTES = 4 + KEY_BYTES;

/** Digest of the version and of the settings that results depend on, as the name of a folder. */
function identityOfResults(version: string, settings: WorkSettings): string {
  const { cache: _cache, checksums: _checksums, ...rest } = settings;
  return hash('sha256', JSON.stringify([MAGIC, version, rest]), 'hex').slice(0, 32);
}

/** The key of a result: a digest of bytes and of a text with everything else that it depends on. */
export function keyOfResult(bytes: Uint8Array, rest: string): Buffer {
  return Buffer.from(hash('sha256', hash('sha256', bytes, 'hex') + rest, 'hex'), 'hex').subarray(
    0,
    KEY_BYTES,
  );
}

/** An entry as stored in a pack. */
export function entryOf(key: Buffer, contents: Buffer): Buffer {
  const entry = Buffer.concat([Buffer.alloc(4), key, contents]);
  entry.writeUInt32LE(crc32(entry.subarray(4)));
  return entry;
}

/** Finds entries in the packs that exist when it is created. */
export interface CacheReader {
  /** The contents of an entry, valid until the next call; `undefined` if it is missing or damaged. */
  readonly get: (key: Buffer) => Buffer | undefined;
}

/** Packs that are kept open. */
const MAX_OPEN = 64;
/** Shortest time between two updates of the time of a pack that is used. */
const USED_MS = 3_600_000;

export function openCache({ folder, identity }: CacheSettings): CacheReader {
  const packs = packsIn(join(folder, identity));
  const index = new EntryIndex();
  for (const [number, path] of packs.entries())
    readIndex(path, (key, offset, length) => index.add(key, number, offset, length));
  const open = new Map<number, number>();
  let buffer = Buffer.alloc(64 * 1024);

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

  return {
    get(key) {
      const found = index.find(key);
      if (!found) return undefined;
      if (found.length > buffer.length) buffer = Buffer.alloc(found.length * 2);
      try {
        const read = readSync(descriptorOf(found.pack), buffer, 0, found.length, found.offset);
        const entry = buffer.subarray(0, read);
        const isGood =
          read === found.length &&
          crc32(entry.subarray(4)) === entry.readUInt32LE() &&
          key.equals(entry.subarray(4, HEAD_BYTES));
        return isGood ? entry.subarray(HEAD_BYTES) : undefined;
      } catch {
        return undefined; // pruned meanwhile
      }
    },
  };
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

/** Reads the index of a pack; a damaged pack has no entries. */
function readIndex(path: string, add: (key: Buffer, offset: number, length: number) => void): void {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    return; // pruned meanwhile
  }
  try {
    const { size } = fstatSync(descriptor);
    const tail = Buffer.alloc(TAIL_BYTES);
    if (size < TAIL_BYTES || readSync(descriptor, tail, 0, TAIL_BYTES, size - TAIL_BYTES) < TAIL_BYTES)
      return;
    const length = tail.readUInt32LE() * ROW_BYTES;
    if (tail.toString('latin1', 8) !== MAGIC || length > size - TAIL_BYTES) return;
    const rows = Buffer.alloc(length);
    readSync(descriptor, rows, 0, length, size - TAIL_BYTES - length);
    if (crc32(rows) !== tail.readUInt32LE(4)) return;
    for (let at = 0; at < length; at += ROW_BYTES)
      add(
        rows.subarray(at, at + KEY_BYTES),
        rows.readUInt32LE(at + KEY_BYTES),
        rows.readUInt32LE(at + KEY_BYTES + 4),
      );
  } catch {
    // Treated as damaged.
  } finally {
    closeSync(descriptor);
  }
}

/** Four words of a key, number of a pack, offset, length. */
const SLOT_WORDS = 7;

/** Where entries are, by key; open addressing. The first of equal keys counts. */
class EntryIndex {
  private slots = new Uint32Array(1024 * SLOT_WORDS);
  private count = 0;

  add(key: Buffer, pack: number, offset: number, length: number): void {
    const at = this.place(key.readUInt32LE(), key.readUInt32LE(4), key.readUInt32LE(8), key.readUInt32LE(12));
    const { slots } = this;
    if (slots[at + 6] !== 0) return;
    for (let word = 0; word < 4; word++) slots[at + word] = key.readUInt32LE(4 * word);
    slots.set([pack, offset, length], at + 4);
    if (++this.count * 2 * SLOT_WORDS > slots.length) this.grow();
  }

  find(key: Buffer): { readonly pack: number; readonly offset: number; readonly length: number } | undefined {
    const at = this.place(key.readUInt32LE(), key.readUInt32LE(4), key.readUInt32LE(8), key.readUInt32LE(12));
    const [pack, offset, length] = this.slots.subarray(at + 4, at + SLOT_WORDS) as unknown as [
      number,
      number,
      number,
    ];
    return length === 0 ? undefined : { pack, offset, length };
  }

  /** Where a key is, or would be. */
  private place(a: number, b: number, c: number, d: number): number {
    const { slots } = this;
    const mask = slots.length / SLOT_WORDS - 1;
    for (let slot = a & mask; ; slot = (slot + 1) & mask) {
      const at = slot * SLOT_WORDS;
      if (slots[at + 6] === 0) return at;
      if (slots[at] === a && slots[at + 1] === b && slots[at + 2] === c && slots[at + 3] === d) return at;
    }
  }

  private grow(): void {
    const before = this.slots;
    this.slots = new Uint32Array(before.length * 2);
    for (let at = 0; at < before.length; at += SLOT_WORDS) {
      if (before[at + 6] === 0) continue;
      const to = this.place(before[at]!, before[at + 1]!, before[at + 2]!, before[at + 3]!);
      this.slots.set(before.subarray(at, at + SLOT_WORDS), to);
    }
  }
}

/** A pack is written when its entries reach this size. */
const PACK_BYTES = 4 * 1024 * 1024;

/** Writes the entries that the workers of a run made. */
export interface CacheWriter {
  /** Throws StoreError. */
  readonly add: (made: MadeEntries) => Promise<void>;
  /** Writes what is left. Throws StoreError. */
  readonly finish: () => Promise<void>;
}

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

function writeCache(store: Store, identity: string): CacheWriter {
  let entries: Buffer[] = [];
  let size = 0;

  async function finish(): Promise<void> {
    if (entries.length === 0) return;
    const pack = packOf(entries);
    entries = [];
    size = 0;
    await store.put(`${identity}/${randomBytes(12).toString('hex')}${PACK_END}`, pack);
  }

  return {
    finish,
    async add({ bytes, lengths }) {
      const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      let at = 0;
      for (const length of lengths) entries.push(all.subarray(at, (at += length)));
      size += all.length;
      if (size >= PACK_BYTES) await finish();
    },
  };
}

function packOf(entries: readonly Buffer[]): Buffer {
  const rows = Buffer.alloc(entries.length * ROW_BYTES);
  let offset = 0;
  for (const [i, entry] of entries.entries()) {
    entry.copy(rows, i * ROW_BYTES, 4, HEAD_BYTES);
    rows.writeUInt32LE(offset, i * ROW_BYTES + KEY_BYTES);
    rows.writeUInt32LE(entry.length, i * ROW_BYTES + KEY_BYTES + 4);
    offset += entry.length;
  }
  const tail = Buffer.alloc(TAIL_BYTES);
  tail.writeUInt32LE(entries.length);
  tail.writeUInt32LE(crc32(rows), 4);
  tail.write(MAGIC, 8, 'latin1');
  return Buffer.concat([...entries, rows, tail]);
}

/** What pruning left and removed. */
export interface Pruned {
  readonly removed: number;
  readonly removedBytes: number;
  readonly kept: number;
  readonly keptBytes: number;
}

/**
 * Removes packs that were neither written nor used since a time (in milliseconds since 1970), and the oldest until the rest
 * have at most `mostBytes`. Throws StoreError.
 */
export async function pruneCache(
  store: Store,
  { since, mostBytes }: { readonly since: number; readonly mostBytes: number },
): Promise<Pruned> {
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
