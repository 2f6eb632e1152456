import { setTimeout as wait } from 'node:timers/promises';
import type { AttackedServer } from '../attacked-server.js';
import type { AttackCase } from '../case.js';
import { flood, holdMany, requestText } from '../sockets.js';

const MIB = 1024 * 1024;

/** Ends of a request that make some part of the server work through 15 kB of nothing. */
const ODD_PATHS = [
  `/${'/'.repeat(15_000)}`,
  `/v1/jobs${'/x'.repeat(7000)}`,
  `/${'%ff'.repeat(5000)}`,
  `/v1/audit?${'a&'.repeat(7000)}`,
  `/v1/audit?${'%'.repeat(15_000)}`,
  `/${'..%2f'.repeat(3000)}`,
];

/** Bytes that are no request, or one that lies. */
const LIES = [
  'GET / HTTP/1.1\r\n',
  '\0'.repeat(1000),
  'GET / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99999999999999999999\r\n\r\n',
  `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`,
  'POST /v1/audit HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello',
  'POST /v1/audit HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n',
  'POST /v1/audit HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n5;x=y\r\nhel',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'GET http://example.org/ HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'GET /v1/jobs HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer \u00ff\u00ff\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'CONNECT example.org:80 HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'GET /v1/jobs HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
];

/** The largest file of the page. */
async function largestAsset({ url }: AttackedServer): Promise<string> {
  const page = await (await fetch(url)).text();
  let largest = { path: '/', size: 0 };
  for (const [, path = '/'] of page.matchAll(/(?:src|href)="\.?(\/assets\/[^"]+)"/g)) {
    const size = (await (await fetch(url + path)).arrayBuffer()).byteLength;
    if (size > largest.size) largest = { path, size };
  }
  return largest.path;
}

/** Whether a tenant is served, whatever strangers do. */
async function served(server: AttackedServer): Promise<string> {
  const { status } = await server.ask('/v1/rulesets');
  return status === 200 ? '' : `a tenant got ${String(status)}`;
}

/** What clients without a token do. */
export const CASES: readonly AttackCase[] = [
  {
    name: 'nothing for ten seconds: what the machine itself takes',
    by: 'stranger',
    mostMb: 150,
    async attack({ serve }) {
      const server = await serve();
      await wait(10_000);
      return served(server);
    },
  },
  {
    name: '100,000 requests for paths that are not there',
    by: 'stranger',
    mostMb: 250,
    async attack({ serve }) {
      const server = await serve();
      await flood(server, 10, 100_000, (number) => requestText('GET', `/v1/${String(number)}`));
      const text = await (await server.ask('/metrics')).text();
      return text.length < 100_000 ? '' : `the metrics are ${String(text.length)} characters long`;
    },
  },
  {
    name: 'long and odd paths, 2,000 of them',
    by: 'stranger',
    mostMb: 250,
    async attack({ serve }) {
      const server = await serve();
      await flood(server, 10, 2000, (number) => requestText('GET', ODD_PATHS[number % ODD_PATHS.length]!));
      return served(server);
    },
  },
  {
    name: '5,000 connections that ask for nothing',
    by: 'stranger',
    mostMb: 300,
    async attack({ serve }) {
      const server = await serve();
      const held = await holdMany(server, 5000, '');
      await wait(3000);
      const fell = await served(server);
      held.end();
      return fell;
    },
  },
  {
    name: '2,000 heads that never end',
    by: 'stranger',
    mostMb: 300,
    async attack({ serve }) {
      const server = await serve();
      const held = await holdMany(server, 2000, 'GET /v1/jobs HTTP/1.1\r\nhost: localhost\r\nx: ');
      await held.dribble('x', 1000, 18);
      const open = held.open();
      held.end();
      return (await served(server)) || (open < 100 ? '' : `${String(open)} are still open`);
    },
  },
  {
    name: '1,000 bodies that never come',
    by: 'stranger',
    mostMb: 300,
    async attack({ serve }) {
      const server = await serve();
      const head = requestText('POST', '/v1/audit', {
        'content-length': String(30 * MIB),
        'content-type': 'text/plain',
      });
      const held = await holdMany(server, 1000, head);
      await held.dribble('x', 500, 6);
      const open = held.open();
      held.end();
      return (await served(server)) || (open < 100 ? '' : `${String(open)} are still open`);
    },
  },
  {
    name: '100 x 20 MB at once',
    by: 'stranger',
    mostMb: 300,
    async attack({ serve }) {
      const server = await serve();
      const head = requestText('POST', '/v1/audit', {
        'content-length': String(20 * MIB),
        'content-type': 'text/plain',
      });
      const held = await holdMany(server, 100, head);
      await held.dribble('x'.repeat(MIB), 100, 20);
      held.end();
      return served(server);
    },
  },
  {
    name: '300 readers of the page that stop',
    by: 'stranger',
    mostMb: 400,
    async attack({ serve }) {
      const server = await serve();
      const path = await largestAsset(server);
      const held = await holdMany(server, 300, requestText('GET', path).repeat(5), 'reads nothing');
      await wait(5000);
      const fell = await served(server);
      held.end();
      return fell;
    },
  },
  {
    name: 'bytes that are no request, and requests that lie, 3,000 of them',
    by: 'stranger',
    mostMb: 250,
    async attack({ serve }) {
      const server = await serve();
      for (let i = 0; i < 30; i++) {
        const held = await holdMany(server, 100, LIES[i % LIES.length]!);
        await wait(100);
        held.end();
      }
      return served(server);
    },
  },
];
