import { z } from '@hono/zod-openapi';
import { answers, PROBLEM_ANSWER, TEXT } from './open-api.js';
import { shownCodes, shownRulesets } from './reference.js';
import { JSON_TYPE, once } from './once.js';
import type { App, ServerParts } from './routes.js';
import { CodeSchema, RulesetSchema } from './schemas.js';

const HealthSchema = z.object({ status: z.literal('ok'), version: z.string() }).openapi('Health');

/** `GET /v1/rulesets`, `/v1/findings`, `/healthz` and `/metrics`. */
export function addReferenceRoutes(app: App, { version, metrics }: ServerParts): void {
  const routes = [
    ['/v1/rulesets', 'rulesets', 'Every named ruleset with its sources', RulesetSchema.array()],
    ['/v1/findings', 'findings', 'Every finding code with its explanation', CodeSchema.array()],
    ['/healthz', 'health', 'Whether the server answers; needs no token', HealthSchema],
  ] as const;
  for (const [path, operationId, summary, schema] of routes) {
    const responses = { 200: answers(summary, { 'application/json': schema }), ...PROBLEM_ANSWER };
    app.openAPIRegistry.registerPath({ method: 'get', path, operationId, summary, responses });
  }
  app.openAPIRegistry.registerPath({
    method: 'get',
    path: '/metrics',
    operationId: 'metrics',
    summary: 'What the server counts of itself, for Prometheus',
    responses: { 200: answers('Metrics', { 'text/plain': TEXT }), ...PROBLEM_ANSWER },
  });
  const rulesets = once(() => JSON.stringify(shownRulesets()));
  const codes = once(() => JSON.stringify(shownCodes()));
  app.get('/v1/rulesets', (c) => c.body(rulesets(), 200, JSON_TYPE));
  app.get('/v1/findings', (c) => c.body(codes(), 200, JSON_TYPE));
  app.get('/healthz', (c) => c.json({ status: 'ok', version }));
  app.get('/metrics', async (c) =>
    c.body(await metrics.text(), 200, { 'content-type': metrics.contentType }),
  );
}
