import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
