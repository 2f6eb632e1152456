import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, statSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { onDisk, type BytePath } from '../input/items.js';
import { isAlive } from './processes.js';

const LEFTOVER = /^\.sgf-referee-([0-9a-f]{8})-(\d+)-([0-9a-f]{8})-\d+\.tmp$/;

/** A file of another machine is taken for left over when nobody has written to it for a day. */
const FOREIGN_MS = 24 * 60 * 60 * 1000;

const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const RUN = randomBytes(4).toString('hex');
let made = 0;

/** A name for a temporary file that tells which run wrote it; never as long as a file system forbids. */
export function temporaryName(): string {
  return `.sgf-referee-${HOST}-${String(process.pid)}-${RUN}-${String(made++)}.tmp`;
}

/** Removes the temporary files of runs that were killed from a folder, and returns how many. Those of living runs stay. */
export function removeLeftovers(folder: BytePath): number {
  let removed = 0;
  let names: string[];
  try {
    names = readdirSync(onDisk(folder), 'latin1');
  } catch {
    return 0; // a folder that may be written to but not listed
  }
  for (const name of names) {
    const path = onDisk(`${folder}/${name}`);
    try {
      if (!isLeftover(name, path)) continue;
      unlinkSync(path);
      removed++;
    } catch {
      // Another run was faster, or the file is not ours to remove.
    }
  }
  return removed;
}

function isLeftover(name: string, path: string | Buffer): boolean {
  const [, host, pid, run] = LEFTOVER.exec(name) ?? [];
  if (host === undefined) return false;
  if (host !== HOST) return Date.now() - statSync(path).mtimeMs > FOREIGN_MS;
  if (Number(pid) === process.pid) return run !== RUN;
  return !isAlive(Number(pid));
}
