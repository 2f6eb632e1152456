import { OpenAPIHono } from '@hono/zod-openapi';
import { addGameRoutes } from './game-routes.js';
import { checkAllowed } from './guard.js';
import type { JobStore } from './job.js';
import { addJobRoutes } from './job-routes.js';
import { addPage } from './page-files.js';
import { Problem, problemOf, problemResponse } from './problem.js';
import { addReferenceRoutes } from './reference-routes.js';
import type { App, ServerParts } from './routes.js';

const DESCRIPTION =
  'Audits, scores and converts Go game records. Options are query parameters named as on the command line; ' +
  'what they mean is told by `sgf-referee COMMAND --help`.';

/** The routes of a server, without a socket. */
export function createApp(
  parts: ServerParts & { readonly store: JobStore; readonly pageFolder: string | undefined },
): App {
  const app = new OpenAPIHono();
  const { guard, metrics, version } = parts;
  app.onError((error) => problemResponse(problemOf(error)));
  app.notFound((c) => nothingHere(app, c.req.path));
  app.use(async (c, next) => {
    const started = performance.now();
    await next();
    c.res.headers.set('x-content-type-options', 'nosniff');
    metrics.requestDone(
      routeOf(c.req.path),
      c.req.method,
      c.res.status,
      (performance.now() - started) / 1000,
    );
  });
  for (const path of ['/v1/*', '/metrics', '/openapi.json']) {
    app.use(path, async (c, next) => {
      checkAllowed(c.req.raw.headers, guard);
      await next();
    });
  }
  addReferenceRoutes(app, parts);
  addGameRoutes(app, parts);
  addJobRoutes(app, parts);
  if (guard.tokens.length > 0) {
    app.openAPIRegistry.registerComponent('securitySchemes', 'token', { type: 'http', scheme: 'bearer' });
  }
  const security = guard.tokens.length > 0 ? { security: [{ token: [] }] } : {};
  app.get('/openapi.json', (c) =>
    c.json(
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: {
          title: 'sgf-referee',
          version,
          description: DESCRIPTION,
          license: { name: 'MIT' },
        },
        servers: [{ url: '/' }],
        ...security,
      }),
    ),
  );
  addPage(app, parts.pageFolder);
  return app;
}

/** Who asks for a path of ours by a method that it does not have is told which ones it has. */
function nothingHere(app: App, path: string): Response {
  const isFor = (pattern: string): boolean => {
    const parts = pattern.split('/');
    const given = path.split('/');
    return (
      parts.length === given.length && parts.every((part, i) => part.startsWith(':') || part === given[i])
    );
  };
  const methods = app.routes
    .filter((one) => one.method !== 'ALL' && isFor(one.path))
    .map((one) => one.method);
  if (methods.length === 0) return problemResponse(new Problem('not-found', 'nothing is served here'));
  const allowed = [...new Set(methods)].join(', ');
  const response = problemResponse(new Problem('wrong-method', `served here: ${allowed}`));
  response.headers.set('allow', allowed);
  return response;
}

/** A path with ids left out, so that there are few of them. */
function routeOf(path: string): string {
  if (path.startsWith('/v1/jobs/')) return path.replace(/^\/v1\/jobs\/[^/]+/, '/v1/jobs/:id').slice(0, 40);
  const isOurs =
    path.startsWith('/v1/') || path === '/healthz' || path === '/metrics' || path === '/openapi.json';
  return isOurs ? path.slice(0, 40) : 'page';
}
