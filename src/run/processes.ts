import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process, told apart from a later one that gets the same number. */
export interface ProcessId {
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
export function stateOf(id: ProcessId): 'alive' | 'dead' | 'unknown' {
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
