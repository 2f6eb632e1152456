import { getRequestListener } from '@hono/node-server';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ServiceLimits } from './limits.js';
import type { App } from './routes.js';
import { Turns } from './turns.js';

/** Milliseconds that a client has for the head of a request, and how often that is looked at. */
const HEAD_MS = 15_000;
const LOOK_AT_HEADS_MS = 2000;

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
  server.on('request', inTurn(getRequestListener(fetch, { hostname: host })));
  leaveStalled(server, limits.stalledMs);
  boundConnections(server, limits.connections);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const info = server.address() as AddressInfo;
      const name = info.family === 'IPv6' ? `[${info.address}]` : info.address;
      resolve({ url: `http://${name}:${String(info.port)}`, close: () => closed(server) });
    });
  });
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Milliseconds that requests are begun in a row before connections are looked at again. */
const TURN_MS = 5;
/** With so many requests of a connection waiting, no more are read from it; with so few they are again. */
const MANY = 16;
const FEW = 4;

/** Begins requests in turn by connection: whoever sends a thousand at once delays others by one at a time. */
function inTurn(begin: Listener): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const waiting = new Turns<Socket, readonly [IncomingMessage, ServerResponse]>();
  let isPlanned = false;
  const plan = (): void => {
    if (!isPlanned) setImmediate(run);
    isPlanned = true;
  };
  function run(): void {
    isPlanned = false;
    const end = performance.now() + TURN_MS;
    do {
      const next = waiting.take();
      if (!next) return;
      const [incoming, outgoing] = next;
      const { socket } = incoming;
      if (socket.destroyed) continue;
      if (waiting.of(socket) === FEW) socket.resume();
      void begin(incoming, outgoing);
    } while (performance.now() < end);
    if (waiting.size > 0) plan();
  }
  return (incoming, outgoing) => {
    const { socket } = incoming;
    waiting.add(socket, [incoming, outgoing]);
    if (waiting.of(socket) === MANY) socket.pause();
    plan();
  };
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
