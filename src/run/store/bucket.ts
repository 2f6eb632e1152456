import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { AwsV4Signer } from 'aws4fetch';
import pLimit from 'p-limit';
import { SaxesParser } from 'saxes';
import { reasonOf } from '../../core/outcome.js';
import {
  bodyOf,
  boundedBody,
  type HttpAnswer,
  type HttpRequest,
  MAX_REASON_BYTES,
  type Patience,
  PATIENCE,
  request,
  statusWords,
} from './http.js';
import { type Environment, isBucketAddress, type Store, type StoredObject, StoreError } from './store.js';

/** Where buckets are, and the credentials for them. */
export interface BucketSettings {
  /** `undefined`: the endpoint of AWS in the region. */
  readonly endpoint: URL | undefined;
  /** `path`: host/bucket/key; `virtual`: bucket.host/key. */
  readonly style: 'path' | 'virtual';
  readonly region: string;
  /** `undefined`: requests are not signed, which public buckets accept. */
  readonly credentials: Credentials | undefined;
  readonly patience?: Patience | undefined;
}

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/**
 * Settings from the variables and files that the tools of AWS read: `~/.aws/credentials` and `~/.aws/config`, with the profile
 * AWS_PROFILE. Roles of machines and containers are not looked up. Throws StoreError.
 */
export function bucketSettings(env: Environment): BucketSettings {
  const given = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const profile = given('AWS_PROFILE') ?? 'default';
  const fileAt = (variable: string, name: string): Section | undefined =>
    sectionOf(given(variable) ?? join(given('HOME') ?? homedir(), '.aws', name), profile);
  const config = fileAt('AWS_CONFIG_FILE', 'config');
  const endpoint = endpointOf(
    given('AWS_ENDPOINT_URL_S3') ?? given('AWS_ENDPOINT_URL') ?? config?.['endpoint_url'],
  );
  return {
    endpoint,
    style: styleOf(given('AWS_S3_ADDRESSING_STYLE'), endpoint),
    region: given('AWS_REGION') ?? given('AWS_DEFAULT_REGION') ?? config?.['region'] ?? 'us-east-1',
    credentials:
      credentialsOf({
        aws_access_key_id: given('AWS_ACCESS_KEY_ID'),
        aws_secret_access_key: given('AWS_SECRET_ACCESS_KEY'),
        aws_session_token: given('AWS_SESSION_TOKEN'),
      }) ??
      credentialsOf(fileAt('AWS_SHARED_CREDENTIALS_FILE', 'credentials')) ??
      credentialsOf(config),
  };
}

function endpointOf(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === '') return url;
  throw new StoreError('AWS_ENDPOINT_URL is not an address such as https://s3.example.org');
}

function styleOf(text: string | undefined, endpoint: URL | undefined): BucketSettings['style'] {
  if (text === 'path' || text === 'virtual') return text;
  if (text !== undefined && text !== 'auto')
    throw new StoreError('AWS_S3_ADDRESSING_STYLE: expected path, virtual or auto');
  // Self-hosted servers seldom have a host name for each bucket.
  return endpoint ? 'path' : 'virtual';
}

/** The values of a section of a file, by key. */
type Section = Readonly<Record<string, string | undefined>>;

function credentialsOf(section: Section | undefined): Credentials | undefined {
  const accessKeyId = section?.['aws_access_key_id'];
  const secretAccessKey = section?.['aws_secret_access_key'];
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  const sessionToken = section?.['aws_session_token'];
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}

/** A section of a file such as `[default]` or `[profile test]`; `undefined` where there is no such file or section. */
function sectionOf(path: string, profile: string): Section | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  const sections = new Map<string, Record<string, string>>();
  let section: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, name] = /^\[([^\]]*)\]/.exec(line.trim()) ?? [];
    if (name !== undefined) {
      const own = name.trim().replace(/^profile\s+/, '');
      sections.set(own, (section = sections.get(own) ?? {}));
    }
    const at = line.indexOf('=');
    const key = line.slice(0, Math.max(at, 0)).trim();
    if (/^[^#;\s[]+$/.test(key)) section[key] = line.slice(at + 1).trim();
  }
  return sections.get(profile);
}

/** A bucket, and a key in it or the beginning of keys. */
export interface BucketAddress {
  readonly bucket: string;
  readonly key: string;
}

const BUCKET_NAME = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i;

/** The bucket and key of `s3://bucket/key`. Throws StoreError. */
export function parseBucketAddress(address: string): BucketAddress {
  const [, bucket = '', key = ''] = /^s3:\/\/([^/]*)\/?(.*)$/s.exec(address) ?? [];
  if (isBucketAddress(address) && BUCKET_NAME.test(bucket)) return { bucket, key };
  throw new StoreError(`${address} is not an address such as s3://bucket/prefix`);
}

/** The store at `s3://bucket/prefix`. Throws StoreError for an invalid address. */
export function openBucket(address: string, settings: BucketSettings): Store {
  const { bucket, key } = parseBucketAddress(address);
  return storeIn(address, createClient(bucket, settings), key === '' || key.endsWith('/') ? key : `${key}/`);
}

/** Size of the largest object that one request can store, and of the largest that is read whole. */
const MAX_PUT_BYTES = 5 * 1024 ** 3;
const MAX_READ_BYTES = 1024 ** 3;

/** The objects of a bucket whose keys begin with `above`, by the rest of their keys. */
export function storeIn(address: string, client: Client, above: string): Store {
  const whereIs = (key: string): string => `s3://${client.bucket}/${above}${key}`;

  async function read(key: string, more: Partial<Asked>): Promise<HttpAnswer | undefined> {
    const answer = await client.ask({ method: 'GET', key: above + key, headers: {}, ...more });
    if (answer.status === 404) return undefined;
    // The range starts after the end.
    if (answer.status === 416) return { ...answer, body: Buffer.alloc(0) };
    return accepted(answer, whereIs(key));
  }

  async function put(key: string, body: NonNullable<HttpRequest['body']>, digest: string): Promise<void> {
    const headers = { 'x-amz-content-sha256': digest, 'content-type': 'application/octet-stream' };
    accepted(await client.ask({ method: 'PUT', key: above + key, headers, body }), whereIs(key));
  }

  const store: Store = {
    address,
    get: async (key) => (await read(key, {}))?.body,
    async range(key, position, length) {
      if (length === 0) return Buffer.alloc(0);
      const range = `bytes=${String(position)}-${String(position + length - 1)}`;
      // A server without ranges sends everything.
      const most = { whole: position + length, range: length };
      const answer = await read(key, { headers: { range }, most });
      return answer?.status === 200 ? answer.body.subarray(position, position + length) : answer?.body;
    },
    async find(key) {
      const answer = await client.ask({ method: 'HEAD', key: above + key, headers: {} });
      if (answer.status === 404) return undefined;
      const { headers } = accepted(answer, whereIs(key));
      const time = Date.parse(headers['last-modified'] ?? '');
      return {
        key,
        size: Number(headers['content-length']),
        tag: plainTag(headers.etag ?? ''),
        time: Number.isNaN(time) ? 0 : time,
      };
    },
    put: (key, bytes) => put(key, bytes, createHash('sha256').update(bytes).digest('hex')),
    async putFile(key, path) {
      const { size } = statSync(path);
      if (size > MAX_PUT_BYTES)
        throw new StoreError(
          `${whereIs(key)}: ${String(size)} bytes are more than one request can store, 5 GiB`,
        );
      const hash = createHash('sha256');
      for await (const block of createReadStream(path) as AsyncIterable<Buffer>) hash.update(block);
      await put(key, { path, size }, hash.digest('hex'));
    },
    async putFolder(key, path) {
      const limit = pLimit(8);
      const put = (name: string): Promise<void> => store.putFile(`${key}/${name}`, join(path, name));
      await Promise.all(readdirSync(path).map((name) => limit(put, name)));
    },
    async *list(prefix, after) {
      let next: string | undefined;
      do {
        const search = {
          'list-type': '2',
          prefix: above + prefix,
          ...(after !== undefined && { 'start-after': above + after }),
          ...(next !== undefined && { 'continuation-token': next }),
        };
        const answer = await client.ask({ method: 'GET', key: '', headers: {}, search });
        const listing = readListing(accepted(answer, whereIs(prefix)).body.toString('utf8'));
        for (const found of listing.objects) yield { ...found, key: found.key.slice(above.length) };
        ({ next } = listing);
      } while (next !== undefined);
    },
    async delete(key) {
      const answer = await client.ask({ method: 'DELETE', key: above + key, headers: {} });
      if (answer.status !== 404) accepted(answer, whereIs(key));
    },
    async deleteFolder(key) {
      for await (const found of store.list(`${key}/`)) await store.delete(found.key);
    },
  };
  return store;
}

/** A request to a bucket. `key`: '' for the bucket itself. */
interface Asked extends Pick<HttpRequest, 'method' | 'headers' | 'body'> {
  readonly key: string;
  readonly search?: Readonly<Record<string, string>>;
  /** Most bytes of the answer: of the whole object, of which no more is read, or of the range. */
  readonly most?: { readonly whole: number; readonly range: number };
}

/** Sends requests to one bucket. */
export interface Client {
  readonly bucket: string;
  /** Sends a request as `request` does. */
  readonly send: <T>(asked: Asked, take: (answer: IncomingMessage) => Promise<T>) => Promise<T>;
  /** The answer with its body; a refusal has the reason as its body. Throws StoreError. */
  readonly ask: (asked: Asked) => Promise<HttpAnswer>;
}

export function createClient(bucket: string, settings: BucketSettings): Client {
  const { credentials, region, patience = PATIENCE } = settings;
  const base = baseOf(bucket, settings);
  /** Keys derived from the secret and the day, for the next signatures. */
  const cache = new Map<string, ArrayBuffer>();

  async function made({ method, key, headers, body, search = {} }: Asked): Promise<HttpRequest> {
    const url = new URL(base + pathOf(key));
    const parameters = Object.entries(search).map(([name, value]) => `${name}=${encoded(value)}`);
    url.search = parameters.join('&');
    if (!credentials) return { method, url, headers, body };
    const signer = new AwsV4Signer({
      ...credentials,
      method,
      url: url.href,
      headers,
      region,
      cache,
      service: 's3',
    });
    const signed = await signer.sign();
    return {
      method,
      url,
      body,
      headers: Object.fromEntries(signed.headers as unknown as Iterable<[string, string]>),
    };
  }

  const send: Client['send'] = (asked, take) => request(() => made(asked), take, patience);
  return {
    bucket,
    send,
    ask: (asked) =>
      send(asked, async (answer) => ({
        status: answer.statusCode!,
        headers: answer.headers,
        body: answer.statusCode! < 300 ? await taken(answer, asked) : await refusalOf(answer, region),
      })),
  };
}

function taken(answer: IncomingMessage, { most }: Asked): Promise<Buffer> {
  if (!most) return boundedBody(answer, MAX_READ_BYTES);
  return answer.statusCode === 206 ? boundedBody(answer, most.range) : bodyOf(answer, most.whole);
}

/** The address of a bucket, without a slash at its end. */
function baseOf(bucket: string, { endpoint, style, region }: BucketSettings): string {
  const url = new URL(
    endpoint ?? `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`,
  );
  const path = url.pathname.replace(/\/$/, '');
  // The certificate of AWS covers only one level of names.
  const isVirtual = style === 'virtual' && (endpoint !== undefined || !bucket.includes('.'));
  return isVirtual ? `${url.protocol}//${bucket}.${url.host}${path}` : `${url.origin}${path}/${bucket}`;
}

/** The key as a path. Throws StoreError for keys that no address can have. */
function pathOf(key: string): string {
  const names = key.split('/');
  if (names.some((name) => name === '.' || name === '..'))
    throw new StoreError(`the key ${key} has a name . or .., which no address can have`);
  return `/${names.map(encoded).join('/')}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The body of a refusal: the reason, in words. */
export async function refusalOf(answer: IncomingMessage, region: string): Promise<Buffer> {
  const text = (await bodyOf(answer, MAX_REASON_BYTES)).toString('utf8');
  const code = /<Code>([\w.]{1,60})<\/Code>/.exec(text)?.[1] ?? '';
  const there = answer.headers['x-amz-bucket-region'];
  const elsewhere =
    typeof there === 'string' && there !== region
      ? `the bucket is in the region ${there}: set AWS_REGION`
      : '';
  const reason =
    elsewhere || REFUSALS[code] || [statusWords(answer), code].filter((one) => one !== '').join(', ');
  return Buffer.from(reason);
}

const REFUSALS: Readonly<Record<string, string>> = {
  AccessDenied: 'access denied',
  AllAccessDisabled: 'access denied',
  InvalidAccessKeyId: 'AWS_ACCESS_KEY_ID is unknown there',
  SignatureDoesNotMatch: 'the signature is wrong: check AWS_SECRET_ACCESS_KEY and AWS_REGION',
  ExpiredToken: 'AWS_SESSION_TOKEN has expired',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  NoSuchBucket: 'there is no such bucket',
};

/** The answer; throws StoreError if it is a refusal. */
function accepted(answer: HttpAnswer, address: string): HttpAnswer {
  const { status, body } = answer;
  if (status < 300) return answer;
  const reason = body.length > 0 ? body.toString('utf8') : 'there is no such bucket or object';
  throw new StoreError(`${address}: ${reason}`);
}

/** One page of a listing. */
interface Listing {
  readonly objects: readonly StoredObject[];
  readonly next: string | undefined;
}

/** Reads the answer to ListObjectsV2. Throws StoreError if it is not one. */
function readListing(text: string): Listing {
  const objects: StoredObject[] = [];
  let next: string | undefined;
  let row: Record<string, string> = {};
  let value = '';
  let root = '';
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    root ||= name;
    if (name === 'Contents') row = {};
    value = '';
  });
  parser.on('text', (more) => (value += more));
  parser.on('closetag', ({ name }) => {
    if (name === 'NextContinuationToken') next = value;
    else if (name === 'Contents') objects.push(objectOf(row));
    else row[name] = value;
    value = '';
  });
  try {
    parser.write(text).close();
  } catch (error) {
    throw new StoreError(`the listing cannot be read: ${reasonOf(error)}`);
  }
  if (root !== 'ListBucketResult') throw new StoreError('the response is not a bucket listing');
  return { objects, next };
}

function objectOf({
  Key = '',
  Size = '',
  ETag = '',
  LastModified = '',
}: Record<string, string>): StoredObject {
  const time = Date.parse(LastModified);
  return { key: Key, size: Number(Size), tag: plainTag(ETag), time: Number.isNaN(time) ? 0 : time };
}

/** A tag without the quotes that only some answers have. */
export function plainTag(tag: string): string {
  return tag.replace(/^W\/|"/g, '');
}
