import type { GameReport, PlacedFinding } from '../../referee/judge/report.js';
import { type FindingCode, type Finding, capFindings, MAX_PER_CODE } from '../../core/findings/finding.js';
import type { WorkSettings, TaskResult, KnownInTask, FileStart, Task } from './task.js';
import {
  baselineLine,
  knownNameOf,
  type KnownName,
  knownFile,
  canBeKnown,
} from '../../referee/judge/baseline-text.js';
import { noCounts, countOutside, type Counts, countKnown } from '../../report/output/summary.js';
import { FORMATS } from '../../report/output/formats.js';
import { longer } from '../../core/bytes.js';
import {
  type ComparedGame,
  MET_WORDS,
  type RepairedGame,
  writeMet,
} from '../../toolkit/duplicates/seen-games.js';
import { Baseline, copiesIn, type KnownOfGame, unknownAmong } from '../../referee/judge/baseline.js';
import type { AnalyzeOptions, EngineAnswer } from '../../referee/judge/options.js';

/** Whether a run uses or writes a baseline. */
export function usesBaseline({ baseline, sinks }: Pick<WorkSettings, 'baseline' | 'sinks'>): boolean {
  return baseline !== undefined || sinks.includes('baseline');
}

/** Removes known findings from what a task lists. */
export class KnownFindings {
  private readonly baseline: Baseline | undefined;
  private readonly maxPerCode: number;
  private met: number[] = [];
  private copies: number[] = [];

  constructor({ baseline, options }: Pick<WorkSettings, 'baseline' | 'options'>) {
    this.baseline = baseline && Baseline.from(new TextDecoder().decode(baseline));
    this.maxPerCode = options.maxPerCode ?? MAX_PER_CODE;
  }

  /** A game with the findings to list. Without a baseline, as when one is written, all that can be known are left out. */
  game(report: GameReport, unit: number, counts: Counts): GameReport {
    const known = this.baseline?.of(knownNameOf(report));
    if (known) this.copies[unit] = copiesIn(known);
    const listed = this.others(known, report.findings, counts);
    return { ...report, findings: capFindings(listed, this.maxPerCode) };
  }

  /** The findings of a file to list. */
  file(name: KnownName, findings: readonly PlacedFinding[], counts: Counts): readonly PlacedFinding[] {
    return this.others(this.baseline?.of(name), findings, counts);
  }

  private others(
    known: KnownOfGame | undefined,
    findings: readonly PlacedFinding[],
    counts: Counts,
  ): readonly PlacedFinding[] {
    const listed = known
      ? unknownAmong(findings, known, (index, count) => this.met.push(index, count))
      : findings.filter((found) => !canBeKnown(found));
    countKnown(counts, findings, listed);
    return listed;
  }

  /** Returns and clears what was met since the last call. */
  take(units: number): KnownInTask {
    const { met, copies } = this;
    this.met = [];
    this.copies = [];
    return {
      met: Uint32Array.from(met),
      copies: Uint32Array.from({ length: units }, (_, unit) => copies[unit] ?? 0),
    };
  }
}

/** Which findings of a baseline a run has met. */
export class BaselineUse {
  private readonly baseline: Baseline;
  /** Number of known copies of games, by pair. */
  private readonly copies: ReadonlyMap<number, number>;
  private readonly used: Uint32Array;

  constructor(baseline: Baseline) {
    this.baseline = baseline;
    this.copies = baseline.copies();
    this.used = new Uint32Array(baseline.size);
  }

  /** Adds what a task met. A game that occurs twice meets its findings twice. */
  add({ met }: KnownInTask): void {
    for (let i = 0; i < met.length; i += 2) this.met(met[i]!, met[i + 1]!);
  }

  private met(index: number, count: number): void {
    this.used[index] = Math.max(this.used[index]!, count);
  }

  /** Counts one more copy of a game if it is known. `pair`: 1-based index of the entry that counts its copies, 0 for none. */
  takesCopy(pair: number): boolean {
    if (pair === 0 || this.used[pair - 1]! >= this.copies.get(pair - 1)!) return false;
    this.used[pair - 1]!++;
    return true;
  }

  /** The findings of a file, looked up by its name, that are not known. */
  unknown(file: string, findings: readonly PlacedFinding[]): readonly PlacedFinding[] {
    const known = this.baseline.of(knownFile(file));
    return unknownAmong(findings, known, (index, count) => this.met(index, count));
  }

  /** Number of findings of each code that were not met. `ignored`: codes that were not checked. */
  unmet(ignored: readonly FindingCode[]): Readonly<Partial<Record<FindingCode, number>>> {
    return this.baseline.unmet(this.used, new Set(ignored));
  }

  /** The text of the baseline without the findings that were not met. */
  pruned(ignored: readonly FindingCode[]): string {
    return this.baseline.pruned(this.used, new Set(ignored));
  }
}

/** Initial capacity in units: enough for the small files of a task. */
const FIRST_CAPACITY = 128;

/** The numbers kept for each unit of a task (see `TaskResult`), so that the reports can be freed. */
export class Units {
  count = 0;
  private ends: Uint32Array<ArrayBuffer>;
  private keys = new Uint32Array(FIRST_CAPACITY * MET_WORDS);
  private games = new Uint32Array(FIRST_CAPACITY);
  private files = new Uint32Array(FIRST_CAPACITY);
  private repaired: RepairedGame[] = [];
  private readonly sinks: readonly ByteSink[];

  constructor(sinks: readonly ByteSink[]) {
    this.sinks = sinks;
    this.ends = new Uint32Array(FIRST_CAPACITY * sinks.length);
  }

  /** Adds a unit that ends where the sinks end now: a game, or findings that belong to none. */
  add(file: number, compared?: ComparedGame): void {
    const unit = this.count++;
    if (unit === this.files.length) this.grow();
    this.files[unit] = file;
    const { sinks, keys } = this;
    for (let i = 0; i < sinks.length; i++) this.ends[unit * sinks.length + i] = sinks[i]!.length;
    this.games[unit] = writeMet(keys, unit * MET_WORDS, compared);
    for (const line of compared?.repaired ?? []) this.repaired.push({ ...line, index: unit });
  }

  /** Drops the units from this one on, and their bytes. */
  cutTo(count: number): void {
    this.count = count;
    this.repaired = this.repaired.filter(({ index }) => index < count);
    const { sinks } = this;
    sinks.forEach((sink, i) => sink.cutTo(count === 0 ? 0 : this.ends[(count - 1) * sinks.length + i]!));
  }

  /** Everything so far in its own memory; empties the units and sinks. */
  take(): Pick<TaskResult, 'sinks' | 'ends' | 'keys' | 'games' | 'files' | 'repaired'> {
    const { count, repaired } = this;
    this.count = 0;
    this.repaired = [];
    return {
      sinks: this.sinks.map((sink) => sink.take()),
      ends: this.ends.slice(0, count * this.sinks.length),
      keys: this.keys.slice(0, count * MET_WORDS),
      games: this.games.slice(0, count),
      files: this.files.slice(0, count),
      repaired,
    };
  }

  private grow(): void {
    this.ends = longer(this.ends, this.ends.length * 2);
    this.keys = longer(this.keys, this.keys.length * 2);
    this.games = longer(this.games, this.games.length * 2);
    this.files = longer(this.files, this.files.length * 2);
  }
}

const START_BYTES = 64 * 1024;
/** A larger buffer is handed over instead of kept: the next task rarely needs as much. */
const KEPT_BYTES = 4 * 1024 * 1024;

/** A growing buffer, UTF-8 for texts; one for each sink of a task. */
export class ByteSink {
  private bytes = Buffer.allocUnsafeSlow(START_BYTES);
  private used = 0;

  get length(): number {
    return this.used;
  }

  append(text: string): void {
    // A UTF-16 unit never takes more than three bytes.
    this.reserve(text.length * 3);
    this.used += this.bytes.write(text, this.used, 'utf8');
  }

  appendBytes(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.used);
    this.used += bytes.length;
  }

  private reserve(count: number): void {
    const most = this.used + count;
    if (most <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(most, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.used);
    this.bytes = larger;
  }

  /** Drops everything after a length. */
  cutTo(length: number): void {
    this.used = length;
  }

  /** The bytes in their own memory, which can be transferred to another thread; empties the sink. */
  take(): Uint8Array<ArrayBuffer> {
    const { bytes, used } = this;
    this.used = 0;
    if (used <= KEPT_BYTES) return Uint8Array.from(bytes.subarray(0, used));
    this.bytes = Buffer.allocUnsafeSlow(START_BYTES);
    return new Uint8Array(bytes.buffer, 0, used);
  }
}

/** The file that findings belong to. */
export interface NamedFile {
  readonly name: string;
  readonly index: number;
  /** Its contents, if they were read. */
  readonly bytes?: Uint8Array | undefined;
  readonly firstGame?: GameReport | undefined;
}

/** Collects the result of a task. */
export class TaskOutput {
  readonly sinks: readonly ByteSink[];
  readonly units: Units;
  /** Files read, and their bytes. */
  files = 0;
  bytes = 0;
  /** The current file is a part of a large one: findings that belong to no game wait for its end. */
  isPart = false;
  /** Set where findings may be known. */
  readonly known: KnownFindings | undefined;
  private faults = 0;
  counts = noCounts();
  outside: readonly PlacedFinding[] = [];
  private readonly settings: WorkSettings;
  private readonly ignore: ReadonlySet<FindingCode>;

  constructor(settings: WorkSettings) {
    this.settings = settings;
    this.ignore = new Set(settings.ignore);
    this.sinks = settings.sinks.map(() => new ByteSink());
    this.units = new Units(this.sinks);
    this.known = usesBaseline(settings) ? new KnownFindings(settings) : undefined;
  }

  begin(): void {
    this.counts = noCounts();
    this.files = this.bytes = 0;
    this.faults = 0;
    this.outside = [];
  }

  /** Findings of a file that belong to no game. */
  report(file: NamedFile, found: readonly PlacedFinding[]): void {
    if (this.isPart) this.outside = found;
    else this.write(file, found);
  }

  /** A finding about a whole file. */
  reportOne(file: NamedFile, found: Finding): void {
    if (found.code === 'internal/fault' || found.code === 'internal/worker-lost') this.faults++;
    else if (this.ignore.has(found.code)) return;
    this.write(file, [{ ...found, line: 0, column: 0 }]);
  }

  private write(file: NamedFile, found: readonly PlacedFinding[]): void {
    if (found.length === 0) return;
    const { name, index } = file;
    const { sinks, list, duplicates } = this.settings;
    const listed = this.known ? this.known.file(knownNameIn(file), found, this.counts) : found;
    // The sink of a list or comparison takes no findings.
    for (let i = list || duplicates ? 1 : 0; i < sinks.length; i++) {
      if (sinks[i] === 'baseline') this.sinks[i]!.append(baselineLine(knownNameIn(file), found));
      else if (listed.length > 0) this.sinks[i]!.append(FORMATS[sinks[i]!].file(name, listed));
    }
    countOutside(this.counts, listed, name);
    this.units.add(index);
  }

  take(): Omit<TaskResult, 'names' | 'start'> {
    const { counts, outside, faults } = this;
    counts.files += this.files;
    counts.bytes += this.bytes;
    const known = this.known?.take(this.units.count);
    return { ...this.units.take(), counts, outside, faults, ...(known && { known }) };
  }
}

/** How a baseline identifies a file: by its first game, else its contents, else its name. */
export function knownNameIn({ name, bytes, firstGame }: NamedFile): KnownName {
  return firstGame ? knownNameOf(firstGame) : knownFile(bytes ?? name);
}

/** An engine's answer for a game, by the index of its item in the task and its number; `undefined` if no engine was queried. */
export type Answers = (item: number, game: number) => EngineAnswer | undefined;
/** A file that was read, or a part of one. */
export interface GivenFile {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** Index of its item in the task. */
  readonly index: number;
  readonly options: AnalyzeOptions;
  readonly task: Task;
  readonly answers: Answers | undefined;
}

/** Writes the rows and findings of one file into the output. */
export type FileWork = (file: GivenFile) => FileStart;
/** Makes the function that a run applies to each file. */
export type MakeFileWork = (settings: WorkSettings, out: TaskOutput) => FileWork;
