import { setTimeout as wait } from 'node:timers/promises';
import { TOKENS, type AttackedServer } from '../attacked-server.js';
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
} from '../bodies.js';
import type { AttackCase } from '../case.js';
import { holdMany, requestText, send } from '../sockets.js';

const MIB = 1024 * 1024;
const BOB = { token: TOKENS.bob };
const AS_BOB = { authorization: `Bearer ${TOKENS.bob}` };

/** Whether alice is served, whatever bob does. */
async function served(server: AttackedServer): Promise<string> {
  const asked = { token: TOKENS.alice, body: Buffer.from(tinyGame('alice')) };
  const { status, text } = await send(server, '/v1/audit?format=jsonl', asked);
  return status === 200 && text.includes('alice') ? '' : `alice got ${String(status)}: ${text.slice(0, 200)}`;
}

/** A body that must be answered within some seconds, with one of some states. */
function body(
  name: string,
  mostMb: number,
  path: string,
  make: () => Uint8Array,
  { mostSeconds = 60, headers = {}, states = [200] as readonly number[] } = {},
): AttackCase {
  return {
    name,
    by: 'tenant',
    mostMb,
    async attack({ serve }) {
      const server = await serve();
      const started = performance.now();
      const { status, text } = await send(server, path, { ...BOB, body: make(), headers });
      const seconds = (performance.now() - started) / 1000;
      if (!states.includes(status)) return `status ${String(status)}: ${text.slice(0, 200)}`;
      if (seconds > mostSeconds) return `it took ${seconds.toFixed(0)} s of ${String(mostSeconds)}`;
      return served(server);
    },
  };
}

const GZIP = '/v1/audit?name=b.sgf.gz&format=jsonl';
const FEW_GAMES = { states: [200, 413] };

/** A job that is done. */
async function doneJob(server: AttackedServer, games: number): Promise<string> {
  const asked = { token: TOKENS.alice, body: zipOfGames(playersOf('alice', games)) };
  const { text } = await send(server, '/v1/jobs?name=a.zip', asked);
  const { id } = JSON.parse(text) as { readonly id: string };
  for (;;) {
    const job = JSON.parse((await send(server, `/v1/jobs/${id}`, { token: TOKENS.alice })).text) as {
      readonly state: string;
    };
    if (job.state === 'done') return id;
    await wait(50);
  }
}

/** What clients with a token do. */
export const CASES: readonly AttackCase[] = [
  body('a gzip header whose name never ends, 30 MB', 450, GZIP, () => endlessName(30), { mostSeconds: 10 }),
  body('1,500,000 empty gzip members', 450, GZIP, () => emptyMembers(1_500_000), { mostSeconds: 30 }),
  body('a gzip bomb of 10 GB', 500, GZIP, () => gzipBomb(10_240), FEW_GAMES),
  body(
    '300 records for one entry of a zip',
    450,
    '/v1/audit?name=b.zip&format=jsonl',
    () => overlappingZip(300),
    FEW_GAMES,
  ),
  body('a form of 200,000 files', 400, '/v1/audit', () => formOf(200_000, ''), {
    headers: FORM,
    states: [413],
  }),
  body('a job of 200,000 files', 400, '/v1/jobs', () => formOf(200_000, ''), {
    headers: FORM,
    states: [413],
  }),
  body('a form of 5,000 files', 600, '/v1/audit?format=jsonl&no-score=true', () => formOf(5000, '(;B[aa])'), {
    headers: FORM,
  }),
  ...brokenGames(8).map((bytes, i) =>
    body(`8 MB of brackets, ${String(i + 1)}`, 1500, '/v1/check?format=jsonl', () => bytes, {
      states: [200, 408, 413],
      mostSeconds: 130,
    }),
  ),
  {
    name: '200 x 20 MB at once',
    by: 'tenant',
    mostMb: 1500,
    async attack({ serve }) {
      const server = await serve();
      const bytes = Buffer.alloc(20 * MIB, `(;GM[1]C[${'x'.repeat(2000)}])`);
      const asked = { ...BOB, body: bytes, mostMs: 300_000 };
      const answers = await Promise.all(
        Array.from({ length: 200 }, () =>
          send(server, '/v1/audit?no-score=true&format=jsonl', asked).then(
            ({ status }) => status,
            () => 0,
          ),
        ),
      );
      const odd = answers.find((status) => ![200, 0, 408, 413, 503, 507].includes(status));
      return odd === undefined ? served(server) : `a status of ${String(odd)}`;
    },
  },
  {
    name: '1,000 bodies of one tenant that never come: the others have room',
    by: 'tenant',
    mostMb: 300,
    async attack({ serve }) {
      const server = await serve();
      const head = { ...AS_BOB, 'content-length': '30000000', 'content-type': 'text/plain' };
      const held = await holdMany(server, 1000, requestText('POST', '/v1/audit', head));
      const fell = await served(server);
      // Slower than a body must come: after its first seconds each is left.
      await held.dribble('x', 1000, 16);
      const open = held.open();
      held.end();
      return fell || (open === 0 ? served(server) : `${String(open)} are still open`);
    },
  },
  {
    name: '50 readers of a large answer that stop',
    by: 'tenant',
    mostMb: 800,
    async attack({ serve }) {
      const server = await serve();
      const id = await doneJob(server, 4000);
      const bytes = requestText('GET', `/v1/jobs/${id}/results?format=json`, {
        authorization: `Bearer ${TOKENS.alice}`,
      });
      const held = await holdMany(server, 50, bytes.repeat(20), 'reads nothing');
      await wait(5000);
      const fell = await served(server);
      held.end();
      return fell;
    },
  },
  {
    name: '10,000 reads of the results of a job cost the same at the end as at the start',
    by: 'tenant',
    mostMb: 300,
    async attack({ serve }) {
      const server = await serve();
      const id = await doneJob(server, 3);
      const costs: { readonly cpuMs: number; readonly mb: number }[] = [];
      for (let part = 0; part < 5; part++) {
        const before = server.processorMs();
        for (let i = 0; i < 200; i++) {
          const reads = Array.from({ length: 10 }, () =>
            server.ask(`/v1/jobs/${id}/results`).then((one) => one.text()),
          );
          for (const text of await Promise.all(reads)) {
            if (text.trim().split('\n').length !== 3) return `not three games: ${text.slice(0, 200)}`;
          }
        }
        costs.push({ cpuMs: server.processorMs() - before, mb: server.memoryMb() });
      }
      // The first part warms up.
      const [, second, , , last] = costs;
      if (last!.cpuMs > 1.5 * second!.cpuMs)
        return `processor time: ${costs.map(({ cpuMs }) => cpuMs).join(', ')} ms`;
      return last!.mb - second!.mb < 50 ? '' : `memory: ${costs.map(({ mb }) => mb).join(', ')} MB`;
    },
  },
  {
    name: 'jobs of another tenant: seen, read, cancelled, deleted',
    by: 'tenant',
    mostMb: 300,
    async attack({ serve }) {
      const server = await serve();
      const id = await doneJob(server, 3);
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/results'],
        ['GET', '/game?file=0.sgf&game=1'],
        ['POST', '/cancel'],
        ['DELETE', ''],
      ] as const) {
        const { status } = await send(server, `/v1/jobs/${id}${path}`, { ...BOB, method });
        if (status !== 404) return `${method} ${path}: ${String(status)}`;
      }
      const { text } = await send(server, '/v1/jobs', BOB);
      return text.includes(id) ? 'bob sees the job' : served(server);
    },
  },
  {
    name: 'options that set prototypes',
    by: 'tenant',
    mostMb: 300,
    async attack({ serve }) {
      const server = await serve();
      for (const name of ['__proto__', 'constructor', 'prototype', 'no-such']) {
        const { status } = await send(server, `/v1/audit?${name}=x`, { ...BOB, body: Buffer.from('(;)') });
        if (status !== 400) return `${name}: ${String(status)}`;
      }
      return served(server);
    },
  },
];
