import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { z } from '@hono/zod-openapi';
import type { Bodies } from './bodies.js';
import type { Guard } from './guard.js';
import type { Jobs } from './jobs.js';
import type { Means } from './answer.js';
import type { Metrics } from './metrics.js';
import { Problem } from './problem.js';
import type { Slot, Slots } from './slots.js';
import type { Tenant } from './tokens.js';

/** What the routes of a server work with. */
export interface ServerParts extends Means {
  readonly jobs: Jobs;
  readonly metrics: Metrics;
  readonly guard: Guard;
  readonly bodies: Bodies;
  readonly slots: Slots;
}

/** What comes with a request that has a socket. */
export interface OverSocket {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** What the routes know of a request: who sent it, and its place among those of its sender. */
export interface AppEnv {
  readonly Variables: { tenant: Tenant; slot: Slot };
  readonly Bindings: Partial<OverSocket>;
}

export type App = OpenAPIHono<AppEnv>;
export type AppContext = Context<AppEnv>;

/** The query parameters of a request. Throws Problem for one that is there twice. */
export function queryOf(c: AppContext): Readonly<Record<string, string>> {
  // Not an object at once: the name __proto__ would set its prototype, and no schema would see it.
  const given = new Map<string, string>();
  for (const [name, value] of new URL(c.req.url).searchParams) {
    if (given.has(name)) throw new Problem('bad-option', `${name.slice(0, 60)} may be given once`);
    given.set(name, value);
  }
  return Object.fromEntries(given);
}

/** The query parameters of a request by their schema. Throws Problem with the first thing that is wrong. */
export function checkedQuery<T>(c: AppContext, schema: z.ZodType<T>): T {
  return checked(queryOf(c), schema);
}

export function checked<T>(given: unknown, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = issue?.path.join('.') ?? '';
  throw new Problem('bad-option', `${name === '' ? '' : `${name}: `}${issue?.message ?? 'wrong options'}`);
}

/** The form that Accept asks for among some, each with its media type. Throws Problem when it asks for none of them. */
export function formByAccept<Form extends string>(
  c: AppContext,
  forms: readonly (readonly [string, Form])[],
  usual: Form,
): Form {
  const header = c.req.header('accept');
  if (header === undefined || header === '') return usual;
  const none = 'none/none';
  const type = accepts(c, {
    header: 'Accept',
    supports: [...forms.map(([type]) => type), '*/*'],
    default: none,
  });
  if (type === '*/*') return usual;
  const found = forms.find(([one]) => one === type);
  if (found) return found[1];
  throw new Problem('no-such-form', `made are: ${forms.map(([one]) => one).join(', ')}`);
}
