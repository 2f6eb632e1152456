import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { reasonOf } from '../src/batch/items.js';
import { UsageError } from './io.js';

/** Does what may fail at a path of the user's. Throws UsageError. */
export function attempt<T>(path: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${reasonOf(error)}`);
  }
}

/** Makes a folder for output and those above it. Throws UsageError. */
export function makeFolder(path: string): void {
  attempt(path, () => {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) throw new Error('a file, not a folder');
    makeFolders(path);
  });
}

/** Node's own way never ends where a folder takes no others, such as /proc. */
function makeFolders(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    const above = dirname(path);
    if (code !== 'ENOENT' || existsSync(above)) throw error;
    makeFolders(above);
    mkdirSync(path);
  }
}
