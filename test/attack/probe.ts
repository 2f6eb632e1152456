import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** How long `/healthz` took to answer, on a connection of its own each time. */
export interface Probed {
  readonly probes: number;
  readonly worstMs: number;
  readonly failed: number;
}

/** An answer that takes longer is none. */
const GIVEN_UP_MS = 30_000;
const PAUSE_MS = 20;

const { port } = workerData as { readonly port: number };
const state = { isStopping: false };
let [probes, worstMs, failed] = [0, 0, 0];

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
  if (said === 'again') [probes, worstMs, failed] = [0, 0, 0];
  else state.isStopping = true;
});
while (!state.isStopping) {
  const started = performance.now();
  const isWell = await probe();
  probes++;
  if (!isWell) failed++;
  worstMs = Math.max(worstMs, performance.now() - started);
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
parentPort?.postMessage({ probes, worstMs, failed } satisfies Probed);
process.exit();
