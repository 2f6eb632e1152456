import * as fs from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/core/limits.js';
import { itemsOf } from '../../src/run/input/inputs.js';
import { openStore } from '../../src/run/store/folder.js';
import { gameText, makePlace, type Place, type Said } from '../cli/harness.js';
import { type ObjectStorage, startObjectStorage } from '../support/object-storage.js';
import { makeTar, makeZip } from './make-zip.js';

/** Small and large files, and archives: some, some in each other, some damaged. */
const FILES: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['a.sgf', Buffer.from(gameText(1))],
  ['b c+é&=%41.sgf', Buffer.from(gameText(2))],
  ['below/c.sgf', Buffer.from(gameText(3))],
  ['below/empty.sgf', Buffer.alloc(0)],
  ['big.sgf', Buffer.from(`${Array.from({ length: 4000 }, (_, i) => gameText(i % 300, 40)).join('\n')}\n`)],
  [
    'chinese.sgf',
    Buffer.concat([
      Buffer.from('(;GM[1]FF[4]PB['),
      Buffer.from([0xce, 0xe2, 0xc7, 0xe5, 0xd4, 0xb4]),
      Buffer.from(']KM[7.5];B[aa];W[bb])'),
    ]),
  ],
  [
    'games.tar.gz',
    gzipSync(
      makeTar([
        { name: 't/1.sgf', contents: gameText(5) },
        { name: 't/2.sgf', contents: gameText(6) },
      ]),
    ),
  ],
  [
    'games.zip',
    makeZip(Array.from({ length: 60 }, (_, i) => ({ name: `z/${String(i)}.sgf`, contents: gameText(i) }))),
  ],
  [
    'nested.zip',
    makeZip([
      { name: '1.sgf', contents: gameText(1) },
      { name: 'inner.zip', contents: makeZip([{ name: '2.sgf', contents: gameText(2) }]) },
      { name: 'large.sgf', contents: gameText(1).repeat(2000) },
      { name: '3.sgf', contents: gameText(3) },
    ]),
  ],
  ['one.sgf.gz', gzipSync(gameText(7))],
  ['torn.zip', makeZip([{ name: '1.sgf', contents: gameText(1) }]).subarray(0, 100)],
  ['wrong.zip', makeZip([{ name: '1.sgf', contents: gameText(1), crc: 7 }])],
  ['notes.txt', Buffer.from('no game')],
];

let place: Place;
let storage: ObjectStorage;
let web: Web;
const before = { ...process.env };
const run = (words: readonly string[]): Promise<Said> => place.sgfReferee(words);

beforeAll(async () => {
  place = makePlace();
  storage = await startObjectStorage();
  Object.assign(process.env, storage.env);
  const store = await openStore('s3://games/all', storage.env);
  for (const [name, bytes] of FILES) {
    place.put(`all/${name}`, bytes);
    await store.put(name, bytes);
  }
  web = await startWeb();
});
afterAll(async () => {
  process.env = before;
  await web.close();
  await storage.close();
  place.remove();
});

/** Serves FILES: below /ranges/ with ranges, below /plain/ without. */
interface Web {
  readonly at: string;
  /** Requests, as method, path and range. */
  readonly asked: string[];
  readonly close: () => Promise<void>;
}

async function startWeb(): Promise<Web> {
  const asked: string[] = [];
  const answer = (request: IncomingMessage, to: ServerResponse): void => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    asked.push(`${pathname} ${request.headers.range ?? ''} ${request.headers.authorization ?? ''}`.trim());
    if (pathname.startsWith('/moved/')) {
      to.writeHead(302, { location: pathname.replace('/moved/', '/ranges/') }).end();
      return;
    }
    if (pathname.startsWith('/round/')) {
      to.writeHead(302, { location: pathname }).end();
      return;
    }
    const [, kind, name] = /^\/(ranges|plain|broken|secret)\/(.*)$/.exec(decodeURIComponent(pathname)) ?? [];
    const bytes = FILES.find((file) => file[0] === name)?.[1];
    if (!bytes) to.writeHead(404).end('<h1>nothing</h1>');
    else if (kind === 'secret') to.writeHead(403).end();
    else if (kind === 'broken') {
      to.writeHead(200, { 'content-length': bytes.length });
      to.write(bytes.subarray(0, bytes.length >> 1), () => to.destroy());
    } else if (kind === 'plain' || request.headers.range === undefined) to.end(bytes);
    else {
      const [, first, last] = /bytes=(\d+)-(\d+)/.exec(request.headers.range)!;
      if (Number(first) >= bytes.length) to.writeHead(416).end();
      else {
        const part = bytes.subarray(Number(first), Number(last) + 1);
        const range = `bytes ${first!}-${String(Number(first) + part.length - 1)}/${String(bytes.length)}`;
        to.writeHead(206, { 'content-range': range, etag: '"x"' }).end(part);
      }
    }
  };
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    at: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The four files of an audit. */
async function audited(
  words: readonly string[],
  folder: string,
): Promise<Said & { readonly files: string[] }> {
  const out = join(place.path, folder);
  const said = await run(['audit', ...words, '--no-score', '--out', out, '--jobs', '2', '--force']);
  const files = ['games.csv', 'findings.csv', 'summary.json', 'index.html'];
  return {
    ...said,
    files: files.map((name) =>
      fs.existsSync(join(out, name)) ? fs.readFileSync(join(out, name), 'utf8') : '',
    ),
  };
}

const sorted = (csv: string): string[] => csv.split('\n').sort();

it('a folder in a bucket is audited as one on disk, in byte order of the keys', async () => {
  const local = await audited([join(place.path, 'all')], 'local');
  const elsewhere = await audited(['s3://games/all/'], 'elsewhere');
  const asLocal = (text: string): string => text.replaceAll('s3://games/all', join(place.path, 'all'));
  expect(elsewhere.code).toBe(local.code);
  // A folder on disk comes before what sorts before its slash.
  for (const i of [0, 1]) expect(sorted(asLocal(elsewhere.files[i]!))).toEqual(sorted(local.files[i]!));
  expect(elsewhere.files[0]).toContain('s3://games/all/games.zip!/z/59.sgf');
  const again = await audited(['s3://games/all'], 'again');
  expect(again.files.slice(0, 2)).toEqual(elsewhere.files.slice(0, 2));
});

const each = FILES.filter(([name]) => name !== 'notes.txt').map(([name]) => name);

/** Servers that lead elsewhere, or give no ranges, see some of the files. */
const BY_KIND = {
  // s3rver closes the connection when asked for a range of nothing.
  s3: each.filter((name) => name !== 'below/empty.sgf'),
  ranges: each,
  plain: ['a.sgf', 'big.sgf', 'games.tar.gz', 'nested.zip', 'torn.zip'],
  moved: ['b c+é&=%41.sgf', 'games.zip'],
};

describe.each(['s3', 'ranges', 'plain', 'moved'] as const)('each file by its address: %s', (kind) => {
  it.each(BY_KIND[kind])('%s', async (name) => {
    const path = join(place.path, 'all', name);
    const local = await audited([path], 'local');
    const encoded = name.split('/').map(encodeURIComponent).join('/');
    const address = kind === 's3' ? `s3://games/all/${name}` : `${web.at}/${kind}/${encoded}`;
    const { code, files } = await audited(
      [kind === 's3' ? address : `${address}?sig=secret&x=1#part`],
      'elsewhere',
    );
    expect(code).toBe(local.code);
    for (const i of [0, 1]) {
      const found = files[i]!.replaceAll(address, path);
      // What cannot be streamed has another reason.
      if (kind === 'plain' && name === 'torn.zip')
        expect(found.split('\n')).toHaveLength(local.files[i]!.split('\n').length);
      else expect(found).toEqual(local.files[i]);
    }
    expect(files.join('')).not.toContain('secret');
  });
});

describe('an address', () => {
  it.each([
    ['without an object', 's3://games/missing.sgf', /missing\.sgf: no such file/],
    [
      'without objects below it',
      's3://games/missing/',
      /missing\/: no SGF file or archive below this address/,
    ],
    ['of no bucket', 's3://nobody/x.sgf', /no such (file|bucket)/],
    ['that is none', 's3://x', /is not an address such as/],
    ['of a port without a server', 'http://127.0.0.1:1/x.sgf', /nothing listens there/],
    ['without a file', '/ranges/none.sgf', /none\.sgf: no such file/],
    ['that is forbidden', '/secret/a.sgf', /secret\/a\.sgf: 403/],
    ['that leads round', '/round/a.sgf', /redirects too often/],
    ['of nothing', 'https://', /not an address/],
  ])('%s ends with exit code 2 and one line', { timeout: 30_000 }, async (_, address, reason) => {
    const { code, out, err } = await run(['audit', address.startsWith('/') ? web.at + address : address]);
    expect([code, out, err]).toEqual([2, '', expect.stringMatching(reason)]);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('whose connection breaks gives the games before, and a finding', async () => {
    const { code, files } = await audited([`${web.at}/broken/big.sgf`], 'broken');
    expect(code).not.toBe(3);
    expect(files[1]).toMatch(/broken\/big\.sgf,.*(file\/unreadable|archive\/damaged)/);
    expect(files[0]!.split('\n').length).toBeGreaterThan(1000);
  });

  it('has a password, which its server gets and no report', async () => {
    web.asked.length = 0;
    const { files } = await audited([`${web.at.replace('//', '//me:p%40ss@')}/moved/a.sgf`], 'password');
    expect(web.asked[0]).toContain(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
    expect(files[0]).toContain(`${web.at}/moved/a.sgf`);
    expect(files.join('')).not.toMatch(/p%40ss|p@ss/);
  });

  it('of a zip is read in parts', async () => {
    web.asked.length = 0;
    await audited([`${web.at}/ranges/games.zip`], 'ranges');
    expect(web.asked.every((one) => one.includes('bytes='))).toBe(true);
  });

  it('can be a file on this machine', async () => {
    const path = join(place.path, 'all/b c+é&=%41.sgf');
    const { out } = await run(['list', pathToFileURL(path).href, '--columns', 'file,black']);
    expect(out).toContain(path);
    expect((await run(['list', 'file://elsewhere/x.sgf'])).err).toMatch(
      /is not an address of a file on this machine/,
    );
  });
});

it('an address is a file name, and asked for nowhere, unless inputs allow it: the service does not', async () => {
  web.asked.length = 0;
  const names = [`${web.at}/ranges/a.sgf`, 's3://games/all/a.sgf', 's3://games/all/'];
  const items = itemsOf({
    names,
    stdin: Readable.from([]),
    limits: DEFAULT_LIMITS,
    onNothing: () => undefined,
  });
  const kinds: string[] = [];
  for await (const item of items) kinds.push(item.kind === 'trouble' ? item.finding.code : item.kind);
  expect([kinds, web.asked]).toEqual([Array(3).fill('file/unreadable'), []]);
});

it.each(['list', 'check', 'score', 'duplicates', 'convert', 'format'])(
  '%s takes addresses',
  async (command) => {
    const more = command === 'convert' ? ['--from', 'japanese', '--to', 'aga'] : [];
    const local = await run([
      command,
      join(place.path, 'all/a.sgf'),
      join(place.path, 'all/games.zip'),
      ...more,
    ]);
    const elsewhere = await run([command, 's3://games/all/a.sgf', `${web.at}/ranges/games.zip`, ...more]);
    const asLocal = (text: string): string =>
      text.replaceAll('s3://games', place.path).replaceAll(`${web.at}/ranges`, join(place.path, 'all'));
    expect({ ...elsewhere, out: asLocal(elsewhere.out), err: '' }).toEqual({ ...local, err: '' });
  },
);

it('show takes an address, and an entry of a zip at one', async () => {
  for (const [name, entry] of [
    ['a.sgf', ''],
    ['games.zip', '!/z/3.sgf'],
  ]) {
    const local = await run(['show', join(place.path, 'all', name!) + entry!]);
    const elsewhere = await run(['show', `s3://games/all/${name!}${entry!}`]);
    expect(elsewhere.code).toBe(0);
    expect(elsewhere.out.replaceAll('s3://games', place.path)).toBe(local.out);
  }
});

describe('a plan in a bucket', () => {
  const inputs = (): string[] => [
    's3://games/all/',
    `${web.at}/ranges/games.zip`,
    join(place.path, 'all/a.sgf'),
  ];
  const files = ['games.csv', 'findings.csv', 'summary.json', 'index.html'];
  const read = (folder: string): string[] =>
    files.map((name) => fs.readFileSync(join(place.path, folder, name), 'utf8'));

  it('of inputs elsewhere is made by several workers, and merged into the bytes of one run', async () => {
    await audited(inputs(), 'whole');
    const plan = await run(['plan', ...inputs(), '--no-score', '--chunks', '4', '--out', 's3://games/job']);
    expect(plan).toMatchObject({ code: 0, err: '4 chunks in s3://games/job/plan.ndjson\n' });
    const early = await run(['merge', 's3://games/job', '--out', join(place.path, 'merged')]);
    expect([early.code, early.err]).toEqual([
      2,
      expect.stringMatching(/4 chunks of 4 not done yet .* --plan s3:\/\/games\/job/),
    ]);
    const work = ['work', '--plan', 's3://games/job', '--jobs', '1'];
    const done = await Promise.all([run([...work, '--chunk', '2']), run(work), run(work)]);
    expect(done.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await run(work)).err).toBe('0 parts made, 4 complete already\n');
    await run(['merge', 's3://games/job', '--out', join(place.path, 'merged')]);
    expect(read('merged')).toEqual(read('whole'));
  });

  it('whose objects were written to since has findings', async () => {
    const store = await openStore('s3://games/changing', storage.env);
    await store.put('a.sgf', Buffer.from(gameText(1)));
    await store.put('b.zip', makeZip([{ name: '1.sgf', contents: gameText(2) }]));
    await store.put('c.sgf.gz', gzipSync(gameText(3)));
    await run(['plan', 's3://games/changing/', '--no-score', '--out', 's3://games/job2']);
    await store.put('a.sgf', Buffer.from(gameText(8)));
    await store.put('b.zip', makeZip([{ name: '1.sgf', contents: gameText(9) }]));
    await store.put('c.sgf.gz', gzipSync(gameText(10)));
    expect((await run(['work', '--plan', 's3://games/job2'])).code).toBe(0);
    await run(['merge', 's3://games/job2', '--out', join(place.path, 'merged2')]);
    expect(read('merged2')[1]!.match(/s3:\/\/games\/changing\/.*,file\/changed,/g)).toHaveLength(3);
  });

  it.each([
    ['is not there', ['work', '--plan', 's3://games/none'], /s3:\/\/games\/none has no plan/],
    ['has no bucket', ['merge', 's3://nowhere/x', '--out', 'merged'], /no plan|no such bucket/],
    [
      'cannot be written',
      ['plan', 's3://games/all/', '--no-score', '--out', 's3://nowhere/x'],
      /no such bucket/,
    ],
  ])('that %s is one line', async (_, words, reason) => {
    const { code, err } = await run(words);
    expect([code, err.trim().split('\n')]).toEqual([2, [expect.stringMatching(reason)]]);
  });
});
