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
import { UserError } from '../../core/outcome.js';

/** Another run writes there, or may. The message says which one and what to do. */
export class LockedError extends UserError {}

/** An empty lock older than this, in milliseconds, was left by a process that died before writing to it. */
const UNWRITTEN_MS = 10_000;

/**
 * Takes a lock: a file that names the process that holds it. The lock of a dead process is taken over, one from another machine
 * never. Returns the function that releases it. Throws LockedError and file system errors.
 */
export function takeLock(path: string): () => void {
  const own = JSON.stringify(thisProcess());
  for (;;) {
    if (created(path, own)) return () => release(path, own);
    const found = readLock(path);
    if (found === undefined) continue; // released meanwhile
    const reason = heldBy(found, path);
    if (reason !== undefined || !removed(path, found)) {
      throw new LockedError(reason ?? 'another run has just started to write there');
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

/** Why a lock with this text must be respected; undefined if its process has died. */
function heldBy(text: string, path: string): string | undefined {
  if (text === '') {
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    return age > UNWRITTEN_MS ? undefined : 'another run has just started to write there';
  }
  const holder = parsed(text);
  if (holder === undefined) return `${path} exists and is not a lock of this program; move it elsewhere`;
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

/** Removes a dead lock; false if another run took it over meanwhile, and then its lock is put back. */
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
    // Removed by someone else, or the folder is gone.
  }
}

/** A process, distinguishable from a later one with the same number. */
interface ProcessId {
  readonly host: string;
  readonly pid: number;
  /** On Linux: the machine, its boot, the PID namespace and the start of the process. */
  readonly since?: Since | undefined;
}

interface Since {
  readonly machine: string;
  readonly boot: string;
  readonly namespace: string;
  readonly start: string;
}

export function thisProcess(): ProcessId {
  return { host: hostname(), pid: process.pid, since: sinceOf('self') };
}

/** `unknown`: on another machine, or in a container that is not visible from here. */
function stateOf(id: ProcessId): 'alive' | 'dead' | 'unknown' {
  const here = thisProcess();
  if (id.host !== here.host) return 'unknown';
  if (id.since && here.since) {
    if (id.since.machine !== here.since.machine) return 'unknown';
    if (id.since.boot !== here.since.boot) return 'dead';
    if (id.since.namespace !== here.since.namespace) return 'unknown';
    return sinceOf(String(id.pid))?.start === id.since.start ? 'alive' : 'dead';
  }
  return id.pid !== here.pid && isAlive(id.pid) ? 'alive' : 'dead';
}

/** Whether a process has this number now; not one that has ended and whose parent has not asked for its exit status. */
export function isAlive(pid: number): boolean {
  if (hasEnded(statOf(String(pid)))) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The fields of a process from the third on, its state; none where Linux does not tell. */
function statOf(pid: string): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field may contain blanks and parentheses.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Not while other threads of a process that is being killed end: one of them may still be writing. The 20th field is their number. */
const hasEnded = (stat: readonly string[]): boolean =>
  (stat[0] === 'Z' || stat[0] === 'X') && Number(stat[17]) <= 1;

/** `undefined` also for a process that has ended. */
function sinceOf(pid: string): Since | undefined {
  try {
    const stat = statOf(pid);
    const start = stat[19]; // the 22nd field
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    if (start === undefined || hasEnded(stat)) return undefined;
    return { machine: machineId(), boot, namespace: readlinkSync('/proc/self/ns/pid'), start };
  } catch {
    return undefined;
  }
}

/** '' where there is none, as in most containers. */
function machineId(): string {
  try {
    return readFileSync('/etc/machine-id', 'latin1').trim();
  } catch {
    return '';
  }
}
