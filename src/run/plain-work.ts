import { listColumn } from '../columns/lists.js';
import { createProbe } from '../duplicates/beginnings.js';
import { beginningsOfFile, keysOfFile } from '../duplicates/find-duplicates.js';
import { finding, type Finding } from '../findings/finding.js';
import { foreignKind } from '../input/file-kinds.js';
import { reasonOf } from '../core/reason.js';
import { type Item, nameOf } from '../input/items.js';
import { createReader } from '../input/reader.js';
import { listGames, type ListQuery } from '../list/list-games.js';
import { FORMATS } from '../output/formats.js';
import { type DataFormat, rowText } from '../output/rows.js';
import { countFindings, noCounts } from '../output/summary.js';
import type { AnalyzeOptions } from '../referee/options.js';
import type { CharsetEvidence } from '../sgf/raw.js';
import { createOptions, partOf, type WorkSettings } from './settings.js';
import { ByteSink } from './units.js';
import type { Task, TaskResult } from './work.js';

/** What a job says of a file, beside what it puts into the sink. */
export interface Told {
  readonly games: number;
  readonly charset: CharsetEvidence;
  /** Errors of the file that belong to no game, and that it holds none. */
  readonly errors: readonly Finding[];
}

/** Does one file of a run that tells something else than reports on games. */
export type Job = (bytes: Uint8Array, name: string, options: AnalyzeOptions, sink: ByteSink) => Told;

const NOTHING = new Uint32Array(0);
const NO_FINDINGS: TaskResult['outside'] = [];

/** Makes the function that does a job on the files of tasks: what it tells goes into the first sink, errors of files into the others. */
function createPlainWork(settings: WorkSettings, job: Job): (task: Task) => TaskResult {
  const sinks = settings.sinks.map(() => new ByteSink());
  const reader = createReader();
  const optionsOf = createOptions(settings);
  let counts = noCounts();
  let faults = 0;

  function tell(name: string, found: Finding): void {
    if (found.code === 'internal/fault' || found.code === 'internal/worker-lost') faults++;
    const placed = [{ ...found, line: 0, column: 0 }];
    countFindings(counts, placed);
    for (let i = 1; i < sinks.length; i++) sinks[i]!.append(FORMATS[settings.sinks[i]!].file(name, placed));
  }

  function doItem(item: Item, name: string, task: Task): CharsetEvidence | undefined | 'large' {
    if (item.kind === 'trouble') {
      tell(name, item.finding);
      return undefined;
    }
    const bytes = reader.readSmall(item);
    if (bytes === 'large') return bytes;
    if (item.kind !== 'part' || item.part === 0) counts.files++;
    if (!(bytes instanceof Uint8Array)) {
      tell(name, bytes);
      return undefined;
    }
    counts.bytes += bytes.length;
    const foreign = foreignKind(bytes);
    if (foreign !== undefined) {
      tell(name, finding('file/not-sgf', { what: foreign }));
      return undefined;
    }
    const told = job(bytes, name, optionsOf(name, partOf(item, task.charset)), sinks[0]!);
    counts.games += told.games;
    for (const found of told.errors) tell(name, found);
    return told.charset;
  }

  return (task) => {
    counts = noCounts();
    faults = 0;
    let charset: CharsetEvidence | undefined;
    let left: readonly Item[] = [];
    const names: string[] = [];
    for (const [at, item] of task.items.entries()) {
      const name = nameOf(item);
      names.push(name);
      const before = sinks[0]!.length;
      if (settings.beat) Atomics.add(settings.beat, 0, 1);
      try {
        const found = doItem(item, name, task);
        if (found === 'large') {
          left = task.items.slice(at);
          break;
        }
        charset = found;
      } catch (error) {
        sinks[0]!.cutTo(before);
        tell(name, finding('internal/fault', { what: reasonOf(error) }));
      }
    }
    reader.close();
    const units = {
      ends: NOTHING.slice(),
      keys: NOTHING.slice(),
      games: NOTHING.slice(),
      files: NOTHING.slice(),
    };
    return {
      ...units,
      sinks: sinks.map((sink) => sink.take()),
      names,
      counts,
      charset,
      outside: NO_FINDINGS,
      faults,
      checksum: 0,
      left,
    };
  };
}

/** How a run lists games instead of reporting on them. */
export interface ListSettings {
  readonly query: ListQuery;
  /** `names`: the file of each game, a row each. */
  readonly format: DataFormat | 'names';
  /** `keyed`: each row is a line of JSON with the row and the cells to sort by, for whoever sorts or counts them. */
  readonly rows: 'plain' | 'keyed';
}

/** Makes the function that lists the games of tasks, a row each. */
export function createListWork(
  settings: WorkSettings,
  { query, format, rows }: ListSettings,
): (task: Task) => TaskResult {
  const columns = query.columns.map(listColumn);
  return createPlainWork(settings, (bytes, name, options, sink) => {
    const { games, read, charset, errors } = listGames(bytes, query, options);
    for (const { cells, keys } of games) {
      const row = format === 'names' ? name : rowText(format, columns, cells);
      sink.append(rows === 'plain' ? row : `${JSON.stringify([row, ...keys])}\n`);
    }
    return { games: read, charset, errors };
  });
}

/**
 * How a run compares games instead of reporting on them. First all keys; then, for prefixes, which games begin with the
 * lines that are `sought`.
 */
export interface DuplicatesSettings {
  readonly fewest: number;
  readonly sought?: Uint32Array | undefined;
}

/** Makes the function that tells records of files: length of the name, number of words, the name, the words. */
export function createDuplicatesWork(
  settings: WorkSettings,
  { fewest, sought }: DuplicatesSettings,
): (task: Task) => TaskResult {
  const probe = sought && createProbe(sought);
  return createPlainWork(settings, (bytes, name, options, sink) => {
    if (probe) {
      const { found, ...told } = beginningsOfFile(bytes, probe, options);
      const words = found.flatMap(({ game, sought, board }) => [game, sought, board === 'turned' ? 1 : 0]);
      sink.appendBytes(recordOf(name, Uint32Array.from(words)));
      return told;
    }
    const { keys, ...told } = keysOfFile(bytes, { ...options, fewest });
    sink.appendBytes(recordOf(name, keys));
    return told;
  });
}

/** Words of a found beginning in a record: game, index of the sought line, 1 when the board is turned. */
export const FOUND_WORDS = 3;

/** What is told of a file, as bytes: length of the name, number of words, the name, the words. */
function recordOf(name: string, words: Uint32Array): Uint8Array {
  const text = Buffer.from(name);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(text.length, 0);
  head.writeUInt32LE(words.length, 4);
  return Buffer.concat([head, text, Buffer.from(words.buffer, words.byteOffset, words.byteLength)]);
}

/** The records of a task, one after another; their words are copies. */
export function* recordsIn(
  bytes: Uint8Array,
): Generator<{ readonly name: string; readonly words: Uint32Array }> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < all.length;) {
    const nameEnd = at + 8 + all.readUInt32LE(at);
    const words = new Uint32Array(all.readUInt32LE(at + 4));
    const end = nameEnd + words.byteLength;
    new Uint8Array(words.buffer).set(all.subarray(nameEnd, end));
    yield { name: all.toString('utf8', at + 8, nameEnd), words };
    at = end;
  }
}
