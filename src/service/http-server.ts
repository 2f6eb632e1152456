import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { ServiceLimits } from './limits.js';
import type { App } from './requests.js';

/** Milliseconds that a client has for the head of a request, and between checks of this limit. */
const HEAD_MS = 15_000;
const HEADS_POLL_MS = 2000;

/** Connections that the system queues: a client that finds the queue full tries again a second later. */
const BACKLOG = 4096;

/** Milliseconds that requests in progress have when a server closes, and between checks. */
const GRACE_MS = 10_000;
const POLL_MS = 50;

/** A server on a socket. */
export interface HttpServer {
  readonly url: string;
  /** Accepts no more requests, and resolves when those in progress are answered or their time is up. */
  readonly close: () => Promise<void>;
}

/** Listens; port 0 picks a free port. */
export function listen(request: {
  readonly fetch: App['fetch'];
  readonly host: string;
  readonly port: number;
  readonly limits: ServiceLimits;
}): Promise<HttpServer> {
  const { fetch, host, port, limits } = request;
  const server = createServer({
    headersTimeout: HEAD_MS,
    // The time for a body is limited while it is received.
    requestTimeout: 0,
    connectionsCheckingInterval: HEADS_POLL_MS,
  });
  const answer = getRequestListener(fetch, { hostname: host });
  server.on('request', (incoming, outgoing) => void answer(incoming, outgoing));
  leaveStalled(server, limits.stalledMs);
  boundConnections(server, limits.connections);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      const info = server.address() as AddressInfo;
      const name = info.family === 'IPv6' ? `[${info.address}]` : info.address;
      resolve({ url: `http://${name}:${String(info.port)}`, close: () => closed(server) });
    });
  });
}

/** Closes connections whose clients accept no data. */
function leaveStalled(server: Server, stalledMs: number): void {
  server.setTimeout(stalledMs, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
    // The client waits for an answer in progress, or for a job to advance.
    else socket.setTimeout(stalledMs);
  });
}

/** Closes the longest idle connection when there are too many, so that idle connections keep nobody out. */
function boundConnections(server: Server, most: number): void {
  const open = new Set<Socket>();
  const asking = new WeakMap<Socket, number>();
  server.on('connection', (socket: Socket) => {
    // Every request of a connection listens for its end.
    socket.setMaxListeners(0);
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (open.size <= most) return;
    let idle = socket;
    for (const one of open) {
      if ((asking.get(one) ?? 0) > 0) continue;
      idle = one;
      break;
    }
    open.delete(idle);
    idle.destroy();
  });
  server.on('request', ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    asking.set(socket, (asking.get(socket) ?? 0) + 1);
    outgoing.once('close', () => asking.set(socket, asking.get(socket)! - 1));
  });
}

async function closed(server: Server): Promise<void> {
  const done = new Promise((resolve) => server.close(resolve));
  const look = setInterval(() => server.closeIdleConnections(), POLL_MS);
  const end = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await done;
  clearInterval(look);
  clearTimeout(end);
}
