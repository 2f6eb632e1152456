import { suggestion } from '../core/text.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { matchedRoutes } from 'hono/route';
import type { GameCommandName } from '../options/commands.js';
import { queryOptions } from '../options/read.js';
import type { Resources } from './answer.js';
import { receive, type Bodies, type Received } from './uploads.js';
import { paceOf, type Guard, type Tenant, type Slot, type Slots } from './limits.js';
import type { Jobs } from './jobs.js';
import { Problem, problemResponse } from './problem.js';
import type { Query } from './query.js';

/** Options that are files on the command line: a form may contain them as fields. */
const FIELDS: readonly string[] = ['decisions', 'event', 'aliases', 'dead', 'baseline'];

/** Receives the files of a request; those of a job all go to disk, up to a higher limit. Throws Problem. */
export function receiveGames(
  c: AppContext,
  { limits, bodies, memory }: Pick<ServerParts, 'limits' | 'bodies' | 'memory'>,
  { command, query, size }: GamesToReceive,
): Promise<Received> {
  const isJob = size === 'job';
  return receive(c.req.raw, {
    mostBytes: isJob ? limits.jobBytes : limits.bodyBytes,
    memoryBytes: isJob ? 0 : limits.memoryBytes,
    ...{ mostFiles: limits.files, pace: paceOf(limits), memory, bodies, query },
    ...{ tenant: c.var.tenant.name, slot: c.var.slot, name: query['name'] ?? 'upload' },
    takesTables: command === 'ruling' || command === 'crosscheck',
    fields: fieldsOf(command),
  });
}

export interface GamesToReceive {
  readonly command: GameCommandName | 'ruling' | 'compare';
  readonly query: Query;
  readonly size: 'request' | 'job';
}

/** The options of a command that a form may have as fields. */
export function fieldsOf(command: GamesToReceive['command']): readonly string[] {
  const names = queryOptions(command).map(({ name }) => name);
  return FIELDS.filter((name) => names.includes(name));
}

/** What the routes of a server use. */
export interface ServerParts extends Resources {
  readonly jobs: Jobs;
  readonly metrics: Metrics;
  readonly guard: Guard;
  readonly bodies: Bodies;
  readonly slots: Slots;
}

/** The parts of a request over a socket. */
export interface OverSocket {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** What the routes know about a request: its tenant, and its slot among the tenant's requests. */
export interface AppEnv {
  readonly Variables: { tenant: Tenant; slot: Slot };
  readonly Bindings: Partial<OverSocket>;
}

export type App = OpenAPIHono<AppEnv>;
export type AppContext = Context<AppEnv>;

/** The query parameters of a request. Throws Problem for one given twice. */
export function queryOf(c: AppContext): Readonly<Record<string, string>> {
  // A Map: in an object the name __proto__ would set its prototype, and no schema would see it.
  const given = new Map<string, string>();
  for (const [name, value] of new URL(c.req.url).searchParams) {
    if (given.has(name)) throw new Problem('bad-option', `${name.slice(0, 60)} may be given only once`);
    given.set(name, value);
  }
  return Object.fromEntries(given);
}

/** The query parameters of a request, checked by their schema. Throws Problem with the first error. */
export function checkedQuery<T>(c: AppContext, schema: z.ZodType<T>): T {
  return checked(queryOf(c), schema);
}

export function checked<T>(given: unknown, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = issue?.path.join('.') ?? '';
  const said = issue?.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : issue?.message;
  throw new Problem('bad-option', `${name === '' ? '' : `${name}: `}${said ?? 'wrong options'}`);
}

/** The form that Accept names, of those given with their media types. Throws Problem if it names none of them. */
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
  throw new Problem('no-such-form', `supported types: ${forms.map(([one]) => one).join(', ')}`);
}

/** Methods with labels of their own: clients may send some thirty others. */
const COUNTED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

const isApi = (path: string): boolean =>
  path.startsWith('/v1/') || path === '/healthz' || path === '/metrics' || path === '/openapi.json';

/**
 * Route and method of a request as labels of metrics. Both come from the table of routes and never from the client,
 * who could make up any number: `page` is a file of the page, `none` a path that is not served.
 */
export function metricLabels(c: AppContext): { readonly route: string; readonly method: string } {
  const own = matchedRoutes(c).findLast(({ method }) => method !== 'ALL');
  const route = own === undefined ? 'none' : isApi(own.path) ? own.path : 'page';
  return { route, method: COUNTED_METHODS.has(c.req.method) ? c.req.method : 'other' };
}

/** More parts than any path of the server has. */
const MAX_PARTS = 12;

/** Answers requests without a route: 405 with the allowed methods for a known path, else 404. */
export function nothingHere(app: App): (path: string) => Response {
  let table: readonly { readonly method: string; readonly parts: readonly string[] }[] | undefined;
  return (path) => {
    table ??= app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path: pattern }) => ({ method, parts: pattern.split('/') }));
    const given = path.split('/', MAX_PARTS);
    const methods = table
      .filter(
        ({ parts }) =>
          parts.length === given.length &&
          parts.every((part, i) => part.startsWith(':') || part === given[i]),
      )
      .map(({ method }) => method);
    if (methods.length === 0) {
      const paths = table.map(({ parts }) => parts.join('/')).filter((one) => one.startsWith('/v1/'));
      const meant = suggestion(given.join('/'), paths) || '; GET /openapi.json lists what is';
      return problemResponse(new Problem('not-found', `nothing is served here${meant}`));
    }
    const allowed = [...new Set(methods)].join(', ');
    const response = problemResponse(new Problem('wrong-method', `allowed methods: ${allowed}`));
    response.headers.set('allow', allowed);
    return response;
  };
}

/** The metrics of a server. */
export interface Metrics {
  readonly requestDone: (route: string, method: string, status: number, seconds: number) => void;
  readonly gamesDone: (command: string, games: number) => void;
  readonly text: () => Promise<string>;
  readonly contentType: string;
}
