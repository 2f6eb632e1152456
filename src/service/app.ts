import { OpenAPIHono } from '@hono/zod-openapi';
import { addGameRoutes } from './game-routes.js';
import { checkAllowed } from './guard.js';
import type { JobStore } from './job.js';
import { addJobRoutes } from './job-routes.js';
import { addPage } from './page-files.js';
import { problemOf, problemResponse } from './problem.js';
import { addReferenceRoutes } from './reference-routes.js';
import { JSON_TYPE, once } from './once.js';
import { metricLabels, nothingHere } from './route-table.js';
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
  const refusal = nothingHere(app);
  app.notFound((c) => refusal(c.req.path));
  app.use(async (c, next) => {
    const started = performance.now();
    await next();
    c.res.headers.set('x-content-type-options', 'nosniff');
    const { route, method } = metricLabels(c);
    metrics.requestDone(route, method, c.res.status, (performance.now() - started) / 1000);
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
  const document = once(() =>
    JSON.stringify(
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
  app.get('/openapi.json', (c) => c.body(document(), 200, JSON_TYPE));
  addPage(app, parts.pageFolder);
  return app;
}
