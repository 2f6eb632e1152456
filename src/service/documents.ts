import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  TAGS,
  answers,
  CodeSchema,
  describe,
  HealthSchema,
  problems,
  RulesetSchema,
  TEXT,
} from './open-api.js';
import type { App, ServerParts } from './requests.js';
import { explain, FINDING_CODES, severityOf } from '../core/findings/finding.js';
import { RULESETS } from '../go/rules/rulesets.js';

const DESCRIPTION = `A referee for Go game records: audits, scores and converts them.

Options are query parameters with the names that they have on the command line. The body of a request is a game record or an archive of them, as it is or as \`multipart/form-data\`. Errors are answered as \`application/problem+json\`; their \`type\` is permanent.`;

/**
 * `GET /openapi.json`. Call this after all other routes are described. `access`: who may send requests, everybody on this
 * machine or holders of a token.
 */
export function addDocuments(app: App, version: string, access: 'anybody' | 'tokens'): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description: 'A token that the server was started with: `Authorization: Bearer TOKEN`',
  });
  const info = { title: 'sgf-referee', version, description: DESCRIPTION };
  const json = once(() =>
    JSON.stringify({
      ...app.getOpenAPI31Document({
        openapi: '3.1.0',
        info,
        servers: [{ url: '/' }],
        tags: [...TAGS],
        security: access === 'tokens' ? [{ token: [] }] : [{}, { token: [] }],
      }),
      // The generator has the types of OpenAPI 3.0, where a license has no identifier.
      info: { ...info, license: { name: 'MIT', identifier: 'MIT' } },
    }),
  );
  app.get('/openapi.json', (c) => c.body(json(), 200, JSON_TYPE));
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  wasm: 'application/wasm',
};

/** Only the page's own files; WebAssembly is for the estimator of dead stones. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Files of the page that are elsewhere in the package: the net, and the report that the page saves. */
const SHARED: ReadonlyMap<string, string> = new Map([
  ['assets/weights.js', '../lib/weights.js'],
  ['assets/report.js', '../report/report.js'],
  ['assets/report.css', '../report/report.css'],
]);

/** Serves the built page. Its files are read at startup: no request opens a file. */
export function addPage(app: App, folder: string | undefined): void {
  if (folder === undefined) return;
  const own = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  );
  for (const path of new Set([...own, ...SHARED.keys()])) {
    const type = TYPES[path.slice(path.lastIndexOf('.') + 1)];
    const file = join(folder, SHARED.get(path) ?? path);
    if (type === undefined || !existsSync(file)) continue;
    const bytes = new Uint8Array(readFileSync(file));
    const isHashed = path.startsWith('assets/') && !SHARED.has(path);
    const headers = {
      'content-type': type,
      'content-security-policy': PAGE_POLICY,
      'referrer-policy': 'no-referrer',
      // Most file names contain a hash of their contents.
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    };
    app.get(`/${path.replace(/^index\.html$|\.html$/, '')}`, (c) => c.body(bytes, 200, headers));
  }
}

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

/** Rulesets as the service shows them. */
function shownRulesets() {
  return RULESETS.map((ruleset) => {
    const { name, title, scoring, countings, superko, selfCapture, passStones } = ruleset;
    const { sekiPoints, compensation, sources, doubts, komiEven } = ruleset;
    const [newest] = komiEven;
    return {
      ...{ name, title, scoring, countings, superko, selfCapture, passStones, sekiPoints, compensation },
      /** Current komi of even games in points; null if the rules name none. */
      komi: newest ? newest.halves / 2 : null,
      ...{ sources, doubts },
    };
  });
}

/** Every finding code with its explanation. */
const shownCodes = () =>
  FINDING_CODES.map((code) => ({ code, severity: severityOf(code), ...explain(code) }));

const JSON_TYPE = { 'content-type': 'application/json' } as const;

/** Caches a value that never changes. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
