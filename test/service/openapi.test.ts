import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import createClient from 'openapi-fetch';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { paths } from './client-types.js';
import { clientTypes } from './generate-client.js';
import { makeServer, makeService, sample } from './support.js';

const TYPES = fileURLToPath(new URL('client-types.ts', import.meta.url));
/** Of the OpenAPI Initiative, spec.openapis.org/oas/3.1/schema/2026-08-03, Apache 2.0. */
const META_SCHEMA = new URL('openapi-3.1-schema.json', import.meta.url);

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

test('every route is described, with its options', () => {
  const described = document['paths'] as Record<string, Record<string, { parameters?: { name: string }[] }>>;
  expect(Object.keys(described).sort()).toEqual([
    '/healthz',
    '/metrics',
    '/v1/audit',
    '/v1/check',
    '/v1/convert',
    '/v1/findings',
    '/v1/jobs',
    '/v1/jobs/{id}',
    '/v1/jobs/{id}/cancel',
    '/v1/jobs/{id}/game',
    '/v1/jobs/{id}/results',
    '/v1/rulesets',
    '/v1/score',
  ]);
  const names = described['/v1/audit']!['post']!.parameters!.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['rules', 'default-rules', 'komi', 'no-score', 'ignore', 'dead']),
  );
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

test('the generated client is of this document (UPDATE=1 writes it anew)', async () => {
  const types = await clientTypes(document, TYPES);
  if (process.env['UPDATE'] === '1') writeFileSync(TYPES, types);
  expect(readFileSync(TYPES, 'utf8')).toBe(types);
});

describe('a generated client over a socket', () => {
  let server: Awaited<ReturnType<typeof makeServer>>;
  beforeAll(async () => {
    server = await makeServer();
  });
  afterAll(() => server.remove());

  test('audits a game, and gets a typed problem for a wrong option', async () => {
    const client = createClient<paths>({ baseUrl: server.url });
    const body = sample('scored/winner-flips.sgf').toString('utf8');
    const send = {
      body,
      bodySerializer: (text: unknown) => text as string,
      headers: { 'content-type': 'application/x-go-sgf' },
    };
    const { data, error } = await client.POST('/v1/audit', {
      ...send,
      params: { query: { rules: 'japanese', name: 'flips.sgf' } },
    });
    expect(error).toBeUndefined();
    const [game] = Array.isArray(data) ? data : [];
    expect(game?.file).toBe('flips.sgf');
    expect(game?.['result']).toBe('B+0.5');
    const wrong = await client.POST('/v1/audit', { ...send, params: { query: { rules: 'nonsense' } } });
    expect(wrong.error?.status).toBe(400);
  });

  test('starts a job and reads its state', async () => {
    const client = createClient<paths>({ baseUrl: server.url });
    const { data: job } = await client.POST('/v1/jobs', {
      body: '(;SZ[9];B[ee])',
      bodySerializer: (text: unknown) => text as string,
      headers: { 'content-type': 'application/x-go-sgf' },
    });
    const id = job?.id ?? '';
    for (;;) {
      const { data } = await client.GET('/v1/jobs/{id}', { params: { path: { id } } });
      if (data?.state === 'done') {
        expect(data.summary.games).toBe(1);
        return;
      }
    }
  });
});
