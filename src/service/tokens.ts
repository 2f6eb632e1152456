import { createHash } from 'node:crypto';
import { failure, success, type Outcome } from '../core/outcome.js';

/** Whoever has a token. Jobs belong to a tenant, and several tokens may be those of one. */
export interface Tenant {
  /** Its name, or one made of the token where the file gives none. */
  readonly name: string;
  /** Sees, cancels and deletes the jobs of all. */
  readonly isAdmin: boolean;
}

/** Tenants by the digest of their tokens: what is looked up says nothing about a token that is nearly right. */
export type Tokens = ReadonlyMap<string, Tenant>;

const TOKEN = /^[\w.~+/-]{16,200}=*$/;
const NAME = /^[\w.@-]{1,64}$/;
const ADMIN = 'admin';

export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Tokens as they stand in a file: `TOKEN`, `TOKEN NAME`, `TOKEN admin` or `TOKEN NAME admin`, one a line. The error is a line for the user. */
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
    if (tokens.has(digest)) return wrong('this token is there twice');
    // A name that is made of the token stays the same over restarts, as its jobs do.
    tokens.set(digest, { name: names[0] ?? `token-${digest.slice(0, 12)}`, isAdmin });
  }
  return success(tokens);
}
