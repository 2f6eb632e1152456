import type { Upload } from '../run/input/uploads.js';
import { answer, type AnswerRequest, ANSWER_TYPES, sinkOf } from './answer.js';
import { GAME_COMMAND_NAMES, gameCommand, type GameCommandName } from '../options/commands.js';
import { onlyName } from './job.js';
import {
  type App,
  type AppContext,
  formByAccept,
  queryOf,
  type ServerParts,
  receiveGames,
} from './requests.js';
import {
  answers,
  describe,
  filesBody,
  querySchema,
  rowsOf,
  SarifSchema,
  TEXT,
  TAGS,
  CodeSchema,
  HealthSchema,
  problems,
  RulesetSchema,
} from './open-api.js';
import { Problem, type ProblemName } from './problem.js';
import { comparedApart } from './reading.js';
import { type Query, valuesOfCompare } from './query.js';
import { z } from '@hono/zod-openapi';
import type { Received } from './uploads.js';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { explain, FINDING_CODES, severityOf } from '../core/findings/finding.js';
import { LANGUAGES } from '../core/words/languages.js';
import { RULESETS } from '../go/rules/rulesets.js';

const FORMS_DESCRIPTION =
  '`format`, or else `Accept`, chooses the format of the answer: JSON, NDJSON (one row per line, streamed), CSV, text';

/** Problems of a request for games. */
const GAME_PROBLEMS: readonly ProblemName[] = [
  ...(['bad-option', 'bad-body', 'no-such-form', 'slow-body', 'time-limit', 'body-limit'] as const),
  ...(['files-limit', 'games-limit', 'answer-limit', 'wrong-media-type', 'disk-limit'] as const),
];

/** `POST /v1/NAME` for each command that referees games: the answer at once. */
export function addGameRoutes(app: App, parts: ServerParts): void {
  const work: Work = { count: 0 };
  for (const name of GAME_COMMAND_NAMES) {
    const command = gameCommand(name);
    const hasSarif = command.sinks({}).sarif !== undefined;
    const row = rowsOf(name);
    const forms = `${FORMS_DESCRIPTION}${hasSarif ? ', HTML or SARIF' : ' or HTML'}.`;
    describe(app, 'games', {
      ...{ method: 'post', path: `/v1/${name}`, operationId: name, summary: command.about },
      description: `${command.description}\n\n${forms}`,
      request: { query: querySchema(name), ...filesBody(name) },
      responses: {
        200: answers('The games in the order of the files', {
          ...{ 'application/json': row.array(), 'application/x-ndjson': row },
          ...{ 'text/csv': TEXT, 'text/plain': TEXT, 'text/html': TEXT },
          ...(hasSarif ? { 'application/sarif+json': SarifSchema } : {}),
        }),
      },
      problems: GAME_PROBLEMS,
    });
    app.post(`/v1/${name}`, (c) => games(c, name, queryOf(c), parts, work));
  }
  describe(app, 'games', {
    ...{ method: 'post', path: '/v1/ruling', operationId: 'ruling' },
    summary: 'A sheet for one ruling, as an HTML page to print',
    description:
      'The question, the boards before and after the move, the article, the outcomes under both countings, the decisions and lines for signatures, of one game of one file; in the form field `table` results tables that the game is compared with. The page loads nothing and has no script.',
    request: { query: querySchema('ruling'), ...filesBody('ruling') },
    responses: { 200: answers('The sheet', { 'text/html': TEXT }) },
    problems: [...GAME_PROBLEMS, 'not-found'],
  });
  app.post('/v1/ruling', (c) => ruling(c, queryOf(c), parts, work));
  describe(app, 'games', {
    ...{ method: 'post', path: '/v1/compare', operationId: 'compare' },
    summary: 'Two records of one game side by side, or one made of both',
    description:
      'The first games of two files, or the first two of one file: where header and moves differ (mirrored and turned ones too), which is legal, whose result agrees with the count. With `merged` the answer is one record made of both.',
    request: { query: querySchema('compare'), ...filesBody('compare') },
    responses: {
      200: answers('The comparison, or the record', {
        ...{ 'application/json': z.looseObject({}), 'text/plain': TEXT, 'application/x-go-sgf': TEXT },
      }),
    },
    problems: GAME_PROBLEMS,
  });
  app.post('/v1/compare', (c) => compare(c, queryOf(c), parts));
}

/** The number of requests in progress: received and not yet answered. */
interface Work {
  count: number;
}

async function games(
  c: AppContext,
  command: GameCommandName,
  query: Query,
  parts: ServerParts,
  work: Work,
): Promise<Response> {
  // A wrong option must fail before the body is read.
  const { reading } = parts;
  const by = { tenant: c.var.tenant.name, signal: c.req.raw.signal };
  const { format, name = 'upload' } = await reading.query(by, { order: 'query', command, query, only: '' });
  const form = format ?? formByAccept(c, ANSWER_TYPES, 'json');
  sinkOf(command, form);
  return answered(c, { command, query }, parts, work, async ({ uploads, query: whole }) => {
    const source = gameCommand(command).crosscheck && { uploads: uploads.filter(({ isTable }) => isTable) };
    const order = { command, query: whole, only: nameOfOnly(uploads), source };
    const { judging } = await reading.query(by, { order: 'query', ...order });
    const crosscheck =
      source && comparedApart(reading, by, { order: 'crosscheck', command, query: whole, source });
    return { command, judging, crosscheck, form, uploads, name };
  });
}

const COMPARED_TYPES = ANSWER_TYPES.filter(([, form]) => form === 'json' || form === 'text');

/** `POST /v1/compare`: two records side by side. */
async function compare(c: AppContext, query: Query, parts: ServerParts): Promise<Response> {
  valuesOfCompare(query);
  const received = await receiveGames(c, parts, { command: 'compare', query, size: 'request' });
  try {
    const by = { tenant: c.var.tenant.name, signal: c.req.raw.signal };
    const { uploads, query: whole } = received;
    if (uploads.length > 2) throw new Problem('bad-body', 'send two records, no more');
    const isChosen = whole['format'] !== undefined || whole['merged'] !== undefined;
    const { type, text } = await parts.reading.compare(by, {
      order: 'compare',
      query: isChosen ? whole : { ...whole, format: formByAccept(c, COMPARED_TYPES, 'json') },
      source: { uploads },
    });
    return c.body(text, 200, { 'content-type': type });
  } finally {
    await received.discard();
  }
}

/** `POST /v1/ruling`: the ruling sheet of one game. */
async function ruling(c: AppContext, query: Query, parts: ServerParts, work: Work): Promise<Response> {
  const { reading } = parts;
  const by = { tenant: c.var.tenant.name, signal: c.req.raw.signal };
  await reading.query(by, { order: 'query', command: 'ruling', query, only: '' });
  const { name = 'upload' } = query;
  return answered(c, { command: 'ruling', query }, parts, work, async ({ uploads, query: whole }) => {
    const [, second] = uploads.filter(({ isTable }) => !isTable);
    if (second) throw new Problem('files-limit', 'a sheet is about one file');
    const only = nameOfOnly(uploads);
    const { judging, sheet } = await reading.query(by, {
      order: 'query',
      command: 'ruling',
      query: whole,
      only,
      source: { uploads: uploads.filter(({ isTable }) => isTable) },
    });
    return { command: 'audit', judging, sheet, crosscheck: undefined, form: 'html', uploads, name };
  });
}

/** The name of the only file of games. */
function nameOfOnly(uploads: readonly Upload[]): string | undefined {
  const games = uploads.filter(({ isTable }) => !isTable);
  return onlyName({ files: games.slice(0, 1), fileCount: games.length });
}

/** Receives the games of a request, and answers as `plan` says. */
async function answered(
  c: AppContext,
  { command, query }: { readonly command: GameCommandName | 'ruling'; readonly query: Query },
  parts: ServerParts,
  work: Work,
  plan: (received: Received) => AnswerPlan | Promise<AnswerPlan>,
): Promise<Response> {
  const { limits, metrics } = parts;
  const received = await receiveGames(c, parts, { command, query, size: 'request' });
  const { discard } = received;
  let planned: AnswerPlan;
  try {
    planned = await plan(received);
    if (work.count >= limits.requests) {
      throw new Problem('requests-limit', `${String(limits.requests)} requests in progress`);
    }
  } catch (error) {
    await discard();
    throw error;
  }
  work.count++;
  const asked = { ...planned, tenant: c.var.tenant.name, signal: c.req.raw.signal };
  return answer(asked, parts, async (counts) => {
    work.count--;
    if (counts) metrics.gamesDone(planned.command, counts.games);
    await discard();
  });
}

type AnswerPlan = Omit<AnswerRequest, 'tenant' | 'signal'>;

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

/** Only the page's own files; WebAssembly is for the estimator of dead stones, workers of texts pack a large workbook. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Files of the page that are elsewhere in the package: the net, words, and the report that the page saves. */
const SHARED: ReadonlyMap<string, string> = new Map([
  ['assets/weights.js', '../lib/weights.js'],
  ['assets/report.js', '../report/report.js'],
  ['assets/report.css', '../report/report.css'],
  ...LANGUAGES.slice(1).map((tag) => [`assets/${tag}.js`, `../lib/words/${tag}.js`] as const),
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
