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
