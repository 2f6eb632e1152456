/** Work that takes results from the cache, and adds those that it lacks. */
import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { addCounts, type Counts, noCounts } from '../../report/output/summary.js';
import type { SinkName } from '../../report/output/formats.js';
import type { PlacedFinding } from '../../referee/judge/report.js';
import type { CharsetEvidence } from '../../sgf/raw.js';
import type { FileWork, GivenFile } from './given-file.js';
import type { Keep } from '../../referee/judge/options.js';
import { type CacheReader, entryOf, keyOfResult } from '../parts/result-cache.js';
import type { KeptUnit } from './result-bytes.js';
import { type FileStart, isJudging, type WorkSettings } from './task.js';
import type { TaskOutput } from './task-output.js';

/** Output formats that write a plain file name unchanged. */
const AS_IT_IS: ReadonlySet<SinkName> = new Set(['csv', 'findings', 'html', 'json', 'jsonl', 'stderr']);
/** Names that no output format quotes, escapes or shortens. */
const PLAIN_NAME =
  // eslint-disable-next-line no-control-regex -- control characters are escaped
  /^[^\u0000-\u0020"',;<>&\\=+@|%*?\u007f-\u00a0\u2028\u2029\ud800-\udfff\ufeff-][^\u0000-\u001f"',;<>&\\|\u007f-\u00a0\u2028\u2029\ud800-\udfff\ufeff]{0,299}$/;

/** The first part of an entry, JSON; the bytes of all units follow. */
interface EntryHead {
  readonly counts: Counts;
  readonly start: FileStart;
  readonly outside: readonly PlacedFinding[];
  readonly units: readonly KeptUnit[];
}

/**
 * Work that uses the cache. A result does not depend on the name of its file: entries have a mark in its place. Where names
 * may matter (dead stones and decisions belong to files, and some output formats measure or quote them) they are part of the key.
 */
export function cachedWork(
  work: FileWork,
  settings: WorkSettings,
  out: TaskOutput,
  reader: CacheReader,
): FileWork {
  const { dead, decisions, sinks } = settings;
  const needsName =
    dead !== undefined || decisions !== undefined || !sinks.every((sink) => AS_IT_IS.has(sink));
  /** Made by this worker. */
  const made = new Map<string, Buffer>();

  return (file) => {
    const { bytes, name, options, task } = file;
    const isMarked = !needsName && PLAIN_NAME.test(name);
    const { firstGame, firstLine, firstColumn, charset } = options;
    const place = [firstGame, firstLine, firstColumn, charset, task.start, out.isPart];
    const key = keyOfResult(bytes, JSON.stringify(isMarked ? place : [...place, name]));
    const mark = isMarked ? key.toString('hex') : name;
    const hex = isMarked ? mark : key.toString('hex');
    const found = reader.get(key) ?? made.get(hex);
    if (found) return replayed(found, file, mark, out);
    const contents = judged(work, { ...file, name: mark, options: { ...options, file: mark } }, out);
    if (made.size >= MAX_MADE) made.clear();
    made.set(hex, contents);
    out.made.push(entryOf(key, contents));
    return replayed(contents, file, mark, out);
  };
}

/**
 * Caches how games were judged, so that a game is judged only once, even in another file or after games were added before it.
 * `undefined` without scores: then a game takes less time than looking it up.
 */
export function keptJudgements(
  settings: WorkSettings,
  out: TaskOutput,
  reader: CacheReader,
): Keep | undefined {
  if (!isJudging(settings)) return undefined;
  return <T>(text: Uint8Array, charset: CharsetEvidence, make: () => T) => {
    const key = keyOfResult(text, JSON.stringify(['game', charset]));
    const found = reader.get(key);
    if (found) {
      try {
        return deserialize(inflateRawSync(found)) as T;
      } catch {
        // Written by a later version of Node.
      }
    }
    const made = make();
    out.made.push(entryOf(key, deflateRawSync(serialize(made), { level: 1 })));
    return made;
  };
}

/** Archives hold copies of games near each other. */
const MAX_MADE = 256;

/** Does the work, and moves the result from the output into the contents of an entry. */
function judged(work: FileWork, file: GivenFile, out: TaskOutput): Buffer {
  const { counts, outside, units } = out;
  const first = units.count;
  out.counts = noCounts();
  out.outside = [];
  try {
    // Lines for the page must be whole: where they no longer fit, the writer shortens them.
    const start = work({ ...file, task: { ...file.task, closed: undefined } });
    const { kept, bytes } = units.keep(first);
    const head: EntryHead = { counts: out.counts, start, outside: out.outside, units: kept };
    const json = Buffer.from(JSON.stringify(head));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(json.length);
    units.cutTo(first);
    return Buffer.concat([length, json, ...bytes]);
  } finally {
    out.counts = counts;
    out.outside = outside;
  }
}

/** Adds the contents of an entry to the output, with the name of the file in place of the mark. */
function replayed(contents: Buffer, { name, index }: GivenFile, mark: string, out: TaskOutput): FileStart {
  const length = contents.readUInt32LE();
  const head = JSON.parse(contents.toString('utf8', 4, 4 + length)) as EntryHead;
  const wanted = mark === name ? undefined : { mark: Buffer.from(mark), name: Buffer.from(name) };
  let at = 4 + length;
  for (const unit of head.units) {
    for (const [s, size] of unit.sizes.entries()) {
      appendNamed(out.sinks[s]!, contents.subarray(at, at + size), wanted);
      at += size;
    }
    out.units.addKept(index, unit);
  }
  addCounts(out.counts, head.counts);
  if (out.isPart) out.outside = head.outside;
  return head.start;
}

function appendNamed(
  sink: TaskOutput['sinks'][number],
  bytes: Buffer,
  wanted: { readonly mark: Buffer; readonly name: Buffer } | undefined,
): void {
  let done = 0;
  if (wanted) {
    const { mark, name } = wanted;
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, done)) {
      sink.appendBytes(bytes.subarray(done, at));
      sink.appendBytes(name);
      done = at + mark.length;
    }
  }
  sink.appendBytes(bytes.subarray(done));
}
