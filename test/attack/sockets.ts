import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { AttackedServer } from './attacked-server.js';

/** The bytes of a request as a client writes them. */
export function requestText(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** A connection that is open; what goes wrong with it later is nobody's concern. */
async function opened({ port }: AttackedServer): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('error', () => resolve());
  });
  socket.on('error', () => undefined);
  return socket;
}

/** How many answers begin in what a connection says. */
function counted(socket: Socket): () => number {
  let count = 0;
  let end = '';
  socket.on('data', (block) => {
    const text = end + block.toString('latin1');
    count += text.split('HTTP/1.1 ').length - 1;
    end = text.slice(-8);
  });
  return () => count;
}

/** Requests that a connection has under way. */
const UNDER_WAY = 50;

/** Writes requests on some connections, as fast as they are answered. */
export async function flood(
  server: AttackedServer,
  connections: number,
  requests: number,
  next: (number: number) => string,
): Promise<void> {
  let sent = 0;
  const one = async (): Promise<void> => {
    while (sent < requests) {
      const socket = await opened(server);
      const answered = counted(socket);
      for (let asked = 0; !socket.destroyed && sent < requests;) {
        if (asked - answered() >= UNDER_WAY) await wait(1);
        else {
          asked++;
          socket.write(next(sent++));
        }
      }
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
}

/** Writes the same bytes on some connections at once, and waits for so many answers of all together. */
export async function burst(
  server: AttackedServer,
  connections: number,
  bytes: string,
  answers: number,
): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(server)));
  const counts = sockets.map(counted);
  for (const socket of sockets) socket.write(bytes);
  while (counts.reduce((sum, count) => sum + count(), 0) < answers && sockets.some((one) => !one.destroyed)) {
    await wait(20);
  }
  for (const socket of sockets) socket.destroy();
}

/** Connections that are held. */
export interface Held {
  readonly open: () => number;
  /** Writes a little on each, again and again. */
  readonly dribble: (bytes: string, pauseMs: number, times: number) => Promise<void>;
  readonly end: () => void;
}

/** Opens connections, and writes the same bytes on each. */
export async function holdMany(
  server: AttackedServer,
  count: number,
  bytes: string,
  reader: 'reads' | 'reads nothing' = 'reads',
): Promise<Held> {
  const sockets: Socket[] = [];
  for (let i = 0; i < count; i += 100) {
    const some = await Promise.all(Array.from({ length: Math.min(100, count - i) }, () => opened(server)));
    for (const socket of some) {
      if (reader === 'reads') socket.resume();
      if (bytes !== '') socket.write(bytes);
    }
    sockets.push(...some);
  }
  const isOpen = (socket: Socket): boolean => !socket.destroyed && socket.writable;
  return {
    open: () => sockets.filter(isOpen).length,
    async dribble(more, pauseMs, times) {
      for (let i = 0; i < times; i++) {
        for (const socket of sockets) if (isOpen(socket)) socket.write(more);
        await wait(pauseMs);
      }
    },
    end: () => sockets.forEach((socket) => socket.destroy()),
  };
}

/** The whole answer to a request over a connection of its own; gives up after `mostMs`. */
export function send(
  { url }: AttackedServer,
  path: string,
  asked: {
    readonly method?: string;
    readonly token: string;
    readonly body?: Uint8Array;
    readonly headers?: Readonly<Record<string, string>>;
    readonly mostMs?: number;
  },
): Promise<{ readonly status: number; readonly text: string }> {
  const { token, body, method = body ? 'POST' : 'GET', headers = {}, mostMs = 120_000 } = asked;
  const all = {
    authorization: `Bearer ${token}`,
    ...(body ? { 'content-length': String(body.length) } : {}),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(mostMs);
    const asking = request(url + path, { method, agent: false, headers: all, signal }, (answer) => {
      const blocks: Buffer[] = [];
      answer.on('data', (block: Buffer) => blocks.push(block));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(blocks).toString() }),
      );
    });
    asking.once('error', reject);
    asking.end(body);
  });
}
