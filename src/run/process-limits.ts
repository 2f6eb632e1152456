import { readdirSync, readFileSync } from 'node:fs';
import { startNoMore } from '../core/webassembly.js';
import type { EstimatorName } from '../life/life.js';
import { reserveEstimator } from '../life/estimators.js';

const GIGABYTE = 2 ** 30;
/** Addresses that a thread reserves: for V8's heap, and far more for each of the two kernels that judge. */
const HEAP_BYTES = GIGABYTE;
const KERNEL_BYTES = 11 * GIGABYTE;
/** More descriptors than any number of threads takes. */
const MANY = 4096;
const WITHOUT_RESERVES = '--disable-wasm-trap-handler';

/** Descriptors that a thread takes for itself and for the files that it reads; and those that the others leave to this one. */
const THREAD_DESCRIPTORS = 6;
const SPARE_DESCRIPTORS = 6;

/**
 * How many threads find room in what a process may have of addresses (`ulimit -v`) and descriptors (`ulimit -n`): a
 * thread that finds none does not start, or V8 ends the process. Infinity where nothing is limited, or no Linux says so.
 */
export function threadsThatFit(isJudging: boolean): number {
  const descriptors = limitOf('open files');
  const free = descriptors > MANY ? Infinity : descriptors - usedDescriptors() - SPARE_DESCRIPTORS;
  const addresses = limitOf('address space');
  const kernels = isJudging && reservesAddresses() ? 2 * KERNEL_BYTES : 0;
  const room = addresses === Infinity ? Infinity : (addresses - usedBytes()) / (HEAP_BYTES + kernels);
  return Math.floor(Math.min(free / THREAD_DESCRIPTORS, room));
}

/**
 * Where addresses are limited, gives a thread what judging cannot do without, and no kernel more: the reader and the
 * board have slower ways, and what is left must do for the heap. Throws NoMemoryError.
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
