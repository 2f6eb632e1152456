import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Limits } from '../../core/limits.js';
import type { CharsetEvidence } from '../../sgf/raw.js';
import { scanFile } from '../../sgf/scan/scan-file.js';
import { type Depth, itemsOfBytes } from './archives.js';
import { kindOf, kindOfBytes } from './file-names.js';
import { bytePath, type BytesItem, type Item, type Items, nameOf, oneByOne } from './item.js';
import { reasonOf } from '../../core/outcome.js';
import { blocksOfFile, createReader } from './item-reader.js';
import { LARGE_BYTES } from './blocks.js';
import { ZLIB } from './unpack.js';
import { itemsOfFile } from './file-items.js';

/** A file with a name for reports, unique among the uploads, that is not its path. */
export interface Upload {
  readonly name: string;
  readonly size: number;
  /** Where its bytes are. */
  readonly at: { readonly bytes: Uint8Array } | { readonly path: string };
  /** A results table, not games. */
  readonly isTable?: boolean | undefined;
}

/** The results tables among uploads. Throws where one cannot be read. */
export function tablesAmong(source: UploadSource): { name: string; bytes: Uint8Array }[] {
  return uploadsOf(source)
    .filter(({ isTable }) => isTable)
    .map(({ name, at }) => ({ name, bytes: 'bytes' in at ? at.bytes : readFileSync(at.path) }));
}

/** Uploads, or a folder that holds them and a list of them. */
export type UploadSource = { readonly uploads: readonly Upload[] } | { readonly folder: string };

/** What a list of uploads says of one. */
export type ListedUpload = Omit<Upload, 'at'>;

/** The list in a folder of uploads: JSON with `files`; the index of a file is its name in the folder. */
export const UPLOAD_LIST = 'job.json';

/** Throws where the list cannot be read. */
function uploadsOf(source: UploadSource): readonly Upload[] {
  if ('uploads' in source) return source.uploads;
  const { folder } = source;
  const { files } = JSON.parse(readFileSync(join(folder, UPLOAD_LIST), 'utf8')) as {
    readonly files: readonly ListedUpload[];
  };
  return files.map((file, i) => ({ ...file, at: { path: join(folder, String(i)) } }));
}

/** The items of uploads that are all small game records in memory; `undefined` for any others. */
export function plainItems(uploads: readonly Upload[]): readonly BytesItem[] | undefined {
  const items: BytesItem[] = [];
  for (const { name, size, at, isTable } of uploads) {
    if (isTable) continue;
    if (!('bytes' in at) || size > LARGE_BYTES) return undefined;
    const kind = kindOf(name);
    if (kind !== 'sgf' && (kind !== 'other' || kindOfBytes(at.bytes) !== 'sgf')) return undefined;
    items.push({ kind: 'bytes', name, bytes: at.bytes, size });
  }
  return items;
}

/** Every item of uploads, in their order; a file's name decides its kind, else its first bytes. */
function itemsOfUploads(uploads: readonly Upload[], limits: Limits): AsyncGenerator<Item> {
  return oneByOne(rowsOfUploads(uploads, limits));
}

async function* rowsOfUploads(uploads: readonly Upload[], limits: Limits): AsyncGenerator<Items> {
  const at: Depth = { limits, unpacker: ZLIB, depth: 1 };
  for (const { name, size, at: place, isTable } of uploads) {
    if (isTable) continue;
    const kind = kindOf(name);
    if ('bytes' in place) {
      const { bytes } = place;
      if (kind === 'sgf' && size <= LARGE_BYTES) yield { kind: 'bytes', name, bytes, size };
      else yield* itemsOfBytes(name, bytes, at);
      continue;
    }
    const path = bytePath(place.path);
    // A zip on disk is read in place, whatever its name.
    yield* itemsOfFile(path, name, kind === 'other' && startsAsZip(path) ? 'zip' : kind, at);
  }
}

const ZIP_MAGIC = 'PK\u0003\u0004';

function startsAsZip(path: string): boolean {
  const blocks = blocksOfFile(path);
  const first = blocks.next();
  blocks.return(undefined);
  return first.done !== true && first.value.subarray(0, 4).toString('latin1') === ZIP_MAGIC;
}

/** Items in one answer: few at first, so that work can start. */
const FIRST_ITEMS = 8;
const MAX_ITEMS = 128;
const MAX_BYTES = 512 * 1024;

/** An order to a thread that reads uploads. */
export type ReadingOrder =
  | { readonly order: 'items'; readonly source: UploadSource; readonly limits: Limits }
  | { readonly order: 'more' }
  | {
      readonly order: 'game';
      readonly source: UploadSource;
      readonly limits: Limits;
      readonly wanted: WantedGame;
    };

/** The game to find. */
export interface WantedGame {
  readonly file: string;
  readonly game: number;
  /** From 1, among games with this file name and number: an archive may have a name twice. */
  readonly copy: number;
}

/** A game's own bytes, cut out of the uploads, and the label of the charset of its file. */
export interface FoundGame {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly charset: string;
}

export type ReadingAnswer =
  | { readonly answer: 'items'; readonly items: readonly Item[]; readonly isLast: boolean }
  | { readonly answer: 'game'; readonly found: FoundGame | undefined }
  | { readonly answer: 'failed'; readonly reason: string };

/** An answer with the buffers to transfer. */
interface OwnedAnswer {
  readonly answer: ReadingAnswer;
  readonly transfer: readonly ArrayBuffer[];
}

/** Makes the function that answers orders, one after another. `more` continues the last order for items. */
export function createReadingOrders(): (order: ReadingOrder) => Promise<OwnedAnswer> {
  let rows: AsyncGenerator<readonly Item[], readonly Item[]> | undefined;

  async function nextItems(): Promise<OwnedAnswer> {
    const { value, done } = await rows!.next();
    // Only buffers of our own may be transferred.
    const items = value.map((item) =>
      'bytes' in item ? { ...item, bytes: Uint8Array.from(item.bytes) } : item,
    );
    const transfer = items.flatMap((item) => ('bytes' in item ? [item.bytes.buffer] : []));
    return { answer: { answer: 'items', items, isLast: done === true }, transfer };
  }

  return async (order) => {
    try {
      if (order.order === 'game') {
        const found = await findGame(itemsOfUploads(uploadsOf(order.source), order.limits), order);
        return { answer: { answer: 'game', found }, transfer: found ? [found.bytes.buffer] : [] };
      }
      if (order.order === 'items') {
        rows = rowsOf(itemsOfUploads(uploadsOf(order.source), order.limits));
      }
      return await nextItems();
    } catch (error) {
      return { answer: { answer: 'failed', reason: reasonOf(error) }, transfer: [] };
    }
  };
}

/** Items, some at a time; the last ones are returned. */
async function* rowsOf(items: AsyncGenerator<Item>): AsyncGenerator<Item[], Item[]> {
  let row: Item[] = [];
  let size = 0;
  let most = FIRST_ITEMS;
  for await (const item of items) {
    row.push(item);
    size += item.size;
    if (row.length < most && size < MAX_BYTES) continue;
    yield row;
    row = [];
    size = 0;
    most = Math.min(most * 2, MAX_ITEMS);
  }
  return row;
}

/** A game of uploads, as `compare` takes it. */
export interface UploadedGame extends Omit<WantedGame, 'copy'> {
  readonly bytes: Uint8Array;
  readonly charset: CharsetEvidence;
}

/** The first game of each of the first two files, or the first two games of the only one. */
export async function firstTwoGames(source: UploadSource, limits: Limits): Promise<readonly UploadedGame[]> {
  const reader = createReader();
  const files: UploadedGame[][] = [];
  for await (const item of itemsOfUploads(uploadsOf(source), limits)) {
    const bytes = item.kind === 'trouble' ? undefined : reader.read(item);
    if (!(bytes instanceof Uint8Array)) continue;
    const { games, charset } = scanFile(bytes, { limits });
    const cut = games.slice(0, 2).map(({ game, start, end }) => ({
      ...{ file: nameOf(item), game, charset, bytes: bytes.slice(start, end) },
    }));
    if (cut.length > 0 && files.push(cut) === 2) break;
  }
  reader.close();
  return files.length === 1 ? files[0]! : files.map(([first]) => first!);
}

async function findGame(
  items: AsyncGenerator<Item>,
  { wanted, limits }: Extract<ReadingOrder, { order: 'game' }>,
): Promise<FoundGame | undefined> {
  const reader = createReader();
  let before = 0;
  let copiesLeft = wanted.copy;
  try {
    for await (const item of items) {
      if (nameOf(item) !== wanted.file || item.kind === 'trouble') continue;
      const bytes = reader.read(item);
      if (!(bytes instanceof Uint8Array)) continue;
      if (item.kind !== 'part' || item.part === 0) before = 0;
      const scanned = scanFile(bytes, { firstGame: before + 1, limits });
      const found = scanned.games.find(({ game }) => game === wanted.game);
      if (found && --copiesLeft === 0) {
        return {
          bytes: Uint8Array.from(bytes.subarray(found.start, found.end)),
          charset: scanned.charset.used,
        };
      }
      before += scanned.games.length;
    }
    return undefined;
  } finally {
    reader.close();
  }
}
