import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { bytePath } from '../input/item.js';
import { isComplete } from './part-file.js';
import { removeLeftovers, temporaryName } from './rewrite.js';
import { takeLease } from './run-lock.js';

/** Where the parts of a plan are kept, by the keys of their chunks. A part that has its name is complete. */
export interface PartStore {
  /** Called once before parts are made. */
  readonly begin: () => Promise<void>;
  /** Whether there is a complete part; one that was cut short does not count. */
  readonly isComplete: (key: string) => Promise<boolean>;
  /** The function that gives a chunk back; `undefined` while another worker makes its part. */
  readonly lease: (key: string) => Promise<(() => void) | undefined>;
  /** A path on this machine under which a part is written. */
  readonly temporary: () => string;
  /** Makes a complete file the part with this key, at once. The file is gone then. */
  readonly keep: (temporary: string, key: string) => Promise<void>;
  /** Passes the path of a part on this machine to a reader. */
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
