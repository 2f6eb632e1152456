import { analyzeWhole } from '../referee/analyze.js';
import { checkFile, type CheckOptions, type CheckReport, type SharedHeader } from '../check/check-file.js';
import type { FindingCode } from '../findings/catalogue.js';
import { finding, type Finding } from '../findings/finding.js';
import { FORMATS, type Format, type SinkName } from '../output/formats.js';
import { gameTable } from '../output/game-table.js';
import { gameLines } from '../output/html/game-lines.js';
import type { GameReport, PlacedFinding } from '../referee/report.js';
import { countFindings, countGame, noCounts, type Counts } from '../output/summary.js';
import type { AnalyzeOptions, EngineAnswer } from '../referee/options.js';
import type { CharsetEvidence } from '../sgf/raw.js';
import { ByteSink, Units } from './units.js';
import { addChecksums, checksumOf } from '../input/opening.js';
import { foreignKind } from '../input/file-kinds.js';
import { reasonOf } from '../core/reason.js';
import { nameOf, UNASKED, type Item } from '../input/items.js';
import { createReader } from '../input/reader.js';
import { createOptions, partOf, type WorkSettings } from './settings.js';

/** Some items that one worker reads in one go. */
export interface Task {
  readonly items: readonly Item[];
  /** For a later part of a large file: what the first part found. */
  readonly charset?: CharsetEvidence;
  readonly shared?: SharedHeader | undefined;
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
  /** What the games of the last item should agree in, where that is checked. */
  readonly shared?: SharedHeader | undefined;
  /** Findings of a part of a large file that belong to no game: told when the file is over, and counted then. */
  readonly outside: readonly PlacedFinding[];
  /** Files in which the program itself failed. */
  readonly faults: number;
  /** Of the files that were read, where the settings want it; otherwise 0. */
  readonly checksum: number;
  /** Items that were not done: a file of unasked size that is large, and those behind it. */
  readonly left: readonly Item[];
}

const NOTHING_LEFT: readonly Item[] = [];
const NOTHING_OUTSIDE: readonly PlacedFinding[] = [];

/** What an engine said about a game, by the index of its item in the task and its number; `undefined`: it was not asked. */
export type Answers = (item: number, game: number) => EngineAnswer | undefined;

/** Makes the function that does tasks. It keeps its buffers between calls. */
export function createWork(settings: WorkSettings): (task: Task, answers?: Answers) => TaskResult {
  const ignore: ReadonlySet<FindingCode> = new Set(settings.ignore);
  const formats = settings.sinks.map((name) => formatOf(name, settings));
  const sinks = formats.map(() => new ByteSink());
  const reader = createReader();
  const optionsOf = createOptions(settings);
  let units = new Units(sinks.length);
  let counts = noCounts();
  let faults = 0;
  let checksum = 0;
  let outside = NOTHING_OUTSIDE;
  let shared: SharedHeader | undefined;

  function tell(file: number, name: string, found: readonly PlacedFinding[]): void {
    if (found.length === 0) return;
    for (let i = 0; i < formats.length; i++) sinks[i]!.append(formats[i]!.file(name, found));
    countFindings(counts, found);
    units.add(file, undefined, sinks);
  }

  function tellOne(file: number, name: string, found: Finding): void {
    if (found.code === 'internal/fault' || found.code === 'internal/worker-lost') faults++;
    else if (ignore.has(found.code)) return;
    tell(file, name, [{ ...found, line: 0, column: 0 }]);
  }

  function referee(
    item: Item,
    file: number,
    name: string,
    task: Task,
    answers: Answers | undefined,
  ): CharsetEvidence | undefined | 'large' {
    if (item.kind === 'trouble') {
      tellOne(file, name, item.finding);
      return undefined;
    }
    const bytes = reader.readSmall(item);
    if (bytes === 'large') return bytes;
    if (item.kind !== 'part' || item.part === 0) counts.files++;
    if (!(bytes instanceof Uint8Array)) {
      tellOne(file, name, bytes);
      return undefined;
    }
    counts.bytes += bytes.length;
    if (item.kind === 'file' && item.size !== UNASKED && item.size !== bytes.length) {
      tellOne(file, name, finding('file/changed', { what: sizes(item.size, bytes.length) }));
    }
    if (settings.checksums && item.kind !== 'zip-entry') {
      checksum = addChecksums(checksum, checksumOf(name, bytes));
    }
    const foreign = foreignKind(bytes);
    if (foreign !== undefined) {
      tellOne(file, name, finding('file/not-sgf', { what: foreign }));
      return undefined;
    }
    const options = optionsOf(name, partOf(item, task.charset));
    const report = settings.check
      ? checked(bytes, { ...options, profile: settings.check, shared: task.shared })
      : analyzeWhole(
          bytes,
          answers ? { ...options, deadStones: deadStones(options, answers, file) } : options,
        );
    if (item.kind === 'part') outside = report.findings;
    else tell(file, name, report.findings);
    for (const game of report.games) {
      for (let i = 0; i < formats.length; i++) append(sinks[i]!, formats[i]!, game);
      units.add(file, game, sinks);
    }
    for (const game of report.games) countGame(counts, game);
    return report.charset;
  }

  function checked(bytes: Uint8Array, options: CheckOptions): CheckReport {
    const report = checkFile(bytes, options);
    ({ shared } = report);
    return report;
  }

  return (task, answers) => {
    units = new Units(sinks.length);
    counts = noCounts();
    faults = 0;
    checksum = 0;
    outside = NOTHING_OUTSIDE;
    shared = undefined;
    let charset: CharsetEvidence | undefined;
    let left: readonly Item[] = NOTHING_LEFT;
    const names: string[] = [];
    for (const [file, item] of task.items.entries()) {
      const name = nameOf(item);
      names.push(name);
      const before = units.count;
      if (settings.beat) Atomics.add(settings.beat, 0, 1);
      try {
        const found = referee(item, file, name, task, answers);
        if (found === 'large') {
          left = task.items.slice(file);
          break;
        }
        charset = found;
      } catch (error) {
        sinks.forEach((sink, i) => sink.cutTo(units.endOf(before - 1, i)));
        units.cutTo(before);
        tellOne(file, name, finding('internal/fault', { what: reasonOf(error) }));
      }
    }
    reader.close();
    return {
      ...units.columns(),
      sinks: sinks.map((sink) => sink.take()),
      names,
      counts,
      charset,
      shared,
      outside,
      faults,
      checksum,
      left,
    };
  };
}

/** The form of output: of the page no lines that it has no room for, of the table as wide as the terminal. */
function formatOf(name: SinkName, { closed, terminal }: WorkSettings): Format {
  const format = FORMATS[name];
  if (name === 'html' && closed) return { ...format, game: (report) => gameLines(report, closed) };
  return name === 'table' && terminal ? { ...format, game: gameTable(terminal).row } : format;
}

/** With more findings than this a game is written one by one: as one text it would be in memory many times over. */
const MANY_FINDINGS = 1000;

function append(sink: ByteSink, { game, write, finding: item }: Format, report: GameReport): void {
  if (item !== undefined && report.findings.length >= MANY_FINDINGS) {
    for (const found of report.findings) sink.append(item(report, found));
  } else if (write === undefined || sink.appendBy(write, report) === 'no') sink.append(game(report));
}

function sizes(listed: number, read: number): string {
  return `it was listed with ${String(listed)} bytes and read with ${String(read)}`;
}

/** What the user gave comes before what an engine says. */
function deadStones(given: AnalyzeOptions, answers: Answers, item: number): AnalyzeOptions['deadStones'] {
  return (game, width, height) => given.deadStones?.(game, width, height) ?? answers(item, game);
}
