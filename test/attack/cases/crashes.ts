import { readdirSync, statSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../../accuracy/random.js';
import { killedFormats } from '../../faults/killed-formats.js';
import { differing, stoppedRun, wholeRun } from '../../faults/stopped-runs.js';
import { TOKENS, type AttackedServer } from '../attacked-server.js';
import { playersOf, zipOfGames } from '../bodies.js';
import type { AttackCase, Place } from '../case.js';
import { send } from '../sockets.js';

const ALICE = { token: TOKENS.alice };
const GAMES = 3000;
const PLAYERS = playersOf('alice', GAMES);

interface JobLook {
  readonly state: string;
  readonly progress: { readonly games: number };
  readonly problem?: { readonly type: string } | null;
}

async function submit(server: AttackedServer): Promise<string> {
  const { text } = await send(server, '/v1/jobs?name=a.zip', { ...ALICE, body: zipOfGames(PLAYERS) });
  return (JSON.parse(text) as { readonly id: string }).id;
}

/** Waits until the job is as far as wanted, or has ended. */
async function until(server: AttackedServer, id: string, games: number): Promise<JobLook> {
  for (;;) {
    const job = JSON.parse((await send(server, `/v1/jobs/${id}`, ALICE)).text) as JobLook;
    if (!['waiting', 'running'].includes(job.state) || job.progress.games >= games) return job;
    await wait(20);
  }
}

/** Whether a job that may have been done has each game once. */
async function eachOnce(server: AttackedServer, id: string): Promise<string> {
  const { state } = await until(server, id, Infinity);
  if (state !== 'done') return `the job is ${state}`;
  const { text } = await send(server, `/v1/jobs/${id}/results?format=jsonl`, ALICE);
  const seen = text
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly black?: string }).black ?? '');
  return seen.join() === PLAYERS.join() ? '' : `${String(seen.length)} games of ${String(GAMES)}`;
}

/** A job is killed with its server in the middle, some times; the last server finishes it. */
async function killed({ serve }: Place, times: number): Promise<string> {
  let server = await serve();
  const id = await submit(server);
  for (let i = 1; i <= times; i++) {
    await until(server, id, (GAMES * i) / (times + 1) / 2);
    await server.end('SIGKILL');
    server = await serve();
  }
  return eachOnce(server, id);
}

/** What an accident does to the files of a store: those of one job that is being done. */
const DAMAGES: Readonly<Record<string, (data: string, id: string) => void>> = {
  'the record is cut': (data, id) => truncateSync(join(data, 'jobs', `${id}.json`), 20),
  'the record is gone': (data, id) => unlinkSync(join(data, 'jobs', `${id}.json`)),
  'the progress is empty': (data, id) => truncateSync(join(data, 'data', id, 'status.json'), 0),
  'the progress is noise': (data, id) =>
    writeFileSync(join(data, 'data', id, 'status.json'), Buffer.alloc(2000, 0x5a)),
  'results are cut': (data, id) => {
    const path = firstPart(data, id);
    truncateSync(path, Math.floor(statSync(path).size / 2));
  },
  'results are noise': (data, id) => writeFileSync(firstPart(data, id), Buffer.alloc(2000, 0x5a)),
};

function firstPart(data: string, id: string): string {
  const parts = join(data, 'data', id, 'parts');
  return join(parts, readdirSync(parts).sort()[0]!);
}

/** A damaged job is either mended, each game once, or fails as damaged; never in silence. */
async function damaged(place: Place, kind: string): Promise<string> {
  const first = await place.serve();
  const id = await submit(first);
  await until(first, id, GAMES / 3);
  await first.end('SIGKILL');
  DAMAGES[kind]!(first.data, id);
  const second = await place.serve();
  const { state, problem } = await until(second, id, Infinity);
  if (state === 'failed' && problem?.type.endsWith('store-damaged') === true) return '';
  return eachOnce(second, id);
}

function file(path: string): string {
  return fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
}

/** A run that is killed at random moments and goes on with `--resume` writes what one writes that nothing happened to. */
async function killedRun({ folder }: Place): Promise<string> {
  const input = join(folder, 'a.zip');
  writeFileSync(input, zipOfGames(PLAYERS));
  const [out, whole] = [join(folder, 'stopped'), join(folder, 'whole')];
  const options = ['--jobs', '2', '--quiet', '--fail-on', 'never'];
  const request = {
    ...{ script: file('test/faults/run.mjs'), inputs: [input], out, options },
    ...{ keptMs: 20, mostMs: 0, random: seededRandom(Date.now()) },
  };
  const mostMs = wholeRun(request, whole);
  const { stops, resumed } = await stoppedRun({ ...request, mostMs }, () => 'kill');
  if (stops === 0 || resumed === 0) return `stopped ${String(stops)} times, resumed ${String(resumed)}`;
  return differing(out, whole).join();
}

/** Every file is the old one or the new one, whole. */
async function killedRewriting({ folder }: Place): Promise<string> {
  const random = seededRandom(Date.now());
  const command = file('dist/cli/bin.js');
  const found = await killedFormats({
    command,
    folder,
    files: 1000,
    kills: 5,
    random,
    tell: () => undefined,
  });
  return found.broken === 0 && found.leftovers === 0 && found.midway > 0 ? '' : JSON.stringify(found);
}

/** Accidents: processes that are killed, and what they leave behind. */
export const CASES: readonly AttackCase[] = [
  { name: 'kill -9 of runs, up to twelve times each', by: 'command', mostMb: 0, attack: killedRun },
  { name: 'kill -9 of rewriting, five times', by: 'command', mostMb: 0, attack: killedRewriting },
  {
    name: 'kill -9 of a server in the middle of a job, three times',
    by: 'tenant',
    mostMb: 400,
    attack: (place) => killed(place, 3),
  },
  ...Object.keys(DAMAGES).map((kind): AttackCase => ({
    name: `a damaged job store: ${kind}`,
    by: 'tenant',
    mostMb: 400,
    attack: (place) => damaged(place, kind),
  })),
  {
    name: 'a second server in the same data folder',
    by: 'tenant',
    mostMb: 300,
    async attack({ serve }) {
      const first = await serve();
      try {
        await serve();
      } catch (error) {
        const { message } = error as Error;
        if (!message.includes('in use by another server')) return message.slice(0, 300);
        return (await send(first, '/v1/jobs', ALICE)).status === 200 ? '' : 'the first one no longer answers';
      }
      return 'both serve';
    },
  },
];
