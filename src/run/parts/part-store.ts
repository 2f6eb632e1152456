import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { bytePath } from '../input/item.js';
import { isComplete } from './part-file.js';
import { removeLeftovers, temporaryName } from '../tasks/rewrite.js';
import { takeLease } from './run-lock.js';

/** Stores the parts of a plan, by the keys of their chunks. A part under its final name is complete. */
export interface PartStore {
  /** Called once before parts are made. */
  readonly begin: () => Promise<void>;
  /** Whether there is a complete part; one that was cut short does not count. */
  readonly isComplete: (key: string) => Promise<boolean>;
  /** Leases a chunk and returns the function that releases it; `undefined` while another worker makes its part. */
  readonly lease: (key: string) => Promise<(() => void) | undefined>;
  /** A path on this machine under which a part is written. */
  readonly temporary: () => string;
  /** Moves a complete file into place as the part with this key, atomically. */
  readonly keep: (temporary: string, key: string) => Promise<void>;
  /** Passes a local path of a part to a reader. */
  readonly read: <T>(key: string, reader: (path: string) => Promise<T>) => Promise<T>;
}

/** Parts as files in a folder that every machine sees. */
export function folderStore(folder: string): PartStore {
  const pathOf = (key: string): string => join(folder, `${key}.part`);
  /* eslint-disable @typescript-eslint/require-await -- other stores wait */
  return {
    async begin() {
      mkdirSync(folder, { recursive: true });
      removeLeftovers(bytePath(folder));
    },
    isComplete: async (key) => isComplete(pathOf(key)),
    lease: async (key) => takeLease(`${pathOf(key)}.lock`),
    temporary: () => join(folder, temporaryName()),
    keep: async (temporary, key) => renameSync(temporary, pathOf(key)),
    read: (key, reader) => reader(pathOf(key)),
  };
  /* eslint-enable @typescript-eslint/require-await */
}
