import { UsageError } from './io.js';

/** Words that may come several times: operands, and lists. */
const LISTS: ReadonlySet<string> = new Set(['_', 'input', 'ignore', 'only', 'limit', 'fail-on']);

/** Throws UsageError when an option that holds one value was given several times. */
export function checkGivenOnce(args: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(args)) {
    if (Array.isArray(value) && !LISTS.has(name)) throw new UsageError(`--${name} may be given once`);
  }
}
