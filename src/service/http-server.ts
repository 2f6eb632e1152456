import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { ServiceLimits } from './limits.js';
import type { App } from './requests.js';

/** Milliseconds that requests are begun in a row before the sockets are looked at again. */
const TURN_MS = 4;
const HEAD_END = '\r\n\r\n';
/** Of a body of unknown length at least so many bytes are taken at a time. */
const BODY_BYTES = 512;

type OnBytes = (bytes: Buffer) => void;

/**
 * Takes what connections send in turn, a request at a time, and none of a connection before the one before is answered. New
 * connections come first. So whoever sends a thousand requests at once, or on a thousand connections, delays others by a few.
 */
export function takeInTurn(server: Server): void {
  const turns = new ReadingTurns();
  const bySocket = new WeakMap<Socket, Connection>();
  // The server's own listener has begun to read the socket: its listeners are put behind the turns.
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
    // Whoever reads a body lets it flow again: what is held comes before what is new.
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

/** What has come over a socket and was not taken yet. */
class Connection {
  /** Whether something of it was taken. */
  isKnown = false;
  isWaiting = false;
  private readonly socket: Socket;
  private readonly onBytes: OnBytes;
  private readonly onEnd: () => void;
  private readonly held: Buffer[] = [];
  private hasEnded = false;
  private open = 0;
  private last: IncomingMessage | undefined;
  /** Bytes that the body still has, where that was said. */
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

  /** Whether more may be taken now: of a body that is read, or of the next request. */
  isReady(): boolean {
    if (!this.holds() || this.socket.destroyed) return false;
    const { last } = this;
    if (last?.complete === false) return last.readableLength < last.readableHighWaterMark;
    return this.open === 0;
  }

  /** Takes a part of a body, or up to the end of one head. */
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

  /** Whether a body waits to be read. */
  private isFull(): boolean {
    const { last } = this;
    return last?.complete === false && last.readableLength >= last.readableHighWaterMark;
  }
}

class ReadingTurns {
  /** A connection has come. Of those that wait for the server one is let in between two turns: most do nothing then. */
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
    // What was begun goes on in microtasks: its time counts too.
    else queueMicrotask(() => process.nextTick(this.step));
  };

  /** The newest and the oldest by turns: nobody waits for all of the many that another opens. */
  private next(): Connection | undefined {
    this.isNewestNext = !this.isNewestNext;
    return (this.isNewestNext ? this.firsts.pop() : this.firsts.shift()) ?? this.others.shift();
  }
}

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
