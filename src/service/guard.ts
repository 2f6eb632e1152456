import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { Problem } from './problem.js';

/** Who may ask a server. */
export interface Guard {
  /** API tokens; none: everybody on this machine. */
  readonly tokens: readonly string[];
}

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** Whether only programs of this machine reach an address. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_NAMES.has(host) || (isIP(host) === 4 && host.startsWith('127.'));
}

/**
 * Throws Problem for a request that may not be answered. With tokens each request needs one of them. Without, the server
 * is bound to this machine: then a name in Host that is not this machine's, or a foreign Origin, is a web page elsewhere
 * that makes a browser ask.
 */
export function checkAllowed(headers: Headers, { tokens }: Guard): void {
  const host = headers.get('host') ?? '';
  const origin = headers.get('origin');
  if (origin !== null && origin !== `http://${host}` && origin !== `https://${host}`) {
    throw new Problem('foreign-origin', 'the page that asks is not of this server');
  }
  if (tokens.length > 0) {
    const given = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
    if (given === undefined || !isAmong(given, tokens)) {
      throw new Problem('token-needed', 'send Authorization: Bearer TOKEN');
    }
  } else if (!isLoopback(host.replace(/:\d+$/, ''))) {
    throw new Problem('foreign-origin', 'this server answers to the names of this machine only');
  }
}

/** Compares hashes of equal length with every token, so that the time tells nothing. */
function isAmong(given: string, tokens: readonly string[]): boolean {
  const hash = digest(given);
  let found = 0;
  for (const token of tokens) found |= Number(timingSafeEqual(hash, digest(token)));
  return found === 1;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
