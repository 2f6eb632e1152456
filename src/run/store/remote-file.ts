import type { IncomingMessage } from 'node:http';
import {
  bucketSettings,
  type Client,
  createClient,
  parseBucketAddress,
  plainTag,
  refusalOf,
  storeIn,
} from './bucket.js';
import { bodyOf, boundedBody, MAX_REASON_BYTES, request } from './http.js';
import { type Environment, isBucketAddress, type StoredObject, StoreError } from './store.js';

/** Bytes of a file, and the tag that it had when they were read. */
export interface TaggedBytes {
  readonly bytes: Buffer;
  readonly tag: string;
}

/** A file at an address. Reading throws StoreError. */
export interface RemoteFile {
  /** Differs after each change, if the server shows changes; otherwise ''. */
  readonly tag: string;
  readonly content: RangedContent | StreamedContent;
}

/** A file that can be read from any position. */
export interface RangedContent {
  readonly kind: 'ranges';
  readonly size: number;
  /** Its first bytes. */
  readonly head: Buffer;
  /** The bytes from `position` on, fewer than `length` only at the end. */
  readonly read: (position: number, length: number) => Promise<TaggedBytes>;
}

/** A file that its server sends only as a whole. */
export interface StreamedContent {
  readonly kind: 'stream';
  readonly blocks: AsyncIterable<Uint8Array>;
  /** Ends the connection if the blocks are not read. */
  readonly close: () => void;
}

/** Enough for most single games. */
const HEAD_BYTES = 64 * 1024;
const MAX_REDIRECTS = 5;

/** Sends a GET for a file with these headers. */
type Get = <T>(
  headers: Readonly<Record<string, string>>,
  take: (answer: IncomingMessage) => Promise<T>,
) => Promise<T>;

/**
 * Opens `s3://bucket/key`, `https://...` or `http://...`, with its first bytes; `undefined` where there is no such file.
 * Throws StoreError.
 */
export async function openRemoteFile(
  address: string,
  headBytes = HEAD_BYTES,
  env: Environment = process.env,
): Promise<RemoteFile | undefined> {
  const get = isBucketAddress(address) ? inBucket(address, env) : onWeb(new URL(address));
  const read: RangedContent['read'] = (position, length) =>
    get({ range: `bytes=${String(position)}-${String(position + length - 1)}` }, async (answer) => {
      if (answer.statusCode === 416) return { bytes: await emptied(answer), tag: tagOf(answer) };
      if (answer.statusCode !== 206) throw await refused(answer);
      return { bytes: await boundedBody(answer, length), tag: tagOf(answer) };
    });
  return get({ range: `bytes=0-${String(headBytes - 1)}` }, async (answer) => {
    const tag = tagOf(answer);
    const status = answer.statusCode!;
    if (status === 404 || status === 410) {
      await emptied(answer);
      return undefined;
    }
    if (status === 200) {
      const blocks = answer as AsyncIterable<Uint8Array>;
      return { tag, content: { kind: 'stream', blocks, close: () => void answer.destroy() } };
    }
    if (status !== 206 && status !== 416) throw await refused(answer);
    const [, total] = /\/(\d{1,15})$/.exec(answer.headers['content-range'] ?? '') ?? [];
    if (status === 206 && total === undefined) throw new StoreError('the server does not state its length');
    const size = status === 416 ? 0 : Number(total);
    const head = status === 416 ? await emptied(answer) : await boundedBody(answer, headBytes);
    return { tag, content: { kind: 'ranges', size, head, read } };
  });
}

/** The objects below an address that ends with a slash, with their full addresses as keys. Throws StoreError. */
export async function* remoteFilesIn(
  address: string,
  env: Environment = process.env,
): AsyncGenerator<StoredObject> {
  const { bucket, key } = parseBucketAddress(address);
  const all = storeIn(`s3://${bucket}`, clientOf(bucket, env), '');
  for await (const found of all.list(key)) yield { ...found, key: `s3://${bucket}/${found.key}` };
}

const clients = new Map<string, Client>();

/** A client with the current settings of the environment. */
function clientOf(bucket: string, env: Environment): Client {
  const variables = Object.entries(env).filter(([name]) => name.startsWith('AWS_'));
  const key = JSON.stringify([bucket, ...variables]);
  const client = clients.get(key) ?? createClient(bucket, bucketSettings(env));
  clients.set(key, client);
  return client;
}

function inBucket(address: string, env: Environment): Get {
  const { bucket, key } = parseBucketAddress(address);
  const client = clientOf(bucket, env);
  return (headers, take) => client.send({ method: 'GET', key, headers }, take);
}

/** Follows redirects, but none from TLS to plain text; a password is sent only to its own host. */
function onWeb(first: URL): Get {
  const { username, password } = first;
  const secret = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const login = username === '' ? {} : { authorization: `Basic ${Buffer.from(secret).toString('base64')}` };
  return async (headers, take) => {
    let url = new URL(first);
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      url.username = '';
      url.password = '';
      const asked = { ...headers, ...(url.origin === first.origin && login), 'accept-encoding': 'identity' };
      const found = await request(
        () => ({ method: 'GET', url, headers: asked }),
        async (answer) => {
          const to = redirection(answer, url);
          if (to) await emptied(answer);
          return to ?? { taken: await take(answer) };
        },
      );
      if (!(found instanceof URL)) return found.taken;
      url = found;
    }
    throw new StoreError(`${first.host} redirects too often`);
  };
}

function redirection({ statusCode, headers }: IncomingMessage, from: URL): URL | undefined {
  const { location } = headers;
  if (![301, 302, 303, 307, 308].includes(statusCode!) || location === undefined) return undefined;
  const to = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
  if (to && (to.protocol === 'https:' || to.protocol === from.protocol) && /^https?:$/.test(to.protocol))
    return to;
  throw new StoreError(`${from.host} redirects to an address that is not read`);
}

function tagOf({ headers }: IncomingMessage): string {
  return plainTag(headers.etag ?? headers['last-modified'] ?? '');
}

/** Reads what is left, so that the connection can serve the next request. */
async function emptied(answer: IncomingMessage): Promise<Buffer> {
  await bodyOf(answer, MAX_REASON_BYTES);
  return Buffer.alloc(0);
}

async function refused(answer: IncomingMessage): Promise<StoreError> {
  return new StoreError((await refusalOf(answer, '')).toString('utf8'));
}
