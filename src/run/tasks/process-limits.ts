import { readdirSync, readFileSync } from 'node:fs';
import { startNoMore } from '../../core/webassembly.js';
import type { EstimatorName } from '../../go/life/life.js';
import { reserveEstimator } from '../../go/life/judge.js';

const GIGABYTE = 2 ** 30;
/** Bytes of address space that a thread reserves: for V8's heap, and far more for each of the two kernels that judge. */
const HEAP_BYTES = GIGABYTE;
const KERNEL_BYTES = 11 * GIGABYTE;
/** More descriptors than any number of threads takes. */
const MANY = 4096;
const WITHOUT_RESERVES = '--disable-wasm-trap-handler';

/** Descriptors that a thread needs, its files included; and those kept free for the main thread. */
const THREAD_DESCRIPTORS = 6;
const SPARE_DESCRIPTORS = 6;

/**
 * How many threads fit into the limits of the process on address space (`ulimit -v`) and descriptors (`ulimit -n`); beyond
 * them a thread does not start, or V8 aborts the process. Infinity without limits, or where they cannot be read.
 */
export function threadsThatFit(isJudging: boolean): number {
  const descriptors = limitOf('open files');
  const free = descriptors > MANY ? Infinity : descriptors - usedDescriptors() - SPARE_DESCRIPTORS;
  const addresses = limitOf('address space');
  const kernels = isJudging && reservesAddresses() ? 2 * KERNEL_BYTES : 0;
  const fitting = addresses === Infinity ? Infinity : (addresses - usedBytes()) / (HEAP_BYTES + kernels);
  return Math.floor(Math.min(free / THREAD_DESCRIPTORS, fitting));
}

/**
 * Where address space is limited, loads only the kernels that judging requires: the reader and the board have slower
 * substitutes, and the heap needs the rest. Throws NoMemoryError.
 */
export function reserveAddresses(estimator: EstimatorName, isJudging: boolean): void {
  if (limitOf('address space') === Infinity || !reservesAddresses()) return;
  if (isJudging) reserveEstimator(estimator);
  startNoMore();
}

function limitOf(what: 'address space' | 'open files'): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1');
    const limit = new RegExp(`^Max ${what} +(\\d+)`, 'm').exec(limits)?.[1];
    return limit === undefined ? Infinity : Number(limit);
  } catch {
    return Infinity;
  }
}

function usedDescriptors(): number {
  return readdirSync('/proc/self/fd').length;
}

function usedBytes(): number {
  const used = /^VmSize:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1];
  return Number(used ?? 0) * 1024;
}

function reservesAddresses(): boolean {
  const { execArgv, env } = process;
  return !execArgv.includes(WITHOUT_RESERVES) && env['NODE_OPTIONS']?.includes(WITHOUT_RESERVES) !== true;
}

/** V8's space for new objects: more gains no speed, half of it makes collections of games a fifth slower. */
const NEW_SPACE_BYTES = 8 * 1024 * 1024;

/** V8 of Node 20, which has these flags and applies them at any time. */
const KNOWN_V8 = /^11\./;

type V8 = Pick<typeof import('node:v8'), 'getHeapSpaceStatistics' | 'setFlagsFromString'>;

/**
 * Keeps the heap of a long run from growing beyond what it needs; V8 would take some 40 MB more, to collect garbage less
 * often. V8 takes such limits for worker threads, but for a process only as options of Node, so flags stop its growth at run
 * time. Call the returned function now and then: each worker that starts resets the first flag. `most`: size in bytes at which
 * the space for new objects stops growing.
 */
export function createHeapLimit(
  load: () => Promise<V8> = () => import('node:v8'),
  version = process.versions.v8,
): (most?: number) => Promise<void> {
  let v8: V8 | undefined;
  return async (most = NEW_SPACE_BYTES) => {
    if (!KNOWN_V8.test(version)) return;
    v8 ??= await load();
    const space = v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    const isEnough = (space?.space_size ?? 0) >= most;
    v8.setFlagsFromString(`--semi-space-growth-factor=${isEnough ? '1' : '2'}`);
    v8.setFlagsFromString('--heap-growing-percent=50');
  };
}
