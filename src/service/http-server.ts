import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { ServiceLimits } from './limits.js';
import type { App } from './requests.js';

/** Milliseconds for starting requests before the sockets are read again. */
const TURN_MS = 4;
const HEAD_END = '\r\n\r\n';
/** Least number of bytes taken at a time from a body of unknown length. */
const BODY_BYTES = 512;

type OnBytes = (bytes: Buffer) => void;

/**
 * Serves connections in turn, one request at a time; the next request of a connection waits until the previous one is answered.
 * New connections come first. So a client with a thousand requests or connections delays others by only a few requests.
 */
export function takeInTurn(server: Server): void {
  const turns = new ReadingTurns();
  const bySocket = new WeakMap<Socket, Connection>();
  // The server's own listeners already read the socket: they now get the data in turn.
  server.on('connection', (socket: Socket) => {
    turns.hasNewcomer = true;
    const [onBytes] = socket.listeners('data') as OnBytes[];
    const [onEnd] = socket.listeners('end') as (() => void)[];
    if (!onBytes || !onEnd) return;
    const connection = new Connection(socket, onBytes, onEnd);
    bySocket.set(socket, connection);
    socket.on('data', (bytes: Buffer) => {
      connection.hold(bytes);
      turns.add(connection);
    });
    socket.off('data', onBytes);
    socket.on('end', () => connection.end());
    socket.off('end', onEnd);
    // The reader of a body resumes the socket: held data comes before new data.
    socket.on('resume', () => {
      if (!connection.holds()) return;
      socket.pause();
      turns.add(connection);
    });
  });
  server.on('request', (incoming, outgoing: ServerResponse) => {
    const connection = bySocket.get(incoming.socket);
    connection?.begin(incoming);
    outgoing.once('close', () => {
      connection?.answered();
      if (connection) turns.add(connection);
    });
  });
}

/** A socket, and the data received but not yet taken. */
class Connection {
  /** Whether some data was taken already. */
  isKnown = false;
  isWaiting = false;
  private readonly socket: Socket;
  private readonly onBytes: OnBytes;
  private readonly onEnd: () => void;
  private readonly held: Buffer[] = [];
  private hasEnded = false;
  private open = 0;
  private last: IncomingMessage | undefined;
  /** Remaining bytes of the body, where its length is known. */
  private left = 0;

  constructor(socket: Socket, onBytes: OnBytes, onEnd: () => void) {
    this.socket = socket;
    this.onBytes = onBytes;
    this.onEnd = onEnd;
  }

  holds(): boolean {
    return this.held.length > 0;
  }

  hold(bytes: Buffer): void {
    this.held.push(bytes);
    this.socket.pause();
  }

  end(): void {
    this.hasEnded = true;
    if (!this.holds()) this.onEnd();
  }

  begin(incoming: IncomingMessage): void {
    this.open++;
    this.last = incoming;
    this.left = Number(incoming.headers['content-length'] ?? 0);
  }

  answered(): void {
    this.open--;
  }

  /** Whether data may be taken now: from a body that is being read, or from the next request. */
  isReady(): boolean {
    if (!this.holds() || this.socket.destroyed) return false;
    const { last } = this;
    if (last?.complete === false) return last.readableLength < last.readableHighWaterMark;
    return this.open === 0;
  }

  /** Takes a part of a body, or data up to the end of one request head. */
  take(): void {
    const bytes = this.held[0]!;
    const end = this.endIn(bytes);
    if (end === bytes.length) this.held.shift();
    else this.held[0] = bytes.subarray(end);
    this.isKnown = true;
    this.onBytes(bytes.subarray(0, end));
    if (this.holds()) return;
    if (this.hasEnded) this.onEnd();
    else if (!this.isFull()) this.socket.resume();
  }

  private endIn(bytes: Buffer): number {
    const isBody = this.last?.complete === false;
    if (isBody && this.left > 0) {
      const end = Math.min(this.left, bytes.length);
      this.left -= end;
      return end;
    }
    const at = bytes.indexOf(HEAD_END, isBody ? BODY_BYTES : 0);
    return at < 0 ? bytes.length : at + HEAD_END.length;
  }

  /** Whether the buffer of the body is full. */
  private isFull(): boolean {
    const { last } = this;
    return last?.complete === false && last.readableLength >= last.readableHighWaterMark;
  }
}

class ReadingTurns {
  /** Whether a connection was accepted. One waiting connection is accepted between two turns; most send nothing yet. */
  hasNewcomer = false;
  private readonly firsts: Connection[] = [];
  private readonly others: Connection[] = [];
  private isNewestNext = false;
  private isPlanned = false;
  private end = 0;

  add(connection: Connection): void {
    if (connection.isWaiting || !connection.isReady()) return;
    connection.isWaiting = true;
    (connection.isKnown ? this.others : this.firsts).push(connection);
    if (!this.isPlanned) setImmediate(this.turn);
    this.isPlanned = true;
  }

  private readonly turn = (): void => {
    const now = performance.now();
    const isPassedOver = this.hasNewcomer && now < this.end + TURN_MS;
    this.hasNewcomer = false;
    if (isPassedOver) setImmediate(this.turn);
    else {
      this.end = now + TURN_MS;
      this.step();
    }
  };

  private readonly step = (): void => {
    const connection = this.next();
    if (connection) {
      connection.isWaiting = false;
      if (connection.isReady()) connection.take();
      this.add(connection);
    }
    if (this.firsts.length === 0 && this.others.length === 0) this.isPlanned = false;
    else if (performance.now() >= this.end) setImmediate(this.turn);
    // Started requests continue in microtasks, and their time counts too.
    else queueMicrotask(() => process.nextTick(this.step));
  };

  /** Alternates between the newest and the oldest: nobody waits for all connections of another client. */
  private next(): Connection | undefined {
    this.isNewestNext = !this.isNewestNext;
    return (this.isNewestNext ? this.firsts.pop() : this.firsts.shift()) ?? this.others.shift();
  }
}

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
