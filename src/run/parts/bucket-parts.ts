/** The parts of a plan in a store other than a folder, such as a bucket. */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../store/store.js';
import type { PartStore } from './part-store.js';
import { temporaryName } from '../tasks/rewrite.js';

/** A lease that was not renewed for this long belongs to a worker that has died. */
const LEASE_MS = 120_000;
const RENEWAL_MS = 30_000;
/** Objects are copied to this machine in blocks of this size. */
const BLOCK_BYTES = 8 * 1024 * 1024;

/**
 * Parts as objects, each written in one request. `folder`: a local one, for parts being made or read.
 *
 * Leases are objects too. Stores need not support conditional writes, so two workers may get the same chunk at the same
 * moment: both then make the same part.
 */
export function bucketParts(store: Store, folder: string): PartStore {
  const partOf = (key: string): string => `parts/${key}.part`;
  const leaseOf = (key: string): string => `parts/${key}.lock`;

  return {
    begin: () => Promise.resolve(),
    isComplete: async (key) => (await store.find(partOf(key))) !== undefined,
    async lease(key) {
      const before = await store.find(leaseOf(key));
      if (before && Date.now() - before.time < LEASE_MS) return undefined;
      const own = randomBytes(12);
      await store.put(leaseOf(key), own);
      const now = await store.get(leaseOf(key));
      if (now && !own.equals(now)) return undefined;
      const renewal = setInterval(
        () => void store.put(leaseOf(key), own).catch(() => undefined),
        RENEWAL_MS,
      ).unref();
      return () => {
        clearInterval(renewal);
        void store.delete(leaseOf(key)).catch(() => undefined); // it expires by itself
      };
    },
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

/** Copies an object to a file; a missing one is an empty file. Throws StoreError and file system errors. */
export async function copyObject(store: Store, key: string, path: string): Promise<void> {
  const descriptor = openSync(path, 'w');
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
