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

/** What the routes of a server work with. */
export interface ServerParts extends Means {
  readonly jobs: Jobs;
  readonly metrics: Metrics;
  readonly guard: Guard;
  readonly bodies: Bodies;
}

export type App = OpenAPIHono;

/** The query parameters of a request by their schema. Throws Problem with the first thing that is wrong. */
export function checkedQuery<T>(c: Context, schema: z.ZodType<T>): T {
  const given: Record<string, string> = {};
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (values.length > 1) throw new Problem('bad-option', `${name} may be given once`);
    given[name] = values[0]!;
  }
  return checked(given, schema);
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
  c: Context,
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
