import {
  closeSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';

/** Another run writes there, or may. The message says which, and what to do. */
export class LockedError extends Error {}

/** A lock that its process has not yet written into is younger than this, in milliseconds. */
const UNWRITTEN_MS = 10_000;

/**
 * Takes a lock: a file that names the process which holds it. That of a process that has died is taken over.
 * Returns what gives it back. Throws LockedError, and what the file system says.
 */
export function takeLock(path: string): () => void {
  const own = JSON.stringify(thisProcess());
  for (;;) {
    if (created(path, own)) return () => release(path, own);
    const found = readLock(path);
    if (found === undefined) continue; // given back meanwhile
    const reason = heldBy(found, path);
    if (reason !== undefined || !removed(path, found)) {
      throw new LockedError(reason ?? 'another run has just begun to write there');
    }
  }
}

function created(path: string, text: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(descriptor, text);
  } catch (error) {
    unlinkSync(path);
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return true;
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Why a lock with this text must be respected; undefined when its process has died. */
function heldBy(text: string, path: string): string | undefined {
  if (text === '') {
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    return age > UNWRITTEN_MS ? undefined : 'another run has just begun to write there';
  }
  const holder = parsed(text);
  if (holder === undefined) return `${path} is there, and is no lock of this program; move it away`;
  const state = stateOf(holder);
  if (state === 'dead') return undefined;
  const who = `process ${String(holder.pid)} on ${holder.host}`;
  return state === 'alive'
    ? `another run is writing there (${who})`
    : `another run may be writing there (${who}); if it is not, delete ${path}`;
}

function parsed(text: string): ProcessId | undefined {
  try {
    const { host, pid, since } = JSON.parse(text) as Partial<ProcessId>;
    return typeof host === 'string' && Number.isSafeInteger(pid) ? { host, pid: pid!, since } : undefined;
  } catch {
    return undefined;
  }
}

/** Removes a dead lock; false when another run has taken it over meanwhile, whose lock is put back. */
function removed(path: string, text: string): boolean {
  const aside = `${path}.${String(process.pid)}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
  if (readFileSync(aside, 'utf8') === text) {
    unlinkSync(aside);
    return true;
  }
  renameSync(aside, path);
  return false;
}

function release(path: string, own: string): void {
  try {
    if (readFileSync(path, 'utf8') === own) unlinkSync(path);
  } catch {
    // Removed by somebody else; or the folder is gone.
  }
}

/** A process, told apart from a later one that gets the same number. */
interface ProcessId {
  readonly host: string;
  readonly pid: number;
  /** Where Linux tells it: the machine and its start, the space that the number is of, and the start of the process. */
  readonly since?: Since | undefined;
}

interface Since {
  readonly machine: string;
  readonly boot: string;
  readonly space: string;
  readonly start: string;
}

export function thisProcess(): ProcessId {
  return { host: hostname(), pid: process.pid, since: sinceOf('self') };
}

/** `unknown`: it is of another machine, or of a container that cannot be looked into. */
function stateOf(id: ProcessId): 'alive' | 'dead' | 'unknown' {
  const here = thisProcess();
  if (id.host !== here.host) return 'unknown';
  if (id.since && here.since) {
    if (id.since.machine !== here.since.machine) return 'unknown';
    if (id.since.boot !== here.since.boot) return 'dead';
    if (id.since.space !== here.since.space) return 'unknown';
    return sinceOf(String(id.pid))?.start === id.since.start ? 'alive' : 'dead';
  }
  return id.pid !== here.pid && isAlive(id.pid) ? 'alive' : 'dead';
}

/** Whether a process has this number now. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function sinceOf(pid: string): Since | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Of the fields, the second may hold blanks and parentheses; the start is the 22nd.
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    if (start === undefined) return undefined;
    return { machine: machineId(), boot, space: readlinkSync('/proc/self/ns/pid'), start };
  } catch {
    return undefined;
  }
}

/** '' where the machine has none, as most containers. */
function machineId(): string {
  try {
    return readFileSync('/etc/machine-id', 'latin1').trim();
  } catch {
    return '';
  }
}
