import { capFindings, MAX_PER_CODE, type FindingCode } from '../findings/finding.js';
import { type Counts, countKnown } from '../output/summary.js';
import { Baseline, copiesIn, type KnownOfGame, unknownAmong } from '../referee/baseline.js';
import { canBeKnown, knownFile, type KnownName, knownNameOf } from '../referee/baseline-text.js';
import type { GameReport, PlacedFinding } from '../referee/report.js';
import type { KnownInTask, WorkSettings } from './task.js';

/** Whether findings of a run may be known. */
export function usesBaseline({ baseline, sinks }: Pick<WorkSettings, 'baseline' | 'sinks'>): boolean {
  return baseline !== undefined || sinks.includes('baseline');
}

/** Takes the known findings of the games of a task out of what is listed. */
export class KnownFindings {
  private readonly baseline: Baseline | undefined;
  private readonly maxPerCode: number;
  private met: number[] = [];
  private copies: number[] = [];

  constructor({ baseline, options }: Pick<WorkSettings, 'baseline' | 'options'>) {
    this.baseline = baseline && Baseline.from(new TextDecoder().decode(baseline));
    this.maxPerCode = options.maxPerCode ?? MAX_PER_CODE;
  }

  /** A game with the findings to list; without a baseline, as it is written, none. */
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

  /** What was found since the last call. */
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
  /** How many copies of games are known, by pair. */
  private readonly copies: ReadonlyMap<number, number>;
  private readonly used: Uint32Array;

  constructor(baseline: Baseline) {
    this.baseline = baseline;
    this.copies = baseline.copies();
    this.used = new Uint32Array(baseline.size);
  }

  /** Adds what a task met. A game that is there twice meets its findings twice. */
  add({ met }: KnownInTask): void {
    for (let i = 0; i < met.length; i += 2) this.met(met[i]!, met[i + 1]!);
  }

  private met(index: number, count: number): void {
    this.used[index] = Math.max(this.used[index]!, count);
  }

  /** Whether one more copy of a game is known. `pair`: the index from 1 of what counts its copies. */
  takesCopy(pair: number): boolean {
    if (pair === 0 || this.used[pair - 1]! >= this.copies.get(pair - 1)!) return false;
    this.used[pair - 1]!++;
    return true;
  }

  /** The findings of a file, known by its name, that are not known. */
  unknown(file: string, findings: readonly PlacedFinding[]): readonly PlacedFinding[] {
    const known = this.baseline.of(knownFile(file));
    return unknownAmong(findings, known, (index, count) => this.met(index, count));
  }

  /** How many findings of each code were not met. `ignored`: codes that nobody looked for. */
  unmet(ignored: readonly FindingCode[]): Readonly<Partial<Record<FindingCode, number>>> {
    return this.baseline.unmet(this.used, new Set(ignored));
  }

  /** The text of the baseline without them. */
  pruned(ignored: readonly FindingCode[]): string {
    return this.baseline.pruned(this.used, new Set(ignored));
  }
}
