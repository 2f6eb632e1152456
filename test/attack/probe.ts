import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** How long `/healthz` took to answer, on a connection of its own each time. */
export interface Probed {
  readonly probes: number;
  /** By the clock, and without the time that the server or this thread was ready and had no core: other work took it. */
  readonly worstMs: number;
  readonly worstOwnMs: number;
  /** The 99th percentile of the latter. */
  readonly mostOwnMs: number;
  readonly failed: number;
}

/** An answer that takes longer is none. */
const GIVEN_UP_MS = 30_000;
const PAUSE_MS = 20;

const { port, pid } = workerData as { readonly port: number; readonly pid: number };
const state = { isStopping: false };
let [probes, worstMs, worstOwnMs, failed] = [0, 0, 0, 0];
let owns: number[] = [];

/** Milliseconds that the main thread of the server and this one have waited for a core; 0 where the system does not count it. */
function waitedMs(): number {
  let sum = 0;
  for (const thread of [`${String(pid)}/task/${String(pid)}`, 'thread-self']) {
    try {
      sum += Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
    } catch {
      return 0;
    }
  }
  return sum;
}

/** Whether the server is well. */
function probe(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let said = '';
    const done = (): void => {
      clearTimeout(late);
      socket.destroy();
      resolve(said.startsWith('HTTP/1.1 200'));
    };
    const late = setTimeout(done, GIVEN_UP_MS);
    socket.on('data', (block) => {
      said += block.toString();
      if (said.includes('"ok"')) done();
    });
    socket.on('error', done);
    socket.on('close', done);
    socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  });
}

parentPort?.on('message', (said) => {
  if (said === 'again') {
    [probes, worstMs, worstOwnMs, failed] = [0, 0, 0, 0];
    owns = [];
  } else state.isStopping = true;
});
while (!state.isStopping) {
  const waited = waitedMs();
  const started = performance.now();
  const isWell = await probe();
  probes++;
  if (!isWell) failed++;
  const tookMs = performance.now() - started;
  worstMs = Math.max(worstMs, tookMs);
  // A server that has ended has no count any more.
  const ownMs = tookMs - Math.max(0, waitedMs() - waited);
  worstOwnMs = Math.max(worstOwnMs, ownMs);
  owns.push(ownMs);
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
const mostOwnMs = owns.sort((a, b) => a - b)[Math.floor(owns.length * 0.99)] ?? 0;
parentPort?.postMessage({ probes, worstMs, worstOwnMs, mostOwnMs, failed } satisfies Probed);
process.exit();
