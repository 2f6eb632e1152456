import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { analyze } from '../analyze.js';
import type { FindingCode } from '../core/catalogue.js';
import { finding, type Finding } from '../core/finding.js';
import { FORMATS } from '../report/formats.js';
import type { GameReport, PlacedFinding } from '../report/report.js';
import { countFindings, countGame, noCounts, type Counts } from '../report/summary.js';
import type { CharsetEvidence } from '../sgf/raw.js';
import { ByteSink } from './byte-sink.js';
import { foreignKind } from './file-kinds.js';
import { displayName, onDisk, reasonOf, type BytePath, type Item } from './items.js';
import { createOptions, WHOLE_FILE, type WorkSettings } from './settings.js';
import { bytesOfFile, type ArchiveBytes } from './zip-directory.js';
import { readEntry } from './zip-entry.js';

/** Some items that one worker reads in one go. */
export interface Task {
  readonly items: readonly Item[];
  /** For a later part of a large file: what the first part found. */
  readonly charset?: CharsetEvidence;
}

/**
 * What became of a task: for each form of output the bytes of all its units in order. A unit is a game, or the
 * findings of a file that belong to no game. Arrays hold one entry a unit unless they say otherwise.
 */
export interface TaskResult {
  readonly sinks: readonly Uint8Array<ArrayBuffer>[];
  /** End of each unit in each sink: unit 0 in all sinks, then unit 1, ... */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** Four words a unit: exact low, exact high, symmetric low, symmetric high. */
  readonly keys: Uint32Array<ArrayBuffer>;
  /** Game number of units that can be duplicates; 0 for the others. */
  readonly games: Uint32Array<ArrayBuffer>;
  /** Index into `names`. */
  readonly files: Uint32Array<ArrayBuffer>;
  readonly names: readonly string[];
  readonly counts: Counts;
  readonly charset: CharsetEvidence | undefined;
  /** Files in which the program itself failed. */
  readonly faults: number;
}

/** Games with fewer board plays agree by chance or because nobody played them; they are no duplicates. */
const FEWEST_PLAYS = 10;
const READ_BYTES = 256 * 1024;

interface Unit {
  readonly report: GameReport | undefined;
  readonly file: number;
}

/** Makes the function that does tasks. It keeps buffers and the last archive open between calls. */
export function createWork(settings: WorkSettings): (task: Task) => TaskResult {
  const ignore: ReadonlySet<FindingCode> = new Set(settings.ignore);
  const formats = settings.sinks.map((name) => FORMATS[name]);
  const sinks = formats.map(() => new ByteSink());
  const read = createReader();
  const optionsOf = createOptions(settings);
  let units: Unit[] = [];
  let ends: number[] = [];
  let counts = noCounts();
  let faults = 0;

  function closeUnit(unit: Unit): void {
    units.push(unit);
    for (const sink of sinks) ends.push(sink.length);
  }

  function tell(file: number, name: string, found: readonly PlacedFinding[]): void {
    if (found.length === 0) return;
    for (let i = 0; i < formats.length; i++) sinks[i]!.append(formats[i]!.file(name, found));
    countFindings(counts, found);
    closeUnit({ report: undefined, file });
  }

  function tellOne(file: number, name: string, found: Finding): void {
    if (found.code === 'internal/fault' || found.code === 'internal/worker-lost') faults++;
    else if (ignore.has(found.code)) return;
    tell(file, name, [{ ...found, line: 0, column: 0 }]);
  }

  function referee(item: Item, file: number, name: string, task: Task): CharsetEvidence | undefined {
    if (item.kind === 'trouble') {
      tellOne(file, name, item.finding);
      return undefined;
    }
    if (item.kind !== 'part' || item.part === 0) counts.files++;
    const bytes = read(item);
    if (!(bytes instanceof Uint8Array)) {
      tellOne(file, name, bytes);
      return undefined;
    }
    counts.bytes += bytes.length;
    const foreign = foreignKind(bytes);
    if (foreign !== undefined) {
      tellOne(file, name, finding('file/not-sgf', { what: foreign }));
      return undefined;
    }
    const part =
      item.kind === 'part'
        ? { firstGame: item.firstGame, firstLine: item.firstLine, charset: task.charset }
        : WHOLE_FILE;
    const report = analyze(bytes, optionsOf(name, part));
    tell(file, name, report.findings);
    for (const game of report.games) {
      for (let i = 0; i < formats.length; i++) sinks[i]!.append(formats[i]!.game(game));
      closeUnit({ report: game, file });
    }
    for (const game of report.games) countGame(counts, game);
    return report.charset;
  }

  return (task) => {
    units = [];
    ends = [];
    counts = noCounts();
    faults = 0;
    let charset: CharsetEvidence | undefined;
    const names: string[] = [];
    task.items.forEach((item, file) => {
      const name = item.kind === 'file' ? displayName(item.path) : item.name;
      names.push(name);
      const mark = { units: units.length, sinks: sinks.map((sink) => sink.length) };
      try {
        charset = referee(item, file, name, task);
      } catch (error) {
        units.length = mark.units;
        ends.length = mark.units * sinks.length;
        sinks.forEach((sink, i) => sink.cutTo(mark.sinks[i]!));
        tellOne(file, name, finding('internal/fault', { what: reasonOf(error) }));
      }
    });
    return {
      ...columns(units, ends),
      sinks: sinks.map((sink) => sink.take()),
      names,
      counts,
      charset,
      faults,
    };
  };
}

function columns(
  units: readonly Unit[],
  ends: readonly number[],
): Pick<TaskResult, 'ends' | 'keys' | 'games' | 'files'> {
  const keys = new Uint32Array(units.length * 4);
  const games = new Uint32Array(units.length);
  const files = new Uint32Array(units.length);
  units.forEach(({ report, file }, i) => {
    files[i] = file;
    if (!report || report.replay.playsBlack + report.replay.playsWhite < FEWEST_PLAYS) return;
    const { exactLow, exactHigh, symmetricLow, symmetricHigh } = report.lineKey;
    keys.set([exactLow, exactHigh, symmetricLow, symmetricHigh], i * 4);
    games[i] = report.game;
  });
  return { ends: Uint32Array.from(ends), keys, games, files };
}

/** Reads items; the bytes are valid until the next call. What cannot be read is a finding. */
function createReader(): (item: Exclude<Item, { kind: 'trouble' }>) => Uint8Array | Finding {
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  let archive: { path: BytePath; descriptor: number; bytes: ArchiveBytes } | undefined;

  function archiveAt(path: BytePath): ArchiveBytes {
    if (archive?.path !== path) {
      if (archive) closeSync(archive.descriptor);
      archive = undefined;
      const descriptor = openSync(onDisk(path), 'r');
      archive = { path, descriptor, bytes: bytesOfFile(descriptor, 0) };
    }
    return archive.bytes;
  }

  return (item) => {
    if (item.kind === 'bytes' || item.kind === 'part') return item.bytes;
    try {
      if (item.kind === 'file') return readWhole(item.path, buffer);
      const contents = readEntry(archiveAt(item.archive), item.entry);
      if (contents.ok) return contents.value;
      const entry = item.name.slice(item.name.lastIndexOf('!/') + 2);
      return finding('archive/entry-skipped', { entry, reason: contents.error }, {}, 'error');
    } catch (error) {
      return finding('file/unreadable', { reason: reasonOf(error) });
    }
  };
}

/** A file in the given buffer, or in a new one when it does not fit. */
function readWhole(path: BytePath, buffer: Buffer): Buffer {
  const descriptor = openSync(onDisk(path), 'r');
  try {
    let length = 0;
    for (;;) {
      const more = readSync(descriptor, buffer, length, buffer.length - length, null);
      length += more;
      // A read that does not fill the buffer has met the end of a regular file.
      if (more === 0 || length < buffer.length) return buffer.subarray(0, length);
      if (length === buffer.length) return readFileSync(onDisk(path));
    }
  } finally {
    closeSync(descriptor);
  }
}
