import { reasonOf } from '../../core/outcome.js';
import { finding, type Finding } from '../../core/findings/finding.js';
import { isBucketAddress, StoreError } from '../store/store.js';

/**
 * A path as bytes, one character per byte (latin1): names on disk need not be UTF-8, and in this form
 * the order of strings is the order of bytes. Or the address of a file elsewhere, in the same form.
 */
export type BytePath = string;

/** A plain file that a worker reads itself. */
export interface FileItem {
  readonly kind: 'file';
  readonly path: BytePath;
  readonly size: number;
  /** Of a file elsewhere. */
  readonly tag?: string | undefined;
}

/** An entry of a zip on disk that a worker reads and inflates itself. */
export interface ZipEntryItem {
  readonly kind: 'zip-entry';
  readonly name: string;
  readonly archive: BytePath;
  readonly entry: ZipEntry;
  readonly size: number;
  /** Of an archive elsewhere. */
  readonly tag?: string | undefined;
}

/** Position, sizes and checksum of an entry, by the archive's directory. */
export interface ZipEntry {
  /** Byte offset of the local header. */
  readonly at: number;
  readonly nameLength: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly crc: number;
  /** 0 stored, 8 deflated. */
  readonly method: number;
}

/** Bytes in memory: a small entry of a stream. */
export interface BytesItem {
  readonly kind: 'bytes';
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly size: number;
}

/** Some whole games of a large file. Later parts need the charset that the first one found. */
export interface PartItem {
  readonly kind: 'part';
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly size: number;
  /** Offset of its first byte in the file. */
  readonly at: number;
  readonly firstGame: number;
  /** As in `Chunk`. */
  readonly games?: number | undefined;
  readonly firstLine: number;
  readonly firstColumn: number;
  readonly part: number;
}

/** A finding about an input, made before any game was read. */
export interface TroubleItem {
  readonly kind: 'trouble';
  readonly name: string;
  readonly finding: Finding;
  readonly size: 0;
}

/** A file that yields items when it is read: a large file, an archive, or some entries of a zip. Plain data. */
export interface StreamItem {
  readonly kind: 'stream';
  readonly path: BytePath;
  readonly size: number;
  /** Whether the user named it; then its first bytes decide its kind if its name does not. */
  readonly named: 'yes' | 'no';
  /** Of a file elsewhere. */
  readonly tag?: string | undefined;
  readonly entries?: EntryRange | undefined;
}

/** Entries of a zip in the order of its directory, counted from 1; only game records and archives count. */
export interface EntryRange {
  readonly first: number;
  readonly last: number;
}

export type Item = FileItem | ZipEntryItem | BytesItem | PartItem | TroubleItem;

/** An item, or several: a step of an asynchronous generator for each of many small files would cost more than finding it. */
export type Items = Item | readonly Item[];

export function rowOf(items: Items): readonly Item[] {
  return 'kind' in items ? [items] : items;
}

/** Most items in one row. */
export const MAX_IN_A_ROW = 128;

export async function* oneByOne(rows: AsyncIterable<Items>): AsyncGenerator<Item> {
  for await (const items of rows) yield* rowOf(items);
}

/** The name that reports show. */
export function displayName(path: BytePath): string {
  const name = addressOf(path);
  return isAddress(name) ? shownAddress(name) : name;
}

/** The address that a path is, as the user gave it. */
export function addressOf(path: BytePath): string {
  return isAscii(path) ? path : Buffer.from(path, 'latin1').toString('utf8');
}

/** The name of an item's file in reports. */
export function nameOf(item: Item): string {
  return item.kind === 'file' ? displayName(item.path) : item.name;
}

/** The path for file system calls; a string where it is ASCII. */
export function onDisk(path: BytePath): string | Buffer {
  return isAscii(path) ? path : Buffer.from(path, 'latin1');
}

export function bytePath(path: string): BytePath {
  return isAscii(path) ? path : Buffer.from(path, 'utf8').toString('latin1');
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/** Makes a trouble item. */
export function trouble(name: string, found: Finding): TroubleItem {
  return { kind: 'trouble', name, finding: found, size: 0 };
}

/** A file was written to while being read. */
export class ChangedError extends Error {}

/** The finding for an error that ended the reading of a file. */
export function findingOf(error: unknown, otherwise: 'file/unreadable' | 'archive/damaged'): Finding {
  if (error instanceof ChangedError) return finding('file/changed', { what: error.message });
  const isElsewhere = error instanceof StoreError || (error instanceof Error && 'syscall' in error);
  return finding(isElsewhere ? 'file/unreadable' : otherwise, { reason: reasonOf(error) });
}

const ADDRESS = /^(?:s3|https?):\/\//;

/** Whether a name is the address of a file elsewhere, rather than a path. */
export function isAddress(name: string): boolean {
  return ADDRESS.test(name);
}

/** The address as reports show it: without password, query and fragment, any of which may be a secret. */
export function shownAddress(address: string): string {
  if (isBucketAddress(address)) return address;
  return address.replace(/[?#].*$/s, '').replace(/^(https?:\/\/)[^/]*@/, '$1');
}
