import { getRequestListener } from '@hono/node-server';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { takeInTurn } from './in-turn.js';
import type { ServiceLimits } from './limits.js';
import type { App } from './routes.js';

/** Milliseconds that a client has for the head of a request, and how often that is looked at. */
const HEAD_MS = 15_000;
const LOOK_AT_HEADS_MS = 2000;

/** Connections that the system holds until they are taken: one that finds no room is tried again a second later. */
const BACKLOG = 4096;

/** How long requests may go on when a server closes, and how often it looks. */
const GRACE_MS = 10_000;
const LOOK_MS = 50;

/** A server on a socket. */
export interface HttpServer {
  readonly url: string;
  /** Takes no more requests, and resolves when those in work are answered, or when their time is over. */
  readonly close: () => Promise<void>;
}

/** Listens; port 0 takes a free one. */
export function listen(request: {
  readonly fetch: App['fetch'];
  readonly host: string;
  readonly port: number;
  readonly limits: ServiceLimits;
}): Promise<HttpServer> {
  const { fetch, host, port, limits } = request;
  const server = createServer({
    headersTimeout: HEAD_MS,
    // How long a body may take is decided while it is received.
    requestTimeout: 0,
    connectionsCheckingInterval: LOOK_AT_HEADS_MS,
  });
  takeInTurn(server);
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

/** Closes connections whose clients take nothing of what is sent to them. */
function leaveStalled(server: Server, stalledMs: number): void {
  server.setTimeout(stalledMs, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
    // It waits for an answer that is being made, or for a job to go on.
    else socket.setTimeout(stalledMs);
  });
}

/** Closes the connection that has asked for nothing the longest when there are too many: who only holds them keeps nobody out. */
function boundConnections(server: Server, most: number): void {
  const open = new Set<Socket>();
  const asking = new WeakMap<Socket, number>();
  server.on('connection', (socket: Socket) => {
    // Every request of a connection listens to its end.
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
  const look = setInterval(() => server.closeIdleConnections(), LOOK_MS);
  const end = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await done;
  clearInterval(look);
  clearTimeout(end);
}
