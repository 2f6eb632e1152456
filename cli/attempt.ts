import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { reasonOf } from '../src/input/items.js';
import { AccessError } from './io.js';

/** Does what may fail at a path of the user's. Throws AccessError. */
export function attempt<T>(path: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new AccessError(`cannot write ${path}: ${writeReason(path, error)}`);
  }
}

function writeReason(path: string, error: unknown): string {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return reasonOf(error);
  return existsSync(dirname(path)) ? 'nothing can be made there' : `there is no folder ${dirname(path)}`;
}

/** Makes a folder of the user's, and those above it, where they are missing. Throws AccessError. */
export function makeFolder(path: string, mode = 0o777): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  // Step by step: in a folder such as /proc, where nothing can be made, `mkdirSync` with `recursive` tries without end.
  if (!existsSync(above)) makeFolder(above, mode);
  attempt(path, () => mkdirSync(path, { mode }));
}

/** Whether a folder is there already. Throws AccessError where something else is. */
export function isFolder(path: string): boolean {
  return attempt(path, () => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats && !stats.isDirectory()) throw new Error('it is a file, not a folder');
    return stats !== undefined;
  });
}
