import { itemsOfKind, itemsOfUnknown, itemsOfZip, type Depth } from '../batch/archives.js';
import { createDistinctNames } from '../batch/distinct-names.js';
import { blocksOfFile } from '../batch/file-blocks.js';
import { kindOf } from '../batch/file-kinds.js';
import { bytePath, type Item } from '../batch/items.js';
import { LARGE_BYTES } from '../batch/parts.js';
import type { Limits } from '../core/limits.js';
import type { Bodies, BodyFile } from './bodies.js';
import { boundaryOf, partsOf } from './multipart.js';
import { Problem } from './problem.js';

/** A file that was sent. Its name is a label of reports, which no other file of the request has, and never a path of the server. */
export interface Upload {
  readonly name: string;
  readonly size: number;
  /** Where its bytes are: here, or in a file of the server's own naming. */
  readonly at: { readonly bytes: Buffer } | { readonly path: string };
}

/** How a body is received. */
export interface Receiving {
  /** Most bytes of all files together, and the most that one of them may take in memory; 0: all go to disk. */
  readonly mostBytes: number;
  readonly memoryBytes: number;
  /** Where what is too large for memory goes. */
  readonly bodies: Bodies;
  /** Name of a body that is a file itself. */
  readonly name: string;
}

const LONGEST_NAME = 1000;

/** The types of bodies that are files themselves. */
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
]);

/** Receives the files of a request: one as the body, or several by multipart/form-data. Throws Problem. */
export async function receive(request: Request, receiving: Receiving): Promise<Upload[]> {
  const type = request.headers.get('content-type') ?? 'application/octet-stream';
  const essence = type.split(';')[0]!.trim().toLowerCase();
  const { mostBytes } = receiving;
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > mostBytes + MULTIPART_EXTRA) throw tooLarge(mostBytes);
  if (request.body === null) throw new Problem('bad-body', 'the body is empty: send SGF or an archive');
  const body = request.body as unknown as AsyncIterable<Uint8Array>;
  const keeper = new Keeper(receiving);
  try {
    if (essence === 'multipart/form-data') await receiveParts(body, type, keeper);
    else if (ALSO_READ.has(essence)) await keeper.keep(receiving.name, body);
    else
      throw new Problem(
        'wrong-media-type',
        `${essence} is not read; send ${BODY_TYPES.join(', ')} or multipart/form-data`,
      );
  } catch (error) {
    await discard(keeper.uploads, receiving.bodies);
    throw error;
  }
  if (keeper.uploads.length === 0) throw new Problem('bad-body', 'no file was sent');
  return keeper.uploads;
}

/** Room for the headers of parts. */
const MULTIPART_EXTRA = 1024 * 1024;

async function receiveParts(body: AsyncIterable<Uint8Array>, type: string, keeper: Keeper): Promise<void> {
  const boundary = boundaryOf(type);
  if (boundary === undefined) throw new Problem('bad-body', 'multipart/form-data without a boundary');
  for await (const part of partsOf(body, boundary)) {
    if (part.filename !== undefined) await keeper.keep(part.filename, part.blocks);
  }
}

/** Removes the files of uploads. */
export async function discard(uploads: readonly Upload[], bodies: Bodies): Promise<void> {
  for (const { at } of uploads) if ('path' in at) await bodies.remove(at.path);
}

function tooLarge(mostBytes: number): Problem {
  return new Problem('body-limit', `more than ${String(mostBytes)} bytes`);
}

/** Keeps files in memory while they are small. */
class Keeper {
  readonly uploads: Upload[] = [];
  private readonly distinct = createDistinctNames();
  private total = 0;
  private readonly receiving: Receiving;

  constructor(receiving: Receiving) {
    this.receiving = receiving;
  }

  async keep(name: string, blocks: AsyncIterable<Uint8Array>): Promise<void> {
    const { mostBytes, memoryBytes, bodies } = this.receiving;
    const held: Uint8Array[] = [];
    let size = 0;
    let file: BodyFile | undefined;
    try {
      if (memoryBytes === 0) file = await bodies.open();
      for await (const block of blocks) {
        size += block.length;
        this.total += block.length;
        if (this.total > mostBytes) throw tooLarge(mostBytes);
        if (!file && size > memoryBytes) {
          file = await bodies.open();
          for (const one of held.splice(0)) await file.write(one);
        }
        if (file) await file.write(block);
        else held.push(block);
      }
    } catch (error) {
      if (file) await bodies.remove(file.path);
      throw error;
    } finally {
      await file?.close();
    }
    this.uploads.push({
      name: this.distinct(shownName(name)),
      size,
      at: file ? { path: file.path } : { bytes: Buffer.concat(held) },
    });
  }
}

/** A name without the characters that would break a line of a report. */
function shownName(name: string): string {
  // eslint-disable-next-line no-control-regex -- these very characters are meant
  const clean = name.replace(/[\u0000-\u001f\u007f]/g, ' ').slice(0, LONGEST_NAME);
  return clean.trim() === '' ? 'upload' : clean;
}

/** Every item of uploads, in their order; names tell what they are, else their first bytes. */
export async function* itemsOfUploads(uploads: readonly Upload[], limits: Limits): AsyncGenerator<Item> {
  const at: Depth = { limits, depth: 1 };
  for (const { name, size, at: place } of uploads) {
    const kind = kindOf(name);
    if ('path' in place) {
      const path = bytePath(place.path);
      if (kind === 'zip') yield* itemsOfZip(path, name, at);
      else if (kind === 'other') yield* itemsOfUnknownFile(name, place.path, at);
      else yield* itemsOfKind(kind, name, blocksOfFile(path), at);
    } else if (kind === 'sgf' && size <= LARGE_BYTES) yield { kind: 'bytes', name, bytes: place.bytes, size };
    else if (kind === 'other') yield* itemsOfUnknown(name, [place.bytes], at);
    else yield* itemsOfKind(kind, name, [place.bytes], at);
  }
}

const ZIP_MAGIC = 'PK\u0003\u0004';

/** A zip on disk is read there, whatever its name. */
async function* itemsOfUnknownFile(name: string, path: string, at: Depth): AsyncGenerator<Item> {
  const blocks = blocksOfFile(bytePath(path));
  const first = blocks.next();
  const head = first.done === true ? Buffer.alloc(0) : first.value;
  blocks.return(undefined);
  if (head.subarray(0, 4).toString('latin1') === ZIP_MAGIC) yield* itemsOfZip(bytePath(path), name, at);
  else yield* itemsOfUnknown(name, blocksOfFile(bytePath(path)), at);
}
