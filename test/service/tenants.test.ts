import { afterEach, describe, expect, test } from 'vitest';
import { digestOf, parseTokens } from '../../src/service/limits.js';
import { makeFolder, makeService, tinyGame, waitForJob, type TestService } from './support.js';

const ALICE = 'token-of-alice-01';
const ALSO_ALICE = 'token-of-alice-02';
const BOB = 'token-of-bob-0001';
const NAMELESS = 'token-without-name';
const ADMIN = 'token-of-the-admin';
const LINES = [`${ALICE} alice`, `${ALSO_ALICE} alice`, `${BOB} bob`, NAMELESS, `${ADMIN} admin`];

const open: TestService[] = [];
afterEach(async () => {
  for (const service of open.splice(0)) await service.remove();
});

async function serviceWith(wanted: Parameters<typeof makeService>[0] = {}): Promise<TestService> {
  const service = await makeService({ tokens: LINES, ...wanted });
  open.push(service);
  return service;
}

type Ask = TestService['ask'];

/** Requests with a token. */
function as(service: TestService, token: string): Ask {
  return (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    return service.ask(path, { ...init, headers });
  };
}

async function submit(ask: Ask): Promise<string> {
  const response = await ask('/v1/jobs?name=a.sgf', {
    method: 'POST',
    headers: { 'content-type': 'application/x-go-sgf' },
    body: tinyGame('b'),
  });
  return ((await response.json()) as { id: string }).id;
}

async function listed(ask: Ask): Promise<string[]> {
  const { jobs } = (await (await ask('/v1/jobs')).json()) as { jobs: { id: string }[] };
  return jobs.map(({ id }) => id);
}

describe('a job belongs to the tenant whose token sent it', () => {
  test.each([
    ['another tenant', BOB, 404],
    ['a token without a name', NAMELESS, 404],
    ['another token of the same tenant', ALSO_ALICE, 200],
    ['the admin', ADMIN, 200],
  ])('%s', async (_, token, status) => {
    const service = await serviceWith();
    const alice = as(service, ALICE);
    const id = await submit(alice);
    await waitForJob(alice, id);
    const other = as(service, token);
    expect(await listed(other)).toEqual(status === 200 ? [id] : []);
    const one = `/v1/jobs/${id}`;
    expect((await other(one)).status).toBe(status);
    expect((await other(`${one}/results`)).status).toBe(status);
    expect((await other(`${one}/game?file=a.sgf&game=1`)).status).toBe(status);
    // A finished job cannot be cancelled, but only who may see it is told so.
    expect((await other(`${one}/cancel`, { method: 'POST' })).status).toBe(status === 200 ? 409 : 404);
    const decided = await other(`${one}/decisions`, { method: 'PUT', body: '{"decisions":[]}' });
    expect(decided.status).toBe(status);
    expect((await other(one, { method: 'DELETE' })).status).toBe(status === 200 ? 204 : 404);
    expect(await listed(alice)).toEqual(status === 200 ? [] : [id]);
  });

  test('over a restart too, and its owner is shown', async () => {
    const folder = makeFolder();
    const first = await makeService({ tokens: LINES, folder });
    const named = await submit(as(first, ALICE));
    const nameless = await submit(as(first, NAMELESS));
    await first.close();
    const second = await serviceWith({ folder });
    expect(await listed(as(second, ALICE))).toEqual([named]);
    expect(await listed(as(second, NAMELESS))).toEqual([nameless]);
    expect(await listed(as(second, BOB))).toEqual([]);
    expect(await listed(as(second, ADMIN))).toEqual([named, nameless]);
    const { owner } = (await (await as(second, ALICE)(`/v1/jobs/${named}`)).json()) as { owner: string };
    expect(owner).toBe('alice');
  });

  test('jobs of a server without tokens are the admin’s once it has some', async () => {
    const folder = makeFolder();
    const first = await makeService({ folder });
    const id = await submit(first.ask);
    await first.close();
    const second = await serviceWith({ folder });
    expect(await listed(as(second, ALICE))).toEqual([]);
    expect(await listed(as(second, ADMIN))).toEqual([id]);
  });
});

describe('one tenant of several leaves room for the others', () => {
  test('among the jobs', async () => {
    const service = await serviceWith({ limits: { jobs: 4 } });
    const send = async (token: string): Promise<number> => {
      const headers = { 'content-type': 'text/plain' };
      return (await as(service, token)('/v1/jobs', { method: 'POST', headers, body: ' ' })).status;
    };
    expect([await send(ALICE), await send(ALSO_ALICE), await send(ALICE)]).toEqual([202, 202, 503]);
    expect([await send(BOB), await send(BOB), await send(BOB)]).toEqual([202, 202, 503]);
  });

  test('on the disk', async () => {
    const service = await serviceWith({ limits: { diskBytes: 100_000 } });
    const send = async (token: string, bytes: number): Promise<number> => {
      const headers = { 'content-type': 'text/plain' };
      const body = ' '.repeat(bytes);
      return (await as(service, token)('/v1/jobs', { method: 'POST', headers, body })).status;
    };
    expect([await send(ALICE, 50_001), await send(ALICE, 40_000), await send(BOB, 40_000)]).toEqual([
      507, 202, 202,
    ]);
  });
});

describe('lines of tokens', () => {
  const NAME_OF_NAMELESS = `token-${digestOf(NAMELESS).slice(0, 12)}`;
  test.each([
    ['a token', NAMELESS, { name: NAME_OF_NAMELESS, isAdmin: false }],
    ['with a name', `${NAMELESS}\tclub-1`, { name: 'club-1', isAdmin: false }],
    ['of an admin', ` ${NAMELESS} admin `, { name: 'admin', isAdmin: true }],
    ['of a named admin', `\n\n${NAMELESS} anna admin\r\n`, { name: 'anna', isAdmin: true }],
  ])('%s', (_, text, tenant) => {
    expect(parseTokens(text)).toEqual({ ok: true, value: new Map([[digestOf(NAMELESS), tenant]]) });
  });

  test.each([
    ['short', 'line 1: a token is 16 to 200'],
    [`${NAMELESS}\n${NAMELESS} a b`, 'line 2: after a token comes a name'],
    [`${NAMELESS} a b admin`, 'line 1: after a token comes a name'],
    [`${NAMELESS} a,b`, 'line 1: after a token comes a name'],
    [`${NAMELESS} a\n${NAMELESS} b`, 'line 2: this token is listed twice'],
  ])('%j is refused', (text, why) => {
    const parsed = parseTokens(text);
    expect(parsed.ok ? '' : parsed.error).toContain(why);
  });
});
