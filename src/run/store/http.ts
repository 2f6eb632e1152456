import { createReadStream } from 'node:fs';
import type { Agent, IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { StoreError } from './store.js';

/** A request, with every header that it needs. */
export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes, or a file of this size. */
  readonly body?: Uint8Array | { readonly path: string; readonly size: number } | undefined;
}

/** An answer whose body was read. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** How long failed requests are repeated. */
export interface Patience {
  readonly attempts: number;
  /** Before the second attempt; doubled before each further one, and shortened at random by up to half. */
  readonly pauseMs: number;
}

/** Six seconds in all. */
export const PATIENCE: Patience = { attempts: 6, pauseMs: 200 };

/** Longest pause, even if a server asks for more. */
const MAX_PAUSE_MS = 30_000;
/** A connection without a byte for this long is closed. */
const SILENCE_MS = 60_000;
/** Most bytes read of a body that says why a request was refused. */
export const MAX_REASON_BYTES = 64 * 1024;

const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
const LASTING = /^(ENOTFOUND|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_INVALID|HPE_)/;

/** By protocol, each made at its first request: runs without addresses need no network modules, which take 7 ms to load. */
const agents = new Map<string, Agent>();

/** Sends a request once; the caller reads the body of the answer. Throws network errors. */
async function sent({ method, url, headers, body }: HttpRequest): Promise<IncomingMessage> {
  const { protocol } = url;
  const network = protocol === 'https:' ? await import('node:https') : await import('node:http');
  const agent = agents.get(protocol) ?? new network.Agent({ keepAlive: true, maxSockets: 64 });
  agents.set(protocol, agent);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? undefined : 'size' in body ? body.size : body.length;
    const request = network.request(
      url,
      {
        method,
        agent,
        headers: { ...headers, ...(length !== undefined && { 'content-length': String(length) }) },
        timeout: SILENCE_MS,
      },
      resolve,
    );
    request.on('timeout', () => request.destroy(new Error(`no answer for ${String(SILENCE_MS / 1000)} s`)));
    request.on('error', reject);
    if (body === undefined || !('size' in body)) request.end(body);
    else
      createReadStream(body.path)
        .on('error', (error) => request.destroy(error))
        .pipe(request);
  });
}

/** The first bytes of an answer, at most `most`. Throws if the connection ends early. */
export async function bodyOf(answer: IncomingMessage, most = Infinity): Promise<Buffer> {
  const blocks: Uint8Array[] = [];
  let length = 0;
  for await (const block of answer as AsyncIterable<Uint8Array>) {
    blocks.push(block.subarray(0, most - length));
    length += block.length;
    if (length > most) break; // which ends the connection
  }
  return Buffer.concat(blocks);
}

/** The bytes of an answer that may have `most`. Throws StoreError as soon as there are more. */
export async function boundedBody(answer: IncomingMessage, most: number): Promise<Buffer> {
  const body = await bodyOf(answer, most);
  if (answer.readableEnded) return body;
  throw new StoreError(`the server sends more than the ${String(most)} bytes that were asked for`);
}

/**
 * Sends a request, and repeats it after a temporary refusal (429, 5xx) or a broken connection. `make`: makes it for each
 * attempt, because signatures expire. `take`: reads the answer; it may throw network errors, and is not called for temporary
 * refusals. Throws StoreError.
 */
export async function request<T>(
  make: () => HttpRequest | Promise<HttpRequest>,
  take: (answer: IncomingMessage) => Promise<T>,
  { attempts, pauseMs }: Patience = PATIENCE,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const asked = await make();
    const isLast = attempt >= attempts;
    let pause = pauseMs * 2 ** (attempt - 1) * (1 - Math.random() / 2);
    try {
      const answer = await sent(asked);
      const status = answer.statusCode!;
      if (!PASSING.has(status)) return await take(answer);
      await bodyOf(answer, MAX_REASON_BYTES);
      if (isLast) throw new StoreError(`${asked.url.host} answers ${statusWords(answer)}${tries(attempt)}`);
      pause = Math.max(pause, secondsIn(answer.headers['retry-after']) * 1000);
    } catch (error) {
      if (error instanceof StoreError) throw error;
      const { code = '', message } = error as NodeJS.ErrnoException;
      if (isLast || LASTING.test(code))
        throw new StoreError(
          `no answer from ${asked.url.host}: ${networkReason(code, message)}${tries(attempt)}`,
        );
    }
    await wait(Math.min(pause, MAX_PAUSE_MS));
  }
}

function tries(count: number): string {
  return count === 1 ? '' : ` (${String(count)} attempts)`;
}

/** `503 Service Unavailable`. */
export function statusWords({ statusCode, statusMessage }: IncomingMessage): string {
  return `${String(statusCode)} ${statusMessage ?? ''}`.trim();
}

function secondsIn(header: string | undefined): number {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : 0;
}

const NETWORK_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name cannot be looked up now',
  ETIMEDOUT: 'it does not respond',
};

function networkReason(code: string, message: string): string {
  return NETWORK_REASONS[code] ?? message.split('\n')[0]!;
}
