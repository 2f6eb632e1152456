import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeXml } from '../report/picture/drawing.js';
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
import {
  explain,
  FINDING_CODES,
  severityOf,
  type Explanation,
  type Severity,
} from '../core/findings/finding.js';
import type { Ruleset } from '../go/rules/ruleset.js';
import { RULESETS } from '../go/rules/rulesets.js';

/** The style of `/docs`; the content policy of that page names its hash. */
const DOCS_STYLE = `
:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#26221a;--dim:#544d41;--rule:#ddd6c8;--accent:#6b3f0c;--card:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#1b1a17;--ink:#eee8da;--dim:#c8c0ae;--rule:#3d3930;--accent:#e8b873;--card:#24221e}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1240px;padding:16px 20px 48px;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:16rem minmax(0,1fr);gap:0 32px}
header{grid-column:1/-1;max-width:50rem}
h1{font-size:1.5rem;margin:.2rem 0 .6rem}
h2{font-size:1.3rem;margin:1.6rem 0 .4rem}
h3{font-size:1.05rem;margin:0 0 .4rem}
h4{font-size:.95rem;margin:.9rem 0 .3rem}
p{margin:.4rem 0}
a{color:var(--accent)}
code,pre{font:.92em ui-monospace,'DejaVu Sans Mono',monospace;overflow-wrap:anywhere}
td:first-child code{overflow-wrap:normal}
pre{background:var(--paper);border:1px solid var(--rule);border-radius:6px;padding:.5rem .7rem;white-space:pre-wrap}
nav{position:sticky;top:12px;align-self:start;max-height:96vh;overflow:auto;font-size:.9rem}
nav ul{list-style:none;margin:0;padding:0}
nav ul ul{margin:0 0 .6rem}
nav ul ul li{padding:.16rem 0}
nav>ul>li{font-weight:600}
nav a{font-weight:400;text-decoration:none}
nav a:hover{text-decoration:underline}
article{background:var(--card);border:1px solid var(--rule);border-radius:8px;padding:.8rem 1rem;margin:0 0 14px;scroll-margin-top:12px}
article:target{border-color:var(--accent)}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.25rem .8rem .25rem 0;border-bottom:1px solid var(--rule)}
th{color:var(--dim);font-weight:600}
td:first-child{min-width:8.5rem}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (max-width:800px){body{display:block;padding:12px 12px 40px}nav{position:static;max-height:none}th,td{padding-right:.5rem}td:first-child{min-width:0}}
@media print{body{display:block}nav,pre{display:none}article{border:0;padding:0}tr{break-inside:avoid}h2,h3,h4{break-after:avoid}}
`;

/** The parts of the OpenAPI document that the page shows. */
interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly description: string; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

/** The page has this style and no script, and loads nothing. */
const DOCS_POLICY =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(DOCS_STYLE).digest('base64')}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The API as a page, made from its OpenAPI document. */
function docsPage({ info, security, tags, paths, components }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const ofTag = (tag: string): typeof operations =>
    operations.filter(({ operation }) => operation.tags.includes(tag));
  const contents = tags.map(
    ({ name }) =>
      `<li>${name}<ul>${ofTag(name)
        .map(
          ({ path, method, operation }) =>
            `<li><a href="#${operation.operationId}">${route(method, path)}</a></li>`,
        )
        .join('')}</ul></li>`,
  );
  const needsToken = security.every((one) => 'token' in one);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeXml(info.title)}: API</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
<header><h1>${escapeXml(info.title)} ${escapeXml(info.version)}: API</h1>
${prose(info.description)}
<p>${needsToken ? 'Every request but <code>/healthz</code> needs a token: <code>Authorization: Bearer TOKEN</code>.' : 'This server answers every program on its own machine.'}
For programs: <a href="./openapi.json">openapi.json</a> (OpenAPI 3.1).</p></header>
<nav aria-label="Contents"><ul>${contents.join('')}<li><a href="#schemas">schemas</a></li></ul></nav>
<main>
${tags
  .map(
    ({ name, description }) =>
      `<section><h2>${name}</h2>${prose(description)}${ofTag(name)
        .map(({ path, method, operation }) => operationPart(method, path, operation))
        .join('')}</section>`,
  )
  .join('\n')}
<section id="schemas"><h2>schemas</h2>
${Object.entries(components.schemas)
  .map(([name, schema]) => schemaPart(name, schema))
  .join('\n')}
</section>
</main>
</body>
</html>
`;
}

function route(method: string, path: string): string {
  return `<code><b>${method}</b> ${escapeXml(path)}</code>`;
}

/** Paragraphs with code in backticks; the descriptions have no other Markdown. */
function prose(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('');
}

function inline(text: string): string {
  return escapeXml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function operationPart(method: string, path: string, operation: Operation): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const body = requestBody
    ? `<h4>Body</h4>${prose(requestBody.description)}<p>${Object.keys(requestBody.content).map(code).join(' ')}</p>`
    : '';
  return `<article id="${operationId}"><h3>${route(method, path)}</h3>
<p><strong>${inline(summary)}.</strong></p>${prose(description)}
<pre>${escapeXml(curl(method, path, operation))}</pre>
${table(
  'Parameters',
  ['Name', 'Type', 'Meaning'],
  parameters.map((one) => [
    nameCode(one.name) + (one.in === 'path' ? ' in the path' : one.required === true ? ' required' : ''),
    typeOf(one.schema),
    inline(one.description),
  ]),
)}${body}
${table(
  'Answers',
  ['Status', 'Meaning', 'Forms'],
  Object.entries(responses).map(([status, answer]) => [
    code(status),
    inline(answer.description),
    forms(answer.content),
  ]),
)}</article>`;
}

/** The shortest request to try in a shell. */
function curl(method: string, path: string, { parameters = [], requestBody }: Operation): string {
  const needed = parameters.filter((one) => one.in === 'query' && one.required === true);
  const query = needed.map(({ name }) => `${name}=${name.toUpperCase()}`).join('&');
  const url = path.replace(/\{(\w+)\}/g, (_all, name: string) => name.toUpperCase());
  return [
    'curl',
    ...(method === 'GET' || (method === 'POST' && requestBody) ? [] : ['-X', method]),
    ...(requestBody ? ["-H 'content-type: application/x-go-sgf'", '--data-binary @game.sgf'] : []),
    `'http://127.0.0.1:8361${url}${query === '' ? '' : `?${query}`}'`,
  ].join(' ');
}

function schemaPart(name: string, schema: Schema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([property, one]) => [
    nameCode(property),
    typeOf(one),
    inline(one.description ?? ''),
  ]);
  return `<article id="${name}"><h3>${name}</h3>${prose(schema.description ?? '')}
${table('', ['Property', 'Type', 'Meaning'], rows)}</article>`;
}

function code(text: string): string {
  return `<code>${escapeXml(text)}</code>`;
}

/** A name that may wrap after an underscore. */
function nameCode(name: string): string {
  return code(name).replaceAll('_', '_<wbr>');
}

function forms(content: Content = {}): string {
  return Object.entries(content)
    .map(([type, { schema }]) => `${code(type)}: ${typeOf(schema)}`)
    .join('<br>');
}

/** A schema in words, with links to named schemas. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return `<a href="#${name}">${name}</a>`;
  }
  const { anyOf, oneOf, items, format } = schema;
  const choices = anyOf ?? oneOf;
  if (choices) return choices.map(typeOf).join(' or ');
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(value === '' ? '""' : String(value))).join(' ');
  if (items) return `list of ${typeOf(items)}`;
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['anything']);
  const named = types.map((type) => (format === undefined || type === 'null' ? type : `${type} (${format})`));
  const { additionalProperties: values } = schema;
  return typeof values === 'object' && values.type !== undefined
    ? `object of ${typeOf(values)} by name`
    : named.join(' or ');
}

function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  const heading = title === '' ? '' : `<h4>${title}</h4>`;
  return `${heading}<table><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${cells.join('')}</tbody></table>`;
}

const DESCRIPTION = `A referee for Go game records: audits, scores and converts them.

Options are query parameters with the names that they have on the command line. The body of a request is a game record or an archive of them, as it is or as \`multipart/form-data\`. Errors are answered as \`application/problem+json\`; their \`type\` is permanent.`;

interface Facts {
  readonly version: string;
  /** Who may send requests: everybody on this machine, or holders of a token. */
  readonly access: 'anybody' | 'tokens';
}

/** `GET /openapi.json`, and `/docs`, which is made from it. Call this after all other routes are described. */
export function addDocuments(app: App, { version, access }: Facts): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description: 'A token that the server was started with: `Authorization: Bearer TOKEN`',
  });
  const info = { title: 'sgf-referee', version, description: DESCRIPTION };
  const document = once(() => ({
    ...app.getOpenAPI31Document({
      openapi: '3.1.0',
      info,
      servers: [{ url: '/' }],
      tags: [...TAGS],
      security: access === 'tokens' ? [{ token: [] }] : [{}, { token: [] }],
    }),
    // The generator has the types of OpenAPI 3.0, where a license has no identifier.
    info: { ...info, license: { name: 'MIT', identifier: 'MIT' } },
  }));
  const json = once(() => JSON.stringify(document()));
  const page = once(() => docsPage(document() as unknown as OpenApi));
  app.get('/openapi.json', (c) => c.body(json(), 200, JSON_TYPE));
  app.get('/docs', (c) =>
    c.body(page(), 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': DOCS_POLICY,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    }),
  );
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
    const isPage = path === 'index.html';
    const headers = {
      'content-type': type,
      'content-security-policy': PAGE_POLICY,
      'referrer-policy': 'no-referrer',
      // Most file names contain a hash of their contents.
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    };
    app.get(isPage ? '/' : `/${path}`, (c) => c.body(bytes, 200, headers));
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

/** A ruleset as the service shows it. */
interface ShownRuleset extends Pick<
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
  /** Current komi of even games in points; null if the rules name none. */
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

const JSON_TYPE = { 'content-type': 'application/json' } as const;

/** Caches a value that never changes. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
