/** The parts of a plan, in a folder or in a bucket. */
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { bytePath } from '../input/item.js';
import type { Store } from '../store/store.js';
import { removeLeftovers, temporaryName } from '../tasks/rewrite.js';
import { isComplete } from './part-file.js';

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
const BLOCK_BYTES = 8 * 1024 * 1024;

/** Copies an object to a new file, or over an old one; a missing object is an empty file. Throws StoreError and file system errors. */
export async function copyObject(store: Store, key: string, path: string): Promise<void> {
  const descriptor = openSync(path, 'w', 0o600);
  try {
    for (let at = 0, isLast = false; !isLast; at += BLOCK_BYTES) {
      const block = await store.range(key, at, BLOCK_BYTES);
      isLast = (block?.length ?? 0) < BLOCK_BYTES;
      if (block) writeSync(descriptor, block);
    }
  } finally {
    closeSync(descriptor);
  }
}
