import createClient, { type Client } from 'openapi-fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
// Generated from the document by openapi.test.ts, whose compiler checks this file.
import type { components, paths } from './client-types.js';
import { makeServer, operationsOf, sample } from './support.js';

const TOKEN = 'a-token-of-this-test';

describe('a generated client over a socket', () => {
  let server: Awaited<ReturnType<typeof makeServer>>;
  /** The operations that were asked for, as the document names them. */
  const used = new Set<string>();
  beforeAll(async () => {
    server = await makeServer({ tokens: [`${TOKEN} admin`] });
  });
  afterAll(() => server.remove());

  function newClient(): Client<paths> {
    const client = createClient<paths>({ baseUrl: server.url });
    client.use({
      onRequest({ request, schemaPath }) {
        used.add(`${request.method} ${schemaPath}`);
        request.headers.set('authorization', `Bearer ${TOKEN}`);
      },
    });
    return client;
  }

  /** A body of SGF instead of JSON. */
  const sgf = (name: string) => ({
    body: sample(name).toString('utf8'),
    bodySerializer: (text: unknown) => text as string,
    headers: { 'content-type': 'application/x-go-sgf' },
  });

  test('uses every route, with the types of its answer', async () => {
    const client = newClient();
    const flips = sgf('scored/winner-flips.sgf');

    const audit = await client.POST('/v1/audit', {
      ...flips,
      params: { query: { rules: 'japanese', name: 'flips.sgf' } },
    });
    const game = onlyRow(audit.data);
    expect([game.file, game.result, game.komi, game.verdict, game.findings]).toEqual([
      'flips.sgf',
      'B+0.5',
      6.5,
      'confirmed',
      [],
    ]);

    const score = await client.POST('/v1/score', { ...flips, params: { query: { rules: 'chinese' } } });
    const counted = onlyRow(score.data);
    expect([counted.ruleset, counted.counting, counted.area_margin]).toEqual(['chinese', 'area', 7]);

    const convert = await client.POST('/v1/convert', {
      ...flips,
      params: { query: { to: 'aga', 'komi-to': 'standard' } },
    });
    const [account] = rowsIn(convert.data);
    expect([account?.basis, account?.komi, account?.winner_flips]).toEqual(['computed', -1, true]);

    const ruling = await client.POST('/v1/ruling', {
      ...flips,
      params: { query: { language: 'sv' } },
      parseAs: 'text',
    });
    expect(ruling.data).toContain('Domslut: Hana – Olav');

    const pair = new FormData();
    for (const name of ['a.sgf', 'b.sgf']) pair.append('file', new Blob([flips.body]), name);
    const compared = await client.POST('/v1/compare', {
      body: { file: [] },
      bodySerializer: () => pair,
    });
    expect(compared.data).toMatchObject({ notOneGame: '', edits: [], legal: 'both' });

    const check = await client.POST('/v1/check', {
      ...sgf('format/old-long-property-names.sgf'),
      params: { query: { strict: 'true' } },
    });
    const [finding] = onlyRow(check.data).findings;
    expect([finding?.code, finding?.line]).toEqual(['sgf/lower-case-ident', expect.any(Number)]);

    const form = new FormData();
    form.append('file', new Blob([flips.body]), 'flips.sgf');
    form.append('table', new Blob(['white,black,result\nAnna Berg,Olle Ek,W+\n']), 'table.csv');
    const crosscheck = await client.POST('/v1/crosscheck', {
      body: { file: [], table: [] },
      bodySerializer: () => form,
    });
    expect(crosscheck.data).toMatchObject([{ white: 'Anna Berg', verdict: 'no-record' }]);

    const created = await client.POST('/v1/jobs', { ...flips, params: { query: { name: 'flips.sgf' } } });
    const path = { id: created.data?.id ?? '' };
    expect(created.response.headers.get('location')).toBe(`/v1/jobs/${path.id}`);
    let state: Schemas['Job']['state'] | undefined;
    while (state !== 'done') {
      const { data: job } = await client.GET('/v1/jobs/{id}', { params: { path } });
      state = job?.state;
    }
    const { data: all } = await client.GET('/v1/jobs');
    expect(all?.jobs.map(({ id, summary }) => [id, summary.games])).toEqual([[path.id, 1]]);
    const results = await client.GET('/v1/jobs/{id}/results', {
      params: { path, query: { format: 'json', follow: 'true' } },
    });
    expect(onlyRow(results.data)).toMatchObject({ result: 'B+0.5', komi: 6.5 });
    const source = await client.GET('/v1/jobs/{id}/game', {
      params: { path, query: { file: 'flips.sgf', game: '1' } },
      parseAs: 'text',
    });
    expect(source.data).toBe(flips.body.trimEnd());
    expect(source.response.headers.get('x-charset')).toBe('utf-8');
    const refused = await client.PUT('/v1/jobs/{id}/decisions', { params: { path }, body: {} as never });
    expect(refused.error?.status).toBe(400);
    const cancelled = await client.POST('/v1/jobs/{id}/cancel', { params: { path } });
    expect(cancelled.error).toMatchObject({ status: 409, type: 'urn:sgf-referee:problem:job-state' });
    const deleted = await client.DELETE('/v1/jobs/{id}', { params: { path } });
    expect(deleted.response.status).toBe(204);
    const gone = await client.GET('/v1/jobs/{id}', { params: { path } });
    expect(gone.error?.status).toBe(404);

    const { data: rulesets } = await client.GET('/v1/rulesets');
    expect(rulesets?.find(({ name }) => name === 'aga')).toMatchObject({ passStones: true, komi: 7.5 });
    const { data: codes } = await client.GET('/v1/findings');
    expect(codes?.find(({ code }) => code === 'move/ko')?.severity).toBe('error');
    expect((await client.GET('/healthz')).data?.status).toBe('ok');
    expect((await client.GET('/metrics', { parseAs: 'text' })).data).toContain('sgf_referee_games_total');

    const described = (await (
      await fetch(`${server.url}/openapi.json`, { headers: { authorization: `Bearer ${TOKEN}` } })
    ).json()) as object;
    expect([...used].sort()).toEqual(operationsOf(described).sort());
  });

  test('gets a typed problem for a wrong option, and for a missing token', async () => {
    const wrong = await newClient().POST('/v1/audit', {
      ...sgf('scored/winner-flips.sgf'),
      params: { query: { rules: 'nonsense' } },
    });
    expect(wrong.error).toMatchObject({ status: 400, type: 'urn:sgf-referee:problem:bad-option' });
    const stranger = await createClient<paths>({ baseUrl: server.url }).GET('/v1/rulesets');
    expect(stranger.error?.status).toBe(401);
    expect(stranger.response.headers.get('www-authenticate')).toBe('Bearer');
  });
});

type Schemas = components['schemas'];

/** The rows of games in an answer, without the findings about files that stand between them. */
type RowOf<D> = Extract<Extract<D, readonly unknown[]>[number], { readonly game: number }>;

function rowsIn<D>(data: D): RowOf<D>[] {
  if (!Array.isArray(data)) throw new TypeError('Expected rows');
  return data.filter(({ game }: { game: unknown }) => game !== null) as RowOf<D>[];
}

function onlyRow<D>(data: D): RowOf<D> {
  const [row, ...more] = rowsIn(data);
  if (row === undefined || more.length > 0) throw new TypeError('Expected one row');
  return row;
}
