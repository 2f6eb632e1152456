/** The inputs of one chunk, as the plan stores them, and the items that a worker makes from them. */
import { type Stats, statSync, closeSync, openSync, readSync } from 'node:fs';
import { finding } from '../../core/findings/finding.js';
import { UserError } from '../../core/outcome.js';
import {
  addressOf,
  type BytePath,
  displayName,
  isAddress,
  type Item,
  type Items,
  onDisk,
  type StreamItem,
  trouble,
  type TroubleItem,
  type ZipEntryItem,
  findingOf,
  type PartItem,
} from '../input/item.js';
import { fetched, openAddress } from '../input/fetching.js';
import { kindOf } from '../input/file-names.js';
import { type Inputs, itemsOfStream } from '../input/inputs.js';
import { itemsOfLargeFile } from '../input/file-items.js';
import type { CharsetEvidence } from '../../sgf/raw.js';
import type { LargeFile } from '../tasks/large-file.js';
import { isUtf8 } from 'node:buffer';
import type { Limits } from '../../core/limits.js';
import { opened } from '../input/item-reader.js';
import { CHARSET, COUNT, FLAG, FOUND, listOf, shape, TEXT, tuple, word } from './result-record.js';
import { misfitOf, type Schema } from '../../core/json.js';
import { charsetOf } from '../../sgf/decode/charset.js';
import { scanFile } from '../../sgf/scan/scan-file.js';

/** A file as it was when the plan was made: with its modification time in milliseconds since 1970, or with its tag. */
type FileRow = readonly [path: BytePath, size: number, time: number | string];
type EntryRow = readonly [
  name: string,
  at: number,
  nameLength: number,
  packed: number,
  unpacked: number,
  crc: number,
  method: number,
];

/** Consecutive inputs that are stored alike. */
export type PlannedInputs =
  | { readonly files: FileRow[] }
  | { readonly zip: FileRow; readonly entries: EntryRow[] }
  | LargeRow
  | { readonly stream: StreamItem; readonly file: FileRow }
  | { readonly trouble: TroubleItem };

/** Parts of a large file. */
interface LargeRow {
  readonly large: FileRow;
  /** Number of the first of these parts in the file, from 0. */
  readonly first: number;
  readonly charset: CharsetEvidence;
  readonly parts: PartRow[];
  /** Whether its last part is among them. */
  ends: boolean;
}

/** What a plan lists: items, streams that must be read to know their items, and parts of large files. */
export type PlannedItem = Item | StreamItem | PlannedPart;

/** Whether a stream is a large file that is cut into parts. */
export function isLargeSgf({ path, entries }: StreamItem): boolean {
  return kindOf(path) === 'sgf' && !entries && !isAddress(path);
}

/** A plan cannot be made, read or followed; the message says why. */
export class PlanError extends UserError {}

/** Collects the inputs of one chunk. */
export class ChunkInputs {
  readonly inputs: PlannedInputs[] = [];
  size = 0;

  /** Returns the size of the item. */
  add(item: PlannedItem): number {
    const last = this.inputs.at(-1);
    if (item.kind === 'file') {
      const row = fileRow(item);
      if (last && 'files' in last) last.files.push(row);
      else this.inputs.push({ files: [row] });
    } else if (item.kind === 'zip-entry') this.addEntry(item, last);
    else if (item.kind === 'planned-part') this.addPart(item, last);
    else if (item.kind === 'stream') this.inputs.push({ stream: item, file: fileRow(item) });
    else if (item.kind === 'trouble') this.inputs.push({ trouble: item });
    else throw new PlanError(`${item.name} can be read only once, and not by another machine`);
    this.size += item.size;
    return item.size;
  }

  private addEntry({ name, archive, entry, tag }: ZipEntryItem, last: PlannedInputs | undefined): void {
    const { at, nameLength, packed, unpacked, crc, method } = entry;
    const inner = name.slice(displayName(archive).length + ENTRY.length);
    const row: EntryRow = [inner, at, nameLength, packed, unpacked, crc, method];
    if (last && 'zip' in last && last.zip[0] === archive) last.entries.push(row);
    else this.inputs.push({ zip: fileRow({ path: archive, size: 0, tag }), entries: [row] });
  }

  private addPart({ path, part, row, charset, isLast }: PlannedPart, last: PlannedInputs | undefined): void {
    if (last && 'large' in last && part > 0) {
      last.parts.push(row);
      last.ends = isLast;
    } else
      this.inputs.push({
        large: fileRow({ path, size: 0 }),
        first: part,
        charset,
        parts: [row],
        ends: isLast,
      });
  }
}

/** Between the name of an archive and that of its entry. */
const ENTRY = '!/';

function fileRow({ path, size, tag }: Pick<StreamItem, 'path' | 'size' | 'tag'>): FileRow {
  if (isAddress(path)) return [path, size, tag ?? ''];
  const stats = statSync(onDisk(path), { throwIfNoEntry: false });
  return [path, stats?.size ?? 0, timeIn(stats)];
}

/** When a file was written; 0 if it does not exist. */
function timeIn(stats: Stats | undefined): number {
  return Math.floor(stats?.mtimeMs ?? 0);
}

/** The large file that a chunk starts inside. */
export function fileBefore([first]: readonly PlannedInputs[]): LargeFile | undefined {
  if (!first || !('large' in first) || first.first === 0) return undefined;
  const { large, charset, parts } = first;
  const nextGame = parts[0]![2];
  return { start: { charset }, nextGame, outside: { file: displayName(large[0]), findings: [] } };
}

/** Whether a chunk ends in the middle of a large file. */
export function endsWithin(inputs: readonly PlannedInputs[]): boolean {
  const last = inputs.at(-1);
  return last !== undefined && 'large' in last && !last.ends;
}

/**
 * The items of a chunk. Files that changed since the plan was made get a finding before their games; for a large file, whose
 * games may have moved, the finding replaces them.
 */
export function itemsOfChunk(
  inputs: readonly PlannedInputs[],
  run: Pick<Inputs, 'limits' | 'onNothing'>,
): AsyncGenerator<Items> {
  const items = itemsOfInputs(inputs, run);
  return inputs.some(isElsewhere) ? fetched(items, AFTER_PLAN) : items;
}

const AFTER_PLAN = 'it was written to after the plan was made';

/** Whether inputs are, or may be, at addresses. */
function isElsewhere(planned: PlannedInputs): boolean {
  if ('files' in planned) return planned.files.some(([path]) => isAddress(path));
  if ('zip' in planned) return isAddress(planned.zip[0]);
  return 'stream' in planned && isAddress(planned.stream.path);
}

/** The items; files at addresses come without their bytes. */
async function* itemsOfInputs(
  inputs: readonly PlannedInputs[],
  { limits, onNothing }: Pick<Inputs, 'limits' | 'onNothing'>,
): AsyncGenerator<Items> {
  for (const planned of inputs) {
    if ('files' in planned) {
      const items: Item[] = [];
      for (const row of planned.files) {
        const { change, size } = changeOf(row);
        if (change) items.push(change);
        items.push({ kind: 'file', path: row[0], size, ...tagIn(row) });
      }
      yield items;
    } else if ('zip' in planned) {
      const [archive] = planned.zip;
      const { change } = changeOf(planned.zip);
      if (change) yield change;
      yield planned.entries.map(([name, at, nameLength, packed, unpacked, crc, method]) => ({
        kind: 'zip-entry',
        name: displayName(archive) + ENTRY + name,
        archive,
        entry: { at, nameLength, packed, unpacked, crc, method },
        size: unpacked,
        ...tagIn(planned.zip),
      }));
    } else if ('stream' in planned) {
      const { stream, file } = planned;
      const { change, size } = await changeOfStream(file);
      if (change) yield change;
      yield* itemsOfStream({ ...stream, size }, { limits, onNothing });
    } else if ('large' in planned) {
      const { large, first, parts } = planned;
      const { change } = changeOf(large, '; its games are left out: make the plan again');
      if (change) yield change;
      else yield* readParts(large[0], first, parts);
    } else yield planned.trouble;
  }
}

/** The tag of a file at an address. */
function tagIn([, , tag]: FileRow): { readonly tag?: string } {
  return typeof tag === 'string' ? { tag } : {};
}

/** As `changeOf`, for a file that may be at an address and is not read whole by the code that compares tags. */
async function changeOfStream(row: FileRow): Promise<ReturnType<typeof changeOf>> {
  const [path, size, tag] = row;
  if (typeof tag !== 'string') return changeOf(row);
  try {
    const file = await openAddress(addressOf(path));
    if (file.content.kind === 'stream') file.content.close();
    if (file.tag === tag) return { change: undefined, size };
    return { change: trouble(displayName(path), finding('file/changed', { what: AFTER_PLAN })), size };
  } catch {
    return { change: undefined, size }; // reading it reports its own finding
  }
}

/** The finding about a file on disk that was written to after the plan was made, and its size now. */
function changeOf(
  [path, size, time]: FileRow,
  effect = '',
): {
  readonly change: TroubleItem | undefined;
  readonly size: number;
} {
  if (typeof time === 'string') return { change: undefined, size };
  const stats: Stats | undefined = statSync(onDisk(path), { throwIfNoEntry: false });
  // Reading a missing file reports its own finding.
  if (!stats || (stats.size === size && timeIn(stats) === time)) return { change: undefined, size };
  const what = AFTER_PLAN + effect;
  return { change: trouble(displayName(path), finding('file/changed', { what })), size: stats.size };
}

/** A part of a large file without its bytes. */
export interface PlannedPart {
  readonly kind: 'planned-part';
  readonly path: BytePath;
  readonly size: number;
  readonly row: PartRow;
  /** Its place among the parts of the file. */
  readonly part: number;
  readonly games: number;
  /** What the first part of the file found. */
  readonly charset: CharsetEvidence;
  readonly isLast: boolean;
}

export type PartRow = readonly [
  at: number,
  size: number,
  firstGame: number,
  firstLine: number,
  firstColumn: number,
];

/**
 * Cuts a large SGF file where a run would, and counts its games as a run would. For a file that is read whole, yields only
 * the stream itself.
 */
export async function* partsOf(
  stream: StreamItem,
  limits: Limits,
): AsyncGenerator<PlannedPart | TroubleItem | StreamItem> {
  let held: Omit<PlannedPart, 'isLast'> | undefined;
  let game = 1;
  for await (const item of itemsOfLargeFile(stream.path, limits)) {
    if (item.kind === 'trouble' && held) {
      yield { ...held, isLast: true };
      held = undefined;
      yield item;
      continue;
    }
    if (item.kind !== 'part') {
      yield stream;
      return;
    }
    if (held) yield { ...held, isLast: false };
    const { at, size, firstLine, firstColumn, part } = item;
    const { games, charset } =
      certain(item, game, held?.charset, limits) ?? counted(item, game, held?.charset, limits);
    held = {
      kind: 'planned-part',
      path: stream.path,
      size,
      part,
      games,
      row: [at, size, game, firstLine, firstColumn],
      charset: held?.charset ?? charset,
    };
    game += games;
  }
  if (held) yield { ...held, isLast: true };
}

interface Counted {
  readonly games: number;
  readonly charset: CharsetEvidence;
}

const ESCAPE = 0x1b;

/** The number of games, if cutting determined it and the text is certain to be read as cut; `charset`: of the parts before. */
function certain(
  { bytes, games }: PartItem,
  firstGame: number,
  charset: CharsetEvidence | undefined,
  { gamesPerFile }: Limits,
): Counted | undefined {
  const isPlain = charset?.used === 'utf-8' && isUtf8(bytes) && !bytes.includes(ESCAPE);
  if (!isPlain || games === undefined || firstGame + games > gamesPerFile) return undefined;
  return { games, charset };
}

/** How many games there are, and their charset, by reading them. */
function counted(
  { bytes }: PartItem,
  firstGame: number,
  known: CharsetEvidence | undefined,
  limits: Limits,
): Counted {
  const { games, charset } = scanFile(bytes, { limits, firstGame, lines: 'hold', charset: known });
  return { games: games.length, charset };
}

/** The parts with their bytes; a finding in place of those that cannot be read. */
export function* readParts(
  path: BytePath,
  first: number,
  rows: readonly PartRow[],
): Generator<PartItem | TroubleItem> {
  const name = displayName(path);
  let descriptor: number | undefined;
  try {
    descriptor = opened(() => openSync(onDisk(path), 'r'));
    for (const [i, [at, size, firstGame, firstLine, firstColumn]] of rows.entries()) {
      const bytes = new Uint8Array(size);
      const read = readSync(descriptor, bytes, 0, size, at);
      const place = { at, firstGame, firstLine, firstColumn, part: first + i };
      yield { kind: 'part', name, bytes: bytes.subarray(0, read), size, ...place };
    }
  } catch (error) {
    yield trouble(name, findingOf(error, 'file/unreadable'));
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** A file, with the time of its last change or its tag. */
const FILE = tuple(TEXT, { type: 'integer', minimum: -1 }, { anyOf: [COUNT, TEXT] });

const INPUTS = listOf({
  anyOf: [
    shape({ files: listOf(FILE) }),
    shape({ zip: FILE, entries: listOf(tuple(TEXT, COUNT, COUNT, COUNT, COUNT, COUNT, COUNT)) }),
    shape({
      ...{ large: FILE, first: COUNT, ends: FLAG, parts: listOf(tuple(COUNT, COUNT, COUNT, COUNT, COUNT)) },
      charset: CHARSET,
    }),
    shape({
      stream: shape({
        ...{ kind: word(['stream']), path: TEXT, size: { type: 'integer' }, named: word(['yes', 'no']) },
        ...{ 'tag?': TEXT, 'entries?': shape({ first: COUNT, last: COUNT }) },
      }),
      file: FILE,
    }),
    shape({
      trouble: shape({
        ...{ kind: word(['trouble']), name: TEXT, size: word([0]) },
        finding: FOUND,
      }),
    }),
  ],
});

/** Throws PlanError for a value that is none of a plan. */
export function check(schema: Schema, value: unknown): void {
  const misfit = misfitOf(schema, value);
  if (misfit !== '') throw changed(misfit);
}

export function changed(why: string): PlanError {
  return new PlanError(`the plan says what no plan says: ${why}; make it again`);
}

/** The inputs of a chunk. Throws PlanError. */
export function checkedInputs(value: unknown): readonly PlannedInputs[] {
  check(INPUTS, value);
  const inputs = value as readonly PlannedInputs[];
  for (const one of inputs) {
    if (!('large' in one)) continue;
    const [, bytes] = one.large;
    const isWithin = one.parts.every(([at, size]) => at + size <= bytes);
    if (!isWithin || one.parts.length === 0) throw changed('parts of a file that are not in it');
    if (charsetOf(one.charset.used) !== one.charset.used) throw changed(`the charset ${one.charset.used}`);
  }
  return inputs;
}
