import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { failure, type Outcome, success } from '../core/outcome.js';
import { Problem } from './problem.js';

/** Who may use a server. */
export interface Guard {
  /** Empty: everybody on this machine. */
  readonly tokens: Tokens;
}

/** Everybody on this machine, where there are no tokens. */
export const ANYBODY: Tenant = { name: '', isAdmin: true };

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** Whether only programs of this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_NAMES.has(host) || (isIP(host) === 4 && host.startsWith('127.'));
}

/**
 * The tenant that sends a request. Throws Problem for one that may not be answered. With tokens each request needs one. Without
 * them the server is bound to this machine: then a Host that is not this machine's, or a foreign Origin, means that a web page
 * elsewhere made a browser send the request.
 */
export function tenantOf(headers: Headers, { tokens }: Guard): Tenant {
  const host = headers.get('host') ?? '';
  const origin = headers.get('origin');
  if (origin !== null && origin !== `http://${host}` && origin !== `https://${host}`) {
    throw new Problem('foreign-origin', 'cross-origin request refused');
  }
  if (tokens.size === 0) {
    if (isLoopback(host.replace(/:\d+$/, ''))) return ANYBODY;
    throw new Problem('foreign-origin', 'this server answers only requests to local host names');
  }
  const given = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  const tenant = given === undefined ? undefined : tokens.get(digestOf(given));
  if (tenant) return tenant;
  throw new Problem('token-needed', 'send Authorization: Bearer TOKEN');
}

/** The holder of one or several tokens, and the owner of jobs. */
export interface Tenant {
  /** Its name, or one made from the token where the file gives none. */
  readonly name: string;
  /** May see, cancel and delete the jobs of all tenants. */
  readonly isAdmin: boolean;
}

/** Tenants by the digest of their tokens: the time of a lookup reveals nothing about a token that is nearly right. */
export type Tokens = ReadonlyMap<string, Tenant>;

const TOKEN = /^[\w.~+/-]{16,200}=*$/;
const NAME = /^[\w.@-]{1,64}$/;
const ADMIN = 'admin';

export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The tokens of a file, one per line: `TOKEN`, `TOKEN NAME`, `TOKEN admin` or `TOKEN NAME admin`. The error is a line for the user. */
export function parseTokens(text: string): Outcome<Tokens, string> {
  const tokens = new Map<string, Tenant>();
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const [token, ...words] = line.trim().split(/\s+/);
    if (token === undefined || token === '') continue;
    const wrong = (what: string): Outcome<Tokens, string> => failure(`line ${String(i + 1)}: ${what}`);
    if (!TOKEN.test(token)) return wrong('a token is 16 to 200 letters, digits and . _ ~ + / -');
    const isAdmin = words.at(-1) === ADMIN;
    const names = isAdmin && words.length > 1 ? words.slice(0, -1) : words;
    if (names.length > 1 || names.some((name) => !NAME.test(name))) {
      return wrong('after a token comes a name of letters, digits and . _ @ -, then "admin" or nothing');
    }
    const digest = digestOf(token);
    if (tokens.has(digest)) return wrong('this token is listed twice');
    // A name made from the token survives restarts, as its jobs do.
    tokens.set(digest, { name: names[0] ?? `token-${digest.slice(0, 12)}`, isAdmin });
  }
  return success(tokens);
}
