/**
 * Feeds the readers with inputs made by chance, and keeps the smallest input of each sort of fault:
 * `npm run fuzz [-- --minutes 5 --kinds archive,dead --seed 7]`. Without a seed each run has a new one, which it prints.
 */
import { createHash, randomInt } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { inputAt, KINDS, type Kind } from './inputs.js';
import type { FuzzFault, FuzzTask } from './worker.js';

/**
 * An input that takes so long is a hang: its thread is stopped and the run goes on behind it. Processor time of the process, and a
 * longer time by the clock for what waits: on a busy machine the clock alone would accuse the innocent.
 */
const HANG_MS = 30_000;
const WAITING_MS = 300_000;
const FAULTS_AT_MOST = 50;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(randomInt(1_000_000_000)) },
    kinds: { type: 'string', default: KINDS.join(',') },
  },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
const kinds = new Set(values.kinds.split(',').map(kindNamed));
const kept = path.join('reports', 'fuzz');
mkdirSync(kept, { recursive: true });
const samples = readdirSync('samples', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.sgf'))
  .sort()
  .map((name) => readFileSync(path.join('samples', name)));

console.log(`seed ${String(seed)}`);
const end = Date.now() + minutes * 60_000;
const faults = new Map<string, FuzzFault>();
let from = 0;
while (Date.now() < end && faults.size < FAULTS_AT_MOST) from = await runUntilHang(from);
report();

/** Runs one thread until the time is over or it hangs; returns the number of the next input. */
async function runUntilHang(first: number): Promise<number> {
  const at = new Int32Array(new SharedArrayBuffer(4));
  at[0] = first;
  const task: FuzzTask = { seed, from: first, kinds, samples, at };
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
  const { user, system } = process.cpuUsage();
  const seconds = ((user + system) / 1_000_000).toFixed(0);
  console.log(
    `about ${String(each)} inputs each of ${[...kinds].join(', ')}; ${seconds} s of processor time; seed ${String(seed)}`,
  );
  console.log(`${String(faults.size)} sorts of faults`);
  process.exitCode = faults.size > 0 ? 1 : 0;
}

function kindNamed(name: string): Kind {
  const kind = KINDS.find((one) => one === name);
  if (kind === undefined) throw new Error(`no kind of input: ${name}; there are ${KINDS.join(', ')}`);
  return kind;
}
