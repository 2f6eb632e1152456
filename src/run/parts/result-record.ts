/**
 * The result of a task as bytes: a line of JSON, then the bytes of its sinks and arrays. Parts of plans, unfinished runs, jobs
 * and the cache hold such records, and nothing else of a result. All but parts hold them in entries: a line with the length and
 * CRC-32 of what follows and with what else is known of it, such as a key, then the records of one task.
 */
import { crc32 } from 'node:zlib';
import { misfitOf, type Schema } from '../../core/json.js';
import type { ArchiveBytes } from '../input/zip.js';
import { RULING_NEEDS } from '../../referee/judge/report.js';
import { noCounts } from '../../report/output/summary.js';
import type { TaskResult } from '../tasks/task.js';
import { FINDING_CODES, SEVERITIES } from '../../core/findings/finding.js';
import { closeSync, openSync, readSync } from 'node:fs';

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
  readonly start?: TaskResult['start'];
  /** Bytes of each sink. */
  readonly bytes: readonly number[];
  readonly units: number;
}

const TALLY: Schema = { type: 'object', additionalProperties: COUNT };
const COUNTS = Object.entries(noCounts()).map(([name, none]) => [name, none === 0 ? COUNT : TALLY] as const);
const LISTED = shape({ file: TEXT, game: COUNT, need: word(RULING_NEEDS), text: TEXT });

/** What the line may say: a record may have been changed by hand. */
export const RECORD: Schema = shape({
  names: listOf(TEXT),
  outside: listOf(FOUND),
  faults: COUNT,
  bytes: listOf(COUNT),
  units: COUNT,
  'start?': shape({ charset: CHARSET, 'shared?': { type: 'object' } }),
  counts: shape({
    ...Object.fromEntries(COUNTS),
    worklist: shape({ needs: TALLY, first: listOf(LISTED) }),
  }),
});

/** The bytes of a record, in pieces. */
export function recordOf(result: TaskResult): Uint8Array[] {
  const { names, counts, outside, faults, start, sinks, ends, keys, games, files } = result;
  const bytes = sinks.map(({ length }) => length);
  const line: RecordLine = { names, counts, outside, faults, start, bytes, units: games.length };
  const arrays = [ends, keys, games, files].map((words) => new Uint8Array(words.buffer));
  return [Buffer.from(`${JSON.stringify(line)}\n`), ...sinks, ...arrays];
}

/**
 * The result of a record, whose line was read and found to fit RECORD; `take` returns its next bytes in their own memory.
 * `sinks`: the number of the run's sinks. Undefined for a record that no worker writes.
 */
export function resultOf(
  { bytes, units, start, ...rest }: RecordLine,
  sinks: number,
  take: (length: number) => Uint8Array<ArrayBuffer>,
): TaskResult | undefined {
  const words = (count: number): Uint32Array<ArrayBuffer> => new Uint32Array(take(count * 4).buffer);
  const outputs = bytes.map(take);
  const result: TaskResult = {
    ...rest,
    start,
    sinks: outputs,
    ends: words(units * outputs.length),
    keys: words(units * 4),
    games: words(units),
    files: words(units),
  };
  return isSound(result, sinks) ? result : undefined;
}

/** The last line of a file: CRC-32 and length of what is before it. */
export function tailOf(crc: number, length: number): string {
  return `${crc.toString(16).padStart(8, '0')} ${String(length).padStart(15, '0')}\n`;
}

export const TAIL_BYTES = 25;

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

/** The bytes of an entry. */
export function entryOf(known: object, pieces: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(pieces);
  const line = { ...known, bytes: content.length, crc32: crc32(content) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), content]);
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
  const content = Buffer.from(source.read(at, line.bytes));
  return content.length === line.bytes && crc32(content) === line.crc32 ? content : undefined;
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
function isSound({ sinks, ends, files, names, counts, faults }: TaskResult, outputs: number): boolean {
  const { codes } = counts;
  const faulty = (codes['internal/fault'] ?? 0) + (codes['internal/worker-lost'] ?? 0);
  const isWithin = (end: number, i: number): boolean =>
    end <= sinks[i % outputs]!.length && end >= (i < outputs ? 0 : ends[i - outputs]!);
  return (
    sinks.length === outputs &&
    faults <= faulty &&
    ends.every(isWithin) &&
    files.every((file) => file < names.length)
  );
}

const BLOCK_BYTES = 1024 * 1024;

/** Longest line that is read: that of a chunk of some millions of files. */
export const LINE_BYTES = 256 * 1024 * 1024;

/**
 * The complete lines of a file from an offset on, without line feeds, and the offset after each; as far as one that is too long.
 * `next` may be given the offset to go on from. Throws when the file cannot be read.
 */
export function* linesOfFile(
  path: string,
  from = 0,
): Generator<{ readonly line: string; readonly end: number }, void, number | undefined> {
  const descriptor = openSync(path, 'r');
  try {
    let held: Buffer = Buffer.alloc(0);
    /** Offset of `held` in the file. */
    let start = from;
    for (let at = from; ;) {
      let feed = held.indexOf(10, at - start);
      while (feed < 0) {
        const rest = held.subarray(at - start);
        if (rest.length >= LINE_BYTES) return;
        const block = Buffer.allocUnsafe(Math.max(BLOCK_BYTES, rest.length));
        const length = readSync(descriptor, block, 0, block.length, at + rest.length);
        if (length === 0) return;
        held = Buffer.concat([rest, block.subarray(0, length)]);
        start = at;
        feed = held.indexOf(10, rest.length);
      }
      const end = start + feed + 1;
      at = (yield { line: held.toString('utf8', at - start, feed), end }) ?? end;
      if (at > start + held.length) {
        held = Buffer.alloc(0);
        start = at;
      }
    }
  } finally {
    closeSync(descriptor);
  }
}
