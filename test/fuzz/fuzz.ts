import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { inputAt, KINDS } from './inputs.js';
import type { FuzzFault, FuzzTask } from './worker.js';

/**
 * An input that takes so long is a hang: its thread is stopped and the run goes on behind it. Processor time of the process, and a
 * longer time by the clock for what waits: on a busy machine the clock alone would accuse the innocent.
 */
const HANG_MS = 30_000;
const WAITING_MS = 300_000;
const FAULTS_AT_MOST = 50;

const [minutes, seed] = [option('minutes', '1'), option('seed', '1')];
const kept = path.join('reports', 'fuzz');
mkdirSync(kept, { recursive: true });
const samples = readdirSync('samples', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.sgf'))
  .sort()
  .map((name) => readFileSync(path.join('samples', name)));

const end = Date.now() + minutes * 60_000;
const faults = new Map<string, FuzzFault>();
let from = 0;
while (Date.now() < end && faults.size < FAULTS_AT_MOST) from = await runUntilHang(from);
report();

/** Runs one thread until the time is over or it hangs; returns the number of the next input. */
async function runUntilHang(first: number): Promise<number> {
  const at = new Int32Array(new SharedArrayBuffer(4));
  at[0] = first;
  const task: FuzzTask = { seed, from: first, samples, at };
  const worker = new Worker(new URL('worker.js', import.meta.url), { workerData: task });
  let death = '';
  worker.on('message', keep);
  worker.on('error', (error) => (death = error.message));
  let last = first;
  let since = process.cpuUsage();
  let sinceClock = Date.now();
  while (Date.now() < end && death === '' && faults.size < FAULTS_AT_MOST) {
    await setTimeout(250);
    const now = Atomics.load(at, 0);
    const { user, system } = process.cpuUsage(since);
    if (now !== last) [last, since, sinceClock] = [now, process.cpuUsage(), Date.now()];
    else if ((user + system) / 1000 > HANG_MS || Date.now() - sinceClock > WAITING_MS) {
      death = `hangs: ${String(Date.now() - sinceClock)} ms, ${String((user + system) / 1000)} ms of processor time`;
    }
  }
  const reached = Atomics.load(at, 0);
  if (death !== '') {
    const input = inputAt(seed, reached, samples);
    keep({ index: reached, kind: input.kind, fault: death, bytes: input.bytes });
  }
  await worker.terminate();
  return reached + 1;
}

/** One fault of each sort; the input is written to the folder of findings. */
function keep(found: FuzzFault): void {
  const sort = found.fault.split('\n').slice(0, 2).join(' ').replace(/\d+/gu, 'N').slice(0, 160);
  if (faults.has(sort)) return;
  faults.set(sort, found);
  const name = `${found.kind}-${createHash('sha256').update(found.bytes).digest('hex').slice(0, 12)}.bin`;
  writeFileSync(path.join(kept, name), found.bytes);
  console.log(`input ${String(found.index)} (${found.kind}), ${name}: ${found.fault}`);
}

function report(): void {
  const each = Math.floor(from / KINDS.length);
  console.log(
    `${String(from)} inputs, about ${String(each)} each of ${KINDS.join(', ')}; seed ${String(seed)}`,
  );
  console.log(`${String(faults.size)} sorts of faults`);
  process.exitCode = faults.size > 0 ? 1 : 0;
}

function option(name: string, usual: string): number {
  const at = process.argv.indexOf(`--${name}`);
  return Number(at < 0 ? usual : (process.argv[at + 1] ?? usual));
}
