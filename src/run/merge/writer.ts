import { createSeenGames, duplicateFinding } from '../../toolkit/duplicates/seen-games.js';
import type { Crosscheck } from '../../toolkit/event/crosscheck.js';
import { finding, type FindingCode } from '../../core/findings/finding.js';
import { FORMATS, type SinkName, unchanged } from '../../report/output/formats.js';
import { countFindings, countKnown, countOutside, relist } from '../../report/output/summary.js';
import { addCounts, noCounts } from '../../report/output/summary.js';
import type { Decision } from '../../referee/judge/decisions.js';
import type { PlacedFinding } from '../../referee/judge/report.js';
import type { BaselineUse } from '../tasks/task-output.js';
import { createJoiner, type Joiner, type Output } from './output.js';
import type { TaskResult, WorkSettings } from '../tasks/task.js';

/** Writes the results of a run in order, adds a note to each duplicate that names the first game, and sums the counts. */
export class ResultWriter {
  readonly counts = noCounts();
  faults = 0;
  /** Findings of the current large file that belong to no game. */
  outside: OutsideFindings | undefined;
  /** Of the result that was written last. */
  copies: Copies = NO_COPIES;
  private readonly seen = createSeenGames();
  private readonly joiners: readonly Joiner[];
  private readonly sinks: readonly SinkName[];
  private readonly ignore: ReadonlySet<FindingCode>;
  private readonly baseline: BaselineUse | undefined;
  /** All findings are written into a baseline, and so are known. */
  private readonly isBaselineWritten: boolean;

  constructor(joiners: readonly Joiner[], { ignore }: Pick<WorkSettings, 'ignore'>, baseline?: BaselineUse) {
    this.joiners = joiners;
    this.sinks = joiners.map(({ sink }) => sink);
    this.ignore = new Set(ignore);
    this.baseline = baseline;
    this.isBaselineWritten = joiners.some(({ sink }) => sink === 'baseline');
  }

  async write(result: TaskResult): Promise<void> {
    addCounts(this.counts, result.counts);
    this.faults += result.faults;
    this.outside = gathered(this.outside, result.names[0] ?? '', result.outside);
    if (result.known) this.baseline?.add(result.known);
    const copies = this.ignore.has('game/duplicate') ? NO_COPIES : this.copiesIn(result);
    this.copies = copies;
    for (const [s, joiner] of this.joiners.entries()) {
      const isListed = !this.isBaselineWritten || joiner.sink === 'baseline';
      const bytes = isListed ? withNotes(result, copies, this.sinks, s) : result.sinks[s]!;
      const full = joiner.write(bytes);
      if (full) await full;
    }
  }

  /** Writes the findings of a finished large file that belong to no game; `false` where there are none. */
  async endFile(): Promise<boolean> {
    const { outside } = this;
    if (!outside) return false;
    this.outside = undefined;
    await this.outsideGames(outside.file, outside.findings);
    return true;
  }

  /** Writes findings that belong to no game. */
  private async outsideGames(file: string, findings: readonly PlacedFinding[]): Promise<void> {
    if (findings.length === 0) return;
    const listed = this.isBaselineWritten ? [] : (this.baseline?.unknown(file, findings) ?? findings);
    countOutside(this.counts, listed, file);
    countKnown(this.counts, findings, listed);
    await this.writeTexts((sink) => {
      const shown = sink === 'baseline' ? findings : listed;
      return shown.length === 0 ? '' : FORMATS[sink].file(file, shown);
    });
  }

  /** Writes texts that belong to no result, '' for nothing. */
  protected async writeTexts(textOf: (sink: SinkName) => string): Promise<void> {
    for (const joiner of this.joiners) {
      const text = textOf(joiner.sink);
      const full = text === '' ? undefined : joiner.write(Buffer.from(text));
      if (full) await full;
    }
  }

  /** Reports decisions about games that the run does not have. A run of one game is no event: the others were not given. */
  async endDecisions({
    decisions,
    list,
    ignore,
  }: Pick<WorkSettings, 'decisions' | 'list' | 'ignore'>): Promise<void> {
    if (!decisions || list || ignore.includes('decision/no-game')) return;
    const { decided, games } = this.counts;
    if (games === 1) return;
    const lost = decisions.all.filter(({ game }) => !(game in decided));
    await this.outsideGames(decisions.file, lost.map(noGame));
  }

  /** Writes the outcome of a comparison with results tables, and counts its findings. */
  async writeCrosscheck(
    checked: Crosscheck,
    { terminal }: Pick<WorkSettings, 'terminal'> = {},
  ): Promise<void> {
    const findings = checked.findings.filter(({ finding: { code } }) => !this.ignore.has(code));
    countOutside(
      this.counts,
      findings.map((one) => one.finding),
    );
    for (const one of checked.questions) relist(this.counts.worklist, one, one.before);
    await this.writeTexts((sink) => FORMATS[sink].crosscheck?.({ ...checked, findings }, terminal) ?? '');
  }

  /** Writes the tails. */
  async end(): Promise<void> {
    for (const joiner of this.joiners) await joiner.end();
  }

  /** Games that later ones were compared with. */
  comparedGames(): number {
    return this.seen.count();
  }

  /** Notes by the number of the unit. */
  private copiesIn(result: TaskResult): Copies {
    const copies = new Map<number, PlacedFinding>();
    for (const [unit, earlier] of this.seen.meet(result)) {
      const found = duplicateFinding(earlier);
      const isKnown = this.baseline?.takesCopy(result.known?.copies[unit] ?? 0) === true;
      if (!isKnown) copies.set(unit, found);
      const listed = isKnown || this.isBaselineWritten ? [] : [found];
      countFindings(this.counts, listed);
      countKnown(this.counts, [found], listed);
    }
    return copies;
  }
}

/** Writes the heads of outputs. */
export async function joinersOf(outputs: readonly Output[], version: string): Promise<readonly Joiner[]> {
  const joiners: Joiner[] = [];
  for (const output of outputs) joiners.push(await createJoiner(output, version));
  return joiners;
}

/** Findings of games that repeat earlier ones, by the number of their unit in a result. */
export type Copies = ReadonlyMap<number, PlacedFinding>;

const NO_COPIES: Copies = new Map();

/** The bytes of one of the sinks of a result, with notes on copies. */
export function withNotes(
  result: TaskResult,
  copies: Copies,
  sinks: readonly SinkName[],
  sink: number,
): Uint8Array {
  const bytes = result.sinks[sink]!;
  const format = FORMATS[sinks[sink]!];
  if (copies.size === 0 || format.withNote === unchanged) return bytes;
  const endOf = (unit: number): number => (unit < 0 ? 0 : result.ends[unit * sinks.length + sink]!);
  const pieces: Uint8Array[] = [];
  let done = 0;
  for (const [unit, found] of copies) {
    const start = endOf(unit - 1);
    const end = endOf(unit);
    const part = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
    const file = result.names[result.files[unit]!]!;
    const noted = format.withNote(part, file, result.games[unit]!, found);
    pieces.push(bytes.subarray(done, start), Buffer.from(noted));
    done = end;
  }
  pieces.push(bytes.subarray(done));
  return Buffer.concat(pieces);
}

function noGame({ name, game, label = '' }: Decision): PlacedFinding {
  return { ...finding('decision/no-game', { name, game, label }), line: 0, column: 0 };
}

/** Findings of a large file, so far, that belong to none of its games. */
export interface OutsideFindings {
  readonly file: string;
  readonly findings: readonly PlacedFinding[];
}

/**
 * Adds the findings of a further part, so that a file has the same findings however it is divided: each code once, at its
 * first place, with counts added up.
 */
export function gathered(
  before: OutsideFindings | undefined,
  file: string,
  more: readonly PlacedFinding[],
): OutsideFindings | undefined {
  if (more.length === 0) return before;
  const findings = before ? [...before.findings] : [];
  for (const one of more) {
    const at = findings.findIndex(({ code }) => code === one.code);
    if (at < 0) findings.push(one);
    else findings[at] = summed(findings[at]!, one);
  }
  return { file, findings };
}

function summed(first: PlacedFinding, more: PlacedFinding): PlacedFinding {
  const [args, others] = [first.args, more.args] as Readonly<Record<string, unknown>>[];
  for (const name of ['characters', 'count']) {
    const [one, other] = [args?.[name], others?.[name]];
    if (typeof one !== 'number' || typeof other !== 'number') continue;
    return { ...first, args: { ...args, [name]: one + other } } as PlacedFinding;
  }
  return first;
}
