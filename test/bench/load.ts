import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

/**
 * `npm run load -- ARCHIVE [FOLDER]`: the built server under 200 clients that post single games for 60 seconds while a job
 * works through the archive. FOLDER holds the single games; the samples where none is given. Tells failures, p50, p99,
 * requests a second, how far the job came, and the most memory that the server took.
 */
const CLIENTS = Number(process.env['CLIENTS'] ?? 200);
const SECONDS = Number(process.env['SECONDS'] ?? 60);
/** Query of the single requests, such as `no-score=true`. */
const QUERY = process.env['QUERY'] ?? '';
/** Query of the job. */
const JOB_QUERY = process.env['JOB_QUERY'] ?? '';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const [archive, folder = join(ROOT, 'samples')] = process.argv.slice(2);
if (archive === undefined) throw new Error('which archive should the job work through?');

function gamesIn(place: string): Buffer[] {
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.sgf') && statSync(join(place, name)).size < 50_000)
    .slice(0, 500)
    .map((name) => readFileSync(join(place, name)));
}

const data = mkdtempSync(join(tmpdir(), 'sgf-referee-load-'));
const server = spawn(
  process.execPath,
  [join(ROOT, 'dist/cli/bin.js'), 'serve', '--port', '0', '--data', data],
  {
    stdio: ['ignore', 'ignore', 'pipe'],
  },
);

async function listening(): Promise<string> {
  let said = '';
  for await (const block of server.stderr) {
    said += String(block);
    const url = /listening on (\S+)/.exec(said)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(said);
}

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

function post(url: string, body: Buffer): Promise<number> {
  return new Promise((resolve) => {
    const asked = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/x-go-sgf' } },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
        answer.on('error', () => resolve(-1));
      },
    );
    asked.on('error', () => resolve(-1));
    asked.end(body);
  });
}

function residentMiB(): number {
  const status = readFileSync(`/proc/${String(server.pid)}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

interface Look {
  readonly id: string;
  readonly state: string;
  readonly progress: { readonly games: number };
}

async function main(path: string): Promise<void> {
  const url = await listening();
  const games = gamesIn(folder);
  const job = (await (
    await fetch(`${url}/v1/jobs?name=archive.zip&${JOB_QUERY}`, {
      method: 'POST',
      headers: { 'content-type': 'application/zip' },
      body: new Uint8Array(readFileSync(path)),
    })
  ).json()) as Look;
  const look = async (): Promise<Look> => (await (await fetch(`${url}/v1/jobs/${job.id}`)).json()) as Look;
  const times: number[] = [];
  const failed = new Map<number, number>();
  const memory: number[] = [];
  const watch = setInterval(() => memory.push(residentMiB()), 500);
  const before = await look();
  const end = performance.now() + SECONDS * 1000;
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let i = client; performance.now() < end; i += 7) {
        const started = performance.now();
        const status = await post(`${url}/v1/audit?${QUERY}`, games[i % games.length]!);
        times.push(performance.now() - started);
        if (status !== 200) failed.set(status, (failed.get(status) ?? 0) + 1);
      }
    }),
  );
  const after = await look();
  clearInterval(watch);
  times.sort((a, b) => a - b);
  const at = (part: number): string => times[Math.floor((times.length - 1) * part)]!.toFixed(0);
  console.log(
    `${String(CLIENTS)} clients, ${String(SECONDS)} s, ${String(games.length)} different games, query "${QUERY}"`,
  );
  console.log(`requests ${String(times.length)}, ${(times.length / SECONDS).toFixed(1)} a second`);
  console.log(`failed ${failed.size === 0 ? 'none' : JSON.stringify([...failed])}`);
  console.log(`p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`);
  console.log(
    `job: ${String(before.progress.games)} games before, ${String(after.progress.games)} after, ${after.state}`,
  );
  const half = memory.slice(Math.floor(memory.length / 2));
  console.log(
    `memory: most ${Math.max(...memory).toFixed(0)} MiB, most in the second half ${Math.max(...half).toFixed(0)} MiB`,
  );
}

try {
  await main(archive);
} finally {
  agent.destroy();
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await gone;
  rmSync(data, { recursive: true, force: true });
}
