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
export async function opened({ port }: AttackedServer): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('error', () => resolve());
  });
  socket.on('error', () => undefined);
  return socket;
}

/** Writes requests on some connections for some time, each as fast as they are taken; answers are thrown away. Returns how many. */
export async function flood(
  server: AttackedServer,
  connections: number,
  requests: number,
  next: (number: number) => string,
): Promise<number> {
  const INFLIGHT = 200;
  let sent = 0;
  const one = async (): Promise<void> => {
    while (sent < requests) {
      const socket = await opened(server);
      let answered = 0;
      let asked = 0;
      socket.on('data', (block) => (answered += block.toString('latin1').split('HTTP/1.1 ').length - 1));
      while (!socket.destroyed && sent < requests) {
        if (asked - answered >= INFLIGHT) {
          await wait(1);
          continue;
        }
        asked++;
        socket.write(next(sent++));
      }
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return sent;
}
