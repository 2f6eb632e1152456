import { fileURLToPath } from 'node:url';
import { failure, type Outcome, success } from '../core/outcome.js';
import { isBucketAddress } from '../store/store.js';

/** Whether a name is the address of a file elsewhere, rather than a path. */
export function isAddress(name: string): boolean {
  return name.startsWith('s3://') || name.startsWith('https://') || name.startsWith('http://');
}

/** The address as reports show it: without password, query and fragment, any of which may be a secret. */
export function shownAddress(address: string): string {
  if (isBucketAddress(address)) return address;
  return address.replace(/[?#].*$/s, '').replace(/^(https?:\/\/)[^/]*@/, '$1');
}

/** The path that a `file:` address means, any other name as it is; or why it means none. */
export function withoutFileScheme(name: string): Outcome<string, string> {
  if (!/^file:\/\//i.test(name)) return success(name);
  try {
    return success(fileURLToPath(name));
  } catch {
    return failure(`${name} is not an address of a file on this machine, such as file:///games/a.sgf`);
  }
}
