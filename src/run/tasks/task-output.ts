import type { GameReport, PlacedFinding } from '../../referee/judge/report.js';
import type { FindingCode, Finding } from '../../core/findings/finding.js';
import type { WorkSettings, TaskResult } from './task.js';
import { ByteSink, Units } from './result-bytes.js';
import { KnownFindings, usesBaseline } from './known-findings.js';
import { baselineLine, knownNameOf, type KnownName, knownFile } from '../../referee/judge/baseline-text.js';
import { noCounts, countFindings } from '../../report/output/summary.js';
import { FORMATS } from '../../report/output/formats.js';

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
    countFindings(this.counts, listed);
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
