import { randomBytes } from 'node:crypto';
import { closeSync, openSync, type Stats, writeSync } from 'node:fs';
import {
  copyFile,
  cp,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { reasonOf } from '../../core/outcome.js';
import { type Store, type StoredObject, StoreError, type Environment, isBucketAddress } from './store.js';

/** Prefix of files that are being written: they are not objects yet. */
const UNFINISHED = '.unfinished-';

/** `undefined` where there is no such file. Throws StoreError. */
async function attempt<T>(path: string, does: () => Promise<T>): Promise<T | undefined> {
  try {
    return await does();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new StoreError(`${path}: ${reasonOf(error)}`);
  }
}

/** Writes a file or folder whole or not at all: under a temporary name beside it, then renamed. Throws StoreError. */
async function place(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = join(dirname(path), UNFINISHED + randomBytes(8).toString('hex'));
  try {
    await mkdir(dirname(path), { recursive: true });
    await write(temporary);
    await rename(temporary, path);
    // So that the new name survives a power cut too. Some systems open no folders.
    await synced(dirname(path), 'r').catch(() => undefined);
  } catch (error) {
    await rm(temporary, { force: true, recursive: true });
    throw new StoreError(`${path}: ${reasonOf(error)}`);
  }
}

async function synced(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A store in a folder, which is created when the first object is stored. */
export function openFolder(folder: string): Store {
  const pathOf = (key: string): string => {
    const names = key.split('/');
    if (names.some((name) => name === '' || name === '.' || name === '..' || name.startsWith(UNFINISHED)))
      throw new StoreError(`${key} is not a valid key of a store`);
    return join(folder, ...names);
  };

  async function* objectsIn(above: string, prefix: string, after: string): AsyncGenerator<StoredObject> {
    const path = above === '' ? folder : join(folder, above);
    const entries = (await attempt(path, () => readdir(path, { withFileTypes: true }))) ?? [];
    // A folder sorts by its name with a slash, as in the keys of its objects.
    const named = entries.map((entry) => ({
      key: above + entry.name + (entry.isDirectory() ? '/' : ''),
      isHidden: entry.name.startsWith(UNFINISHED),
    }));
    named.sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
    for (const { key, isHidden } of named) {
      if (isHidden || !(key.startsWith(prefix) || (key.endsWith('/') && prefix.startsWith(key)))) continue;
      if (key.endsWith('/')) yield* objectsIn(key, prefix, after);
      else if (Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0) {
        const found = await find(key);
        if (found) yield found;
      }
    }
  }

  async function find(key: string): Promise<StoredObject | undefined> {
    const path = pathOf(key);
    const stats = await attempt(path, () => stat(path));
    return stats?.isFile() === true ? objectOf(key, stats) : undefined;
  }

  return {
    address: folder,
    find,
    get: (key) => attempt(pathOf(key), () => readFile(pathOf(key))),
    range: (key, position, length) =>
      attempt(pathOf(key), async () => {
        const file = await open(pathOf(key));
        try {
          const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
          return buffer.subarray(0, bytesRead);
        } finally {
          await file.close();
        }
      }),
    put: (key, bytes) =>
      place(pathOf(key), (temporary) => writeFile(temporary, bytes, { flag: 'wx', flush: true })),
    putFile: (key, path) =>
      place(pathOf(key), async (temporary) => {
        // Another file system, or one without links, needs a copy.
        await link(path, temporary).catch(() => copyFile(path, temporary));
        await synced(temporary, 'r+');
      }),
    putFolder: (key, path) =>
      place(pathOf(key), (temporary) =>
        // Another file system needs a copy.
        rename(path, temporary).catch(() => cp(path, temporary, { recursive: true })),
      ),
    list: (prefix, after = '') => objectsIn('', prefix, after),
    async delete(key) {
      await attempt(pathOf(key), () => rm(pathOf(key), { force: true }));
    },
    async deleteFolder(key) {
      // Another process may still be writing there.
      await attempt(pathOf(key), () => rm(pathOf(key), { force: true, recursive: true, maxRetries: 5 }));
    },
  };
}

function objectOf(key: string, { size, mtimeMs, ino }: Stats): StoredObject {
  const time = Math.floor(mtimeMs);
  return { key, size, time, tag: `${String(ino)}-${String(size)}-${String(mtimeMs)}` };
}

/** The store in a folder, or at `s3://bucket/prefix`. Throws StoreError. */
export async function openStore(address: string, env: Environment = process.env): Promise<Store> {
  if (!isBucketAddress(address)) return openFolder(address);
  const { bucketSettings, openBucket } = await import('./bucket.js');
  return openBucket(address, bucketSettings(env));
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

/** Copies the objects whose keys begin with a prefix into a folder, by the rest of their keys. Throws as `copyObject`. */
export async function copyObjects(store: Store, prefix: string, folder: string): Promise<void> {
  for await (const { key } of store.list(prefix)) {
    const path = join(folder, key.slice(prefix.length));
    await mkdir(dirname(path), { recursive: true });
    await copyObject(store, key, path);
  }
}
