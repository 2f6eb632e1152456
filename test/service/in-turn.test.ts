import { connect } from 'node:net';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { takeInTurn } from '../../src/service/http-server.js';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server that tells the path and the body of each request; `log` is the order in which they began. */
async function echo(
  slowMs = 0,
): Promise<{ readonly port: number; readonly log: string[]; most: () => number }> {
  const log: string[] = [];
  let [open, most] = [0, 0];
  const server = createServer((incoming, outgoing) => {
    log.push(incoming.url ?? '');
    most = Math.max(most, ++open);
    const body: Buffer[] = [];
    void (async () => {
      for await (const block of incoming) {
        body.push(block as Buffer);
        if (slowMs > 0) await wait(slowMs);
      }
      await wait(0);
      open--;
      outgoing.end(`${incoming.url ?? ''} ${Buffer.concat(body).toString()};`);
    })();
  });
  takeInTurn(server);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, log, most: () => most };
}

/** What comes over a connection on which some pieces are written, up to so many answers. */
async function said(port: number, pieces: readonly string[], answers = 1): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let all = '';
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('data', (block: Buffer) => {
    all += block.toString();
    if (all.split(';').length > answers) socket.end();
  });
  for (const piece of pieces) {
    socket.write(piece, 'latin1');
    if (pieces.length > 1) await wait(2);
  }
  await closed;
  return all;
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;

function post(body: string): string {
  return `POST /p HTTP/1.1\r\nhost: a\r\ncontent-length: ${String(body.length)}\r\n\r\n${body}`;
}

function chunked(blocks: readonly string[]): string {
  const parts = blocks.map((block) => `${block.length.toString(16)}\r\n${block}\r\n`).join('');
  return `POST /p HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n${parts}0\r\n\r\n`;
}

const BREAKS = '\r\n\r\n'.repeat(400);

describe('what is sent is what is read', () => {
  test.each([
    ['a request', [get('/a')], ['/a ;']],
    ['one a byte at a time', Array.from(get('/a')), ['/a ;']],
    ['several in one piece, in order', [get('/a') + get('/b') + get('/c')], ['/a ;', '/b ;', '/c ;']],
    ['a body between others', [get('/a') + post('xyz') + get('/b')], ['/a ;', '/p xyz;', '/b ;']],
    ['a body with ends of heads in it', [post(BREAKS) + get('/b')], [`/p ${BREAKS};`, '/b ;']],
    ['chunks', [chunked(['abc', BREAKS, 'd']) + get('/b')], [`/p abc${BREAKS}d;`, '/b ;']],
    [
      'a body in pieces',
      ['POST /p HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r', '\na', 'bc', `d${get('/b')}`],
      ['/p abcd;', '/b ;'],
    ],
  ])('%s', async (_, pieces, answers) => {
    const { port } = await echo();
    const text = await said(port, pieces, answers.length);
    expect([...text.matchAll(/\/[apbc] [^;]*;/g)].map(([one]) => one)).toEqual(answers);
  });

  test('a large body that is read slowly', async () => {
    const { port } = await echo(1);
    const body = 'x'.repeat(3_000_000);
    expect(await said(port, [post(body) + get('/b')], 2)).toContain(`/p ${body};`);
  });
});

describe('a thousand requests of one connection', () => {
  test('are in work one at a time', async () => {
    const { port, log, most } = await echo();
    await said(port, [get('/a').repeat(1000)], 1000);
    expect([log.length, most()]).toEqual([1000, 1]);
  });

  test('do not come before the only one of another', async () => {
    const { port, log } = await echo();
    const many = said(port, [get('/many').repeat(1000)], 1000);
    await expect.poll(() => log.length).toBeGreaterThan(0);
    await said(port, [get('/one')]);
    expect(log).toContain('/one');
    expect(log.filter((path) => path === '/many').length).toBeLessThan(1000);
    await many;
  });
});
