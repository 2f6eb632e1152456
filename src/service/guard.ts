import { isIP } from 'node:net';
import { Problem } from './problem.js';
import { digestOf, type Tenant, type Tokens } from './tokens.js';

/** Who may ask a server. */
export interface Guard {
  /** None: everybody on this machine. */
  readonly tokens: Tokens;
}

/** Everybody on this machine, where there are no tokens. */
export const ANYBODY: Tenant = { name: '', isAdmin: true };

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** Whether only programs of this machine reach an address. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_NAMES.has(host) || (isIP(host) === 4 && host.startsWith('127.'));
}

/**
 * Who sends a request; throws Problem for one that may not be answered. With tokens each request needs one of them. Without,
 * the server is bound to this machine: then a name in Host that is not this machine's, or a foreign Origin, is a web page
 * elsewhere that makes a browser ask.
 */
export function tenantOf(headers: Headers, { tokens }: Guard): Tenant {
  const host = headers.get('host') ?? '';
  const origin = headers.get('origin');
  if (origin !== null && origin !== `http://${host}` && origin !== `https://${host}`) {
    throw new Problem('foreign-origin', 'the page that asks is not of this server');
  }
  if (tokens.size === 0) {
    if (isLoopback(host.replace(/:\d+$/, ''))) return ANYBODY;
    throw new Problem('foreign-origin', 'this server answers to the names of this machine only');
  }
  const given = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  const tenant = given === undefined ? undefined : tokens.get(digestOf(given));
  if (tenant) return tenant;
  throw new Problem('token-needed', 'send Authorization: Bearer TOKEN');
}
