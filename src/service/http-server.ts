import { getRequestListener } from '@hono/node-server';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ServiceLimits } from './limits.js';
import type { App } from './routes.js';
import { Turns } from './turns.js';

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
  beginInTurn(server, getRequestListener(fetch, { hostname: host }));
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

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Milliseconds that requests are begun in a row before connections are looked at again. */
const TURN_MS = 4;
/** Connections whose reading is begun in one turn. */
const MOST_READ_AT_ONCE = 8;
/** So many connections are taken in a row before requests have their turn. */
const MOST_EMPTY_TURNS = 100;
/** With more requests than this waiting, a connection is closed: no client of good will sends them without reading the answers. */
const MOST_WAITING = 100;

type Waiting = readonly [IncomingMessage, ServerResponse];

/**
 * Begins requests in turn by connection, the first one of each before all others: whoever sends a thousand at once delays
 * others by one at a time.
 */
function beginInTurn(server: Server, begin: Listener): void {
  const firsts: Waiting[] = [];
  const others = new Turns<Socket, Waiting>();
  const known = new WeakSet<Socket>();
  /** Connections that are not read yet: the first bytes of each may hold a thousand requests. */
  const newcomers: Socket[] = [];
  let isPlanned = false;
  let hasNewcomer = false;
  let emptyTurns = 0;
  let end = 0;
  /** How many connections are begun to be read in a turn: as many as took little time in the last one. */
  let readAtOnce = 1;
  let lastReadMs = 0;
  let isNewestNext = false;

  function plan(): void {
    if (!isPlanned) setImmediate(turn);
    isPlanned = true;
  }

  /** The newest and the oldest by turns: nobody waits for all of the many that another opens. */
  function readNewcomers(): void {
    const now = performance.now();
    readAtOnce = now - lastReadMs < TURN_MS ? Math.min(readAtOnce * 2, MOST_READ_AT_ONCE) : 1;
    lastReadMs = now;
    for (let i = 0; i < readAtOnce; i++) {
      const next = isNewestNext ? newcomers.pop() : newcomers.shift();
      if (!next) return;
      isNewestNext = !isNewestNext;
      next.resume();
    }
  }

  function turn(): void {
    // Of the connections that wait for the server one is taken between two turns: while there are any, most turns do nothing.
    if (hasNewcomer && ++emptyTurns < MOST_EMPTY_TURNS) {
      hasNewcomer = false;
      setImmediate(turn);
      return;
    }
    hasNewcomer = false;
    emptyTurns = 0;
    end = performance.now() + TURN_MS;
    readNewcomers();
    const [incoming, outgoing] = firsts.shift() ?? [];
    if (incoming && outgoing && !incoming.socket.destroyed) void begin(incoming, outgoing);
    beginNext();
  }

  function beginNext(): void {
    const [incoming, outgoing] = others.take() ?? [];
    if (incoming && outgoing && !incoming.socket.destroyed) void begin(incoming, outgoing);
    if (firsts.length === 0 && others.size === 0 && newcomers.length === 0) isPlanned = false;
    else if (firsts.length > 0 || others.size === 0 || performance.now() >= end) setImmediate(turn);
    // What was begun goes on in microtasks: its time counts too.
    else queueMicrotask(() => process.nextTick(beginNext));
  }

  server.on('connection', (socket: Socket) => {
    hasNewcomer = true;
    // Node begins to read it in the next tick.
    process.nextTick(() => socket.pause());
    newcomers.push(socket);
    plan();
  });
  server.on('request', (incoming, outgoing) => {
    const { socket } = incoming;
    if (known.has(socket)) others.add(socket, [incoming, outgoing]);
    else firsts.push([incoming, outgoing]);
    known.add(socket);
    if (others.of(socket) > MOST_WAITING) socket.destroy();
    plan();
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
