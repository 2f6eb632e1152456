import { capFindings, MAX_PER_CODE, type FindingCode } from '../../core/findings/finding.js';
import { type Counts, countKnown } from '../../report/output/summary.js';
import { Baseline, copiesIn, type KnownOfGame, unknownAmong } from '../../referee/judge/baseline.js';
import { canBeKnown, knownFile, type KnownName, knownNameOf } from '../../referee/judge/baseline-text.js';
import type { GameReport, PlacedFinding } from '../../referee/judge/report.js';
import type { KnownInTask, WorkSettings } from './task.js';

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
