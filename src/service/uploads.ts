import { mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from './problem.js';
import { createDistinctNames } from '../run/input/file-names.js';
import type { Upload } from '../run/input/uploads.js';
import type { HeldMemory } from './answer.js';
import { paced, type Pace, type Slot } from './limits.js';
import type { Query } from './query.js';

/** Least disk space that a file takes, in bytes. */
const MIN_FILE_BYTES = 4096;

/** Makes the folder for a body of a tenant. */
export type Bodies = (tenant: string) => BodyFolder;

/** Opens the folder for bodies, and removes what a killed server left there. */
export async function openBodies(folder: string, space: DiskSpace): Promise<Bodies> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true, recursive: true });
  return (tenant) => new BodyFolder(join(folder, crypto.randomUUID()), tenant, space);
}

/** The files of one request, which are removed with it or move to a job. The folder is created with its first file. */
export class BodyFolder {
  /** With an unguessable name. */
  readonly path: string;
  /** Disk space of its files, in bytes. */
  bytes = 0;
  private files = 0;
  private readonly tenant: string;
  private readonly space: DiskSpace;

  constructor(path: string, tenant: string, space: DiskSpace) {
    this.path = path;
    this.tenant = tenant;
    this.space = space;
  }

  /** Creates a file; they are numbered from 0. Throws Problem when the disk quota is used up. */
  async open(): Promise<BodyFile> {
    this.charge(MIN_FILE_BYTES);
    if (this.files === 0) await mkdir(this.path, { mode: 0o700 });
    const path = join(this.path, String(this.files++));
    return bodyFile(path, await open(path, 'wx', 0o600), (bytes) => this.charge(bytes));
  }

  async remove(): Promise<void> {
    if (this.files > 0) await rm(this.path, { force: true, recursive: true });
    this.space.drop(this.path);
  }

  private charge(more: number): void {
    this.space.check(more, this.tenant);
    this.space.set(this.path, (this.bytes += more), this.tenant);
  }
}

type BodyFile = ReturnType<typeof bodyFile>;

/** A file of a body that is being received. */
function bodyFile(path: string, handle: FileHandle, charge: (bytes: number) => void) {
  let size = 0;
  return {
    path,
    /** Throws Problem when the disk quota is used up. */
    async write(bytes: Uint8Array): Promise<void> {
      const before = Math.max(size, MIN_FILE_BYTES);
      size += bytes.length;
      charge(Math.max(size, MIN_FILE_BYTES) - before);
      await handle.writeFile(bytes);
    },
    close: () => handle.close(),
  };
}

/** The disk quota of a server, for its jobs and for the bodies of requests in progress. */
export class DiskSpace {
  private readonly most: number;
  private readonly mostOfOne: number;
  private readonly kept = new Map<string, { readonly bytes: number; readonly tenant: string }>();

  /** `most`: bytes of all tenants together; `mostOfOne`: of one tenant. */
  constructor(most: number, mostOfOne: number) {
    this.most = most;
    this.mostOfOne = mostOfOne;
  }

  /** Throws Problem when a tenant's further bytes would exceed a quota. */
  check(bytes: number, tenant: string): void {
    const refuse = (limit: number, whose: string): never => {
      throw new Problem('disk-limit', `${whose} may take ${String(limit)} bytes; delete a job`);
    };
    let [all, own] = [bytes, bytes];
    for (const one of this.kept.values()) {
      all += one.bytes;
      if (one.tenant === tenant) own += one.bytes;
    }
    if (all > this.most) refuse(this.most, 'uploads and results');
    if (own > this.mostOfOne) refuse(this.mostOfOne, 'your uploads and results');
  }

  /** Sets the bytes that a tenant's item takes. */
  set(key: string, bytes: number, tenant: string): void {
    this.kept.set(key, { bytes, tenant });
  }

  drop(key: string): void {
    this.kept.delete(key);
  }
}

/** How to receive a body. */
interface Receiving {
  /** Most bytes of all files together, and most bytes held in memory; 0: all go to disk. */
  readonly mostBytes: number;
  readonly memoryBytes: number;
  /** Most files; text fields and empty files count too. */
  readonly mostFiles: number;
  readonly pace: Pace;
  /** The memory of all requests, and the folder for what exceeds it. */
  readonly memory: HeldMemory;
  readonly bodies: Bodies;
  readonly tenant: string;
  readonly slot: Slot;
  /** Name of a body that is itself a file. */
  readonly name: string;
  /** Files of the form field `table` are results tables. */
  readonly takesTables: boolean;
  /** The query, and the options that a form may have as fields instead: their texts may be long. */
  readonly query: Query;
  readonly fields: readonly string[];
}

/** The files of a request. */
export interface Received {
  readonly uploads: readonly Upload[];
  /** The folder of the files on disk. */
  readonly folder: BodyFolder;
  /** The query with the options that were fields of the form. */
  readonly query: Query;
  /** Releases their memory and deletes those on disk. */
  readonly discard: () => Promise<void>;
}

const LONGEST_NAME = 1000;

/** Most bytes of an option that is a field of a form. */
const MAX_OPTION_BYTES = 1024 * 1024;

/** Media types of bodies that are themselves files. */
export const BODY_TYPES = [
  'application/x-go-sgf',
  'text/plain',
  'application/octet-stream',
  'application/zip',
  'application/x-tar',
  'application/gzip',
] as const;

const ALSO_READ: ReadonlySet<string> = new Set([
  ...BODY_TYPES,
  'application/x-zip-compressed',
  'application/x-gzip',
  // What curl says of a body whose type it is not told.
  'application/x-www-form-urlencoded',
]);

const JSON_OBJECT = /^\s*(?:\{\s*["}]|\[\s*[{\]"])/;

/** The blocks of a body that is a file, which its bytes tell. Throws Problem where they are JSON. */
async function* recordOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const block of body) {
    if (isFirst && JSON_OBJECT.test(Buffer.from(block.subarray(0, 100)).toString('latin1')))
      throw new Problem('bad-body', 'the body is JSON: send SGF or an archive, and options in the query');
    isFirst = false;
    yield block;
  }
}

/** Receives the files of a request: the body itself, or the parts of multipart/form-data. Throws Problem. */
export async function receive(request: Request, receiving: Receiving): Promise<Received> {
  const type = request.headers.get('content-type') ?? 'application/octet-stream';
  const essence = type.split(';')[0]!.trim().toLowerCase();
  const { mostBytes, pace, slot } = receiving;
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > mostBytes + MULTIPART_EXTRA) throw tooLarge(mostBytes);
  if (request.body === null) throw new Problem('bad-body', 'the body is empty: send SGF or an archive');
  const body = paced(request.body, pace, mostBytes + MULTIPART_EXTRA, slot);
  const keeper = new Keeper(receiving);
  try {
    if (essence === 'multipart/form-data') await receiveParts(body, type, keeper);
    else if (ALSO_READ.has(essence)) await keeper.keep(receiving.name, recordOf(body), 'games');
    else
      throw new Problem(
        'wrong-media-type',
        `${essence || 'an empty Content-Type'} is not read; send ${BODY_TYPES.join(', ')} or multipart/form-data`,
      );
    if (keeper.uploads.length === 0) throw new Problem('bad-body', 'no file was sent');
  } catch (error) {
    await keeper.discard();
    throw error;
  }
  return keeper;
}

/** Allowance for the headers of parts, in bytes. */
const MULTIPART_EXTRA = 1024 * 1024;

async function receiveParts(body: AsyncIterable<Uint8Array>, type: string, keeper: Keeper): Promise<void> {
  const boundary = boundaryOf(type);
  if (boundary === undefined) throw new Problem('bad-body', 'multipart/form-data without a boundary');
  for await (const part of partsOf(body, boundary)) {
    keeper.count();
    const { field, filename, blocks } = part;
    if (keeper.isOption(field)) await keeper.keepOption(field, blocks);
    else if (filename !== undefined)
      await keeper.keep(filename, blocks, field === 'table' && keeper.takesTables ? 'table' : 'games');
  }
}

function tooLarge(mostBytes: number): Problem {
  return new Problem('body-limit', `more than ${String(mostBytes)} bytes`);
}

/** Collects files, small ones in memory, others on disk. */
class Keeper implements Received {
  readonly uploads: Upload[] = [];
  private readonly distinct = createDistinctNames();
  readonly folder: BodyFolder;
  query: Query;
  private total = 0;
  private inMemory = 0;
  private parts = 0;
  private readonly receiving: Receiving;

  constructor(receiving: Receiving) {
    this.receiving = receiving;
    this.folder = receiving.bodies(receiving.tenant);
    this.query = receiving.query;
  }

  get takesTables(): boolean {
    return this.receiving.takesTables;
  }

  /** Counts a part of a form. */
  count(): void {
    const { mostFiles } = this.receiving;
    if (++this.parts > mostFiles) throw new Problem('files-limit', `more than ${String(mostFiles)} files`);
  }

  isOption(field: string): boolean {
    return this.receiving.fields.includes(field);
  }

  /** Keeps a field as the option of that name. */
  async keepOption(name: string, blocks: AsyncIterable<Uint8Array>): Promise<void> {
    if (Object.hasOwn(this.query, name)) throw new Problem('bad-option', `${name} may be given only once`);
    const held: Uint8Array[] = [];
    let size = 0;
    for await (const block of blocks) {
      size += block.length;
      if (size > MAX_OPTION_BYTES)
        throw new Problem('body-limit', `${name}: more than ${String(MAX_OPTION_BYTES)} bytes`);
      held.push(block);
    }
    this.query = { ...this.query, [name]: Buffer.concat(held).toString('utf8') };
  }

  async keep(name: string, blocks: AsyncIterable<Uint8Array>, holds: 'games' | 'table'): Promise<void> {
    const { mostBytes, memoryBytes } = this.receiving;
    const held: Uint8Array[] = [];
    let size = 0;
    let file: BodyFile | undefined;
    try {
      if (memoryBytes === 0) file = await this.folder.open();
      for await (const block of blocks) {
        size += block.length;
        this.total += block.length;
        if (this.total > mostBytes) throw tooLarge(mostBytes);
        if (!file && !this.holds(block.length)) {
          file = await this.folder.open();
          for (const one of held.splice(0)) {
            await file.write(one);
            this.forget(one.length);
          }
        }
        if (file) await file.write(block);
        else held.push(block);
      }
    } finally {
      await file?.close();
    }
    this.uploads.push({
      name: this.distinct(shownName(name)),
      size,
      at: file ? { path: file.path } : { bytes: Buffer.concat(held) },
      ...(holds === 'table' && { isTable: true }),
    });
  }

  readonly discard = async (): Promise<void> => {
    this.forget(this.inMemory);
    await this.folder.remove();
  };

  /** Reserves memory for a block; `false` if there is too little. */
  private holds(bytes: number): boolean {
    const { memoryBytes, memory } = this.receiving;
    if (this.inMemory + bytes > memoryBytes || !memory.take(bytes)) return false;
    this.inMemory += bytes;
    return true;
  }

  private forget(bytes: number): void {
    this.receiving.memory.give(bytes);
    this.inMemory -= bytes;
  }
}

/** A name without characters that would break a line of a report. */
function shownName(name: string): string {
  // eslint-disable-next-line no-control-regex -- these very characters are meant
  const clean = name.replace(/[\u0000-\u001f\u007f]/g, ' ').slice(0, LONGEST_NAME);
  return clean.trim() === '' ? 'upload' : clean;
}

/** A part of a multipart body as it arrives; `blocks` must be read to the end before the next part. */
interface FilePart {
  /** Name of the form field. */
  readonly field: string;
  /** `undefined`: a text field. */
  readonly filename: string | undefined;
  readonly blocks: AsyncIterable<Buffer>;
}

const MAX_HEADER_BYTES = 16 * 1024;

/** The boundary of a multipart content type; `undefined` where there is none. */
export function boundaryOf(contentType: string): string | undefined {
  const match = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType);
  return match?.[1] ?? match?.[2];
}

/** The parts of a multipart/form-data body (RFC 7578), streamed: no part is held in memory. Throws Problem. */
export async function* partsOf(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<FilePart> {
  // The first delimiter has no line break before it: the source adds one.
  const source = new Source(body, Buffer.from(`\r\n--${boundary}`));
  await drain(source.untilDelimiter());
  for (;;) {
    const end = await source.take(2);
    if (end.toString('latin1') === '--') return;
    if (end.toString('latin1') !== '\r\n') throw damaged();
    const headers = await source.headers();
    const blocks = source.untilDelimiter();
    yield { ...nameOf(headers), blocks };
    await drain(blocks);
  }
}

/** Reads and discards the rest. */
async function drain(blocks: AsyncGenerator<Buffer>): Promise<void> {
  while ((await blocks.next()).done !== true);
}

function damaged(): Problem {
  return new Problem('bad-body', 'the multipart body is damaged or cut short');
}

function nameOf(headers: string): Pick<FilePart, 'field' | 'filename'> {
  const line = /^content-disposition:(.*)$/im.exec(headers)?.[1] ?? '';
  const extended = /;\s*filename\*=utf-8''([^;\s]+)/i.exec(line)?.[1];
  const filename = extended === undefined ? parameter(line, 'filename') : decoded(extended);
  return { field: parameter(line, 'name') ?? '', filename };
}

function parameter(line: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, 'i').exec(line);
  const text = match?.[1] ?? match?.[2];
  // Browsers write quotes and line breaks in names as %22, %0A and %0D.
  return text?.replace(/%(22|0A|0D)/g, (whole) => decoded(whole)).replace(/\\(["\\])/g, '$1');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A body that is searched for delimiters. */
class Source {
  private held = Buffer.from('\r\n');
  private readonly iterator: AsyncIterator<Uint8Array>;
  private readonly delimiter: Buffer;

  constructor(body: AsyncIterable<Uint8Array>, delimiter: Buffer) {
    this.iterator = body[Symbol.asyncIterator]();
    this.delimiter = delimiter;
  }

  private async more(): Promise<void> {
    const next = await this.iterator.next();
    if (next.done === true) throw damaged();
    this.held = Buffer.concat([this.held, next.value]);
  }

  async take(length: number): Promise<Buffer> {
    while (this.held.length < length) await this.more();
    const taken = this.held.subarray(0, length);
    this.held = this.held.subarray(length);
    return taken;
  }

  /** Header lines with their line breaks; also consumes the empty line after them. */
  async headers(): Promise<string> {
    for (;;) {
      const at = this.held.indexOf('\r\n\r\n');
      if (this.held.subarray(0, 2).toString('latin1') === '\r\n') {
        await this.take(2);
        return '';
      }
      if (at >= 0) return (await this.take(at + 4)).toString('utf8');
      if (this.held.length > MAX_HEADER_BYTES) throw damaged();
      await this.more();
    }
  }

  /** Everything before the next delimiter; also consumes the delimiter. */
  async *untilDelimiter(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.held.indexOf(this.delimiter);
      if (at >= 0) {
        const last = await this.take(at);
        await this.take(this.delimiter.length);
        if (last.length > 0) yield last;
        return;
      }
      // The held bytes may end with the start of a delimiter.
      const safe = this.held.length - this.delimiter.length;
      if (safe > 0) yield await this.take(safe);
      await this.more();
    }
  }
}
