import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Patience } from './http.js';
import { type Environment, StoreError } from './store.js';

/** Where buckets are, and who asks. */
export interface BucketSettings {
  /** `undefined`: that of AWS in the region. */
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
 * Settings from the variables that the tools of AWS read, and from their files: `~/.aws/credentials`, `~/.aws/config`, with the
 * profile AWS_PROFILE. Roles of machines and containers are not asked for. Throws StoreError.
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
  // Servers of one's own seldom have a name for each bucket.
  return endpoint ? 'path' : 'virtual';
}

/** What a section of a file says. */
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
    const [, name] = /^\s*\[\s*(?:profile\s+)?(.*?)\s*\]/.exec(line) ?? [];
    if (name !== undefined) sections.set(name, (section = sections.get(name) ?? {}));
    const [, key, value] = /^\s*([^#;=\s[]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key !== undefined) section[key] = value!;
  }
  return sections.get(profile);
}
