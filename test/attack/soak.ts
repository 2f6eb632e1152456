/**
 * The built server under honest and hostile clients for a long time: `npm run soak [-- --minutes 30]`. Tells the memory of each
 * minute and what became of the jobs. Exits with 1 when memory is not flat, a job is lost or done twice, or an honest
 * request fails.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { inputAt } from '../fuzz/inputs.js';
import { startAttacked, TOKENS, type AttackedServer } from './attacked-server.js';
import {
  brokenGames,
  emptyMembers,
  endlessName,
  FORM,
  formOf,
  gzipBomb,
  overlappingZip,
  playersOf,
  tinyGame,
  zipOfGames,
} from './bodies.js';
import { burst, flood, holdMany, requestText, send } from './sockets.js';

/** Memory at rest may grow by so much, in MB, once the server has seen everything. */
const MAX_GROWTH_MB = 50;
/** Part of the time that the server has to come to its size. */
const WARMING = 1 / 5;
const SAMPLE_MS = 500;
/** Once a minute all clients pause, and memory is measured when the server has nothing to do. */
const LOAD_MS = 50_000;
const IDLE_MS_A_SECOND = 50;
const MAX_REST_SECONDS = 30;
const GAMES_OF_A_JOB = 300;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(values.minutes);
const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-soak-'));
const { server, stop } = await startAttacked(folder, {});
const end = performance.now() + minutes * 60_000;
const isOver = (): boolean => performance.now() > end;
const faults: string[] = [];
const done = { requests: 0, jobs: 0, games: 0, attacks: 0 };

/** Who is at work, and the gate before which the others wait. */
const load = { clients: 0, gate: Promise.resolve() };

function fault(what: string): void {
  if (faults.push(what) <= 20) console.log(`fault: ${what}`);
}

/** Does something again and again; what is thrown is a fault, or what an attacker must expect. */
async function again(
  pauseMs: number,
  throwing: 'a fault' | 'expected',
  what: () => Promise<void>,
): Promise<void> {
  while (!isOver()) {
    await load.gate;
    load.clients++;
    try {
      await what();
    } catch (error) {
      const { message, cause } = error as Error;
      if (throwing === 'a fault') fault(cause instanceof Error ? `${message}: ${cause.message}` : message);
    } finally {
      load.clients--;
    }
    await wait(pauseMs);
  }
}

let honestNumber = 0;

async function honestRequest(): Promise<void> {
  const players = playersOf(`r${String(honestNumber++)}`, 5);
  const answer = await server.ask('/v1/audit?format=jsonl', {
    method: 'POST',
    body: players.map(tinyGame).join(''),
  });
  checkGames(await answer.text(), players, `a request (${String(answer.status)})`);
  done.requests++;
}

async function honestJob(): Promise<void> {
  const players = playersOf(`j${String(honestNumber++)}`, GAMES_OF_A_JOB);
  const body = new Uint8Array(zipOfGames(players));
  const created = await server.ask('/v1/jobs?name=a.zip', { method: 'POST', body });
  const { id } = (await created.json()) as { readonly id?: string };
  if (created.status !== 202 || id === undefined) throw new Error(`no job: ${String(created.status)}`);
  // Every other reader follows the job, the others wait for its end.
  const follow = honestNumber % 2 === 0 ? '&follow=true' : '';
  let state = '';
  while (follow === '' && state !== 'done') {
    ({ state } = (await (await server.ask(`/v1/jobs/${id}`)).json()) as { readonly state: string });
    if (state === 'failed' || state === 'cancelled') throw new Error(`a job has ${state}`);
    await wait(200);
  }
  const results = await server.ask(`/v1/jobs/${id}/results?format=jsonl${follow}`);
  checkGames(await results.text(), players, 'a job');
  const removed = await server.ask(`/v1/jobs/${id}`, { method: 'DELETE' });
  if (removed.status !== 204) throw new Error(`a job was not deleted: ${String(removed.status)}`);
  done.jobs++;
}

/** Each game once, in order. */
function checkGames(text: string, players: readonly string[], what: string): void {
  const seen = text
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly black?: string }).black ?? line.slice(0, 100));
  if (seen.join() !== players.join())
    fault(`${what}: ${String(seen.length)} games of ${String(players.length)}`);
  done.games += seen.length;
}

const NO_TOKEN = { 'content-length': '30000000', 'content-type': 'text/plain' };
const asBob = { authorization: `Bearer ${TOKENS.bob}` };

async function bobSends(
  path: string,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  await send(server, path, { token: TOKENS.bob, body, headers, mostMs: 20_000 });
}

async function held(
  count: number,
  bytes: string,
  reader: 'reads' | 'reads nothing' = 'reads',
): Promise<void> {
  const connections = await holdMany(server, count, bytes, reader);
  await connections.dribble('x', 500, 4);
  connections.end();
}

const seed = randomInt(1_000_000);
let inputNumber = 0;

/** Bob's jobs are many, and some are cancelled in the middle. */
async function bobsJobs(): Promise<void> {
  await bobSends('/v1/jobs?name=b.zip', zipOfGames(playersOf('bob', 2000)));
  const bob = { token: TOKENS.bob };
  const { jobs } = JSON.parse((await send(server, '/v1/jobs', bob)).text) as {
    readonly jobs: readonly { readonly id: string }[];
  };
  for (const [i, { id }] of jobs.entries()) {
    if (i % 2 === 0) await send(server, `/v1/jobs/${id}/cancel`, { ...bob, method: 'POST' });
    if (jobs.length > 3) await send(server, `/v1/jobs/${id}`, { ...bob, method: 'DELETE' });
  }
}

const ATTACKS: readonly ((server: AttackedServer) => Promise<void>)[] = [
  (at) => flood(at, 10, 2000, (number) => requestText('GET', `/v1/${String(number)}?${String(number)}`)),
  (at) => burst(at, 10, requestText('GET', '/v1/jobs').repeat(200), 2000),
  () => held(500, ''),
  () => held(300, 'GET /v1/jobs HTTP/1.1\r\nhost: localhost\r\nx: '),
  () => held(300, requestText('POST', '/v1/audit', NO_TOKEN)),
  () => held(100, requestText('POST', '/v1/audit', { ...NO_TOKEN, ...asBob })),
  () => held(50, requestText('GET', '/v1/findings', asBob).repeat(20), 'reads nothing'),
  () => bobSends('/v1/audit?name=b.sgf.gz', gzipBomb(256)),
  () => bobSends('/v1/audit?name=b.sgf.gz', emptyMembers(500_000)),
  () => bobSends('/v1/audit?name=b.sgf.gz', endlessName(4)),
  () => bobSends('/v1/audit?name=b.zip', overlappingZip(300)),
  () => bobSends('/v1/audit', formOf(100_000, ''), FORM),
  () => bobSends('/v1/check', formOf(2000, '(;B[aa])'), FORM),
  async () => {
    for (const bytes of brokenGames(1)) await bobSends('/v1/audit?no-score=true', bytes);
  },
  async () => {
    for (let i = 0; i < 20; i++)
      await bobSends('/v1/audit', inputAt(seed, inputNumber++, [Buffer.from(tinyGame('b'))]).bytes);
  },
  bobsJobs,
];

const atRest: number[] = [];

async function watch(): Promise<void> {
  while (!isOver()) {
    const samples: number[] = [];
    const next = performance.now() + LOAD_MS;
    while (performance.now() < next && !isOver()) {
      samples.push(server.memoryMb());
      await wait(SAMPLE_MS);
    }
    atRest.push(await restMb());
    const [middle, most] = [0.5, 1].map((part) => at(samples, part));
    console.log(
      `| ${[atRest.length, atRest.at(-1), middle, most, done.requests, done.jobs, done.attacks].map(String).join(' | ')} |`,
    );
  }
}

/** Lets the clients finish what they do, and the server too. */
async function restMb(): Promise<number> {
  let open = (): void => undefined;
  load.gate = new Promise((resolve) => (open = resolve));
  let before = server.processorMs();
  for (let second = 0; second < MAX_REST_SECONDS; second++) {
    await wait(1000);
    const now = server.processorMs();
    if (load.clients === 0 && now - before < IDLE_MS_A_SECOND) break;
    before = now;
  }
  const mb = await server.keptMb();
  open();
  return mb;
}

/** The value that a part of all values lies below. */
function at(samples: readonly number[], part: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
}

let attackNumber = randomInt(ATTACKS.length);

console.log(`seed ${String(seed)}`);
console.log(
  '| minute | memory at rest, MB | under load: median | most | requests | jobs | attacks |\n|---|---|---|---|---|---|---|',
);
await Promise.all([
  watch(),
  again(100, 'a fault', honestRequest),
  again(100, 'a fault', honestRequest),
  again(500, 'a fault', honestJob),
  ...[1, 2].map(() =>
    again(200, 'expected', async () => {
      done.attacks++;
      await ATTACKS[attackNumber++ % ATTACKS.length]!(server);
    }),
  ),
]);
const seen = await stop();
rmSync(folder, { recursive: true, force: true });

// What threads keep of a large input varies; what grows does so over the whole time.
const known = atRest.slice(Math.floor(atRest.length * WARMING));
const middle = known.length >> 1;
const mean = (mb: readonly number[]): number => mb.reduce((sum, one) => sum + one, 0) / mb.length;
const difference = Math.round(mean(known.slice(middle)) - mean(known.slice(0, middle)));
console.log(
  `\n${String(done.requests)} requests and ${String(done.jobs)} jobs answered, ${String(done.games)} games each once; ${String(done.attacks)} attacks`,
);
console.log(
  `memory at rest: ${String(Math.min(...known))} to ${String(Math.max(...known))} MB; in the second half ${String(difference)} MB more than in the first, on average; peak ${String(seen.peakMb)} MB`,
);
console.log(
  `/healthz: worst ${seen.health.worstMs.toFixed(0)} ms, ${seen.health.worstOwnMs.toFixed(0)} ms without waiting for a core, ${String(seen.health.failed)} of ${String(seen.health.probes)} failed`,
);
if (difference > MAX_GROWTH_MB) fault(`memory has grown by ${String(difference)} MB`);
if (seen.health.failed > 0) fault('/healthz failed');
console.log(`${String(faults.length)} faults`);
process.exit(faults.length > 0 ? 1 : 0);
