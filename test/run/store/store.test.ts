import { createHash, createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bucketSettings, openBucket } from '../../../src/run/store/bucket.js';
import { openRemoteFile } from '../../../src/run/store/remote-file.js';
import { openStore } from '../../../src/run/store/folder.js';
import type { Store } from '../../../src/run/store/store.js';
import { type ObjectStorage, startObjectStorage } from '../../support/object-storage.js';

let storage: ObjectStorage;
let folder: string;
beforeAll(async () => {
  storage = await startObjectStorage();
  folder = mkdtempSync(join(tmpdir(), 'sgf-referee-store-'));
});
afterAll(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

async function keysIn(store: Store, prefix: string, after?: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix, after)) keys.push(key);
  return keys;
}

describe.each(['a folder', 'a bucket', 'a bucket below a prefix'])('a store in %s', (kind) => {
  let store: Store;
  beforeAll(async () => {
    const address =
      kind === 'a folder' ? join(folder, 'new') : kind === 'a bucket' ? 's3://games' : 's3://games/below/it';
    store = await openStore(address, storage.env);
  });

  it('gives back what was put, and parts of it', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 7) % 251));
    await store.put('a/one.bin', bytes);
    expect(await store.get('a/one.bin')).toEqual(bytes);
    expect(await store.range('a/one.bin', 65_000, 10)).toEqual(bytes.subarray(65_000, 65_010));
    expect(await store.range('a/one.bin', 69_990, 100)).toEqual(bytes.subarray(69_990));
    expect(await store.range('a/one.bin', 70_000, 5)).toHaveLength(0);
    expect(await store.find('a/one.bin')).toMatchObject({ key: 'a/one.bin', size: 70_000 });
  });

  it('stores files, and nothing', async () => {
    const path = join(folder, 'file');
    writeFileSync(path, 'contents of a file');
    await store.putFile('a/file', path);
    expect(String(await store.get('a/file'))).toBe('contents of a file');
    await store.put('a/empty', Buffer.alloc(0));
    expect(await store.get('a/empty')).toHaveLength(0);
  });

  it('takes the files of a folder, lists those after one, and deletes all of them', async () => {
    const from = join(folder, `files-${kind}`);
    mkdirSync(from);
    for (const name of ['1', '2', '3']) writeFileSync(join(from, name), name);
    await store.putFolder('data/some', from);
    await store.put('data/something', Buffer.from('x'));
    expect(await keysIn(store, 'data/some/')).toEqual(['data/some/1', 'data/some/2', 'data/some/3']);
    expect(await keysIn(store, 'data/some/', 'data/some/1')).toEqual(['data/some/2', 'data/some/3']);
    expect(String(await store.get('data/some/3'))).toBe('3');
    for (let time = 1; time <= 2; time++) await store.deleteFolder('data/some');
    expect(await keysIn(store, 'data/')).toEqual(['data/something']);
  });

  it('has another tag after a change', async () => {
    await store.put('changing', Buffer.from('one'));
    const before = await store.find('changing');
    await store.put('changing', Buffer.from('two'));
    expect(String(await store.get('changing'))).toBe('two');
    expect((await store.find('changing'))!.tag).not.toBe(before!.tag);
  });

  it('says where there is nothing', async () => {
    expect(await store.get('none')).toBeUndefined();
    expect(await store.range('none', 0, 1)).toBeUndefined();
    expect(await store.find('none')).toBeUndefined();
    await store.delete('none');
    expect(await keysIn(store, 'none/')).toEqual([]);
  });

  it.each(['plain', 'with space', 'plus+&=?#%41', 'é围棋', "it's(*)!", 'a~b@c:d;e,f$'])(
    'takes the key %s',
    async (name) => {
      const key = `names/${name}/x`;
      await store.put(key, Buffer.from(name));
      expect(String(await store.get(key))).toBe(name);
      expect(await keysIn(store, `names/${name}`)).toEqual([key]);
      await store.delete(key);
      expect(await store.find(key)).toBeUndefined();
    },
  );

  it.each(['../outside', 'a/../../outside', 'a/./b'])('refuses the key %s', async (key) => {
    await expect((async () => store.put(key, Buffer.from('x')))()).rejects.toThrow(/key/);
  });

  it('lists more than a thousand keys', async () => {
    const names = Array.from({ length: 1203 }, (_, i) => `many/${String((i * 7919) % 1203)}`);
    for (let i = 0; i < names.length; i += 50)
      await Promise.all(names.slice(i, i + 50).map((name) => store.put(name, Buffer.from('x'))));
    const others = ['many/x.sgf', 'many/x/below', 'many/x-1', 'many/x0'];
    for (const key of others) await store.put(key, Buffer.from('x'));
    const keys = await keysIn(store, 'many/');
    // S3 lists in byte order; s3rver lists a folder before what sorts before its slash.
    expect(kind === 'a folder' ? keys : keys.sort()).toEqual([...names, ...others].sort());
  });
});

it('a folder has no half of an object', async () => {
  const store = await openStore(join(folder, 'whole'));
  await store.put('x', Buffer.from('x'));
  await expect(store.putFile('y', join(folder, 'missing'))).rejects.toThrow(/no such file/);
  expect(readdirSync(join(folder, 'whole'))).toEqual(['x']);
});

describe('a bucket', () => {
  const open = (env: Record<string, string>, address = 's3://games'): Promise<Store> =>
    openStore(address, { ...storage.env, ...env });

  it('is refused with an unknown key', async () => {
    const store = await open({ AWS_ACCESS_KEY_ID: 'nobody' });
    await expect(store.put('x', Buffer.from('x'))).rejects.toThrow(/AWS_ACCESS_KEY_ID is unknown there/);
  });

  it('that does not exist cannot be written to', async () => {
    await expect((await open({}, 's3://nowhere')).put('x', Buffer.from('x'))).rejects.toThrow(
      /s3:\/\/nowhere\/x: there is no such bucket/,
    );
  });

  it.each(['s3://', 's3://a', 's3://UPPER case/x', 's3://-x-/y'])('has no address %s', async (address) => {
    await expect(open({}, address)).rejects.toThrow(/is not an address such as/);
  });

  it('can have a host of its own', async () => {
    const store = await open({
      AWS_ENDPOINT_URL_S3: 'http://storage.invalid',
      AWS_S3_ADDRESSING_STYLE: 'virtual',
    });
    await expect(store.get('x')).rejects.toThrow(/no answer from games\.storage\.invalid/);
  });
});

describe('a server in trouble', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  async function bucketAt(listener: RequestListener, env: Record<string, string> = {}): Promise<Store> {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${String(port)}`;
    const settings = bucketSettings({ AWS_ENDPOINT_URL: endpoint, HOME: folder, ...env });
    return openBucket('s3://games', { ...settings, patience: { attempts: 4, pauseMs: 1 } });
  }

  it.each([
    ['500', 500],
    ['503 Slow Down', 503],
    ['429', 429],
  ])('is asked again after %s', async (_, status) => {
    let asked = 0;
    const store = await bucketAt((_request, answer) => {
      if (++asked < 4) answer.writeHead(status, { 'retry-after': '0' }).end('<Code>SlowDown</Code>');
      else answer.end('here');
    });
    expect(String(await store.get('x'))).toBe('here');
    expect(asked).toBe(4);
  });

  it('is asked again after a broken connection, before and within the body', async () => {
    let asked = 0;
    const store = await bucketAt((request, answer) => {
      asked++;
      if (asked === 1) request.socket.destroy();
      else if (asked === 2) {
        answer.writeHead(200, { 'content-length': '4' });
        answer.write('he', () => request.socket.destroy());
      } else answer.end('here');
    });
    expect(String(await store.get('x'))).toBe('here');
    expect(asked).toBe(3);
  });

  it('sends a file again, whole', async () => {
    writeFileSync(join(folder, 'sent'), 'y'.repeat(300_000));
    const bodies: number[] = [];
    const store = await bucketAt((request, answer) => {
      let length = 0;
      request.on('data', (block: Buffer) => (length += block.length));
      request.on('end', () => {
        bodies.push(length);
        answer.writeHead(bodies.length < 3 ? 503 : 200).end();
      });
    });
    await store.putFile('x', join(folder, 'sent'));
    expect(bodies).toEqual([300_000, 300_000, 300_000]);
  });

  it.each([
    ['503', 503, /127\.0\.0\.1:\d+ answers 503 Service Unavailable \(4 attempts\)/],
    ['403', 403, /s3:\/\/games\/x: access denied/],
    ['another region', 301, /the bucket is in the region eu-north-1: set AWS_REGION/],
  ])('is given up: %s', async (_, status, reason) => {
    const store = await bucketAt((_request, answer) =>
      answer
        .writeHead(status, status === 301 ? { 'x-amz-bucket-region': 'eu-north-1' } : {})
        .end('<Error><Code>AccessDenied</Code></Error>'),
    );
    await expect(store.get('x')).rejects.toThrow(reason);
  });

  it('that is none is one line', async () => {
    const store = await bucketAt((_request, answer) => answer.end('<html><p>'));
    await expect(keysIn(store, '')).rejects.toThrow(/the listing cannot be read|not a bucket listing/);
    servers.pop()!.close().closeAllConnections();
    await expect(store.get('x')).rejects.toThrow(
      /no answer from 127\.0\.0\.1:\d+: nothing listens there \(4 attempts\)/,
    );
  });

  it.each(['plain', 'with space', 'plus+&=?#%41', 'é围棋', "it's(*)!", 'a~b@c:d;e,f$'])(
    'gets a signature that it can check: %s',
    async (key) => {
      const wrong: string[] = [];
      const listener: RequestListener = (request, answer) => {
        if (signatureOf(request) !== /Signature=(\w+)/.exec(request.headers.authorization ?? '')?.[1])
          wrong.push(request.url!);
        answer.end('<ListBucketResult/>');
      };
      const credentials = { AWS_ACCESS_KEY_ID: 'A', AWS_SECRET_ACCESS_KEY: 'S', AWS_SESSION_TOKEN: 'T' };
      const store = await bucketAt(listener, credentials);
      await store.put(key, Buffer.from('x'));
      await store.range(key, 3, 4);
      await keysIn(store, key);
      expect(wrong).toEqual([]);
    },
  );

  it('gets no signature without credentials', async () => {
    const headers: Record<string, unknown>[] = [];
    const store = await bucketAt((request, answer) => {
      headers.push(request.headers);
      answer.end();
    });
    await store.get('x');
    expect(headers[0]).not.toHaveProperty('authorization');
  });
});

/** The signature (version 4) of a request by the secret S, computed from what arrived; s3rver checks none. */
function signatureOf({ method, url, headers }: IncomingMessage): string {
  const [, day, region, names] =
    /Credential=A\/(\d+)\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+)/.exec(
      headers.authorization ?? '',
    )!;
  const [path, query = ''] = url!.split('?');
  const hmac = (key: string | Buffer, text: string): Buffer =>
    createHmac('sha256', key).update(text).digest();
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...names!.split(';').map((name) => `${name}:${String(headers[name])}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const scope = `${day!}/${region!}/s3/aws4_request`;
  const keys = hmac(hmac(hmac(hmac('AWS4S', day!), region!), 's3'), 'aws4_request');
  return hmac(keys, ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n')).toString('hex');
}

describe('settings', () => {
  const settingsOf = (env: Record<string, string>): ReturnType<typeof bucketSettings> =>
    bucketSettings({ HOME: folder, ...env });

  it('are those of the environment before those of files', () => {
    writeFileSync(
      join(folder, 'credentials'),
      '[default]\naws_access_key_id = A\naws_secret_access_key=B/c+d=\n\n[other]\r\naws_access_key_id=O\r\naws_secret_access_key = P\r\naws_session_token = T\r\n',
    );
    writeFileSync(
      join(folder, 'config'),
      '[profile other]\nregion = eu-central-1\nendpoint_url = https://s3.test\n',
    );
    const files = {
      AWS_SHARED_CREDENTIALS_FILE: join(folder, 'credentials'),
      AWS_CONFIG_FILE: join(folder, 'config'),
    };
    expect(settingsOf(files)).toMatchObject({
      endpoint: undefined,
      style: 'virtual',
      region: 'us-east-1',
      credentials: { accessKeyId: 'A', secretAccessKey: 'B/c+d=' },
    });
    const other = settingsOf({ ...files, AWS_PROFILE: 'other' });
    expect(other).toMatchObject({
      style: 'path',
      region: 'eu-central-1',
      credentials: { accessKeyId: 'O', secretAccessKey: 'P', sessionToken: 'T' },
    });
    expect(other.endpoint?.href).toBe('https://s3.test/');
    const given = { AWS_ACCESS_KEY_ID: 'E', AWS_SECRET_ACCESS_KEY: 'F', AWS_DEFAULT_REGION: 'us-west-2' };
    expect(settingsOf({ ...files, AWS_PROFILE: 'other', ...given })).toMatchObject({
      region: 'us-west-2',
      credentials: { accessKeyId: 'E', secretAccessKey: 'F' },
    });
  });

  it.each([
    ['an endpoint that is no address', { AWS_ENDPOINT_URL: 'minio:9000' }],
    ['an endpoint with a password', { AWS_ENDPOINT_URL: 'http://me:secret@minio:9000' }],
    ['an unknown style', { AWS_S3_ADDRESSING_STYLE: 'both' }],
  ])('are refused: %s', (_, env) => {
    expect(() => settingsOf(env)).toThrow(/^AWS_[A-Z0-9_]+/);
    expect(() => settingsOf(env)).not.toThrow(/secret/);
  });
});

describe('a server that sends more than was asked for, without end', () => {
  let endless: Server;
  let sent = 0;
  beforeAll(async () => {
    endless = createServer((_, answer) => {
      answer.writeHead(206, { 'content-range': 'bytes 0-9/1000000000000', 'content-type': 'text/plain' });
      const block = Buffer.alloc(64 * 1024, 'x');
      const more = (): void => {
        while (!answer.destroyed && answer.write(block)) sent += block.length;
        sent += block.length;
      };
      answer.on('drain', more);
      more();
    });
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    endless.closeAllConnections();
    endless.close();
  });

  it.each(['an address', 'a bucket'])('%s: it is left after the range', async (kind) => {
    sent = 0;
    const url = `http://127.0.0.1:${String((endless.address() as AddressInfo).port)}`;
    const asked =
      kind === 'an address'
        ? openRemoteFile(`${url}/a.zip`, 1000)
        : openBucket('s3://games', bucketSettings({ AWS_ENDPOINT_URL: url })).range('a', 0, 1000);
    await expect(asked).rejects.toThrow('more than the 1000 bytes');
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });
});
