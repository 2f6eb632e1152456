import { OpenAPIHono } from '@hono/zod-openapi';
import { addGameRoutes } from './game-routes.js';
import { tenantOf } from './guard.js';
import type { JobStore } from './job.js';
import { addJobRoutes } from './job-routes.js';
import { addDocuments, addPage } from './documents.js';
import { problemOf, problemResponse } from './problem.js';
import { addReferenceRoutes } from './reference-routes.js';
import { type App, type AppEnv, metricLabels, nothingHere, type ServerParts } from './routes.js';

/** The routes of a server, without a socket. */
export function createApp(
  parts: ServerParts & { readonly store: JobStore; readonly pageFolder: string | undefined },
): App {
  const app = new OpenAPIHono<AppEnv>();
  const { guard, metrics, slots, version } = parts;
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
      const tenant = tenantOf(c.req.raw.headers, guard);
      c.set('tenant', tenant);
      const slot = slots.enter(tenant.name);
      c.set('slot', slot);
      const isTold = whenOver(c.env, slot.leave);
      await next();
      if (!isTold) slot.leave();
    });
  }
  addReferenceRoutes(app, parts);
  addGameRoutes(app, parts);
  addJobRoutes(app, parts);
  addDocuments(app, { version, access: guard.tokens.size > 0 ? 'tokens' : 'anybody' });
  addPage(app, parts.pageFolder);
  return app;
}

/** Calls back when the client has the answer, or has gone. Returns `false` for a request without a socket. */
function whenOver(env: AppEnv['Bindings'] | undefined, over: () => void): boolean {
  // Who asks without a socket, as tests do, has no environment at all.
  const { incoming, outgoing } = env ?? {};
  if (!incoming || !outgoing) return false;
  const { socket } = incoming;
  const told = (): void => {
    outgoing.off('close', told);
    socket.off('close', told);
    over();
  };
  outgoing.once('close', told);
  // A response that waits for others of its connection is not told when that closes.
  socket.once('close', told);
  return true;
}
