import { FINDING_CODES, severityOf } from '../findings/catalogue.js';
import { explain, type Explanation } from '../findings/catalogue.js';
import type { Severity } from '../findings/finding.js';
import type { Ruleset } from '../rules/ruleset.js';
import { RULESETS } from '../rules/rulesets.js';
import {
  answers,
  ANYBODYS,
  CodeSchema,
  HealthSchema,
  problems,
  RulesetSchema,
  type Tag,
  TEXT,
} from './open-api.js';
import type { App, ServerParts } from './requests.js';

const TAGS = ['reference' satisfies Tag];

/** `GET /v1/rulesets`, `/v1/findings`, `/healthz` and `/metrics`. */
export function addReferenceRoutes(app: App, { version, metrics }: ServerParts): void {
  const registry = app.openAPIRegistry;
  registry.registerPath({
    method: 'get',
    path: '/v1/rulesets',
    operationId: 'rulesets',
    tags: TAGS,
    summary: 'Every named ruleset with its sources',
    description: 'What each ruleset counts and forbids, the texts that say so, and what they leave open.',
    responses: {
      200: answers('The rulesets', { 'application/json': RulesetSchema.array() }),
      ...problems(...ANYBODYS),
    },
  });
  registry.registerPath({
    method: 'get',
    path: '/v1/findings',
    operationId: 'findings',
    tags: TAGS,
    summary: 'Every finding code with its explanation',
    description:
      'What each code means, the rule behind it, an example, and what to do. Codes are permanent; more may come.',
    responses: {
      200: answers('The codes', { 'application/json': CodeSchema.array() }),
      ...problems(...ANYBODYS),
    },
  });
  registry.registerPath({
    method: 'get',
    path: '/healthz',
    operationId: 'health',
    tags: TAGS,
    summary: 'Whether the server answers',
    description: 'For load balancers. Needs no token, and answers to any host name.',
    security: [],
    responses: {
      200: answers('It does', { 'application/json': HealthSchema }),
      ...problems('internal-fault'),
    },
  });
  registry.registerPath({
    method: 'get',
    path: '/metrics',
    operationId: 'metrics',
    tags: TAGS,
    summary: 'What the server counts of itself',
    description: 'In the text format of Prometheus.',
    responses: { 200: answers('The metrics', { 'text/plain': TEXT }), ...problems(...ANYBODYS) },
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
  /** Komi of even games today in points; null where the rules name none. */
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

/** Every finding code with what `explain` says of it. */
function shownCodes(): (Explanation & { readonly code: string; readonly severity: Severity })[] {
  return FINDING_CODES.map((code) => ({ code, severity: severityOf(code), ...explain(code) }));
}

export const JSON_TYPE = { 'content-type': 'application/json' } as const;

/** A value that is made at the first call: what never changes is not made for each request. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
