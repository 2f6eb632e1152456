import { matchedRoutes } from 'hono/route';
import { Problem, problemResponse } from './problem.js';
import type { App, AppContext } from './routes.js';

/** Only these become labels: clients may send some thirty others. */
const COUNTED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']);

const isApi = (path: string): boolean =>
  path.startsWith('/v1/') ||
  path === '/healthz' ||
  path === '/metrics' ||
  path === '/openapi.json' ||
  path === '/docs';

/**
 * Route and method of a request as metrics name them. Both come from the table of routes and no label from the client,
 * who could make any number of them: `page` is a file of the page, `none` whatever is not served.
 */
export function metricLabels(c: AppContext): { readonly route: string; readonly method: string } {
  const own = matchedRoutes(c).findLast(({ method }) => method !== 'ALL');
  const route = own === undefined ? 'none' : isApi(own.path) ? own.path : 'page';
  return { route, method: COUNTED_METHODS.has(c.req.method) ? c.req.method : 'other' };
}

/** No path of ours has more parts than this. */
const MOST_PARTS = 12;

/** Who asks for a path of ours by a method that it does not have is told which ones it has. */
export function nothingHere(app: App): (path: string) => Response {
  let table: readonly { readonly method: string; readonly parts: readonly string[] }[] | undefined;
  return (path) => {
    table ??= app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path: pattern }) => ({ method, parts: pattern.split('/') }));
    const given = path.split('/', MOST_PARTS);
    const methods = table
      .filter(
        ({ parts }) =>
          parts.length === given.length &&
          parts.every((part, i) => part.startsWith(':') || part === given[i]),
      )
      .map(({ method }) => method);
    if (methods.length === 0) return problemResponse(new Problem('not-found', 'nothing is served here'));
    const allowed = [...new Set(methods)].join(', ');
    const response = problemResponse(new Problem('wrong-method', `served here: ${allowed}`));
    response.headers.set('allow', allowed);
    return response;
  };
}
