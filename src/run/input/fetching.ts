import { fileURLToPath } from 'node:url';
import { failure, type Outcome, success } from '../../core/outcome.js';
import { finding } from '../../core/findings/finding.js';
import type { RangedContent, RemoteFile } from '../store/remote-file.js';
import { isBucketAddress, StoreError } from '../store/store.js';
import { baseName, isWanted } from './file-names.js';
import { WHILE_READ } from './item-reader.js';
import {
  addressOf,
  type BytesItem,
  ChangedError,
  displayName,
  type FileItem,
  findingOf,
  isAddress,
  type Item,
  type Items,
  trouble,
  type TroubleItem,
  type ZipEntryItem,
  rowOf,
} from './item.js';
import { readEntry } from './unpack.js';
import { type ArchiveBytes, NotLoaded, whenLoaded } from './zip.js';

/** The file at an address. Throws StoreError. */
export async function openAddress(address: string, headBytes?: number): Promise<RemoteFile> {
  if (!isBucketAddress(address) && !URL.canParse(address)) throw new StoreError('it is not an address');
  const { openRemoteFile } = await import('../store/remote-file.js');
  const file = await openRemoteFile(address, headBytes);
  if (!file) throw new StoreError('no such file');
  return file;
}

/** A file that was found below an address. */
export interface FoundObject {
  readonly address: string;
  readonly size: number;
  readonly tag: string;
}

/** SGF files and archives, by name, below `s3://bucket/prefix/`, in the order of the listing: byte order. Throws StoreError. */
export async function* objectsBelow(address: string): AsyncGenerator<FoundObject> {
  const { remoteFilesIn } = await import('../store/remote-file.js');
  for await (const { key, size, tag } of remoteFilesIn(address))
    if (isWanted(baseName(key))) yield { address: key, size, tag };
}

/** Large files are read this many bytes at a time. */
const BLOCK_BYTES = 8 * 1024 * 1024;

/** The blocks of the file at an address. Throws StoreError, and ChangedError if it was written to meanwhile. */
export async function* blocksOfAddress(address: string): AsyncGenerator<Uint8Array> {
  const { content, tag } = await openAddress(address);
  if (content.kind === 'stream') yield* content.blocks;
  else if (content.head.length >= content.size) yield content.head;
  else yield* blocksBetween(content, tag, 0, content.size);
}

/** The bytes from `start` to `end` in blocks; each is requested while the one before it is used. */
export async function* blocksBetween(
  { read }: RangedContent,
  tag: string,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  const blockAt = async (at: number): Promise<Uint8Array> => {
    const length = Math.min(BLOCK_BYTES, end - at);
    const got = await read(at, length);
    if (got.tag !== tag || got.bytes.length < length) throw new ChangedError(WHILE_READ);
    return got.bytes;
  };
  let next = start < end ? blockAt(start) : undefined;
  next?.catch(() => undefined); // thrown where it is awaited
  for (let at = start; next !== undefined;) {
    const block: Uint8Array = await next;
    at += block.length;
    next = at < end ? blockAt(at) : undefined;
    next?.catch(() => undefined);
    yield block;
  }
}

const LOADED_BYTES = 1024 * 1024;
/** Blocks of a directory, which is read in order, and of local headers here and there. */
const MAX_LOADED = 8;

/** An archive that is read by ranges, on demand. Loading throws StoreError and ChangedError. */
export function bytesOfRemote({ size, read }: RangedContent, tag: string): Required<ArchiveBytes> {
  let loaded: { readonly start: number; readonly bytes: Buffer }[] = [];
  return {
    size,
    read(position, length) {
      const end = Math.min(position + length, size);
      if (position >= end) return Buffer.alloc(0);
      const block = loaded.find(({ start, bytes }) => start <= position && end <= start + bytes.length);
      if (!block) throw new NotLoaded(position, end - position);
      return block.bytes.subarray(position - block.start, end - block.start);
    },
    async load(position, length) {
      const asked = Math.min(Math.max(length, LOADED_BYTES), size - position);
      const got = await read(position, asked);
      if (got.tag !== tag || got.bytes.length < asked) throw new ChangedError(WHILE_READ);
      loaded = [{ start: position, bytes: got.bytes }, ...loaded.slice(0, MAX_LOADED - 1)];
    },
  };
}

/** Requests in progress at a time. */
const AT_ONCE = 16;
/** Adjacent entries of a zip are requested together, up to this many bytes. */
const SPAN_BYTES = 4 * 1024 * 1024;
/** Up to this many unneeded bytes between two entries are read to save a request. */
const GAP_BYTES = 64 * 1024;
/** Local header with an extra field of the usual length. */
const HEADER_BYTES = 256;

/** Items of the same kind that one request brings. */
type Order = FileItem | readonly ZipEntryItem[];

/**
 * The items in their order, those elsewhere with their bytes: small files and entries of zips are requested ahead of time. What
 * cannot be read, or has another tag than when it was listed, becomes a finding. `what`: says when it changed.
 */
export async function* fetched(rows: AsyncIterable<Items>, what = WHILE_READ): AsyncGenerator<Items> {
  const queue: Promise<readonly Item[]>[] = [];
  const fetcher = new Fetcher(what);
  let span: ZipEntryItem[] = [];
  const closeSpan = (): void => {
    if (span.length > 0) queue.push(fetcher.fetch(span));
    span = [];
  };
  for await (const items of rows) {
    for (const item of rowOf(items)) {
      if (item.kind === 'zip-entry' && isElsewhere(item)) {
        if (!continues(span, item)) closeSpan();
        span.push(item);
      } else {
        closeSpan();
        queue.push(item.kind === 'file' && isElsewhere(item) ? fetcher.fetch(item) : Promise.resolve([item]));
      }
      while (queue.length >= AT_ONCE) yield await queue.shift()!;
    }
  }
  closeSpan();
  while (queue.length > 0) yield await queue.shift()!;
}

function isElsewhere(item: Item): boolean {
  return (
    (item.kind === 'file' && isAddress(item.path)) || (item.kind === 'zip-entry' && isAddress(item.archive))
  );
}

/** Whether one request can bring an entry with those before it. */
function continues(span: readonly ZipEntryItem[], { archive, entry }: ZipEntryItem): boolean {
  const [first] = span;
  const last = span.at(-1);
  if (!first || !last || archive !== first.archive) return false;
  const gap = entry.at - endOf(last);
  return gap > -HEADER_BYTES && gap <= GAP_BYTES && endOf({ entry }) - first.entry.at <= SPAN_BYTES;
}

function endOf({ entry }: Pick<ZipEntryItem, 'entry'>): number {
  return entry.at + HEADER_BYTES + entry.nameLength + entry.packed;
}

class Fetcher {
  private readonly what: string;
  /** The archive of the last entries. */
  private archive: { readonly path: string; readonly file: Promise<RemoteFile> } | undefined;
  /** Archives that were reported as changed. */
  private readonly reported = new Set<string>();

  constructor(what: string) {
    this.what = what;
  }

  /** The items with their bytes, or findings. Never throws. */
  fetch(order: Order): Promise<readonly Item[]> {
    return 'kind' in order ? this.file(order) : this.entries(order);
  }

  private async file({ path, size, tag }: FileItem): Promise<readonly Item[]> {
    const name = displayName(path);
    // Servers differ in how they answer a request for an empty range.
    if (size === 0) return [{ kind: 'bytes', name, bytes: new Uint8Array(0), size }];
    try {
      const file = await openAddress(addressOf(path), size);
      const bytes = await allOf(file);
      const item: BytesItem = { kind: 'bytes', name, bytes, size: bytes.length };
      return [...this.changes(name, tag, file), item];
    } catch (error) {
      return [trouble(name, findingOf(error, 'file/unreadable'))];
    }
  }

  private async entries(items: readonly ZipEntryItem[]): Promise<readonly Item[]> {
    const [{ archive: path, entry, tag }] = items as [ZipEntryItem];
    if (this.archive?.path !== path) this.archive = { path, file: openAddress(addressOf(path)) };
    try {
      const file = await this.archive.file;
      const bytes = bytesOfRemote(rangesOf(file), file.tag);
      await bytes.load(entry.at, endOf(items.at(-1)!) - entry.at);
      const changes = this.changes(displayName(path), tag, file);
      const read: Item[] = [];
      for (const item of items) {
        const contents = await whenLoaded(bytes, () => readEntry(bytes, item.entry));
        if (contents.ok) {
          const { name, size } = item;
          read.push({ kind: 'bytes', name, bytes: new Uint8Array(contents.value), size });
        } else read.push(notRead(item, contents.error));
      }
      return [...changes, ...read];
    } catch (error) {
      return items.map(({ name }) => trouble(name, findingOf(error, 'file/unreadable')));
    }
  }

  /** The finding about a file whose tag has changed, once. */
  private changes(name: string, tag: string | undefined, file: RemoteFile): readonly TroubleItem[] {
    if (tag === undefined || tag === '' || file.tag === '' || tag === file.tag || this.reported.has(name))
      return [];
    this.reported.add(name);
    return [trouble(name, finding('file/changed', { what: this.what }))];
  }
}

function notRead({ name }: ZipEntryItem, reason: string): TroubleItem {
  const entry = name.slice(name.lastIndexOf('!/') + 2);
  return trouble(name, finding('archive/entry-skipped', { entry, reason }, {}, 'error'));
}

function rangesOf({ content }: RemoteFile): RangedContent {
  if (content.kind === 'ranges') return content;
  content.close();
  throw new StoreError('the server no longer serves byte ranges of it');
}

async function allOf({ content }: RemoteFile): Promise<Uint8Array> {
  if (content.kind === 'ranges') {
    const { head, size, read } = content;
    if (head.length >= size) return new Uint8Array(head);
    const rest = await read(head.length, size - head.length);
    return new Uint8Array(Buffer.concat([head, rest.bytes]));
  }
  const blocks: Uint8Array[] = [];
  for await (const block of content.blocks) blocks.push(block);
  return new Uint8Array(Buffer.concat(blocks));
}

/** The path of a `file:` address, any other name unchanged; or why the address means no path. */
export function withoutFileScheme(name: string): Outcome<string, string> {
  if (!/^file:\/\//i.test(name)) return success(name);
  try {
    return success(fileURLToPath(name));
  } catch {
    return failure(`${name} is not an address of a file on this machine, such as file:///games/a.sgf`);
  }
}
