/**
 * The result of a task as bytes: a line of JSON, then the bytes of its sinks and arrays. Parts of plans, unfinished runs, jobs
 * and the cache hold such records, and nothing else of a result. All hold them in entries: a line with what is known of the
 * records of one task, such as a key, with their length and the CRC-32 of both, then these records.
 */
import { createHash, hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { misfitOf, type Schema } from '../../core/json.js';
import type { ArchiveBytes } from '../input/zip.js';
import { RULING_NEEDS } from '../../referee/judge/report.js';
import { type Counts, noCounts } from '../../report/output/summary.js';
import type { Task, TaskResult, WorkSettings } from '../tasks/task.js';
import { FINDING_CODES, SEVERITIES } from '../../core/findings/finding.js';
import { closeSync, fstatSync, openSync } from 'node:fs';
import type { Item } from '../input/item.js';
import { bytesOfFile, type Reader } from '../input/item-reader.js';

export const TEXT: Schema = { type: 'string' };
export const COUNT: Schema = { type: 'integer', minimum: 0 };
export const FLAG: Schema = { enum: [false, true] };
export const VALUE: Schema = { anyOf: [TEXT, FLAG, { type: 'number' }] };

/** An object with these properties and no other; those with a question mark may be missing. */
export function shape(properties: Readonly<Record<string, Schema>>): Schema {
  const names = Object.keys(properties);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), properties[name]!])),
    required: names.filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
}

export const listOf = (items: Schema): Schema => ({ type: 'array', items });
export const tuple = (...prefixItems: readonly Schema[]): Schema => ({ type: 'array', prefixItems });
export const word = (words: readonly unknown[]): Schema => ({ enum: words });

/** A finding about a file. */
export const FOUND = shape({
  ...{ code: word(FINDING_CODES), severity: word(SEVERITIES), line: COUNT, column: COUNT, 'offset?': COUNT },
  args: { type: 'object', additionalProperties: VALUE },
});

export const CHARSET = shape({
  'declared?': TEXT,
  used: TEXT,
  how: TEXT,
  confidence: { type: 'number' },
  replaced: COUNT,
});

/** The line before the bytes of a result. */
export interface RecordLine extends Pick<TaskResult, 'names' | 'counts' | 'outside' | 'faults'> {
  /** Missing: none. */
  readonly repaired?: TaskResult['repaired'];
  readonly start?: TaskResult['start'];
  /** Bytes of each sink. */
  readonly bytes: readonly number[];
  readonly units: number;
}

const TALLY: Schema = { type: 'object', additionalProperties: COUNT };
/** Counts that results which were kept earlier do not have. */
const LATER: readonly string[] = ['withoutResult', 'unread'] satisfies (keyof Counts)[];
const COUNTS = Object.entries(noCounts()).map(([name, none]) => {
  const schema = none === 0 ? COUNT : TALLY;
  return [LATER.includes(name) ? `${name}?` : name, schema] as const;
});
const LISTED = shape({ file: TEXT, game: COUNT, need: word(RULING_NEEDS), text: TEXT });
const UNREAD = shape({ file: TEXT, code: word(FINDING_CODES), text: TEXT });

const LINE_KEY = shape({ exactLow: COUNT, exactHigh: COUNT, symmetricLow: COUNT, symmetricHigh: COUNT });

/** What the line may say: a record may have been changed by hand. */
export const RECORD: Schema = shape({
  names: listOf(TEXT),
  outside: listOf(FOUND),
  faults: COUNT,
  'repaired?': listOf(shape({ repair: TEXT, index: COUNT, lineKey: LINE_KEY })),
  bytes: listOf(COUNT),
  units: COUNT,
  'start?': shape({ charset: CHARSET, 'shared?': { type: 'object' } }),
  counts: shape({
    ...Object.fromEntries(COUNTS),
    worklist: shape({ needs: TALLY, first: listOf(LISTED) }),
    'unread?': shape({ count: COUNT, first: listOf(UNREAD) }),
  }),
});

/** The bytes of a record, in pieces. */
export function recordOf(result: TaskResult): Uint8Array[] {
  const { names, counts, outside, faults, repaired, start, sinks, ends, keys, games, files } = result;
  const bytes = sinks.map(({ length }) => length);
  const units = games.length;
  const some = repaired.length > 0 && { repaired };
  const line: RecordLine = { names, counts, outside, faults, ...some, start, bytes, units };
  const arrays = [ends, keys, games, files].map((words) => new Uint8Array(words.buffer));
  return [Buffer.from(`${JSON.stringify(line)}\n`), ...sinks, ...arrays];
}

/**
 * The result of a record, whose line was read and found to fit RECORD; `take` returns its next bytes in their own memory.
 * `sinks`: the number of the run's sinks. Undefined for a record that no worker writes.
 */
export function resultOf(
  { bytes, units, start, repaired = [], ...rest }: RecordLine,
  sinks: number,
  take: (length: number) => Uint8Array<ArrayBuffer>,
): TaskResult | undefined {
  const words = (count: number): Uint32Array<ArrayBuffer> => new Uint32Array(take(count * 4).buffer);
  const outputs = bytes.map(take);
  const result: TaskResult = {
    ...rest,
    counts: { ...noCounts(), ...rest.counts },
    repaired,
    start,
    sinks: outputs,
    ends: words(units * outputs.length),
    keys: words(units * 4),
    games: words(units),
    files: words(units),
  };
  return isSound(result, sinks) ? result : undefined;
}

/** The line before what an entry holds. */
interface EntryLine {
  readonly bytes: number;
  readonly crc32: number;
}

/** An entry in some bytes: its line, and where what follows it begins and ends. */
export interface Entry<Known> {
  readonly line: EntryLine & Known;
  readonly at: number;
  readonly end: number;
}

/** CRC-32 of what an entry holds and of what its line says. */
function sumOf(content: readonly Uint8Array[], known: object): number {
  // Node's crc32 of no bytes is 0, whatever came before.
  const sum = content.reduce((before, piece) => (piece.length === 0 ? before : crc32(piece, before)), 0);
  return crc32(JSON.stringify(known), sum);
}

/** The bytes of an entry, in pieces. */
export function entryPieces(known: object, content: readonly Uint8Array[] = []): readonly Uint8Array[] {
  const bytes = content.reduce((sum, { length }) => sum + length, 0);
  const line = { ...known, bytes, crc32: sumOf(content, known) };
  return [Buffer.from(`${JSON.stringify(line)}\n`), ...content];
}

/** The bytes of an entry. */
export function entryOf(known: object, content?: readonly Uint8Array[]): Buffer {
  return Buffer.concat(entryPieces(known, content));
}

/** What `read` makes of the bytes of a file. Throws file system errors. */
export function readEntries<T>(path: string, read: (source: ArchiveBytes) => T): T {
  const descriptor = openSync(path, 'r');
  try {
    return read(bytesOfFile(descriptor, fstatSync(descriptor).size));
  } finally {
    closeSync(descriptor);
  }
}

/** Most lines of entries are shorter. */
const SHORT_BYTES = 512;

/** The entries in some bytes, as far as one that is torn. */
export function* entriesOf<Known>(source: ArchiveBytes): Generator<Entry<Known>> {
  for (let start = 0; start < source.size;) {
    let text = '';
    for (let length = SHORT_BYTES; text === ''; length *= 8) {
      const block = Buffer.from(source.read(start, length));
      const feed = block.indexOf(10);
      if (feed < 0 && block.length < length) return;
      text = block.toString('utf8', 0, feed + 1);
    }
    let line: Entry<Known>['line'];
    try {
      line = Object(JSON.parse(text)) as typeof line;
    } catch {
      return;
    }
    if (!Number.isSafeInteger(line.bytes) || line.bytes < 0) return;
    const at = start + Buffer.byteLength(text);
    start = at + line.bytes;
    if (start > source.size) return;
    yield { line, at, end: start };
  }
}

/** What an entry holds; undefined where it is damaged. */
export function contentOf({ line, at }: Entry<unknown>, source: ArchiveBytes): Buffer | undefined {
  const { bytes, crc32: sum, ...known } = line;
  const content = Buffer.from(source.read(at, bytes));
  return content.length === bytes && sumOf([content], known) === sum ? content : undefined;
}

/** The results of an entry, for that many sinks; undefined where it is damaged. */
export function resultsIn(
  entry: Entry<unknown>,
  source: ArchiveBytes,
  sinks: number,
): readonly TaskResult[] | undefined {
  const bytes = contentOf(entry, source);
  const results: TaskResult[] = [];
  let at = 0;
  const take = (length: number): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(bytes!.subarray(at, (at += length)));
  try {
    while (at < bytes!.length) {
      const end = bytes!.indexOf(10, at) + 1;
      const line = JSON.parse(bytes!.toString('utf8', at, end)) as RecordLine;
      if (misfitOf(RECORD, line) !== '') return undefined;
      at = end;
      const result = resultOf(line, sinks, take);
      if (!result) return undefined;
      results.push(result);
    }
    return results;
  } catch {
    return undefined;
  }
}

/** Whether units end within the bytes, one after the other, and name files that are there; faults have their findings. */
function isSound(result: TaskResult, outputs: number): boolean {
  const { sinks, ends, files, names, counts, faults, repaired } = result;
  const { codes } = counts;
  const faulty = (codes['internal/fault'] ?? 0) + (codes['internal/worker-lost'] ?? 0);
  const isWithin = (end: number, i: number): boolean =>
    end <= sinks[i % outputs]!.length && end >= (i < outputs ? 0 : ends[i - outputs]!);
  return (
    sinks.length === outputs &&
    faults <= faulty &&
    ends.every(isWithin) &&
    files.every((file) => file < names.length) &&
    repaired.every(({ index }) => index < files.length)
  );
}

/** What an input holds; a finding for one that cannot be read. */
export type Contents = ReturnType<Reader['read']>;

/**
 * A digest of what the result of a task depends on besides `settings`, itself a digest: its items and, where given, what they
 * hold. Without that, files on disk count by their names and sizes alone.
 */
export function keyOf({ items, start }: Task, settings: string, contents?: readonly Contents[]): string {
  const held = (item: Item, i: number): unknown => {
    const content = contents ? contents[i]! : 'bytes' in item && crc32(item.bytes);
    return content instanceof Uint8Array ? content.length : content;
  };
  const places = items.map((item, i) => [{ ...item, bytes: undefined }, held(item, i)]);
  const key = createHash('sha256').update(JSON.stringify([settings, start ?? '', places]));
  for (const content of contents ?? []) if (content instanceof Uint8Array) key.update(content);
  return key.digest('hex').slice(0, 32);
}

const digests = new WeakMap<WorkSettings, string>();

/** A digest of the settings that results depend on. Files may have settings of their own. */
export function digestOf(settings: WorkSettings): string {
  const known = digests.get(settings);
  if (known !== undefined) return known;
  const { cache: _cache, ...rest } = settings;
  const digest = hash('sha256', JSON.stringify(rest), 'hex');
  digests.set(settings, digest);
  return digest;
}
