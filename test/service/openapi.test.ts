import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GAME_COMMAND_NAMES } from '../../src/options/commands.js';
import { queryOptions } from '../../src/options/read.js';
import { clientTypes } from './generate-client.js';
import { makeServer, makeService, operationsOf, sample, type TestService } from './support.js';

/** Written here, and ignored by git: `client.test.ts` is checked with it. */
const TYPES = fileURLToPath(new URL('client-types.ts', import.meta.url));
const CLIENT_CONFIG = fileURLToPath(new URL('client.tsconfig.json', import.meta.url));
const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const PAGE = fileURLToPath(new URL('../../dist/page/', import.meta.url));
/** Of the OpenAPI Initiative, spec.openapis.org/oas/3.1/schema/2026-08-03, Apache 2.0. */
const META_SCHEMA = new URL('openapi-3.1-schema.json', import.meta.url);

const TOKEN = 'a-token-of-this-test';
const REDOCLY = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));
const REDOCLY_CONFIG = fileURLToPath(new URL('redocly.yaml', import.meta.url));

let document: Record<string, unknown>;

beforeAll(async () => {
  const service = await makeService();
  document = (await (await service.ask('/openapi.json')).json()) as Record<string, unknown>;
  await service.remove();
});

test('the document is OpenAPI 3.1 by its own meta-schema', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { 'media-range': true } });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(META_SCHEMA, 'utf8')) as object);
  validate(document);
  expect(validate.errors).toBeNull();
  expect(validate({ ...document, paths: { audit: {} } })).toBe(false);
});

test.each([
  ['without tokens', []],
  ['with tokens', [`${TOKEN} admin`]],
])('redocly finds nothing in the document of a server %s', async (_name, tokens) => {
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-api-'));
  const service = await makeService({ tokens });
  try {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const path = join(folder, 'openapi.json');
    writeFileSync(path, await (await service.ask('/openapi.json', { headers })).text());
    expect(lint(path)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] });
    // It sees what is missing.
    const { openapi, info, paths, components } = document;
    writeFileSync(path, JSON.stringify({ openapi, info, paths, components }));
    expect(JSON.stringify(lint(path))).toContain('security-defined');
  } finally {
    await service.remove();
    rmSync(folder, { recursive: true });
  }
});

/** What `redocly lint` says, asking nobody. */
function lint(path: string): unknown {
  const offline = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stdout } = spawnSync(
    process.execPath,
    [REDOCLY, 'lint', path, '--config', REDOCLY_CONFIG, '--format', 'json'],
    { encoding: 'utf8', env: offline },
  );
  return JSON.parse(stdout);
}

test('every route is described, with its options', () => {
  const described = document['paths'] as Record<string, Record<string, { parameters?: { name: string }[] }>>;
  expect(Object.keys(described).sort()).toEqual([
    '/healthz',
    '/metrics',
    '/v1/audit',
    '/v1/check',
    '/v1/compare',
    '/v1/convert',
    '/v1/crosscheck',
    '/v1/findings',
    '/v1/jobs',
    '/v1/jobs/{id}',
    '/v1/jobs/{id}/cancel',
    '/v1/jobs/{id}/decisions',
    '/v1/jobs/{id}/game',
    '/v1/jobs/{id}/results',
    '/v1/rulesets',
    '/v1/ruling',
    '/v1/score',
  ]);
  for (const command of [...GAME_COMMAND_NAMES, 'ruling', 'compare']) {
    const names = described[`/v1/${command}`]!['post']!.parameters!.map(({ name }) => name);
    expect(names).toEqual(queryOptions(command).map(({ name }) => name));
  }
});

test('every route that is served is described', async () => {
  const service = await makeService();
  const served = service.app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  await service.remove();
  expect([...operationsOf(document), 'GET /openapi.json'].sort()).toEqual(served.sort());
});

describe('rows of the answers are as the schemas say, and have no column that these do not', () => {
  const GAMES = [
    'scored/winner-flips.sgf',
    'scored/s4-seki-aga.sgf',
    'scored/s3-handicap-aga.sgf',
    'ko/triple-ko-aga.sgf',
    'ko/eternal-life-japanese.sgf',
    'moves/occupied.sgf',
    'first-capture/won.sgf',
    'header/rules-unknown.sgf',
    'header/fox-scaled-komi.sgf',
    'format/nine-by-thirteen.sgf',
    'format/with-variations.sgf',
    'format/three-games-one-damaged.sgf',
    'format/gbk-names.sgf',
  ];
  let service: TestService;
  beforeAll(async () => {
    service = await makeService();
  });
  afterAll(() => service.remove());

  test.each([
    ['audit', 'variations', ['Game', 'FileFindings']],
    ['audit', 'no-score', ['Game', 'FileFindings']],
    ['score', 'rules=auto,japanese,aga,ing', ['Score', 'FileFindings']],
    ['convert', 'to=aga,chinese,stone-scoring', ['Conversion', 'FileFindings']],
    ['convert', 'from=japanese&to=new-zealand', ['Conversion', 'FileFindings']],
    ['check', 'strict', ['Game', 'FileFindings']],
  ])('%s, %s', async (command, query, names) => {
    const body = new FormData();
    for (const name of GAMES) body.append('file', new Blob([new Uint8Array(sample(name))]), name);
    const answer = await service.ask(`/v1/${command}?${query}`, { method: 'POST', body });
    const rows = (await answer.json()) as { file: string; game: number | null }[];
    expect(new Set(rows.map(({ file }) => file)).size).toBe(GAMES.length);
    const [games, files] = names.map(schemaOf);
    const wrong = rows.flatMap((row) => {
      const validate = row.game === null ? files! : games!;
      return validate(row) ? [] : [{ row, errors: validate.errors }];
    });
    expect(wrong).toEqual([]);
    expect(rows.some(({ game }) => game === null)).toBe(true);
  });
});

/** A schema of the document, closed: what it does not name may not be there. */
function schemaOf(name: string): ValidateFunction {
  const { schemas } = document['components'] as { schemas: Record<string, { properties?: object }> };
  const closed = Object.entries(schemas).map(([one, schema]) => [
    one,
    schema.properties ? { ...schema, additionalProperties: false } : schema,
  ]);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile({
    $ref: `#/components/schemas/${name}`,
    components: { schemas: Object.fromEntries(closed) as object },
  });
}

test('a head that is too large gets the status that the document names', async () => {
  const server = await makeServer();
  try {
    const headers = { 'x-large': 'x'.repeat(20_000) };
    expect((await fetch(`${server.url}/healthz`, { headers })).status).toBe(431);
  } finally {
    await server.remove();
  }
});

test('the README asks for nothing that is not there', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const described = document['paths'] as Record<string, Record<string, { parameters?: { name: string }[] }>>;
  const asked = [...readme.matchAll(/'http:\/\/127\.0\.0\.1:8361(\/\S*)'/g)].map(([, path]) => path ?? '');
  expect(asked.length).toBeGreaterThanOrEqual(4);
  for (const one of asked) {
    const { pathname, searchParams } = new URL(one, 'http://x');
    const route = Object.values(described[pathname.replace('/ID', '/{id}')] ?? {})[0];
    const names = route?.parameters?.map(({ name }) => name);
    expect(names, one).toEqual(expect.arrayContaining([...searchParams.keys()]));
  }
});

/** The compiler reads the whole service, too. */
const COMPILING_MS = 180_000;

test(
  'a client with types generated from this document compiles',
  async () => {
    writeFileSync(TYPES, await clientTypes(document));
    // The other sources are checked without this test of a client.
    const { status, stdout } = spawnSync(process.execPath, [TSC, '-p', CLIENT_CONFIG], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, '']);
  },
  COMPILING_MS,
);

describe('/docs', () => {
  test('names every operation, parameter, status, schema and property; nothing but its style is loaded, nothing runs', async () => {
    const service = await makeService({ pageFolder: PAGE });
    const response = await service.ask('/docs', { headers: { host: 'example.org' } });
    const page = (await response.text()).replaceAll('<wbr>', '');
    await service.remove();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.match(/<link[^>]*>/g)).toEqual(['<link rel="stylesheet" href="./docs.css">']);
    expect(page).not.toMatch(/<script|<style|<img|https?:\/\/(?!127\.0\.0\.1:8361)/);
    const described = document['paths'] as Record<string, Record<string, Described>>;
    for (const [path, methods] of Object.entries(described)) {
      for (const [method, { operationId, parameters = [], responses }] of Object.entries(methods)) {
        const part = between(page, `<article id="${operationId}">`, '</article>');
        expect(part).toContain(`<b>${method.toUpperCase()}</b> ${path}</code>`);
        for (const { name } of parameters) expect(part).toContain(`<code>${name}</code>`);
        for (const status of Object.keys(responses)) expect(part).toContain(`<code>${status}</code>`);
      }
    }
    const { schemas } = document['components'] as { schemas: Record<string, { properties: object }> };
    for (const [name, { properties }] of Object.entries(schemas)) {
      const part = between(page, `<article id="${name}">`, '</article>');
      for (const property of Object.keys(properties)) expect(part).toContain(`<code>${property}</code>`);
    }
    for (const [, target = ''] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${target}"`);
  });
});

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, unknown>>;
}

function between(text: string, start: string, end: string): string {
  const at = text.indexOf(start);
  return at < 0 ? '' : text.slice(at, text.indexOf(end, at));
}
