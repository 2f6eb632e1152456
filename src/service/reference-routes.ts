import { explain, type Explanation, FINDING_CODES, severityOf } from '../findings/catalogue.js';
import type { Severity } from '../findings/finding.js';
import type { Ruleset } from '../rules/ruleset.js';
import { RULESETS } from '../rules/rulesets.js';
import { answers, CodeSchema, describe, HealthSchema, problems, RulesetSchema, TEXT } from './open-api.js';
import type { App, ServerParts } from './requests.js';

/** `GET /v1/rulesets`, `/v1/findings`, `/healthz` and `/metrics`. */
export function addReferenceRoutes(app: App, { version, metrics }: ServerParts): void {
  describe(
    app,
    'reference',
    {
      ...{ method: 'get', path: '/v1/rulesets', operationId: 'rulesets' },
      summary: 'Every named ruleset with its sources',
      description: 'What each ruleset counts and forbids, its sources, and what they leave open.',
      responses: { 200: answers('The rulesets', { 'application/json': RulesetSchema.array() }) },
    },
    {
      ...{ method: 'get', path: '/v1/findings', operationId: 'findings' },
      summary: 'Every finding code with its explanation',
      description:
        'What each code means, its rule, an example, and what to do. Codes are permanent; more may be added.',
      responses: { 200: answers('The codes', { 'application/json': CodeSchema.array() }) },
    },
  );
  app.openAPIRegistry.registerPath({
    ...{ method: 'get', path: '/healthz', operationId: 'health', tags: ['reference'] },
    summary: 'Whether the server is up',
    description: 'For load balancers. Needs no token, and accepts any host name.',
    security: [],
    responses: {
      200: answers('It is up', { 'application/json': HealthSchema }),
      ...problems('internal-fault'),
    },
  });
  describe(app, 'reference', {
    ...{ method: 'get', path: '/metrics', operationId: 'metrics', summary: 'Metrics of the server' },
    description: 'In the text format of Prometheus.',
    responses: { 200: answers('The metrics', { 'text/plain': TEXT }) },
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

/** A ruleset as the service shows it. */
export interface ShownRuleset extends Pick<
  Ruleset,
  | 'name'
  | 'title'
  | 'scoring'
  | 'countings'
  | 'superko'
  | 'selfCapture'
  | 'passStones'
  | 'sekiPoints'
  | 'compensation'
  | 'sources'
  | 'doubts'
> {
  /** Current komi of even games in points; null where the rules name none. */
  readonly komi: number | null;
}

function shownRulesets(): ShownRuleset[] {
  return RULESETS.map((ruleset) => {
    const { name, title, scoring, countings, superko, selfCapture, passStones } = ruleset;
    const { sekiPoints, compensation, sources, doubts, komiEven } = ruleset;
    const [newest] = komiEven;
    const komi = newest ? newest.halves / 2 : null;
    return {
      ...{ name, title, scoring, countings, superko, selfCapture, passStones },
      ...{ sekiPoints, compensation, komi, sources, doubts },
    };
  });
}

/** Every finding code with its explanation. */
function shownCodes(): (Explanation & { readonly code: string; readonly severity: Severity })[] {
  return FINDING_CODES.map((code) => ({ code, severity: severityOf(code), ...explain(code) }));
}

export const JSON_TYPE = { 'content-type': 'application/json' } as const;

/** Caches a value that never changes. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
